import { sql } from "kysely";
import { LIMITS } from "#contract/limits.ts";
import type { Ctx } from "#server/lib/request-context.ts";
import { readPage } from "#server/lib/db/bounds.ts";
import { matchWords } from "#server/lib/db/name-search.ts";
import { holds } from "#server/lib/rights-of-others.ts";
import { buildMeta, type PageQuery, parsePage } from "#server/lib/http/pagination.ts";

/** Lists people who may be assigned tickets, by name. */
export async function listAssignableUsers(ctx: Ctx, query: PageQuery & { search?: string }) {
  const page = parsePage(query, LIMITS.pageDefault);
  let matching = ctx.db
    .selectFrom("users as u")
    .select((eb) => ["u.id", "u.fullname", "u.email", eb.fn.countAll<number>().over().as("total")])
    .where("u.user_type", "=", "internal")
    .where("u.deleted_at", "is", null)
    .where(holds("tickets.assign"));
  for (const isFound of matchWords(sql`u.search_key`, query.search)) matching = matching.where(isFound);
  const rows = await readPage(ctx.db, matching.orderBy("u.name_key").orderBy("u.id"), page);
  return { users: rows, meta: buildMeta(page, rows[0]?.total ?? 0) };
}
