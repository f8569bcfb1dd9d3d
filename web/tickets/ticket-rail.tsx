import { useState } from "react";
import { mayChangeField } from "#contract/access/tickets.ts";
import { useActor } from "../lib/session-state.ts";
import { Avatar, Person } from "../ui/avatar.tsx";
import { Button } from "../ui/button.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { Card } from "../ui/page.tsx";
import { DateText } from "../ui/relative-time.tsx";
import { shortId } from "../lib/format.ts";
import { DETAIL_WORDS, timesWords } from "./detail-words.ts";
import { ParticipantsCard } from "./participants-card.tsx";
import { AssigneeProperty, GroupProperty, PriorityProperty, StatusProperty } from "./property-menus.tsx";
import { RequesterDialog } from "./requester-dialog.tsx";
import { REQUESTER_WORDS } from "./requester-words.ts";
import type { TicketDetail } from "./ticket-data.ts";
import { factsOf, nameOr } from "./ticket-facts.ts";
import { TicketTimeline } from "./ticket-timeline.tsx";

/** The cards beside the conversation. */
export function TicketRail({ ticket }: { ticket: TicketDetail }) {
  return (
    <aside className="rail" aria-label={DETAIL_WORDS.properties}>
      <Card title={DETAIL_WORDS.statusAndPriority}>
        <dl className="props">
          <dt>{DETAIL_WORDS.status}</dt>
          <dd>
            <StatusProperty ticket={ticket} hasKey />
          </dd>
          <dt>{DETAIL_WORDS.priority}</dt>
          <dd>
            <PriorityProperty ticket={ticket} hasKey />
          </dd>
        </dl>
      </Card>
      <DetailsCard ticket={ticket} />
      <ParticipantsCard ticket={ticket} />
      <TicketTimeline ticket={ticket} />
      <MetadataCard ticket={ticket} />
    </aside>
  );
}

function DetailsCard({ ticket }: { ticket: TicketDetail }) {
  const company = nameOr(ticket.company_name, ticket.company_id);
  return (
    <Card title={DETAIL_WORDS.details} actions={<RequesterButton ticket={ticket} />}>
      <dl className="props">
        <dt>{DETAIL_WORDS.assignee}</dt>
        <dd>
          <AssigneeProperty ticket={ticket} hasKey />
        </dd>
        <dt>{DETAIL_WORDS.client}</dt>
        <dd>
          <span className="pv">
            <Person name={nameOr(ticket.client_fullname, ticket.client_id)} empty={DETAIL_WORDS.none} />
          </span>
        </dd>
        <dt>{DETAIL_WORDS.company}</dt>
        <dd>
          <span className="pv">
            {company ? (
              <>
                <Avatar name={company} size="s" square />
                <span className="trunc" title={company}>
                  {company}
                </span>
              </>
            ) : (
              <span className="subtle">{DETAIL_WORDS.none}</span>
            )}
          </span>
        </dd>
        <dt>{DETAIL_WORDS.group}</dt>
        <dd>
          <GroupProperty ticket={ticket} />
        </dd>
      </dl>
    </Card>
  );
}

/** For staff who may move a ticket to another client or company. */
function RequesterButton({ ticket }: { ticket: TicketDetail }) {
  const may = mayChangeField(useActor(), factsOf(ticket), "client_id");
  const [isOpen, setOpen] = useState(false);
  if (!may) return null;
  return (
    <>
      <Button look="ghost" size="sm" onClick={() => setOpen(true)}>
        {REQUESTER_WORDS.title}
      </Button>
      {isOpen && <RequesterDialog ticket={ticket} onClose={() => setOpen(false)} />}
    </>
  );
}

function MetadataCard({ ticket }: { ticket: TicketDetail }) {
  return (
    <Card title={DETAIL_WORDS.metadata}>
      <dl className="props">
        <dt>{DETAIL_WORDS.ticketId}</dt>
        <dd>
          <span className="pv mono" title={ticket.id}>
            {shortId(ticket.id)}
            <span className="subtle">…</span>
          </span>
          <CopyButton text={ticket.id} label={DETAIL_WORDS.copyTicketId} />
        </dd>
        <dt>{DETAIL_WORDS.uid}</dt>
        <dd>
          <span className="pv mono">{ticket.uid}</span>
        </dd>
        <dt>{DETAIL_WORDS.source}</dt>
        <dd>
          <span className="pv capital">{ticket.source}</span>
        </dd>
        {ticket.created_by_fullname && (
          <>
            <dt>{DETAIL_WORDS.createdBy}</dt>
            <dd>
              <span className="pv">
                <span className="trunc">{ticket.created_by_fullname}</span>
              </span>
            </dd>
          </>
        )}
        <dt>{DETAIL_WORDS.firstResponse}</dt>
        <dd>
          <span className="pv">
            <DateText at={ticket.first_response} exact empty={DETAIL_WORDS.noResponse} />
          </span>
        </dd>
        {ticket.closed && (
          <>
            <dt>{DETAIL_WORDS.closedAt}</dt>
            <dd>
              <span className="pv">
                <DateText at={ticket.closed} exact />
              </span>
            </dd>
          </>
        )}
        {ticket.reopened_count > 0 && (
          <>
            <dt>{DETAIL_WORDS.reopened}</dt>
            <dd>
              <span className="pv">{timesWords(ticket.reopened_count)}</span>
            </dd>
          </>
        )}
      </dl>
    </Card>
  );
}
