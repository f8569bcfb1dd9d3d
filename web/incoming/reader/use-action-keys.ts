import { useEffectEvent, useLayoutEffect } from "react";
import { isFreeKey } from "#web/lib/browser/hotkeys.ts";
import type { ActionName } from "./available-actions.ts";

/** The letter of each action on the page. */
export const ACTION_KEYS: Record<ActionName, string | null> = {
  contact: "m",
  ticket: "t",
  join: "n",
  // A button alone: the key opens the form, with the same in it.
  post: null,
  person: "w",
  ignore: "i",
  block: "b",
  retry: "r",
  restore: null,
};

/** Runs what a letter stands for, as far as it is possible for this mail. */
export function useActionKeys(
  actions: readonly ActionName[],
  run: (action: ActionName) => void,
  isEnabled: boolean,
): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (!isFreeKey(event)) return;
    const action = actions.find((each) => ACTION_KEYS[each] === event.key);
    if (action === undefined) return;
    event.preventDefault();
    run(action);
  });
  useLayoutEffect(() => {
    if (!isEnabled) return undefined;
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [isEnabled]);
}
