import { Button } from "#web/ui/button.tsx";
import { useCloseTogether } from "./incident-data.ts";
import { INCIDENT_MESSAGES as MESSAGES } from "./messages.ts";
import "#web/styles/incident.css";

/** It stands where the menu was, whose key was pressed. */
function focusFirst(group: HTMLDivElement | null): void {
  group?.querySelector("button")?.focus();
}

type Props = { incidentId: string; open: number; onCloseOnly: () => void; onDone: () => void };

/** What closing an incident with open tickets asks: all of them, or it alone. */
export function CloseAsk({ incidentId, open, onCloseOnly, onDone }: Props) {
  const closing = useCloseTogether(incidentId);
  return (
    <div className="close-ask" role="group" aria-label={MESSAGES.stillOpen(open)} ref={focusFirst}>
      <Button
        size="small"
        look="primary"
        busy={closing.isPending}
        onClick={() => closing.mutate(undefined, { onSettled: onDone })}
      >
        {MESSAGES.closeAll(open)}
      </Button>
      <Button
        size="small"
        disabled={closing.isPending}
        onClick={() => {
          onCloseOnly();
          onDone();
        }}
      >
        {MESSAGES.closeOnlyThis}
      </Button>
      <Button size="small" look="ghost" disabled={closing.isPending} onClick={onDone}>
        {MESSAGES.cancel}
      </Button>
    </div>
  );
}
