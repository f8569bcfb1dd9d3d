import { Link, useNavigate } from "@tanstack/react-router";
import { CircleCheck, Ellipsis, ListChecks, Megaphone, MergeIcon, Pencil, RotateCcw } from "lucide-react";
import { isClosed } from "#contract/statuses.ts";
import { isExternal } from "#contract/access/actor.ts";
import { mayRunIncidents } from "#contract/access/incidents.ts";
import { mayMerge } from "#contract/access/links.ts";
import { mayEditTicket, mayRestoreTicket, maySolveTicket } from "#contract/access/tickets.ts";
import { findReplyEffect } from "#web/comments/reply-effect-on-ticket.ts";
import { TICKET_MAIL_MESSAGES } from "#web/comments/mail/messages.ts";
import { COMMENT_MESSAGES } from "#web/comments/messages.ts";
import { useCurrentTime } from "#web/lib/current-time.ts";
import { useHotkey } from "#web/lib/browser/hotkeys.ts";
import { useActor } from "#web/lib/api/session-state.ts";
import { hasDueTimes } from "#web/lib/live/service-levels.ts";
import { lazyPart } from "#web/lib/loading/lazy-part.tsx";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { ButtonLink } from "#web/ui/form/button-link.tsx";
import { Button } from "#web/ui/button.tsx";
import { cx } from "#web/ui/class-names.ts";
import { Menu, MenuItem } from "#web/ui/overlay/menu.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { DETAIL_MESSAGES } from "../detail-messages.ts";
import { DRAFT_MARK_MESSAGES } from "../draft-mark-messages.ts";
import { AssigneeProperty, PriorityProperty, StatusProperty } from "./property-menus.tsx";
import { IncidentOpener } from "../incident/incident-opener.tsx";
import { MergeOpener } from "../merge/merge-opener.tsx";
import { PART_MESSAGES } from "../merge/part-messages.ts";
import { type TicketDetail, useTicketAct } from "../ticket-data.ts";
import { ticketAttributesOf } from "../ticket-attributes.ts";

type HeadProps = { ticket: TicketDetail; isByMail: boolean; onAddChecklist: () => void };

/** Author, time and subject of the ticket, with its actions. */
export function TicketHead({ ticket, isByMail, onAddChecklist }: HeadProps) {
  return (
    <header className="ticket-head">
      <div className="flex-row head-row">
        <span className="monospace subtle">{ticket.uid}</span>
        <span className="subtle text-tiny">
          {DETAIL_MESSAGES.opened} <RelativeTime at={ticket.created} form="long" />
          <Opener ticket={ticket} />
          {isByMail && `, ${TICKET_MAIL_MESSAGES.byMail}`}
        </span>
        {ticket.has_draft !== undefined && <DraftMark isThere={ticket.has_draft} />}
        <span className="grow desktop-only" />
        <SolveButton ticket={ticket} />
        <MoreMenu ticket={ticket} onAddChecklist={onAddChecklist} />
        <EditLink ticket={ticket} />
      </div>
      <h1>{ticket.subject}</h1>
      <div className={cx("ticket-strip", hasDueTimes() && "with-due")}>
        <StatusProperty ticket={ticket} />
        <PriorityProperty ticket={ticket} />
        <Due ticket={ticket} />
        <AssigneeProperty ticket={ticket} />
      </div>
      <LongClosed ticket={ticket} />
      {ticket.follow_up_of && (
        <p className="subtle text-small">
          {DETAIL_MESSAGES.followUpOf}{" "}
          <Link className="link" to="/tickets/$ticketId" params={{ ticketId: ticket.follow_up_of.id }}>
            {ticket.follow_up_of.uid} {ticket.follow_up_of.subject}
          </Link>
        </p>
      )}
    </header>
  );
}

const stripDue = lazyPart(
  () => import("#web/sla/card/strip-due.tsx"),
  (module) => module.StripDue,
  { isOptional: true },
);
if (hasDueTimes()) stripDue.fetch();

/** While a clock of the ticket runs or waits. */
function Due({ ticket }: { ticket: TicketDetail }) {
  const isOpen = Object.values(ticket.sla ?? {}).some(
    (target) => target?.state === "running" || target?.state === "paused",
  );
  return isOpen && <stripDue.Part ticket={ticket} fallback={<Skeleton width="5.5rem" height="22px" />} />;
}

/** Keeps its place while there is none: words that are saved while somebody types move nothing. */
function DraftMark({ isThere }: { isThere: boolean }) {
  return (
    <span className="muted" style={{ width: 14 }}>
      {isThere && (
        <span className="flex-row" title={DRAFT_MARK_MESSAGES.draft}>
          <Pencil className="icon small" />
          <span className="visually-hidden">{DRAFT_MARK_MESSAGES.draft}</span>
        </span>
      )}
    </span>
  );
}

function Opener({ ticket }: { ticket: TicketDetail }) {
  const name = ticket.created_by_fullname ?? ticket.client_fullname;
  return name && ` ${DETAIL_MESSAGES.by} ${name}`;
}

function EditLink({ ticket }: { ticket: TicketDetail }) {
  const navigate = useNavigate();
  const may = mayEditTicket(useActor(), ticketAttributesOf(ticket));
  const params = { ticketId: ticket.id };
  useHotkey("e", () => void navigate({ to: "/tickets/$ticketId/edit", params }), may);
  if (!may) return null;
  return (
    <ButtonLink
      to="/tickets/$ticketId/edit"
      params={params}
      icon={<Pencil className="icon small" />}
      keys={["E"]}
    >
      {DETAIL_MESSAGES.edit}
    </ButtonLink>
  );
}

/** What is seldom done: a checklist is begun here, and goes on in its card. */
function MoreMenu({ ticket, onAddChecklist }: Pick<HeadProps, "ticket" | "onAddChecklist">) {
  const may = mayMerge(useActor(), ticketAttributesOf(ticket));
  // Those who may have no checklists have no such field; the card asks who may write.
  const mayBegin = ticket.checklist === null && ticket.deleted_at === null;
  const mayJoin = mayRunIncidents(useActor(), ticketAttributesOf(ticket));
  if (!may && !mayBegin && !mayJoin) return null;
  return (
    <IncidentOpener
      tickets={[ticket]}
      isEnabled={mayJoin && ticket.parent === null && ticket.open_reporters === null}
      isOffered
      renderButton={(incident) => (
        <MergeOpener
          tickets={[ticket]}
          isEnabled={may}
          label={PART_MESSAGES.mergeWith}
          renderButton={({ onClick, fetch }) => (
            <Menu
              trigger={
                <Button
                  aria-label={DETAIL_MESSAGES.more}
                  onPointerEnter={() => (fetch(), incident.fetch())}
                  onFocus={() => (fetch(), incident.fetch())}
                >
                  <Ellipsis className="icon small" />
                </Button>
              }
            >
              {mayBegin && (
                <MenuItem icon={<ListChecks className="icon" />} onSelect={onAddChecklist}>
                  {DETAIL_MESSAGES.addChecklist}
                </MenuItem>
              )}
              {may && (
                <MenuItem icon={<MergeIcon className="icon" />} onSelect={onClick}>
                  {PART_MESSAGES.mergeWith}
                </MenuItem>
              )}
              {mayJoin && ticket.parent === null && ticket.open_reporters === null && (
                <MenuItem icon={<Megaphone className="icon" />} onSelect={incident.onClick}>
                  {incident.label}
                </MenuItem>
              )}
            </Menu>
          )}
        />
      )}
    />
  );
}

/** For requesters, who have no status menu (rule 74). */
function SolveButton({ ticket }: { ticket: TicketDetail }) {
  const actor = useActor();
  const act = useTicketAct(ticket.id);
  if (!isExternal(actor) || !maySolveTicket(actor, ticketAttributesOf(ticket))) return null;
  return isClosed(ticket.status) ? (
    <Button
      icon={<RotateCcw className="icon small" />}
      busy={act.isPending}
      busyLabel={DETAIL_MESSAGES.reopening}
      onClick={() => act.mutate("reopen")}
    >
      {DETAIL_MESSAGES.reopen}
    </Button>
  ) : (
    <Button
      icon={<CircleCheck className="icon small" />}
      busy={act.isPending}
      busyLabel={DETAIL_MESSAGES.solving}
      onClick={() => act.mutate("solve")}
    >
      {DETAIL_MESSAGES.solve}
    </Button>
  );
}

/** Beside Reopen, where the conversation is over by now: a new ticket is the other way to go on. */
function LongClosed({ ticket }: { ticket: TicketDetail }) {
  const actor = useActor();
  const { offersFollowUp } = findReplyEffect(ticket, actor, useCurrentTime());
  if (!offersFollowUp || !maySolveTicket(actor, ticketAttributesOf(ticket))) return null;
  return (
    <p className="subtle text-small">
      {DETAIL_MESSAGES.closedLongAgo}{" "}
      <Link className="link" to="/tickets/new" search={{ follow_up_of: ticket.id }}>
        {COMMENT_MESSAGES.followUp}
      </Link>
    </p>
  );
}

/** Above a ticket in the trash, which administrators still see (rule 91). */
export function TrashBanner({ ticket }: { ticket: TicketDetail }) {
  const act = useTicketAct(ticket.id);
  const mayRestore = mayRestoreTicket(useActor());
  if (ticket.deleted_at === null) return null;
  return (
    <Banner
      tone="warning"
      title={DETAIL_MESSAGES.inTrash}
      action={
        mayRestore && (
          <Button
            busy={act.isPending}
            busyLabel={DETAIL_MESSAGES.restoring}
            onClick={() => act.mutate("restore")}
          >
            {DETAIL_MESSAGES.restore}
          </Button>
        )
      }
    >
      {DETAIL_MESSAGES.inTrashHint}
    </Banner>
  );
}
