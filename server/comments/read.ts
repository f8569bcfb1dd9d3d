import { sql, type Selectable } from "kysely";
import { jsonArrayFrom } from "kysely/helpers/postgres";
import { hasPermission } from "#contract/access/actor.ts";
import { LIMITS } from "#contract/limits.ts";
import type { Tables } from "#server/db/tables.ts";
import type { Ctx } from "#server/lib/request-context.ts";
import { cutPage } from "#server/lib/db/bounds.ts";
import { buildMeta, parsePage, type PageQuery } from "#server/lib/http/pagination.ts";
import { refuse } from "#server/lib/refusal.ts";
import { findTicket } from "#server/tickets/read.ts";
import { type Mention, shownMentions } from "./mentions.ts";
import { findAuthorsNamedLikeStaff } from "./authors-named-like-staff.ts";
import { listCommentFiles } from "#server/uploads/read.ts";

/** Lists the conversation, oldest first. Staff see notes and the places of deleted comments; clients neither. */
export async function listComments(ctx: Ctx, ticketId: string, query: PageQuery) {
  await findTicket(ctx, ticketId);
  const page = parsePage(query, LIMITS.commentsPage);
  const ofTicket = visibleComments(ctx).where("c.ticket_id", "=", ticketId);
  const { total, is_mixed } = await ofTicket
    .select((eb) => [
      eb.fn.countAll<number>().as("total"),
      sql<boolean>`coalesce(bool_or(c.origin_ticket_id <> c.ticket_id), false)`.as("is_mixed"),
    ])
    .executeTakeFirstOrThrow();
  const order = is_mixed ? BY_TIME : BY_ARRIVAL;
  const ids = cutPage(ofTicket.select("c.id").orderBy(order), page);
  const comments = (await queryComments(ctx, sql`c.id in ${ids}`, { order })).slice(0, page.limit);
  return { comments, total, meta: buildMeta(page, total) };
}

/** The order of arrival: clocks may step back, this does not. */
const BY_ARRIVAL = sql`c.position`;
/** The order of a conversation that began on several tickets: each arrived by itself. */
const BY_TIME = sql`c.created_at, c.position`;

export async function getComment(ctx: Ctx, id: string) {
  const [written] = await queryComments(ctx, sql`c.id = ${id}`, { order: BY_ARRIVAL });
  if (!written) throw refuse(404, "comment.not_found");
  return written;
}

type WrittenComment = Pick<CommentRecord, "id" | "author_id" | "visibility" | "comment" | "created_at"> &
  Partial<Pick<CommentRecord, "from_address">>;

/** Builds the reply for a comment that the caller has just written, without reading it again. */
export async function buildCommentReply(
  ctx: Ctx,
  row: WrittenComment,
  parts: { attachments: Awaited<ReturnType<typeof listCommentFiles>>; mentions: Mention[] },
) {
  const author = { fullname: ctx.actor.fullname, type: ctx.actor.user_type };
  const isNamedLikeStaff = await findAuthorsNamedLikeStaff(ctx.db, [author]);
  return {
    ...row,
    client_id: row.author_id,
    author_fullname: author.fullname,
    author_type: author.type,
    author_resembles_staff: isNamedLikeStaff(author),
    from_address: row.from_address ?? null,
    created_at: row.created_at.toISOString(),
    edited_at: null,
    deleted_at: null,
    origin_uid: null,
    is_description: false,
    ...parts,
  };
}

export async function listVersions(ctx: Ctx, ticketId: string, id: string) {
  await findTicket(ctx, ticketId);
  const comment = await visibleComments(ctx)
    .select("c.id")
    .where("c.id", "=", id)
    .where("c.ticket_id", "=", ticketId)
    .where("c.deleted_at", "is", null)
    .executeTakeFirst();
  if (!comment) throw refuse(404, "comment.not_found");
  const rows = await ctx.db
    .selectFrom("comment_versions as v")
    .leftJoin("users as u", "u.id", "v.written_by")
    .select(["v.comment", "v.written_at", "u.fullname as by"])
    .where("v.comment_id", "=", id)
    .orderBy("v.version")
    .execute();
  return { versions: rows.map((row) => ({ ...row, written_at: row.written_at.toISOString() })) };
}

/**
 * A comment but for what the external users' role may not read, the saved reply and the answer to all reporters that it came
 * from, and whether it stands as a description: such a one is in no thread.
 */
export type CommentRecord = Selectable<
  Omit<Tables["comments"], "saved_reply_id" | "broadcast_id" | "stands_as_issue">
>;

/** Locks a comment that may be changed. Refuses 404 for a deleted or invisible one. */
export async function lockComment(ctx: Ctx, ticketId: string, id: string): Promise<CommentRecord> {
  const row = await visibleComments(ctx)
    .select(COLUMNS)
    .where("c.id", "=", id)
    .where("c.ticket_id", "=", ticketId)
    .where("c.deleted_at", "is", null)
    .forUpdate("c")
    .executeTakeFirst();
  if (!row) throw refuse(404, "comment.not_found");
  return row;
}

const COLUMNS = [
  "c.id",
  "c.position",
  "c.ticket_id",
  "c.origin_ticket_id",
  "c.author_id",
  "c.visibility",
  "c.comment",
  "c.source",
  "c.version",
  "c.created_at",
  "c.edited_at",
  "c.deleted_at",
  "c.deleted_by",
  "c.from_address",
] as const;

/** Comments of a visible ticket: all of them for staff, the public and undeleted for everybody else. */
export function visibleComments(ctx: Ctx) {
  return ctx.db
    .selectFrom("comments as c")
    .where("c.stands_as_issue", "=", false)
    .$if(!hasPermission(ctx.actor, "comments.internal"), (query) =>
      query.where("c.visibility", "=", "public").where("c.deleted_at", "is", null),
    );
}

async function queryComments(
  ctx: Ctx,
  which: ReturnType<typeof sql>,
  { order }: { order: ReturnType<typeof sql> },
) {
  const rows = await visibleComments(ctx)
    .innerJoin("principals as p", "p.id", "c.author_id")
    .leftJoin("users as u", "u.id", "c.author_id")
    .select([
      "c.id",
      "c.comment",
      "c.author_id",
      "c.from_address",
      "c.visibility",
      "c.created_at",
      "c.edited_at",
      "c.deleted_at",
      "c.source",
      "c.ticket_id",
      "c.origin_ticket_id",
      "u.user_type",
      sql<string>`coalesce(u.fullname, p.name)`.as("author_fullname"),
    ])
    .select(jsonArrayFrom(shownMentions(ctx)).as("mentions"))
    .where(sql<boolean>`${which}`)
    .orderBy(order)
    .execute();
  const files = await listCommentFiles(
    ctx.db,
    rows.filter(({ deleted_at }) => deleted_at === null).map(({ id }) => id),
  );
  const authors = rows.map(({ author_fullname, user_type }) => ({
    fullname: author_fullname,
    type: user_type ?? ("system" as const),
  }));
  const isNamedLikeStaff = await findAuthorsNamedLikeStaff(ctx.db, authors);
  const origins = await readOrigins(ctx, rows);
  return rows.map(({ user_type, source, ticket_id, origin_ticket_id, ...row }) => ({
    ...row,
    origin_uid: origins.get(origin_ticket_id) ?? null,
    is_description: source === MERGED,
    comment: row.deleted_at === null ? row.comment : "",
    mentions: row.deleted_at === null ? row.mentions : [],
    client_id: row.author_id,
    author_type: user_type ?? ("system" as const),
    author_resembles_staff: isNamedLikeStaff({
      fullname: row.author_fullname,
      type: user_type ?? "system",
    }),
    created_at: row.created_at.toISOString(),
    edited_at: row.edited_at?.toISOString() ?? null,
    deleted_at: row.deleted_at?.toISOString() ?? null,
    attachments: files.filter(({ comment_id }) => comment_id === row.id),
  }));
}

/** The source of a comment that is the description of a merged ticket. */
const MERGED = "merged";

type Placed = { ticket_id: string; origin_ticket_id: string };

/** Reads the numbers of the other tickets on which comments were written, of which the caller may know. */
async function readOrigins({ db }: Ctx, rows: readonly Placed[]): Promise<Map<string, string>> {
  const moved = rows.find(({ ticket_id, origin_ticket_id }) => ticket_id !== origin_ticket_id);
  if (!moved) return new Map();
  const origins = await sql<{ id: string; uid: string }>`
    select id, uid from comment_origins(${moved.ticket_id})`.execute(db);
  return new Map(origins.rows.map(({ id, uid }) => [id, uid]));
}
