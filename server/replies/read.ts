import { sql, type SqlBool } from "kysely";
import type { z } from "zod";
import { mayEditReply } from "#contract/access/replies.ts";
import { isLanguage, type Language } from "#contract/languages.ts";
import { LIMITS } from "#contract/limits.ts";
import type { StaleEffect } from "#contract/macros/effects.ts";
import type { replies } from "#contract/replies.ts";
import { matchWords } from "#server/lib/db/name-search.ts";
import { buildMeta, parsePage } from "#server/lib/http/pagination.ts";
import { refuse } from "#server/lib/refusal.ts";
import type { Ctx } from "#server/lib/request-context.ts";
import { findStale, readTargets } from "#server/macros/targets.ts";
import { findTicket } from "#server/tickets/read.ts";
import { replyQuery, type ReplyRow, snippetIn } from "./rows.ts";

type Query = z.output<typeof replies.list.query>;

/**
 * Lists the saved replies that the caller sees, by name. All of them are read, of which there are few, since what no longer
 * fits is known by looking at what they name.
 */
export async function listReplies(ctx: Ctx, query: Query) {
  const language = query.ticket_id === undefined ? null : await readClientLanguage(ctx, query.ticket_id);
  let matching = replyQuery(ctx).where("r.deleted_at", "is", null).select(snippetIn(language).as("snippet"));
  if (query.audience) matching = matching.where("r.audience", "=", query.audience);
  for (const isFound of matchWords(WORDS, query.search)) matching = matching.where(isFound);
  const rows = await matching
    .orderBy(sql`name_key(r.name)`)
    .orderBy("r.id")
    .execute();
  const stale = await readStale(ctx, rows);
  const found = rows
    .map((row) => ({ ...serialize(ctx, row, stale.get(row.id)), snippet: row.snippet }))
    .filter((reply) => query.stale === undefined || query.stale === reply.stale.length > 0);
  const page = parsePage(query, LIMITS.replies);
  return {
    items: found.slice(page.offset, page.offset + page.limit),
    meta: buildMeta(page, found.length),
  };
}

/** Reads one. Refuses 404 for one that is deleted or that the caller does not see. */
export async function getReply(ctx: Ctx, id: string) {
  const row = await replyQuery(ctx)
    .where("r.id", "=", id)
    .where("r.deleted_at", "is", null)
    .executeTakeFirst();
  if (!row) throw refuse(404, "reply.not_found");
  const stale = await readStale(ctx, [row]);
  return {
    reply: {
      ...serialize(ctx, row, stale.get(id)),
      texts: await readTexts(ctx, id),
      version: row.version,
      created_at: row.created_at.toISOString(),
      updated_at: row.updated_at.toISOString(),
    },
  };
}

export type ReplyText = { language: Language; body: string };

/** The texts of a reply, in their order. */
export function readTexts(ctx: Pick<Ctx, "db">, replyId: string): Promise<ReplyText[]> {
  return textQuery(ctx, replyId).execute();
}

export function textQuery({ db }: Pick<Ctx, "db">, replyId: string) {
  return db
    .selectFrom("saved_reply_texts")
    .select(["language", "body"])
    .where("reply_id", "=", replyId)
    .orderBy("position");
}

/** Name and texts of `r`, to search in. */
const WORDS = sql<SqlBool>`name_key(concat_ws(' ', r.name,
  (select string_agg(x.body, ' ') from saved_reply_texts x where x.reply_id = r.id)))`;

async function readClientLanguage(ctx: Ctx, ticketId: string): Promise<Language | null> {
  const { client_id } = await findTicket(ctx, ticketId);
  if (client_id === null) return null;
  const client = await ctx.db
    .selectFrom("users")
    .select("locale")
    .where("id", "=", client_id)
    .executeTakeFirst();
  return isLanguage(client?.locale) ? client.locale : null;
}

/** What of replies no longer fits, by their ids. */
async function readStale(
  ctx: Ctx,
  rows: readonly Pick<ReplyRow, "id" | "effects">[],
): Promise<Map<string, StaleEffect[]>> {
  const targets = await readTargets(
    ctx.db,
    rows.map(({ effects }) => effects),
    ctx.actor.id,
  );
  return new Map(rows.map(({ id, effects }) => [id, findStale(effects, targets, ctx.actor.id)]));
}

function serialize(ctx: Ctx, row: ReplyRow, stale: StaleEffect[] = []) {
  const { version: _, created_at: _created, updated_at: _updated, deleted_at: _deleted, ...shown } = row;
  return { ...shown, stale, may_edit: mayEditReply(ctx.actor, row) };
}
