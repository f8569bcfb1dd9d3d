import { has, isExternal, mayChangeAnything, type Actor } from "./actor.ts";
import {
  mayComment,
  mayDeleteAttachment,
  mayDeleteComment,
  mayEditComment,
  mayWriteInternalNote,
} from "./comments.ts";
import { mayEditCompany, mayReadCompany, maySeeDeletedCompanies } from "./companies.ts";
import { mayManageMembers, mayManageTeams } from "./groups.ts";
import type { Sample } from "./rule-samples.ts";
import {
  mayAddParticipant,
  mayAssignTicket,
  mayChangeRequester,
  mayCreateTicket,
  mayEditTicket,
  mayRemoveParticipant,
  mayRestoreTicket,
  maySeeTicket,
  maySetStatus,
  maySolveTicket,
} from "./tickets.ts";
import {
  mayAssignRoles,
  mayDeleteUser,
  mayManageUser,
  mayReadRoleHistory,
  mayReadUser,
  maySeeDeletedUsers,
} from "./users.ts";

/** What an operation is done to. */
export type Thing =
  | "ticket"
  | "comment"
  | "file"
  | "user"
  | "role"
  | "company"
  | "team"
  | "change"
  | "account"
  | "desk";
export type Rule = (actor: Actor, sample: Sample) => boolean;
export type Narrowed = {
  on: Thing;
  may: Rule;
  /** What may less than the operation as a whole, by its name in the access matrix. */
  parts?: Record<string, { words: string; may: Rule }>;
};

const sees: Rule = (actor, { ticket }) => maySeeTicket(actor, ticket);
const seesAnd =
  (may: Rule): Rule =>
  (actor, sample) =>
    sees(actor, sample) && may(actor, sample);
const onTicket = (may: Rule = () => true): Narrowed => ({ on: "ticket", may: seesAnd(may) });
const onUser = (may: (actor: Actor, user: Sample["user"]) => boolean): Narrowed => ({
  on: "user",
  may: (actor, { user }) => may(actor, user),
});
/** People from outside know the roles of people from outside (rule 133). */
const onRole: Narrowed = {
  on: "role",
  may: (actor, { role }) => !isExternal(actor) || role.type === "external",
};
/** What wants a session and nothing else is about whoever asks. */
export const ownAccount: Narrowed = { on: "account", may: (_, { isOwn }) => isOwn };

/** Staff raise for everybody, client admins for their company, clients for themselves (rule 73). */
const raises: Rule = (actor, sample) => mayCreateTicket(actor) && sees(actor, sample);

const changing: Narrowed = {
  ...onTicket((actor, { ticket }) => mayEditTicket(actor, ticket)),
  parts: {
    assignee_id: { words: "Set the assignee and the team", may: seesAnd(mayAssignTicket) },
    requester: { words: "Change the requester and the company", may: seesAnd(mayChangeRequester) },
  },
};

/**
 * What the operations ask beyond their policy, put together from the rules of this folder. What is not named here is
 * decided by its policy alone.
 */
export const NARROWED: Readonly<Record<string, Narrowed>> = {
  "GET /tickets": {
    ...onTicket(),
    parts: { "the trash": { words: "Look into the trash", may: mayRestoreTicket } },
  },
  "GET /tickets/export": onTicket(),
  "GET /tickets/{ticket_id}": onTicket(),
  "POST /tickets": {
    on: "ticket",
    may: raises,
    parts: { status: { words: "Choose the status of a new ticket", may: maySetStatus } },
  },
  "PUT /tickets/{ticket_id}": changing,
  "PATCH /tickets/{ticket_id}": changing,
  "PATCH /tickets/bulk": onTicket(),
  "POST /tickets/undo/{group_id}": { on: "change", may: (_, { isOwn }) => isOwn },
  "DELETE /tickets/{ticket_id}": onTicket(),
  "POST /tickets/{ticket_id}/restore": onTicket(),
  "POST /tickets/{ticket_id}/solve": onTicket((actor, { ticket }) => maySolveTicket(actor, ticket)),
  "POST /tickets/{ticket_id}/reopen": onTicket((actor, { ticket }) => maySolveTicket(actor, ticket)),
  "POST /tickets/{ticket_id}/read": onTicket(),
  "POST /tickets/{ticket_id}/presence": onTicket(),
  "GET /tickets/{ticket_id}/history": onTicket(),
  "GET /tickets/{ticket_id}/participants": onTicket(),
  "POST /tickets/{ticket_id}/participants": onTicket((actor, { ticket }) => mayAddParticipant(actor, ticket)),
  "DELETE /tickets/{ticket_id}/participants/{user_id}": {
    on: "user",
    may: (actor, { user }) => mayRemoveParticipant(actor, user.id),
  },
  "GET /tickets/{ticket_id}/comments": onTicket(),
  "POST /tickets/{ticket_id}/comments": {
    ...onTicket((actor, { ticket }) => mayComment(actor, ticket)),
    parts: {
      "internal note": { words: "Write an internal note", may: seesAnd(mayWriteInternalNote) },
      "status with an answer": { words: "Set the status with an answer", may: seesAnd(maySetStatus) },
    },
  },
  "PUT /tickets/{ticket_id}/comments/{comment_id}": {
    on: "comment",
    may: seesAnd((actor, { comment }) => mayEditComment(actor, comment)),
  },
  "DELETE /tickets/{ticket_id}/comments/{comment_id}": {
    on: "comment",
    may: seesAnd((actor, { comment }) => mayDeleteComment(actor, comment)),
  },
  "GET /tickets/{ticket_id}/comments/{comment_id}/versions": { on: "comment", may: sees },
  "POST /uploads": { on: "desk", may: mayChangeAnything },
  "POST /tickets/{ticket_id}/attachments": onTicket((actor, { ticket }) => mayComment(actor, ticket)),
  "GET /attachments/{attachment_id}": onTicket(),
  "DELETE /attachments/{attachment_id}": {
    on: "file",
    may: seesAnd((actor, { file }) => mayDeleteAttachment(actor, file)),
  },
  "DELETE /auth/sessions/{session_id}": ownAccount,
  "GET /users": {
    ...onUser(mayReadUser),
    parts: {
      "the deleted": {
        words: "List deleted users",
        may: (actor, { user }) => maySeeDeletedUsers(actor) && mayReadUser(actor, user),
      },
    },
  },
  "GET /users/{user_id}": onUser(mayReadUser),
  "GET /users/{user_id}/roles": onUser(mayReadUser),
  "GET /users/{user_id}/roles/history": onUser(mayReadRoleHistory),
  "POST /users/{user_id}/roles:set": onUser(mayAssignRoles),
  "POST /users": onUser(mayManageUser),
  "POST /users/invite": onUser(mayManageUser),
  "POST /users/{user_id}/send-invite": onUser(mayManageUser),
  "POST /users/{user_id}/restore": onUser(mayManageUser),
  "PATCH /users/{user_id}": onUser((actor, user) => user.id === actor.id || mayManageUser(actor, user)),
  "DELETE /users/{user_id}": onUser(mayDeleteUser),
  "POST /users/{user_id}/change-password": ownAccount,
  "POST /users/{user_id}/change-email": ownAccount,
  "GET /roles": onRole,
  "GET /roles/{role_id}/permissions": onRole,
  "GET /companies": {
    on: "company",
    may: (actor, { company }) => mayReadCompany(actor, company),
    parts: { "the deleted": { words: "List deleted companies", may: maySeeDeletedCompanies } },
  },
  "GET /companies/{company_id}": {
    on: "company",
    may: (actor, { company }) => mayReadCompany(actor, company),
  },
  "PATCH /companies/{company_id}": {
    on: "company",
    may: (actor, { company }) => mayEditCompany(actor, company),
    parts: {
      "sharing, which is the provider's to set": {
        words: "Change its name, state and sharing",
        may: (actor) => has(actor, "companies.edit"),
      },
    },
  },
  "PATCH /groups/{group_id}": {
    on: "team",
    may: (actor, { team }) => mayManageMembers(actor, team),
    parts: { name: { words: "Rename it", may: mayManageTeams } },
  },
};
