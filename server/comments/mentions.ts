import { sql } from "kysely";
import { isExternal } from "#contract/access/actor.ts";
import { holdsMention } from "#contract/comments/mention-text.ts";
import { jobs } from "#contract/jobs.ts";
import type { Ctx, Db } from "#server/lib/request-context.ts";
import { enqueue } from "#server/lib/work/enqueue.ts";
import { tell } from "#server/lib/work/inbox.ts";
import { refuse } from "#server/lib/refusal.ts";
import type { TicketRecord } from "#server/tickets/read.ts";
import { findMentionable, isOneOf, knownToClients, mentionedByStaff } from "./mentionable.ts";

type Visibility = "public" | "internal";
/** A mentioned person, by the name that stands in the text. */
export type Mention = { user_id: string; name: string };
type Asked = { visibility: Visibility; text: string; ids: string[] | undefined };

/**
 * Resolves mentioned people to the names under which they stand in the text. Refuses 422 whom `listMentionable` would not
 * list, and who is not in the text.
 */
export async function resolveMentions(
  ctx: Ctx,
  ticket: TicketRecord,
  { visibility, text, ids }: Asked,
): Promise<Mention[]> {
  const asked = othersOf(ctx, ids);
  if (asked.length === 0) return [];
  const found = await findMentionable(ctx, ticket, visibility, {
    conditions: [isOneOf(asked)],
  });
  const mentions = found.map(({ id, fullname }) => ({ user_id: id, name: fullname }));
  return settleMentions(ctx, { visibility, text, asked }, mentions);
}

/** Whom a text mentions but its writer: whoever writes mentions nobody by naming themselves. */
export function othersOf({ actor }: Ctx, ids: readonly string[] = []): string[] {
  return [...new Set(ids)].filter((id) => id !== actor.id);
}

type Found = { visibility: Visibility; text: string; asked: string[] };

/** Of those who were asked for, the found ones in one order. Refuses as `resolveMentions` does. */
export async function settleMentions(
  ctx: Ctx,
  { visibility, text, asked }: Found,
  found: readonly Mention[],
): Promise<Mention[]> {
  const missing = asked.filter((id) => !found.some((person) => person.user_id === id));
  if (missing.length > 0) await refuseMissing(ctx, missing, visibility);
  const mentions = found.map((mention) => refuseAbsent(text, mention));
  return mentions.toSorted((a, b) => (a.user_id < b.user_id ? -1 : 1));
}

/** Staff read why; to people outside all whom they do not know on the ticket are alike. */
async function refuseMissing(ctx: Ctx, ids: string[], visibility: Visibility): Promise<never> {
  const person = isExternal(ctx.actor)
    ? undefined
    : await ctx.db
        .selectFrom("users")
        .select(["fullname", "user_type"])
        .where("id", "in", ids)
        .where("deleted_at", "is", null)
        .orderBy("fullname")
        .executeTakeFirst();
  if (!person) throw refuse(422, "comment.mention_unknown");
  if (visibility === "internal" && person.user_type === "external")
    throw refuse(422, "comment.mention_staff_only");
  throw refuse(422, "comment.mention_cannot_see", { params: { name: person.fullname } });
}

function refuseAbsent(text: string, mention: Mention): Mention {
  if (!holdsMention(text, mention.name)) throw refuse(422, "comment.mention_not_in_text");
  return mention;
}

/** The statement that keeps who is mentioned, so that one which writes more can carry it; null where nobody is. */
export function mentionsQuery({ db }: Pick<Ctx, "db">, commentId: string, mentions: Mention[]) {
  if (mentions.length === 0) return null;
  return db
    .insertInto("comment_mentions")
    .values(mentions.map((mention) => ({ ...mention, comment_id: commentId })));
}

/**
 * The statement that finds whom staff mention, and keeps them: what it returns is to be settled by `settleMentions`, which
 * undoes the comment with the refusal. Not in the role of external users, whose comment has to be there before.
 */
export function findMentionsQuery(
  { db }: Pick<Ctx, "db">,
  ticket: TicketRecord,
  { id, visibility }: { id: string; visibility: Visibility },
  asked: readonly string[],
) {
  return db
    .insertInto("comment_mentions")
    .columns(["comment_id", "user_id", "name"])
    .expression(
      sql`select ${id}::uuid, p.id, p.fullname from (${mentionedByStaff(ticket, visibility, asked)}) as p`,
    )
    .returning(["user_id", "name"]);
}

type ChangedComment = { id: string; visibility: Visibility; version: number };

/**
 * Brings the mentions of a locked comment to its new text. Without `ids` those stay whose names still stand there. Only
 * who is new is told.
 */
export async function changeMentions(
  ctx: Ctx,
  ticket: TicketRecord,
  { id, visibility, version }: ChangedComment,
  { text, ids }: { text: string; ids: string[] | undefined },
): Promise<void> {
  const held = await ctx.db
    .selectFrom("comment_mentions")
    .select(["user_id", "name"])
    .where("comment_id", "=", id)
    .execute();
  // Who was renamed since stands in the text under the old name.
  const kept =
    ids === undefined
      ? held.filter(({ name }) => holdsMention(text, name))
      : held.filter(({ user_id }) => ids.includes(user_id)).map((mention) => refuseAbsent(text, mention));
  const isHeld = (user: string) => held.some(({ user_id }) => user_id === user);
  const added = await resolveMentions(ctx, ticket, {
    visibility,
    text,
    ids: ids?.filter((user) => !isHeld(user)),
  });
  const gone = held.filter((mention) => !kept.includes(mention)).map(({ user_id }) => user_id);
  if (gone.length > 0)
    await ctx.db
      .deleteFrom("comment_mentions")
      .where("comment_id", "=", id)
      .where("user_id", "in", gone)
      .execute();
  if (added.length === 0) return;
  await mentionsQuery(ctx, id, added)?.execute();
  const people = added.map(({ user_id }) => user_id);
  await tell(ctx, {
    ticketId: ticket.id,
    people,
    reason: "mentioned",
    commentId: id,
    event: `${id}:${version + 1}`,
  });
  await enqueue(ctx, jobs.announceComment, { comment_id: id, mentioned: people });
}

/** Selects the mentions of a comment `c` that the actor may know of. */
export function shownMentions({ db, actor }: Pick<Ctx, "db" | "actor">) {
  return db
    .selectFrom("comment_mentions as m")
    .select(["m.user_id", "m.name"])
    .where(sql<boolean>`m.comment_id = c.id`)
    .$if(isExternal(actor), (query) =>
      query.where(sql<boolean>`m.user_id in (${knownToClients(sql`c.ticket_id`)})`),
    )
    .orderBy("m.user_id");
}

/** Deletes that an erased person was mentioned; the texts are of those who wrote them. */
export async function eraseMentionsOf(db: Db, userId: string): Promise<void> {
  await db.deleteFrom("comment_mentions").where("user_id", "=", userId).execute();
}
