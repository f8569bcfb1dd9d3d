import type { Db } from "#server/lib/request-context.ts";
import { anyOf } from "#server/lib/any-of.ts";
import { queryReaders, type Reader } from "#server/tickets/mail/audience.ts";
import { type MailContext, mailReaders } from "#server/tickets/mail/mail-thread.ts";
import { findMailedTicket } from "#server/tickets/mail/mailed-ticket.ts";
import { queryMailedFiles } from "#server/uploads/read.ts";
import { findPeopleWhoSee, isOneOf } from "./mentionable.ts";

/**
 * Mails people that a comment mentions them, as far as it still does and they still see it. Of a note the mail says that
 * there is one, and nothing of its words.
 */
export async function mailMentioned(
  context: MailContext,
  commentId: string,
  isTold: (userId: string) => boolean,
): Promise<void> {
  const { db } = context;
  const comment = await db
    .selectFrom("comments as k")
    .innerJoin("principals as p", "p.id", "k.author_id")
    .select(["k.id", "k.ticket_id", "k.visibility", "k.comment", "k.from_address", "p.name as author"])
    .select(queryMailedFiles(db, "k.id").as("files"))
    .where("k.id", "=", commentId)
    .where("k.deleted_at", "is", null)
    .executeTakeFirst();
  const ticket = comment && (await findMailedTicket(db, comment.ticket_id));
  if (!comment || !ticket) return;
  const { author, visibility } = comment;
  const readers = await findReaders(db, comment, isTold);
  const key = `mention:${comment.id}`;
  if (visibility === "internal")
    return mailReaders(context, ticket, readers, {
      key,
      write: (messages) => ({
        lines: [messages.mentionedInNote(author, ticket.uid)],
        footer: messages.wereMentioned,
      }),
    });
  await mailReaders(context, ticket, readers, {
    key,
    answer: {
      id: comment.id,
      author,
      fromAddress: comment.from_address,
      words: comment.comment,
      files: comment.files,
    },
    write: (messages) => ({
      lines: [messages.mentioned(author, ticket.uid), { quote: comment.comment }],
      footer: messages.wereMentioned,
    }),
  });
}

type MentioningComment = { id: string; ticket_id: string; visibility: "public" | "internal" };

async function findReaders(
  db: Db,
  { id, ticket_id, visibility }: MentioningComment,
  isTold: (userId: string) => boolean,
): Promise<Reader[]> {
  const mentioned = await db
    .selectFrom("comment_mentions")
    .select("user_id")
    .where("comment_id", "=", id)
    .execute();
  const ids = mentioned.map(({ user_id }) => user_id).filter(isTold);
  if (ids.length === 0) return [];
  const ticket = await db
    .selectFrom("tickets")
    .select(["id", "client_id", "company_id", "assignee_id", "confidential"])
    .where("id", "=", ticket_id)
    .executeTakeFirstOrThrow();
  const seeing = await findPeopleWhoSee(db, ticket, visibility, {
    conditions: [isOneOf(ids)],
  });
  const people = seeing.map((person) => person.id);
  return people.length === 0 ? [] : queryReaders(db, anyOf(people), "mention").execute();
}
