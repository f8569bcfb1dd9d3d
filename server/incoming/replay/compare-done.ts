import { isExternal } from "#contract/access/actor.ts";
import { readActor } from "#server/auth/session/actor-of.ts";
import type { App } from "#server/lib/request-context.ts";
import type { ReadMail } from "../processing/work.ts";
import { rewriteText } from "../processing/mail-text.ts";

/** The text that a mail made on its ticket, and the one that it would make now. */
export type Difference = {
  of: "comment" | "ticket";
  id: string;
  ticketId: string;
  before: string;
  after: string;
};

/** Null where the mail wrote nothing, or nothing that is still there, or where its commands are read in another way now. */
export async function compareDone(app: App, { row, parsed }: ReadMail): Promise<Difference | null> {
  const place = await findText(app, row);
  if (!place) return null;
  const words = await readWords(app, { row, parsed }, place.isInternal);
  if (words === null) return null;
  const pictures = await findPictures(app, place);
  const { of, id, ticketId, text } = place;
  return { of, id, ticketId, before: text, after: rewriteText(text, words, pictures) };
}

type Place = { of: "comment" | "ticket"; id: string; ticketId: string; text: string; isInternal: boolean };

async function findText({ db }: App, row: ReadMail["row"]): Promise<Place | null> {
  if (row.comment_id !== null) {
    const comment = await db
      .selectFrom("comments")
      .select(["id", "ticket_id", "comment", "visibility"])
      .where("id", "=", row.comment_id)
      // What a person joined to a ticket, they put into words themselves.
      .where("author_id", "=", row.user_id)
      .where("deleted_at", "is", null)
      .executeTakeFirst();
    if (!comment) return null;
    const { id, ticket_id, comment: text, visibility } = comment;
    return { of: "comment", id, ticketId: ticket_id, text, isInternal: visibility === "internal" };
  }
  if (!row.opened_ticket || row.ticket_id === null) return null;
  const ticket = await db
    .selectFrom("tickets")
    .select(["id", "issue"])
    .where("id", "=", row.ticket_id)
    .where("erased_at", "is", null)
    .executeTakeFirst();
  return ticket
    ? { of: "ticket", id: ticket.id, ticketId: ticket.id, text: ticket.issue, isInternal: false }
    : null;
}

/** Of a ticket that a person made of a mail: all of its words. A colleague's are those below their commands, or those of the mail that they sent on. */
async function readWords(
  app: App,
  { row, parsed }: Pick<ReadMail, "row" | "parsed">,
  isInternal: boolean,
): Promise<string | null> {
  const sender = row.user_id === null ? null : await readActor(app, app.db, row.user_id);
  if (!sender || isExternal(sender)) return parsed.words;
  if (row.opened_ticket && parsed.forward) return parsed.forward.words;
  const { readCommands } = await import("#server/lib/mime/commands.ts");
  const commands = readCommands(parsed.words);
  if (row.decided_by !== null && commands.words !== parsed.words.trim()) return null;
  // A note never becomes an answer by being read once more, nor the other way.
  if (commands.unknown !== null || commands.note !== isInternal) return null;
  return commands.words;
}

async function findPictures({ db }: App, { of, id }: Place): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom("attachments")
    .select(["id", "content_id"])
    .where(of === "comment" ? "comment_id" : "ticket_id", "=", id)
    .$if(of === "ticket", (files) => files.where("comment_id", "is", null))
    .where("deleted_at", "is", null)
    .where("content_id", "is not", null)
    .execute();
  return new Map(rows.map((file) => [file.content_id ?? "", file.id]));
}
