import { isExternal, mayChangeAnything } from "../../access/actor.ts";
import {
  mayComment,
  mayDeleteAttachment,
  mayDeleteComment,
  mayEditComment,
  mayChangeScheduled,
  mayTakeBack,
  mayWriteInternalNote,
} from "../../access/comments.ts";
import { maySeeIncidents } from "../../access/incidents.ts";
import { mayApplyEffects, mayEditReply, maySeeReplies, mayShareReplies } from "../../access/replies.ts";
import { mayBulkChange, maySetStatus } from "../../access/tickets.ts";
import {
  maySee,
  maySeeAnd,
  onOwnChange,
  onTicket,
  type OperationRule,
  type OperationRules,
  ownAccount,
} from "./rule.ts";

const onReply: OperationRule = { on: "reply", may: (actor, { reply }) => mayEditReply(actor, reply) };
const onReplyTicket = onTicket((actor, { ticket }) => mayApplyEffects(actor, ticket));
const onOwnScheduled: OperationRule = {
  on: "comment",
  may: maySeeAnd((actor, { comment }) => mayChangeScheduled(actor, comment)),
};

/** Of what is said on tickets and comes with it: answers, drafts, saved replies, mails and files. */
export const ANSWER_RULES: OperationRules = {
  "POST /tickets/{ticket_id}/answer-all/preview": onTicket(maySeeIncidents),
  "POST /tickets/{ticket_id}/answer-all": onTicket(
    (actor, { ticket }) => maySeeIncidents(actor) && mayComment(actor, ticket),
  ),
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
  "GET /tickets/{ticket_id}/scheduled": onTicket(),
  "POST /tickets/{ticket_id}/scheduled": onTicket((actor, { ticket }) => mayComment(actor, ticket)),
  "PATCH /tickets/{ticket_id}/scheduled/{scheduled_id}": onOwnScheduled,
  "DELETE /tickets/{ticket_id}/scheduled/{scheduled_id}": {
    on: "comment",
    may: maySeeAnd((actor, { comment }) => mayTakeBack(actor, { ...comment, hold: false })),
  },
  "POST /tickets/{ticket_id}/scheduled/{scheduled_id}/send-now": onOwnScheduled,
  "DELETE /scheduled/groups/{group_id}": onOwnChange,
  "GET /drafts": ownAccount,
  "GET /tickets/{ticket_id}/draft": onTicket(),
  "PUT /tickets/{ticket_id}/draft": onTicket((actor, { ticket }) => mayComment(actor, ticket)),
  "DELETE /tickets/{ticket_id}/draft": onTicket(),
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
};
