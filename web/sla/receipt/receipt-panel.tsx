import { X } from "lucide-react";
import { type RefObject, useEffect, useRef } from "react";
import { RECEIPT_TEXTS } from "#contract/sla/messages.ts";
import { useHotkey } from "#web/lib/browser/hotkeys.ts";
import { useIsBelow } from "#web/lib/browser/media-query.ts";
import { Card } from "#web/ui/card.tsx";
import { IconButton } from "#web/ui/form/icon-button.tsx";
import { UI_MESSAGES } from "#web/ui/messages.ts";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { ReceiptBody, type ReceiptProps, ReceiptTools, useReceiptOf } from "./receipt-body.tsx";
import "#web/styles/due.css";
import "#web/styles/service-levels.css";

/** Up to it the rail stands below the thread, in px. */
const ONE_COLUMN = 1100;

type Props = ReceiptProps & { onClose: () => void };

/** How the clock of a ticket ran: beside the thread, and over the page where there is no room beside it. */
export function ReceiptPanel(props: Props) {
  const isNarrow = useIsBelow(ONE_COLUMN);
  return isNarrow ? <Sheet {...props} /> : <Beside {...props} />;
}

function Sheet({ onClose, ...props }: Props) {
  const receipt = useReceiptOf(props);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={RECEIPT_TEXTS.title}
      details={
        <ReceiptTools receipt={receipt.query.data} subject={props.ticket.subject} reading={receipt.reading} />
      }
    >
      <div className="receipt is-sheet">
        <ReceiptBody {...props} {...receipt} />
      </div>
    </Dialog>
  );
}

function Beside({ onClose, ...props }: Props) {
  const receipt = useReceiptOf(props);
  const panel = useRef<HTMLDivElement>(null);
  useHotkey("Escape", onClose);
  useFocusInside(panel);
  return (
    <div ref={panel} className="receipt" tabIndex={-1} role="region" aria-label={RECEIPT_TEXTS.title}>
      <Card
        title={RECEIPT_TEXTS.title}
        line
        actions={
          <span className="flex-row">
            <ReceiptTools
              receipt={receipt.query.data}
              subject={props.ticket.subject}
              reading={receipt.reading}
            />
            <IconButton label={UI_MESSAGES.close} onClick={onClose}>
              <X className="icon small" />
            </IconButton>
          </span>
        }
      >
        <ReceiptBody {...props} {...receipt} />
      </Card>
    </div>
  );
}

/** The focus comes with the panel, and goes back to where it was. */
function useFocusInside(panel: RefObject<HTMLDivElement | null>): void {
  useEffect(() => {
    const element = panel.current;
    const before = document.activeElement;
    element?.focus({ preventScroll: true });
    return () => {
      const isInside = document.activeElement === document.body || element?.contains(document.activeElement);
      if (isInside && before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, [panel]);
}
