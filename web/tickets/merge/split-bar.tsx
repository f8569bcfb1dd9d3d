import { Split } from "lucide-react";
import { useState } from "react";
import { lazyPart } from "#web/lib/loading/lazy-part.tsx";
import { Button } from "#web/ui/button.tsx";
import { SelectionBar } from "#web/ui/selection-bar.tsx";
import { SPLIT_MESSAGES as MESSAGES } from "./split-messages.ts";
import type { Choice } from "./use-split.tsx";

const splitDialog = lazyPart(
  () => import("./split-dialog.tsx"),
  (module) => module.SplitDialog,
);

/** At the foot of the page while comments are chosen: how many, and what becomes of them. */
export function SplitBar({ ticketId, choice: { ids, end } }: { ticketId: string; choice: Choice }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <SelectionBar title={MESSAGES.chosen(ids.length)} clearLabel={MESSAGES.cancel} onClear={end}>
        <Button
          look="ghost"
          icon={<Split className="icon" />}
          disabled={ids.length === 0}
          onPointerEnter={splitDialog.fetch}
          onFocus={splitDialog.fetch}
          onClick={() => setOpen(true)}
        >
          {MESSAGES.next}
        </Button>
      </SelectionBar>
      {isOpen && (
        <splitDialog.Part ticketId={ticketId} ids={ids} onClose={() => setOpen(false)} onDone={end} />
      )}
    </>
  );
}
