import { sql, type RawBuilder, type SelectQueryBuilder } from "kysely";
import { storedForms } from "#contract/text/email-address.ts";
import type { z } from "zod";
import { hasPermission, isExternal } from "#contract/access/actor.ts";
import { mayResetSecondFactor, maySeeDeletedUsers } from "#contract/access/users.ts";
import { LIMITS } from "#contract/limits.ts";
import type { User } from "#contract/users/user-schemas.ts";
import type { UserFilters, users } from "#contract/users.ts";
import type { Tables } from "#server/db/tables.ts";
import type { Ctx } from "#server/lib/request-context.ts";
import { readPage } from "#server/lib/db/bounds.ts";
import { buildMeta, parsePage } from "#server/lib/http/pagination.ts";
import { peopleOf } from "#server/lib/db/row-level-security.ts";
import { refuse } from "#server/lib/refusal.ts";
import { matchWords } from "#server/lib/db/name-search.ts";
import { findPerson } from "#server/roles/find-user.ts";

type Query = z.output<typeof users.list.query>;
type Filters = z.output<typeof UserFilters>;
type Select = SelectQueryBuilder<Tables & { u: Tables["users"] }, "u", object>;

/** Lists a page of the people whom the caller may manage or see; empty values come last in both directions. */
export async function listUsers(ctx: Ctx, query: Query) {
  const page = parsePage(query, LIMITS.pageDefault);
  const matching = filteredUsers(ctx, query);
  const { total } = await matching
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  const picked = await readPage(ctx.db, orderIds(ctx, query, matching), page);
  return {
    users: await readUsers(
      ctx,
      picked.map(({ id }) => id),
    ),
    meta: buildMeta(page, total),
  };
}

/** The ids of everybody whom the list shows with these filters, in its order. */
export async function listUserIds(ctx: Ctx, query: Filters): Promise<string[]> {
  const rows = await orderIds(ctx, query, filteredUsers(ctx, query)).execute();
  return rows.map(({ id }) => id);
}

function orderIds(ctx: Ctx, { sort = "fullname", order }: Filters, matching: Select) {
  const direction = sql.raw(order === "desc" ? "desc" : "asc");
  return matching
    .select("u.id")
    .orderBy(sql`${SORTS[sort](ctx)} ${direction} nulls last`)
    .orderBy("u.name_key")
    .orderBy("u.id");
}

/** Reads a person. Refuses 404 for people whom the caller may not see. */
export async function getUser(ctx: Ctx, id: string): Promise<z.input<typeof User>> {
  await findPerson(ctx, id);
  const [user] = await readUsers(ctx, [id]);
  if (!user) throw refuse(404, "user.not_found");
  return user;
}

const SORTS: Record<NonNullable<Filters["sort"]>, (ctx: Ctx) => RawBuilder<unknown>> = {
  fullname: () => sql`u.name_key`,
  email: () => sql`lower(u.email)`,
  role: () => sql`(select min(lower(replace(r.name, '_', ' '))) from user_roles ur
    join roles r on r.id = ur.role_id where ur.user_id = u.id)`,
  company: () => sql`(select c.name_key from companies c where c.id = u.company_id)`,
  status: () => sql`case when u.deleted_at is null then 'Active' else 'Deleted' end`,
  last_online: (ctx) => lastOnlineColumn(ctx),
};

function filteredUsers(ctx: Ctx, query: Filters): Select {
  let select = visibleUsers(ctx);
  if (query.user_type && !isExternal(ctx.actor)) select = select.where("u.user_type", "=", query.user_type);
  if (query.company_id && !isExternal(ctx.actor))
    select = select.where("u.company_id", "=", query.company_id);
  for (const isFound of matchWords(sql`u.search_key`, query.search)) select = select.where(isFound);
  return filterDeleted(ctx, query, select);
}

/** Scope of people: external callers see their own company's external people (rule 170). */
function visibleUsers(ctx: Ctx): Select {
  const everybody: Select = ctx.db.selectFrom(`${peopleOf(ctx)} as u`);
  const { actor } = ctx;
  if (isExternal(actor)) {
    if (actor.company_id === null) throw refuse(403, "auth.not_allowed");
    return everybody.where("u.user_type", "=", "external").where("u.company_id", "=", actor.company_id);
  }
  const staffs = everybody.where("u.erased_at", "is", null);
  if (!hasPermission(actor, "users.read")) return staffs.where("u.user_type", "=", "external");
  if (!hasPermission(actor, "clients.read")) return staffs.where("u.user_type", "=", "internal");
  return staffs;
}

function filterDeleted(ctx: Ctx, query: Filters, select: Select): Select {
  const maySee = maySeeDeletedUsers(ctx.actor);
  if (query.deleted && !maySee) throw refuse(403, "auth.not_allowed");
  if (query.deleted) return select.where("u.deleted_at", "is not", null);
  const isHidden = !maySee || query.deleted === false || isPickersCall(query);
  return isHidden ? select.where("u.deleted_at", "is", null) : select;
}

/**
 * Whether this is the agent picker's own call, GET /users?user_type=internal&per_page=100, which shows nobody deleted
 * (rule 66).
 */
function isPickersCall(query: Filters & Pick<Query, "page" | "per_page">): boolean {
  return query.user_type === "internal" && query.per_page !== undefined && query.page === undefined;
}

/** Reads people in the order of their ids. */
export async function readUsers(ctx: Ctx, ids: string[]): Promise<z.input<typeof User>[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<Row>`
    select u.id, u.email, u.fullname, u.user_type, u.company_id, c.name as company_name, u.deleted_at,
      ${lastOnlineColumn(ctx)} as last_online, u.phone_number, u.city, u.state, u.locale, u.version, s.has_password,
      s.has_second_factor, s.invite_state,
      coalesce((select json_agg(json_build_object('id', r.id, 'name', r.name) order by lower(replace(r.name, '_', ' ')))
        from user_roles ur join roles r on r.id = ur.role_id where ur.user_id = u.id), '[]') as roles
    from ${sql.table(peopleOf(ctx))} u
    join unnest(${ids}::uuid[]) with ordinality as wanted(id, place) on wanted.id = u.id
    join sign_in_states(${ids}::uuid[], ${ctx.now}::timestamptz) s on s.user_id = u.id
    left join companies c on c.id = u.company_id and c.deleted_at is null
    order by wanted.place`.execute(ctx.db);
  return rows.map((row) => ({
    ...row,
    deleted_at: row.deleted_at?.toISOString() ?? null,
    last_online: row.last_online?.toISOString() ?? null,
    has_second_factor: mayResetSecondFactor(ctx.actor, row) ? row.has_second_factor : null,
  }));
}

type Row = Omit<z.input<typeof User>, "deleted_at" | "last_online"> & {
  deleted_at: Date | null;
  last_online: Date | null;
};

/** The last time online, which a person may hide from clients (rule 129). */
function lastOnlineColumn(ctx: Ctx): RawBuilder<unknown> {
  if (!isExternal(ctx.actor)) return sql`u.last_online`;
  return sql`case when u.hide_last_online and u.id <> ${ctx.actor.id} then null else u.last_online end`;
}

/** Whether somebody with this address exists, deleted or not (rule 108). */
export async function findByEmail(ctx: Pick<Ctx, "db">, email: string) {
  return ctx.db
    .selectFrom("users")
    .select(["id", "deleted_at"])
    .where((eb) => eb(eb.fn<string>("lower", ["email"]), "in", storedForms(email)))
    .executeTakeFirst();
}
