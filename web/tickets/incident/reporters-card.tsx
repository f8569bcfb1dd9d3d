import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Plus, X } from "lucide-react";
import { mayRunIncidents } from "#contract/access/incidents.ts";
import { maySetStatus } from "#contract/access/tickets.ts";
import { isClosed } from "#contract/statuses.ts";
import { openItemsText } from "#web/checklists/open-items.ts";
import { failureMessage } from "#web/lib/api/api-error.ts";
import { useActor } from "#web/lib/api/session-state.ts";
import { lazyPart } from "#web/lib/loading/lazy-part.tsx";
import { useLateWindow } from "#web/lib/loading/use-late-window.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { IconButton } from "#web/ui/form/icon-button.tsx";
import { StatusGlyph, statusLabel } from "#web/ui/status-badge.tsx";
import type { TicketDetail } from "../ticket-data.ts";
import { ticketAttributesOf } from "../ticket-attributes.ts";
import { useLiveReporters } from "./use-live-reporters.ts";
import { type Reporter, reportersQuery, useCloseTogether, useRemoveReporter } from "./incident-data.ts";
import { INCIDENT_MESSAGES as MESSAGES } from "./messages.ts";
import "#web/styles/incident.css";

const incidentDialog = lazyPart(
  () => import("./incident-dialog.tsx"),
  (module) => module.AddReporterDialog,
);

const NONE: readonly Reporter[] = [];

/** The tickets of an incident: how many are closed, who answered, and each with its status. */
export function ReportersCard({ ticket }: { ticket: TicketDetail }) {
  const actor = useActor();
  const mayChange = mayRunIncidents(actor, ticketAttributesOf(ticket));
  const reporters = useQuery(reportersQuery(ticket.id));
  const removing = useRemoveReporter(ticket.id);
  const all = reporters.data?.reporters ?? NONE;
  useLiveReporters(ticket.id, all);
  const closed = all.filter(({ status }) => isClosed(status)).length;
  const answered = all.filter(({ news }) => news > 0).length;
  return (
    <Card title={MESSAGES.reporters} actions={mayChange && <AddButton ticket={ticket} />}>
      {reporters.isError && (
        <p className="subtle text-small">{failureMessage(reporters.error, MESSAGES.failedToFetch)}</p>
      )}
      {all.length > 0 && (
        <>
          <div className="flex-row between text-tiny subtle">
            <Link
              className="link numeric"
              to="/tickets"
              search={{ parent: ticket.id }}
              title={MESSAGES.showInList}
            >
              {MESSAGES.closedOf(closed, all.length)}
            </Link>
            {answered > 0 && <span className="numeric">{MESSAGES.answeredSince(answered)}</span>}
          </div>
          <div className="reporters-meter" aria-hidden="true">
            <i style={{ width: `${(100 * closed) / all.length}%` }} />
          </div>
        </>
      )}
      {isClosed(ticket.status) && closed < all.length && maySetStatus(actor) && (
        <CloseRest incidentId={ticket.id} rest={all.filter(({ status }) => !isClosed(status))} />
      )}
      <ul className="reporters-list">
        {all.map((reporter) => (
          <ReporterRow
            key={reporter.id}
            reporter={reporter}
            isBusy={removing.isPending}
            isGoing={removing.isPending && removing.variables.id === reporter.id}
            onRemove={mayChange ? () => removing.mutate(reporter) : undefined}
          />
        ))}
      </ul>
    </Card>
  );
}

/** After the incident was closed alone, by whichever way. */
function CloseRest({ incidentId, rest }: { incidentId: string; rest: readonly Reporter[] }) {
  const closing = useCloseTogether(incidentId);
  const open = rest.length;
  const openItems = openItemsText(rest.map(({ checklist }) => checklist));
  return (
    <p className="flex-row reporters-rest text-small" role="status">
      <span className="grow">
        {MESSAGES.stillOpen(open)} {openItems && <span className="subtle">{openItems}</span>}
      </span>
      <Button size="small" busy={closing.isPending} onClick={() => closing.mutate()}>
        {MESSAGES.closeAll(open)}
      </Button>
    </p>
  );
}

function AddButton({ ticket }: { ticket: TicketDetail }) {
  const { opener, shown } = useLateWindow(incidentDialog);
  return (
    <>
      <IconButton label={MESSAGES.add} {...opener}>
        <Plus className="icon small" />
      </IconButton>
      {shown?.open && (
        <incidentDialog.Part incident={{ id: ticket.id, uid: ticket.uid }} onClose={shown.onClose} />
      )}
    </>
  );
}

type RowProps = {
  reporter: Reporter;
  isBusy: boolean;
  isGoing: boolean;
  onRemove: (() => void) | undefined;
};

function ReporterRow({ reporter, isBusy, isGoing, onRemove }: RowProps) {
  const { id, uid, subject, status, company_name, client_fullname, news } = reporter;
  return (
    <li className="flex-row text-small">
      <Link
        to="/tickets/$ticketId"
        params={{ ticketId: id }}
        title={[subject, client_fullname].filter(Boolean).join(" · ")}
      >
        <StatusGlyph status={status} />
        <span className="visually-hidden">{statusLabel(status)}</span>
        <span className="monospace">{uid}</span>
        <span className="truncate">{company_name ?? MESSAGES.noCompany}</span>
      </Link>
      <span className="subtle text-tiny truncate reporters-end">
        {news > 0 ? <Badge tone="accent">{MESSAGES.news(news)}</Badge> : client_fullname}
      </span>
      {onRemove && (
        <IconButton label={MESSAGES.remove(uid)} busy={isGoing} disabled={isBusy} onClick={onRemove}>
          <X className="icon small" />
        </IconButton>
      )}
    </li>
  );
}
