import { ChevronDown } from "lucide-react";
import { useEffect, useState } from "react";
import { isClosed, type Status, STATUSES } from "#contract/statuses.ts";
import { lazyPart } from "#web/lib/loading/lazy-part.tsx";
import { Button } from "#web/ui/button.tsx";
import { Menu, MenuItem } from "#web/ui/overlay/menu.tsx";
import { StatusGlyph, statusLabel } from "#web/ui/status-badge.tsx";
import { addAndSetLabel, COMMENT_MESSAGES } from "../messages.ts";
import type { Outgoing } from "./use-send-answer.ts";

const items = lazyPart(
  () => import("./send-later-items.tsx"),
  (module) => module.SendLaterItems,
  { isOptional: true },
);
const pickTime = lazyPart(
  () => import("./pick-time.tsx"),
  (module) => module.PickTime,
);

type Props = {
  disabled: boolean;
  openItems: string | null;
  /** What goes to all reporters goes now. */
  isForNow?: boolean;
  onSend: (more: Pick<Outgoing, "status" | "send_at" | "stop_if_answered">) => void;
};

/** "Reply and set ...": staff answer and set the status in one action (rule 72), or answer later. */
export function SendMenu({ disabled, openItems, isForNow = false, onSend }: Props) {
  const [stops, setStops] = useState(true);
  const [isPicking, setPicking] = useState(false);
  // A menu that grows while it is open would not find a better place any more.
  useEffect(() => {
    if (!disabled) items.fetch();
  }, [disabled]);
  const sendAt = (send_at: string) => onSend({ send_at, stop_if_answered: stops });
  return (
    <>
      <Menu
        trigger={
          <Button look="primary" size="small" aria-label={COMMENT_MESSAGES.addAndSet} disabled={disabled}>
            <ChevronDown className="icon small" />
          </Button>
        }
      >
        {STATUSES.map((status: Status) => (
          <MenuItem
            key={status}
            icon={<StatusGlyph status={status} />}
            end={isClosed(status) && openItems && <span className="subtle text-tiny">{openItems}</span>}
            onSelect={() => onSend({ status })}
          >
            {addAndSetLabel(statusLabel(status))}
          </MenuItem>
        ))}
        {!isForNow && (
          <items.Part stops={stops} onStops={setStops} onChoose={sendAt} onPick={() => setPicking(true)} />
        )}
      </Menu>
      {isPicking && (
        <pickTime.Part stops={stops} onStops={setStops} onChoose={sendAt} onClose={() => setPicking(false)} />
      )}
    </>
  );
}
