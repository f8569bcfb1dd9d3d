import { sql } from "kysely";
import type { DataOf, jobs } from "#contract/jobs.ts";
import type { App } from "#server/lib/request-context.ts";
import { runTransaction } from "#server/lib/db/transaction.ts";
import { findAnswerReaders } from "#server/tickets/mail/audience.ts";
import { mailReaders } from "#server/tickets/mail/mail-thread.ts";
import { directRecipients, findMailedTicket } from "#server/tickets/mail/mailed-ticket.ts";
import { queryMailedFiles } from "#server/uploads/read.ts";
import { mailMentioned } from "./mention-mails.ts";

/**
 * Mails a public answer to everybody on the ticket but its author and those who got it directly, and to whom else it
 * mentions. It is read again from the public comments: a note, or an answer that was deleted before its mail was written,
 * reaches nobody. With `mentioned` those alone are mailed.
 */
export async function announceComment(
  app: App,
  { comment_id, mentioned }: DataOf<typeof jobs.announceComment>,
): Promise<void> {
  await runTransaction(app.db, async (db) => {
    const context = { app, db, now: app.clock.now() };
    if (mentioned) return mailMentioned(context, comment_id, (id) => mentioned.includes(id));
    const comment = await db
      .selectFrom("public_comments as k")
      .innerJoin("principals as p", "p.id", "k.author_id")
      .select(["k.id", "k.ticket_id", "k.comment", "k.author_id", "p.name as author"])
      .select(["k.from_address", queryMailedFiles(db, "k.id").as("files")])
      .select(directRecipients("k.id").as("have"))
      .select(
        sql<boolean>`exists (select from comment_mentions m where m.comment_id = k.id)`.as("is_mentioning"),
      )
      .where("k.id", "=", comment_id)
      .executeTakeFirst();
    const ticket = comment && (await findMailedTicket(db, comment.ticket_id));
    if (!comment || !ticket) return;
    const readers = await findAnswerReaders(db, ticket, comment.author_id);
    const have = new Set(comment.have);
    const missing = readers.filter(({ id }) => !have.has(id));
    await mailReaders(context, ticket, missing, {
      key: `comment:${comment.id}`,
      answer: {
        id: comment.id,
        author: comment.author,
        fromAddress: comment.from_address,
        words: comment.comment,
        files: comment.files,
      },
      write: (messages) => ({
        lines: [
          messages.answered(comment.from_address ?? comment.author, ticket.uid),
          { quote: comment.comment },
        ],
        footer: messages.areOnIt,
      }),
    });
    if (!comment.is_mentioning) return;
    // Who got the answer gets no second mail of it.
    const told = new Set(missing.filter(({ is_silent }) => !is_silent).map(({ id }) => id));
    await mailMentioned(context, comment.id, (id) => !told.has(id) && !have.has(id));
  });
}
