import { useRef } from "react";
import type { Brought, Step } from "./brought.ts";

/** Every insertion in a box: the browser's undo knows the words alone, and what came with them goes and comes with it. */
export function useInsertionSteps(onBrought: (brought: Brought | undefined) => void) {
  const steps = useRef<Step[]>([]);
  return {
    add: (step: Step) => {
      steps.current.push(step);
      onBrought(step.after.brought);
    },
    /** After each change of the text; `inputType` says whether it was an undo or a redo. */
    follow: (now: string, inputType: string | undefined) => {
      const isUndo = inputType === "historyUndo";
      if (!isUndo && inputType !== "historyRedo") return;
      const side = isUndo ? "before" : "after";
      const step = steps.current.findLast((one) => one[side].text === now);
      if (step) onBrought(step[side].brought);
    },
  };
}
