import { sql, type RawBuilder } from "kysely";
import type { z } from "zod";
import { mayReadCompany, mayReadWholeCompany, maySeeDeletedCompanies } from "#contract/access/companies.ts";
import type { companies, Company, CompanyFilters } from "#contract/companies.ts";
import { LIMITS } from "#contract/limits.ts";
import type { Ctx } from "#server/lib/request-context.ts";
import { readPage } from "#server/lib/db/bounds.ts";
import { buildMeta, parsePage } from "#server/lib/http/pagination.ts";
import { refuse } from "#server/lib/refusal.ts";
import { matchWords } from "#server/lib/db/name-search.ts";

type Query = z.output<typeof companies.list.query>;
type Filters = z.output<typeof CompanyFilters>;

/** Lists client companies, without the internal one; deleted ones only on request, for callers who may restore. */
export async function listCompanies(ctx: Ctx, query: Query) {
  const page = parsePage(query, LIMITS.pageDefault);
  const matching = filteredCompanies(ctx, query);
  const { total } = await matching
    .clearSelect()
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  const rows = await readPage(ctx.db, orderCompanies(query, matching), page);
  return { companies: rows.map(toCompany), meta: buildMeta(page, total) };
}

/** Every company that the list shows with these filters, in its order. */
export async function listAllCompanies(ctx: Ctx, query: Filters) {
  const rows = await orderCompanies(query, filteredCompanies(ctx, query)).execute();
  return rows.map(toCompany);
}

function filteredCompanies(ctx: Ctx, query: Filters) {
  if (query.deleted && !maySeeDeletedCompanies(ctx.actor)) throw refuse(403, "auth.not_allowed");
  let matching = companyQuery(ctx)
    .where("c.is_internal", "=", false)
    .where("c.deleted_at", query.deleted ? "is not" : "is", null);
  if (query.active !== undefined) matching = matching.where("c.is_active", "=", query.active);
  for (const isFound of matchWords(sql`c.search_key`, query.search)) matching = matching.where(isFound);
  return matching;
}

function orderCompanies({ sort = "name", order }: Filters, matching: ReturnType<typeof companyQuery>) {
  const direction = sql.raw(order === "desc" ? "desc" : "asc");
  return matching
    .orderBy(sql`${SORTS[sort]} ${direction} nulls last`)
    .orderBy("c.name_key")
    .orderBy("c.id");
}

/** Refuses 404 for what the caller may not see; plain clients get their own company's name alone. */
export async function getCompany(ctx: Ctx, id: string) {
  const company = await findCompany(ctx, id);
  if (mayReadWholeCompany(ctx.actor, id)) return company;
  return { id: company.id, name: company.name };
}

/** Finds the whole company, for callers that have checked the actor. */
export async function findCompany(ctx: Ctx, id: string): Promise<z.input<typeof Company>> {
  const row = await companyQuery(ctx).where("c.id", "=", id).executeTakeFirst();
  const isShown =
    row && mayReadCompany(ctx.actor, id) && (!row.deleted_at || maySeeDeletedCompanies(ctx.actor));
  if (!isShown) throw refuse(404, "company.not_found");
  return toCompany(row);
}

const users = sql<number>`(select count(*)::int from users u where u.company_id = c.id and u.deleted_at is null)`;
const teams = sql<number>`(select count(*)::int from groups g where g.company_id = c.id and g.deleted_at is null)`;

const SORTS: Record<NonNullable<Filters["sort"]>, RawBuilder<unknown>> = {
  name: sql`c.name_key`,
  description: sql`name_key(c.description)`,
  contact: sql`lower(coalesce(c.contact_email, c.contact_phone))`,
  user_count: users,
  group_count: teams,
  // Active before Inactive, as the labels sort.
  is_active: sql`not c.is_active`,
  created_at: sql`c.created_at`,
};

function companyQuery(ctx: Pick<Ctx, "db">) {
  return ctx.db
    .selectFrom("companies as c")
    .selectAll("c")
    .select([users.as("user_count"), teams.as("group_count")]);
}

function toCompany<Row extends { created_at: Date; deleted_at: Date | null }>(row: Row) {
  return {
    ...row,
    created_at: row.created_at.toISOString(),
    deleted_at: row.deleted_at?.toISOString() ?? null,
  };
}
