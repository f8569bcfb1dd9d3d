import { Split, X } from "lucide-react";
import { useState } from "react";
import { useBottomBar } from "#web/lib/browser/bottom-bar.ts";
import { lazyPart } from "#web/lib/loading/lazy-part.tsx";
import { Button } from "#web/ui/button.tsx";
import { IconButton } from "#web/ui/form/icon-button.tsx";
import { SPLIT_MESSAGES as MESSAGES } from "./split-messages.ts";
import type { Choice } from "./use-split.tsx";
import "#web/styles/selection.css";

const splitDialog = lazyPart(
  () => import("./split-dialog.tsx"),
  (module) => module.SplitDialog,
);

/** At the foot of the page while comments are chosen: how many, and what becomes of them. */
export function SplitBar({ ticketId, choice: { ids, end } }: { ticketId: string; choice: Choice }) {
  useBottomBar("selection");
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="selection-bar">
      <div className="menu" role="toolbar" aria-label={MESSAGES.chosen(ids.length)}>
        <span className="weight-semibold numeric" role="status">
          {MESSAGES.chosen(ids.length)}
        </span>
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
        <hr />
        <IconButton label={MESSAGES.cancel} onClick={end}>
          <X className="icon" />
        </IconButton>
      </div>
      {isOpen && (
        <splitDialog.Part ticketId={ticketId} ids={ids} onClose={() => setOpen(false)} onDone={end} />
      )}
    </div>
  );
}
