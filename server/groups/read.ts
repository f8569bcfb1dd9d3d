import { sql } from "kysely";
import type { z } from "zod";
import type { groups } from "#contract/groups.ts";
import { LIMITS } from "#contract/limits.ts";
import type { Ctx } from "#server/lib/request-context.ts";
import { readPage } from "#server/lib/db/bounds.ts";
import { buildMeta, parsePage } from "#server/lib/http/pagination.ts";
import { refuse } from "#server/lib/refusal.ts";
import { matchWords } from "#server/lib/db/name-search.ts";

type Query = z.output<typeof groups.list.query>;

/**
 * Lists the teams that take tickets, which are those of the internal company, unless another company's are asked for.
 */
export async function listGroups(ctx: Ctx, query: Query) {
  const page = parsePage(query, LIMITS.pageDefault);
  let matching = groupQuery(ctx).where("g.deleted_at", query.archived ? "is not" : "is", null);
  matching = query.company_id
    ? matching.where("g.company_id", "=", query.company_id).where("c.deleted_at", "is", null)
    : matching.where("c.is_internal", "=", true);
  for (const isFound of matchWords(sql`name_key(g.name)`, query.search)) matching = matching.where(isFound);
  const { total } = await matching
    .clearSelect()
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  const ordered = matching.orderBy(sql`name_key(g.name)`).orderBy("g.id");
  const rows = await readPage(ctx.db, ordered, page);
  return { groups: rows.map(toGroup), meta: buildMeta(page, total) };
}

export async function getGroup(ctx: Ctx, id: string) {
  const row = await groupQuery(ctx).where("g.id", "=", id).executeTakeFirst();
  if (!row) throw refuse(404, "group.not_found");
  return toGroup(row);
}

function groupQuery(ctx: Pick<Ctx, "db">) {
  return ctx.db
    .selectFrom("groups as g")
    .innerJoin("companies as c", "c.id", "g.company_id")
    .select([
      "g.id",
      "g.name",
      "g.company_id",
      "g.version",
      "g.deleted_at",
      // Deleted people stay members, unseen, until they are restored.
      sql<string[]>`array(select u.id from group_members m join users u on u.id = m.user_id
        where m.group_id = g.id and u.deleted_at is null order by u.name_key, u.id)`.as("member_ids"),
    ]);
}

function toGroup<Row extends { deleted_at: Date | null }>({ deleted_at, ...row }: Row) {
  return { ...row, archived_at: deleted_at?.toISOString() ?? null };
}
