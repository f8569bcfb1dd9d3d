import { useState } from "react";
import { isExternal } from "#contract/access/actor.ts";
import { mayChangeField } from "#contract/access/tickets.ts";
import { useTicketMails } from "#web/comments/mail/ticket-mails.ts";
import { useActor } from "#web/lib/api/session-state.ts";
import { hasDueTimes } from "#web/lib/live/service-levels.ts";
import { lazyPart } from "#web/lib/loading/lazy-part.tsx";
import { useReceipt } from "#web/sla/use-receipt.ts";
import { Avatar, Person } from "#web/ui/avatar.tsx";
import { Button } from "#web/ui/button.tsx";
import { CopyButton } from "#web/ui/form/copy-button.tsx";
import { Card } from "#web/ui/card.tsx";
import { DateText } from "#web/ui/relative-time.tsx";
import { shortId } from "#web/lib/format.ts";
import { DETAIL_MESSAGES, timesWords } from "../detail-messages.ts";
import { FollowUpProperty } from "../follow-up/follow-up-property.tsx";
import { ParticipantsCard } from "./participants-card.tsx";
import { AssigneeProperty, GroupProperty, PriorityProperty, StatusProperty } from "./property-menus.tsx";
import { LinksCard } from "../links/links-card.tsx";
import { RequesterDialog } from "../requester/requester-dialog.tsx";
import { REQUESTER_MESSAGES } from "../requester/messages.ts";
import { ServiceLevelPlace } from "./service-level-place.tsx";
import { TagsProperty } from "../tagging/tags-property.tsx";
import type { TicketDetail } from "../ticket-data.ts";
import { ticketAttributesOf, nameOrShortId } from "../ticket-attributes.ts";
import { useNotInTeam } from "../not-in-team.tsx";
import { TicketTimeline } from "./ticket-timeline.tsx";

/** The cards beside the conversation. */
export function TicketRail({ ticket, checklist }: { ticket: TicketDetail; checklist: Beginning }) {
  const receipt = useReceipt(ticket, DETAIL_MESSAGES.howTheClockRan);
  return (
    <aside className="rail" aria-label={DETAIL_MESSAGES.properties}>
      {receipt.shown && (
        <receiptPanel.Part
          ticket={ticket}
          shown={receipt.shown}
          onTurn={receipt.turnTo}
          onClose={receipt.close}
        />
      )}
      <Card title={DETAIL_MESSAGES.statusAndPriority}>
        <dl className="properties">
          <dt>{DETAIL_MESSAGES.status}</dt>
          <dd>
            <StatusProperty ticket={ticket} hasKey />
          </dd>
          <dt>{DETAIL_MESSAGES.priority}</dt>
          <dd>
            <PriorityProperty ticket={ticket} hasKey />
          </dd>
          {ticket.follow_up_at !== undefined && (
            <>
              <dt>{DETAIL_MESSAGES.followUp}</dt>
              <dd>
                <FollowUpProperty ticket={ticket} />
              </dd>
            </>
          )}
        </dl>
      </Card>
      <ServiceLevel ticket={ticket} onOpen={receipt.open} />
      <DetailsCard ticket={ticket} />
      {typeof ticket.open_reporters === "number" && <reportersCard.Part ticket={ticket} />}
      <Checklist ticket={ticket} {...checklist} />
      <LinksCard ticket={ticket} />
      <ParticipantsCard ticket={ticket} />
      <TicketTimeline ticket={ticket} />
      <MetadataCard ticket={ticket} />
    </aside>
  );
}

const reportersCard = lazyPart(
  () => import("../incident/reporters-card.tsx"),
  (module) => module.ReportersCard,
  { isOptional: true },
);

const receiptPanel = lazyPart(
  () => import("#web/sla/receipt/receipt-panel.tsx"),
  (module) => module.ReceiptPanel,
);
const serviceLevelCard = lazyPart(
  () => import("#web/sla/card/service-level-card.tsx"),
  (module) => module.ServiceLevelCard,
  { isOptional: true },
);
if (hasDueTimes()) serviceLevelCard.fetch();

/** Where service levels are on; what nobody agreed on is told to the staff alone. */
function ServiceLevel({ ticket, onOpen }: { ticket: TicketDetail; onOpen: () => void }) {
  const isClient = isExternal(useActor());
  if (ticket.sla === undefined || (ticket.sla === null && isClient)) return null;
  const lines = Object.values(ticket.sla ?? {}).filter(Boolean).length;
  return (
    <serviceLevelCard.Part
      ticket={ticket}
      onOpen={onOpen}
      fetchReceipt={receiptPanel.fetch}
      fallback={<ServiceLevelPlace lines={lines} />}
    />
  );
}

const checklistCard = lazyPart(
  () => import("#web/checklists/checklist-card.tsx"),
  (module) => module.ChecklistCard,
  { isOptional: true },
);

/** Whether the first item of a checklist is being written, which the menu of the ticket begins. */
type Beginning = { isBeginning: boolean; onEnd: () => void };

/** Only where there are items, or somebody writes the first one. */
function Checklist({ ticket, ...beginning }: Beginning & { ticket: TicketDetail }) {
  const isWanted = Boolean(ticket.checklist) || beginning.isBeginning;
  // Its last item can be deleted by somebody while it is rewritten here: an empty card shows nothing by itself.
  const [wasWanted, setWanted] = useState(isWanted);
  if (isWanted && !wasWanted) setWanted(true);
  return wasWanted ? <checklistCard.Part ticket={ticket} {...beginning} /> : null;
}

function DetailsCard({ ticket }: { ticket: TicketDetail }) {
  const company = nameOrShortId(ticket.company_name, ticket.company_id);
  const { mailbox } = useTicketMails(ticket.id);
  const { assignee_id, assignee_fullname, group_id, group_name } = ticket;
  const notInTeam = useNotInTeam(
    assignee_id && assignee_fullname ? { id: assignee_id, fullname: assignee_fullname } : null,
    group_id && group_name ? { id: group_id, name: group_name } : null,
  );
  return (
    <Card title={DETAIL_MESSAGES.details} actions={<RequesterButton ticket={ticket} />}>
      <dl className="properties">
        <dt>{DETAIL_MESSAGES.assignee}</dt>
        <dd>
          <AssigneeProperty ticket={ticket} hasKey />
        </dd>
        <dt>{DETAIL_MESSAGES.client}</dt>
        <dd>
          <span className="property-value">
            <Person
              name={nameOrShortId(ticket.client_fullname, ticket.client_id)}
              empty={DETAIL_MESSAGES.none}
            />
          </span>
        </dd>
        <dt>{DETAIL_MESSAGES.company}</dt>
        <dd>
          <span className="property-value">
            {company ? (
              <>
                <Avatar name={company} size="small" square />
                <span className="truncate" title={company}>
                  {company}
                </span>
              </>
            ) : (
              <span className="subtle">{DETAIL_MESSAGES.none}</span>
            )}
          </span>
        </dd>
        <dt>{DETAIL_MESSAGES.group}</dt>
        <dd>
          <GroupProperty ticket={ticket} />
        </dd>
        {mailbox && (
          <>
            <dt>{DETAIL_MESSAGES.mailbox}</dt>
            <dd>
              <span className="property-value">
                <span className="truncate" title={mailbox.address}>
                  {mailbox.address}
                </span>
              </span>
            </dd>
          </>
        )}
        {ticket.tags && (
          <>
            <dt>{DETAIL_MESSAGES.tags}</dt>
            <dd>
              <TagsProperty ticket={ticket} tags={ticket.tags} />
            </dd>
          </>
        )}
      </dl>
      {notInTeam}
    </Card>
  );
}

/** For staff who may move a ticket to another client or company. */
function RequesterButton({ ticket }: { ticket: TicketDetail }) {
  const may = mayChangeField(useActor(), ticketAttributesOf(ticket), "client_id");
  const [isOpen, setOpen] = useState(false);
  if (!may) return null;
  return (
    <>
      <Button look="ghost" size="small" onClick={() => setOpen(true)}>
        {REQUESTER_MESSAGES.title}
      </Button>
      {isOpen && <RequesterDialog ticket={ticket} onClose={() => setOpen(false)} />}
    </>
  );
}

function MetadataCard({ ticket }: { ticket: TicketDetail }) {
  return (
    <Card title={DETAIL_MESSAGES.metadata}>
      <dl className="properties">
        <dt>{DETAIL_MESSAGES.ticketId}</dt>
        <dd>
          <span className="property-value monospace" title={ticket.id}>
            {shortId(ticket.id)}
            <span className="subtle">…</span>
          </span>
          <CopyButton text={ticket.id} label={DETAIL_MESSAGES.copyTicketId} />
        </dd>
        <dt>{DETAIL_MESSAGES.uid}</dt>
        <dd>
          <span className="property-value monospace">{ticket.uid}</span>
        </dd>
        <dt>{DETAIL_MESSAGES.source}</dt>
        <dd>
          <span className="property-value capitalized">{ticket.source}</span>
        </dd>
        {ticket.created_by_fullname && (
          <>
            <dt>{DETAIL_MESSAGES.createdBy}</dt>
            <dd>
              <span className="property-value">
                <span className="truncate">{ticket.created_by_fullname}</span>
              </span>
            </dd>
          </>
        )}
        {ticket.old_number && (
          <>
            <dt>{DETAIL_MESSAGES.oldNumber}</dt>
            <dd>
              <span className="property-value monospace">{ticket.old_number}</span>
            </dd>
          </>
        )}
        <TimeProperty name={DETAIL_MESSAGES.createdAt} at={ticket.created} />
        <TimeProperty name={DETAIL_MESSAGES.updatedAt} at={ticket.updated} />
        <dt>{DETAIL_MESSAGES.firstResponse}</dt>
        <dd>
          <span className="property-value">
            <DateText at={ticket.first_response} exact empty={DETAIL_MESSAGES.noResponse} />
          </span>
        </dd>
        {ticket.closed && <TimeProperty name={DETAIL_MESSAGES.closedAt} at={ticket.closed} />}
        {ticket.reopened_count > 0 && (
          <>
            <dt>{DETAIL_MESSAGES.reopened}</dt>
            <dd>
              <span className="property-value">{timesWords(ticket.reopened_count)}</span>
            </dd>
          </>
        )}
      </dl>
    </Card>
  );
}

function TimeProperty({ name, at }: { name: string; at: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>
        <span className="property-value">
          <DateText at={at} exact />
        </span>
      </dd>
    </>
  );
}
