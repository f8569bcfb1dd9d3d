import type { Actor } from "../../access/actor.ts";
import { mayEditView, mayShareViews } from "../../access/change-views.ts";
import { mayChangeChecklist, maySeeChecklists } from "../../access/checklists.ts";
import { mayRunIncidents, maySeeIncidents } from "../../access/incidents.ts";
import { mayLink, mayMerge, maySeeLinks } from "../../access/links.ts";
import type { Sample } from "../../access/sample-actors-and-objects.ts";
import { mayReadOwnReport, mayReadReports, maySeeReceipt } from "../../access/sla.ts";
import { mayTag } from "../../access/tags.ts";
import {
  mayAddParticipant,
  mayAssignTicket,
  mayBringColleagues,
  mayChangeRequester,
  mayCreateTicket,
  mayEditTicket,
  mayFollowUp,
  mayRemoveParticipant,
  mayRestoreTicket,
  maySetStatus,
  maySolveTicket,
} from "../../access/tickets.ts";
import { maySeeViews } from "../../access/views.ts";
import {
  maySee,
  maySeeAnd,
  onOwnChange,
  onTicket,
  type OperationRule,
  type OperationRules,
  type Rule,
} from "./rule.ts";

const onView: OperationRule = { on: "view", may: (actor, { view }) => mayEditView(actor, view) };

/** Staff create tickets for everybody, client admins for their company, clients for themselves (rule 73). */
const mayRaise: Rule = (actor, sample) => mayCreateTicket(actor) && maySee(actor, sample);

const editRule: OperationRule = {
  ...onTicket((actor, { ticket }) => mayEditTicket(actor, ticket)),
  parts: {
    assignee_id: { label: "Set the assignee and the team", may: maySeeAnd(mayAssignTicket) },
    requester: { label: "Change the requester and the company", may: maySeeAnd(mayChangeRequester) },
  },
};

/** Of tickets, what belongs to them, and views of them. */
export const TICKET_RULES: OperationRules = {
  "GET /tickets": {
    ...onTicket(),
    parts: { "the trash": { label: "Look into the trash", may: mayRestoreTicket } },
  },
  "GET /tickets/export": onTicket(),
  "GET /tickets/{ticket_id}": onTicket(),
  "POST /tickets": {
    on: "ticket",
    may: mayRaise,
    parts: { status: { label: "Choose the status of a new ticket", may: maySetStatus } },
  },
  "PUT /tickets/{ticket_id}": editRule,
  "PATCH /tickets/{ticket_id}": editRule,
  "PATCH /tickets/bulk": onTicket(),
  "POST /tickets/undo/{group_id}": onOwnChange,
  "PUT /tickets/{ticket_id}/tags": onTicket((actor, { ticket }) => mayTag(actor, ticket)),
  "PATCH /tickets/tags": onTicket((actor, { ticket }) => mayTag(actor, ticket)),
  "GET /tickets/{ticket_id}/links": onTicket(maySeeLinks),
  "POST /tickets/{ticket_id}/links": onTicket((actor, { ticket }) => mayLink(actor, ticket)),
  "DELETE /tickets/{ticket_id}/links/{link_id}": onTicket((actor, { ticket }) => mayLink(actor, ticket)),
  "POST /links/undo/{group_id}": onOwnChange,
  "GET /tickets/{ticket_id}/reporters": onTicket(maySeeIncidents),
  "POST /tickets/{ticket_id}/reporters": onTicket((actor, { ticket }) => mayRunIncidents(actor, ticket)),
  "POST /incidents": { on: "desk", may: (actor) => mayRunIncidents(actor) },
  "POST /incidents/{ticket_id}/close": onTicket(
    (actor, { ticket }) => maySeeIncidents(actor) && maySetStatus(actor) && !ticket.deleted,
  ),
  "GET /tickets/number/{uid}": onTicket(),
  "GET /tickets/{ticket_id}/merges": onTicket(),
  "POST /tickets/{ticket_id}/merge/preview": onTicket((actor, { ticket }) => mayMerge(actor, ticket)),
  "POST /tickets/{ticket_id}/merge": onTicket((actor, { ticket }) => mayMerge(actor, ticket)),
  "POST /tickets/{ticket_id}/split/preview": onTicket((actor, { ticket }) => mayMerge(actor, ticket)),
  "POST /tickets/{ticket_id}/split": onTicket((actor, { ticket }) => mayMerge(actor, ticket)),
  "POST /tags/undo/{group_id}": onOwnChange,
  "POST /views": {
    on: "desk",
    may: maySeeViews,
    parts: { "for everyone": { label: "Save a view for a team or for all staff", may: mayShareViews } },
  },
  "PATCH /views/{view_id}": onView,
  "DELETE /views/{view_id}": onView,
  "PUT /tickets/{ticket_id}/follow-up": onTicket((actor, { ticket }) => mayFollowUp(actor, ticket)),
  "DELETE /tickets/{ticket_id}/follow-up": onTicket((actor, { ticket }) => mayFollowUp(actor, ticket)),
  "PATCH /tickets/follow-up": onTicket((actor, { ticket }) => mayFollowUp(actor, ticket)),
  "GET /tickets/{ticket_id}/checklist": onTicket((actor) => maySeeChecklists(actor)),
  "POST /tickets/{ticket_id}/checklist": onTicket((actor, { ticket }) => mayChangeChecklist(actor, ticket)),
  "PATCH /tickets/{ticket_id}/checklist/{item_id}": onTicket((actor, { ticket }) =>
    mayChangeChecklist(actor, ticket),
  ),
  "DELETE /tickets/{ticket_id}/checklist/{item_id}": onTicket((actor, { ticket }) =>
    mayChangeChecklist(actor, ticket),
  ),
  "POST /checklists/undo/{group_id}": onOwnChange,
  "GET /tickets/{ticket_id}/sla": onTicket((actor) => maySeeReceipt(actor, { shown_to_clients: true })),
  "POST /tickets/{ticket_id}/sla/judge-again": onTicket(),
  "GET /reports/sla": {
    on: "company",
    may: (actor, { company }) =>
      mayReadReports(actor) ||
      (mayReadOwnReport(actor, { shown_to_clients: true }) && company === actor.company_id),
  },
  "POST /sla/undo/{group_id}": onOwnChange,
  "DELETE /tickets/{ticket_id}": onTicket(),
  "POST /tickets/{ticket_id}/restore": onTicket(),
  "POST /tickets/{ticket_id}/solve": onTicket((actor, { ticket }) => maySolveTicket(actor, ticket)),
  "POST /tickets/{ticket_id}/reopen": onTicket((actor, { ticket }) => maySolveTicket(actor, ticket)),
  "POST /tickets/{ticket_id}/read": onTicket(),
  "POST /tickets/{ticket_id}/presence": onTicket(),
  "GET /tickets/{ticket_id}/history": onTicket(),
  "GET /tickets/{ticket_id}/participants": onTicket(),
  "GET /tickets/{ticket_id}/colleagues": onTicket(mayBringSomebody),
  "POST /tickets/{ticket_id}/participants": onTicket(mayBringSomebody),
  "DELETE /tickets/{ticket_id}/participants/{user_id}": {
    on: "user",
    may: (actor, { user }) => mayRemoveParticipant(actor, user.id),
  },
};

function mayBringSomebody(actor: Actor, { ticket }: Sample): boolean {
  return mayAddParticipant(actor, ticket) || mayBringColleagues(actor, ticket);
}
