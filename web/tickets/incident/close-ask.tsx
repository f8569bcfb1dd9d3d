import { useQuery } from "@tanstack/react-query";
import { isClosed } from "#contract/statuses.ts";
import { openItemsText } from "#web/checklists/open-items.ts";
import { Button } from "#web/ui/button.tsx";
import { reportersQuery, useCloseTogether } from "./incident-data.ts";
import { INCIDENT_MESSAGES as MESSAGES } from "./messages.ts";
import "#web/styles/incident.css";

/** It stands where the menu was, whose key was pressed. */
function focusFirst(group: HTMLDivElement | null): void {
  group?.querySelector("button")?.focus();
}

type Props = {
  incidentId: string;
  /** Of the incident itself. */
  checklist: { done: number; items: number } | null | undefined;
  open: number;
  onCloseOnly: () => void;
  onDone: () => void;
};

/** What closing an incident with open tickets asks: all of them, or it alone. */
export function CloseAsk({ incidentId, checklist, open, onCloseOnly, onDone }: Props) {
  const closing = useCloseTogether(incidentId);
  const { data } = useQuery(reportersQuery(incidentId));
  const closes = (data?.reporters ?? []).filter(({ status }) => !isClosed(status));
  const openItems = openItemsText([checklist, ...closes.map((reporter) => reporter.checklist)]);
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
      {openItems && <p className="hint">{openItems}</p>}
    </div>
  );
}
