import { hasPermission, isExternal, mayChangeAnything, type Actor } from "./actor.ts";
import { mayChangeChecklist, maySeeChecklists } from "./checklists.ts";
import {
  mayComment,
  mayDeleteAttachment,
  mayDeleteComment,
  mayEditComment,
  mayChangeScheduled,
  mayTakeBack,
  mayWriteInternalNote,
} from "./comments.ts";
import { mayEditCompany, mayReadCompany, maySeeDeletedCompanies } from "./companies.ts";
import { mayManageMembers, mayManageTeams } from "./groups.ts";
import { mayRunIncidents, maySeeIncidents } from "./incidents.ts";
import { mayLink, mayMerge, maySeeLinks } from "./links.ts";
import { mayReadOwnReport, mayReadReports, maySeeReceipt } from "./sla.ts";
import { mayTag } from "./tags.ts";
import { mayEditView, mayShareViews } from "./change-views.ts";
import { maySeeViews } from "./views.ts";
import { mayApplyEffects, mayEditReply, maySeeReplies, mayShareReplies } from "./replies.ts";
import type { Sample } from "./sample-actors-and-objects.ts";
import {
  mayAddParticipant,
  mayAssignTicket,
  mayBulkChange,
  mayBringColleagues,
  mayChangeRequester,
  mayCreateTicket,
  mayEditTicket,
  mayFollowUp,
  mayRemoveParticipant,
  mayRestoreTicket,
  maySeeTicket,
  maySetStatus,
  maySolveTicket,
} from "./tickets.ts";
import {
  mayAssignRoles,
  mayDeleteUser,
  mayEditAddresses,
  mayEraseUser,
  mayManageUser,
  mayReadRoleHistory,
  mayReadUser,
  maySeeDeletedUsers,
} from "./users.ts";

/** The kind of object that an operation acts on. */
export type OperationTarget =
  | "ticket"
  | "comment"
  | "file"
  | "user"
  | "role"
  | "company"
  | "team"
  | "change"
  | "view"
  | "reply"
  | "account"
  | "desk";
export type Rule = (actor: Actor, sample: Sample) => boolean;
export type OperationRule = {
  on: OperationTarget;
  may: Rule;
  /** Parts of the operation with a stricter rule, by their name in the access matrix. */
  parts?: Record<string, { label: string; may: Rule }>;
};

const maySee: Rule = (actor, { ticket }) => maySeeTicket(actor, ticket);
const maySeeAnd =
  (may: Rule): Rule =>
  (actor, sample) =>
    maySee(actor, sample) && may(actor, sample);
const onTicket = (may: Rule = () => true): OperationRule => ({ on: "ticket", may: maySeeAnd(may) });
const onUser = (may: (actor: Actor, user: Sample["user"]) => boolean): OperationRule => ({
  on: "user",
  may: (actor, { user }) => may(actor, user),
});
const onView: OperationRule = { on: "view", may: (actor, { view }) => mayEditView(actor, view) };
const onReply: OperationRule = { on: "reply", may: (actor, { reply }) => mayEditReply(actor, reply) };
const onReplyTicket: OperationRule = {
  ...onTicket((actor, { ticket }) => mayApplyEffects(actor, ticket)),
};
const onOwnScheduled: OperationRule = {
  on: "comment",
  may: maySeeAnd((actor, { comment }) => mayChangeScheduled(actor, comment)),
};
/** External people know the roles of external people alone (rule 133). */
const onRole: OperationRule = {
  on: "role",
  may: (actor, { role }) => !isExternal(actor) || role.type === "external",
};
/** An operation that asks for a session and nothing else concerns the actor's own account. */
export const ownAccount: OperationRule = { on: "account", may: (_, { isOwn }) => isOwn };

/** Staff create tickets for everybody, client admins for their company, clients for themselves (rule 73). */
const mayRaise: Rule = (actor, sample) => mayCreateTicket(actor) && maySee(actor, sample);

const editRule: OperationRule = {
  ...onTicket((actor, { ticket }) => mayEditTicket(actor, ticket)),
  parts: {
    assignee_id: { label: "Set the assignee and the team", may: maySeeAnd(mayAssignTicket) },
    requester: { label: "Change the requester and the company", may: maySeeAnd(mayChangeRequester) },
  },
};

/**
 * The rules of operations beyond their policy, composed from the `may...` functions of this folder, by method and path.
 * An operation without an entry is decided by its policy alone.
 */
export const OPERATION_RULES: Readonly<Record<string, OperationRule>> = {
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
  "POST /tickets/undo/{group_id}": { on: "change", may: (_, { isOwn }) => isOwn },
  "PUT /tickets/{ticket_id}/tags": onTicket((actor, { ticket }) => mayTag(actor, ticket)),
  "PATCH /tickets/tags": onTicket((actor, { ticket }) => mayTag(actor, ticket)),
  "GET /tickets/{ticket_id}/links": onTicket(maySeeLinks),
  "POST /tickets/{ticket_id}/links": onTicket((actor, { ticket }) => mayLink(actor, ticket)),
  "DELETE /tickets/{ticket_id}/links/{link_id}": onTicket((actor, { ticket }) => mayLink(actor, ticket)),
  "POST /links/undo/{group_id}": { on: "change", may: (_, { isOwn }) => isOwn },
  "GET /tickets/{ticket_id}/reporters": onTicket(maySeeIncidents),
  "POST /tickets/{ticket_id}/reporters": onTicket((actor, { ticket }) => mayRunIncidents(actor, ticket)),
  "POST /incidents": { on: "desk", may: (actor) => mayRunIncidents(actor) },
  "POST /tickets/{ticket_id}/answer-all/preview": onTicket(maySeeIncidents),
  "POST /tickets/{ticket_id}/answer-all": onTicket(
    (actor, { ticket }) => maySeeIncidents(actor) && mayComment(actor, ticket),
  ),
  "POST /incidents/{ticket_id}/close": onTicket(
    (actor, { ticket }) => maySeeIncidents(actor) && maySetStatus(actor) && !ticket.deleted,
  ),
  "GET /tickets/number/{uid}": onTicket(),
  "GET /tickets/{ticket_id}/merges": onTicket(),
  "POST /tickets/{ticket_id}/merge/preview": onTicket((actor, { ticket }) => mayMerge(actor, ticket)),
  "POST /tickets/{ticket_id}/merge": onTicket((actor, { ticket }) => mayMerge(actor, ticket)),
  "POST /tickets/{ticket_id}/split/preview": onTicket((actor, { ticket }) => mayMerge(actor, ticket)),
  "POST /tickets/{ticket_id}/split": onTicket((actor, { ticket }) => mayMerge(actor, ticket)),
  "POST /tags/undo/{group_id}": { on: "change", may: (_, { isOwn }) => isOwn },
  "POST /views": {
    on: "desk",
    may: maySeeViews,
    parts: { "for everyone": { label: "Save a view for a team or for all staff", may: mayShareViews } },
  },
  "PATCH /views/{view_id}": onView,
  "DELETE /views/{view_id}": onView,
  "POST /replies": {
    on: "desk",
    may: maySeeReplies,
    parts: {
      "for everyone": { label: "Save a reply for a team or for all staff", may: mayShareReplies },
    },
  },
  "PATCH /replies/{reply_id}": onReply,
  "DELETE /replies/{reply_id}": onReply,
  "POST /replies/{reply_id}/restore": onReply,
  "POST /replies/{reply_id}/render": onTicket((actor) => maySeeReplies(actor)),
  "POST /replies/render": onTicket((actor) => maySeeReplies(actor)),
  "POST /replies/{reply_id}/preview": onTicket((actor) => maySeeReplies(actor)),
  "POST /replies/{reply_id}/apply": {
    ...onReplyTicket,
    parts: {
      "several tickets": { label: "Apply it to several tickets", may: maySeeAnd(mayBulkChange) },
    },
  },
  "POST /macros/apply": onReplyTicket,
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
  "POST /checklists/undo/{group_id}": { on: "change", may: (_, { isOwn }) => isOwn },
  "GET /tickets/{ticket_id}/sla": onTicket((actor) => maySeeReceipt(actor, { shown_to_clients: true })),
  "POST /tickets/{ticket_id}/sla/judge-again": onTicket(),
  "GET /reports/sla": {
    on: "company",
    may: (actor, { company }) =>
      mayReadReports(actor) ||
      (mayReadOwnReport(actor, { shown_to_clients: true }) && company === actor.company_id),
  },
  "POST /sla/undo/{group_id}": { on: "change", may: (_, { isOwn }) => isOwn },
  "GET /tickets/{ticket_id}/scheduled": onTicket(),
  "POST /tickets/{ticket_id}/scheduled": onTicket((actor, { ticket }) => mayComment(actor, ticket)),
  "PATCH /tickets/{ticket_id}/scheduled/{scheduled_id}": onOwnScheduled,
  "DELETE /tickets/{ticket_id}/scheduled/{scheduled_id}": {
    on: "comment",
    may: maySeeAnd((actor, { comment }) => mayTakeBack(actor, { ...comment, hold: false })),
  },
  "POST /tickets/{ticket_id}/scheduled/{scheduled_id}/send-now": onOwnScheduled,
  "DELETE /scheduled/groups/{group_id}": { on: "change", may: (_, { isOwn }) => isOwn },
  "GET /drafts": { on: "account", may: (_, { isOwn }) => isOwn },
  "GET /tickets/{ticket_id}/draft": onTicket(),
  "PUT /tickets/{ticket_id}/draft": onTicket((actor, { ticket }) => mayComment(actor, ticket)),
  "DELETE /tickets/{ticket_id}/draft": onTicket(),
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
  "GET /tickets/{ticket_id}/mails": onTicket(),
  "GET /tickets/{ticket_id}/mails/{mail_id}/original": onTicket(
    (actor, { isOwn }) => !isExternal(actor) || isOwn,
  ),
  "GET /tickets/{ticket_id}/comments": onTicket(),
  "POST /tickets/{ticket_id}/comments": {
    ...onTicket((actor, { ticket }) => mayComment(actor, ticket)),
    parts: {
      "internal note": { label: "Write an internal note", may: maySeeAnd(mayWriteInternalNote) },
      "status with an answer": { label: "Set the status with an answer", may: maySeeAnd(maySetStatus) },
      "effects with an answer": {
        label: "Set things with an answer",
        may: maySeeAnd((actor, { ticket }) => mayApplyEffects(actor, ticket)),
      },
    },
  },
  "GET /tickets/{ticket_id}/audience": {
    ...onTicket(),
    parts: {
      "internal note": { label: "Read who is mailed an internal note", may: maySeeAnd(mayWriteInternalNote) },
    },
  },
  "GET /tickets/{ticket_id}/mentionable": {
    ...onTicket((actor, { ticket }) => mayComment(actor, ticket)),
    parts: {
      "internal note": {
        label: "List whom one may mention in an internal note",
        may: maySeeAnd(mayWriteInternalNote),
      },
    },
  },
  "PUT /tickets/{ticket_id}/comments/{comment_id}": {
    on: "comment",
    may: maySeeAnd((actor, { comment }) => mayEditComment(actor, comment)),
  },
  "DELETE /tickets/{ticket_id}/comments/{comment_id}": {
    on: "comment",
    may: maySeeAnd((actor, { comment }) => mayDeleteComment(actor, comment)),
  },
  "GET /tickets/{ticket_id}/comments/{comment_id}/versions": { on: "comment", may: maySee },
  "POST /uploads": { on: "desk", may: mayChangeAnything },
  "POST /tickets/{ticket_id}/attachments": onTicket((actor, { ticket }) => mayComment(actor, ticket)),
  "GET /attachments/{attachment_id}": onTicket(),
  "DELETE /attachments/{attachment_id}": {
    on: "file",
    may: maySeeAnd((actor, { file }) => mayDeleteAttachment(actor, file)),
  },
  "DELETE /auth/sessions/{session_id}": ownAccount,
  "GET /users": withDeletedUsers("List deleted users"),
  "GET /users/export": withDeletedUsers("Download deleted users as CSV"),
  "GET /users/{user_id}": onUser(mayReadUser),
  "GET /users/{user_id}/roles": onUser(mayReadUser),
  "GET /users/{user_id}/roles/history": onUser(mayReadRoleHistory),
  "GET /users/{user_id}/roles/history/export": onUser(mayReadRoleHistory),
  "POST /users/{user_id}/roles:set": onUser(mayAssignRoles),
  "POST /users": onUser(mayManageUser),
  "POST /users/invite": onUser(mayManageUser),
  "POST /users/{user_id}/send-invite": onUser(mayManageUser),
  "POST /users/{user_id}/restore": onUser(mayManageUser),
  "GET /users/{user_id}/mail-reach": onUser(mayManageUser),
  "POST /users/{user_id}/try-mail-again": onUser(mayManageUser),
  "GET /users/{user_id}/erasure": onUser(mayEraseUser),
  "POST /users/{user_id}/erasure": onUser(mayEraseUser),
  "GET /users/{user_id}/addresses": onUser(mayEditAddresses),
  "POST /users/{user_id}/addresses": onUser(mayEditAddresses),
  "DELETE /users/{user_id}/addresses/{address}": onUser(mayEditAddresses),
  "PATCH /users/{user_id}": onUser((actor, user) => user.id === actor.id || mayManageUser(actor, user)),
  "DELETE /users/{user_id}": onUser(mayDeleteUser),
  "POST /users/{user_id}/change-password": ownAccount,
  "POST /users/{user_id}/change-email": ownAccount,
  "GET /roles": onRole,
  "GET /roles/{role_id}/permissions": onRole,
  "GET /companies": withDeletedCompanies("List deleted companies"),
  "GET /companies/export": withDeletedCompanies("Download deleted companies as CSV"),
  "GET /companies/{company_id}": {
    on: "company",
    may: (actor, { company }) => mayReadCompany(actor, company),
  },
  "PATCH /companies/{company_id}": {
    on: "company",
    may: (actor, { company }) => mayEditCompany(actor, company),
    parts: {
      "sharing, which is the provider's to set": {
        label: "Change its name, state, sharing and urgent tickets",
        may: (actor) => hasPermission(actor, "companies.edit"),
      },
    },
  },
  "PATCH /groups/{group_id}": {
    on: "team",
    may: (actor, { team }) => mayManageMembers(actor, team),
    parts: { name: { label: "Rename it", may: mayManageTeams } },
  },
};

function mayBringSomebody(actor: Actor, { ticket }: Sample): boolean {
  return mayAddParticipant(actor, ticket) || mayBringColleagues(actor, ticket);
}

function withDeletedUsers(label: string): OperationRule {
  return { ...onUser(mayReadUser), parts: { "the deleted": { label, may: maySeeDeletedUser } } };
}

function maySeeDeletedUser(actor: Actor, { user }: Sample): boolean {
  return maySeeDeletedUsers(actor) && mayReadUser(actor, user);
}

function withDeletedCompanies(label: string): OperationRule {
  return {
    on: "company",
    may: (actor, { company }) => mayReadCompany(actor, company),
    parts: { "the deleted": { label, may: maySeeDeletedCompanies } },
  };
}
