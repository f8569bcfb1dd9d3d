import { z } from "zod";
import { Id, Time } from "./field-schemas.ts";

/** Work after the reply. */
export type Job<Data extends object> = {
  /** feature.verb, and the queue's name. It stays as it is: jobs of the version before lie in the queue under it. */
  name: string;
  data: z.ZodType<Data>;
};

export type DataOf<Each> = Each extends Job<infer Data> ? Data : never;

function defineJob<Data extends object>(name: string, data: z.ZodType<Data>): Job<Data> {
  return { name, data };
}

const nothing = z.object({});

/**
 * Every job, so that a feature can enqueue the work of another one without importing it: `enqueue()` takes a job from
 * here with its data, the feature that does the work hands the same job to `handleJob()`. Fields may be added as optional
 * ones; a field that is renamed would make waiting jobs unreadable after an upgrade.
 */
export const jobs = {
  announceTicket: defineJob("tickets.announce", z.object({ ticket_id: Id, by: Id })),
  /** `deed` is the same for a repetition of the same assignment. */
  announceAssignment: defineJob(
    "tickets.announce_assignment",
    z.object({ ticket_ids: z.array(Id), assignee_id: Id, deed: z.string() }),
  ),
  /** `reader_ids` are those who are told that a ticket is due, `at` its date. */
  announceDue: defineJob(
    "tickets.announce_due",
    z.object({ due: z.array(z.object({ ticket_id: Id, reader_ids: z.array(Id), at: Time })) }),
  ),
  /** After a client or company got another name, whose tickets carry the old one, or for a ticket by itself. */
  reindexTickets: defineJob(
    "tickets.renew_words",
    z.union([z.object({ company_id: Id }), z.object({ user_id: Id }), z.object({ ticket_id: Id })]),
  ),
  reindexOldTickets: defineJob("tickets.renew_old_words", nothing),
  pruneSearchIndex: defineJob("tickets.forget_words", nothing),
  sortTokens: defineJob("tickets.sort_words", nothing),
  /** With `mentioned`: those alone are mailed, who were mentioned in a note, or later than it was written. */
  announceComment: defineJob(
    "comments.announce",
    z.object({ comment_id: Id, mentioned: z.array(Id).optional() }),
  ),
  pruneDrafts: defineJob("comments.prune_drafts", nothing),
  sendMail: defineJob("mail.send", z.object({ id: Id })),
  sendDueMails: defineJob("mail.sweep", nothing),
  /** A mail about a ticket that is not sent any more. */
  tellUndelivered: defineJob("mail.tell_undelivered", z.object({ id: Id })),
  mailPasswordReset: defineJob("users.mail_reset", z.object({ email: z.string() })),
  /** `link` is the hash of the expired link's token, in hexadecimal. */
  inviteAgain: defineJob("users.invite_again", z.object({ link: z.string() })),
  pruneAllowances: defineJob("allowances.sweep", nothing),
  pruneSecrets: defineJob("auth.sweep", nothing),
  pruneFiles: defineJob("uploads.sweep", nothing),
  eraseDeletedDraft: defineJob("uploads.sweep_draft", z.object({ attachment_id: Id })),
  emptyTrash: defineJob("trash.empty", nothing),
  pruneTags: defineJob("tags.prune", nothing),
  pruneInbox: defineJob("inbox.prune", nothing),
  pruneReplies: defineJob("replies.prune", nothing),
  pruneViews: defineJob("views.prune", nothing),
  pruneMails: defineJob("mail.prune", nothing),
  processMail: defineJob("incoming.process", z.object({ id: Id })),
  pruneIncoming: defineJob("incoming.prune", nothing),
  processStoredMails: defineJob("incoming.sweep", nothing),
  /** Waits for a mail that a mailbox sent to a plus-address of its own. */
  awaitPlusMail: defineJob("mailboxes.await_plus_mail", z.object({ mailbox_id: Id, token: z.string() })),
  tellMailboxesAway: defineJob("mailboxes.tell_away", nothing),
  checkImport: defineJob("import.check", z.object({ import_id: Id })),
  runImport: defineJob("import.run", z.object({ import_id: Id })),
  undoImport: defineJob("import.undo", z.object({ import_id: Id, by: Id })),
  sweepImports: defineJob("import.sweep", nothing),
  /** Judges further open tickets by what was in force when it was applied. */
  applyServiceLevels: defineJob("sla.apply", z.object({ group_id: Id })),
  /** With `all` every open clock is computed again; without it those of a desk that has switched service levels on or off. */
  requeueServiceLevels: defineJob("sla.requeue", z.object({ all: z.boolean().optional() })),
  /** Mails those whom warnings concern. */
  warnOfServiceLevels: defineJob("sla.warn", z.object({ warning_ids: z.array(Id) })),
  reconcileServiceLevels: defineJob("sla.reconcile", nothing),
  checkTimeZones: defineJob("sla.check_zones", nothing),
  pruneAudit: defineJob("audit.prune", nothing),
  reconcileMetrics: defineJob("dashboard.reconcile", nothing),
  backUpNightly: defineJob("backup.nightly", nothing),
} as const;
