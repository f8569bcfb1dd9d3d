import { WORDS } from "#contract/words.ts";
import type { Ctx } from "../lib/context.ts";
import { refuse } from "../lib/refusal.ts";
import { visibleTickets } from "./scope.ts";
import { has } from "#contract/access/actor.ts";

/** One ticket with its names, as the wire shows it. Refuses 404 for what is absent, invisible or in somebody's trash. */
export async function getTicket(ctx: Ctx, id: string) {
  const row = await ctx.db
    .selectFrom("tickets as t")
    .leftJoin("users as assignee", "assignee.id", "t.assignee_id")
    .leftJoin("users as client", "client.id", "t.client_id")
    .leftJoin("companies as company", "company.id", "t.company_id")
    .leftJoin("groups as team", "team.id", "t.group_id")
    .leftJoin("users as creator", "creator.id", "t.created_by")
    .selectAll("t")
    .select([
      "assignee.fullname as assignee_fullname",
      "client.fullname as client_fullname",
      "company.name as company_name",
      "team.name as group_name",
      "creator.fullname as created_by_fullname",
    ])
    .where("t.id", "=", id)
    .where((eb) => visibleTickets(ctx.actor)(eb))
    .$if(!has(ctx.actor, "tickets.restore"), (query) => query.where("t.deleted_at", "is", null))
    .executeTakeFirst();
  if (!row) throw refuse(404, WORDS.ticketNotFound);
  return {
    ...row,
    created: row.created.toISOString(),
    updated: row.updated.toISOString(),
    first_response: row.first_response?.toISOString() ?? null,
    closed: row.closed?.toISOString() ?? null,
    deleted_at: row.deleted_at?.toISOString() ?? null,
  };
}

export type TicketRecord = Awaited<ReturnType<typeof lockTicket>>;

/** The row itself, locked until the transaction ends; verbs load through this, so what is invisible answers 404. */
export async function lockTicket(ctx: Ctx, id: string) {
  const row = await ctx.db
    .selectFrom("tickets as t")
    .selectAll("t")
    .where("t.id", "=", id)
    .where((eb) => visibleTickets(ctx.actor)(eb))
    .$if(!has(ctx.actor, "tickets.restore"), (query) => query.where("t.deleted_at", "is", null))
    .forUpdate("t")
    .executeTakeFirst();
  if (!row) throw refuse(404, WORDS.ticketNotFound);
  return { ...row, deleted: row.deleted_at !== null };
}

export async function listAssignableUsers(
  ctx: Ctx,
  page: { limit: number; offset: number },
  search: string | undefined,
) {
  const pattern = `%${(search ?? "").replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  const rows = await ctx.db
    .selectFrom("users as u")
    .select((eb) => ["u.id", "u.fullname", "u.email", eb.fn.countAll<number>().over().as("total")])
    .where("u.user_type", "=", "internal")
    .where("u.deleted_at", "is", null)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom("user_roles as ur")
          .innerJoin("role_permissions as p", "p.role_id", "ur.role_id")
          .select("p.permission")
          .whereRef("ur.user_id", "=", "u.id")
          .where("p.permission", "=", "tickets.assign"),
      ),
    )
    .$if(Boolean(search), (query) =>
      query.where((eb) => eb.or([eb("u.fullname", "ilike", pattern), eb("u.email", "ilike", pattern)])),
    )
    .orderBy("u.fullname")
    .orderBy("u.id")
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  return { users: rows, total: rows[0]?.total ?? 0 };
}
