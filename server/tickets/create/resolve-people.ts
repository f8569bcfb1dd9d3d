import type { z } from "zod";
import { DEFAULT_STATUS } from "#contract/statuses.ts";
import { isExternal } from "#contract/access/actor.ts";
import { mayEditTicket } from "#contract/access/tickets.ts";
import type { NewTicket } from "#contract/tickets/create.ts";
import type { Ctx } from "#server/lib/request-context.ts";
import { fieldError, refuse } from "#server/lib/refusal.ts";
import { holds } from "#server/lib/rights-of-others.ts";

type Named = { id: string; name: string };

/** Everybody that a new ticket names. */
export type People = {
  client: Named | null;
  company: Named | null;
  assignee: Named | null;
  group: Named | null;
};

type Wanted = Pick<z.output<typeof NewTicket>, "client_id" | "company_id" | "assignee_id" | "group_id">;

/**
 * Resolves client, company, assignee and team of a new ticket: checked for staff, forced for clients (rules 76 to 80).
 */
export async function resolvePeople(ctx: Ctx, wanted: Wanted): Promise<People> {
  if (isExternal(ctx.actor)) return forcedPeople(ctx, wanted);
  const client = wanted.client_id ? await findClient(ctx, wanted.client_id) : null;
  if (client && wanted.company_id && client.company?.id !== wanted.company_id) {
    throw refuse(422, "ticket.client_of_other_company", anotherValue("company_id"));
  }
  return {
    client,
    company: client ? client.company : await findCompany(ctx, wanted.company_id),
    assignee: await findAssignee(ctx, wanted.assignee_id),
    group: await findTeam(ctx, wanted.group_id),
  };
}

async function forcedPeople(ctx: Ctx, wanted: Wanted): Promise<People> {
  if (wanted.assignee_id || wanted.group_id) throw refuse(403, "ticket.assign_staff_only");
  if (wanted.company_id && wanted.company_id !== ctx.actor.company_id)
    throw refuse(403, "ticket.own_company_only");
  const client =
    wanted.client_id && wanted.client_id !== ctx.actor.id
      ? await findColleague(ctx, wanted.client_id)
      : { id: ctx.actor.id, name: ctx.actor.fullname };
  return { client, company: await findOwnCompany(ctx), assignee: null, group: null };
}

async function findOwnCompany({ db, actor }: Ctx): Promise<Named | null> {
  if (actor.company_id === null) return null;
  return db
    .selectFrom("companies")
    .select(["id", "name"])
    .where("id", "=", actor.company_id)
    .executeTakeFirstOrThrow();
}

/** Finds the colleague for whom a client admin creates a ticket (rule 77). Refuses everybody else alike. */
async function findColleague(ctx: Ctx, id: string): Promise<Named> {
  const refusal = refuse(403, "ticket.own_requests_only");
  const { company_id } = ctx.actor;
  if (company_id === null || !mayEditTicket(ctx.actor, { company_id, client_id: id, status: DEFAULT_STATUS }))
    throw refusal;
  const colleague = await ctx.db
    .selectFrom("users")
    .select(["id", "fullname as name"])
    .where("id", "=", id)
    .where("company_id", "=", company_id)
    .where("user_type", "=", "external")
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  if (!colleague) throw refusal;
  return colleague;
}

/** Finds a client with the company of the account. */
export async function findClient(ctx: Ctx, id: string): Promise<Named & { company: Named | null }> {
  const found = await ctx.db
    .selectFrom("users as u")
    .leftJoin("companies as c", "c.id", "u.company_id")
    .select(["u.id", "u.fullname as name", "c.id as company_id", "c.name as company_name"])
    .where("u.id", "=", id)
    .where("u.user_type", "=", "external")
    .where("u.deleted_at", "is", null)
    .executeTakeFirst();
  if (!found) throw refuse(422, "ticket.client_unknown", anotherValue("client_id"));
  const { company_id, company_name, ...client } = found;
  return { ...client, company: company_id === null ? null : { id: company_id, name: company_name ?? "" } };
}

/** Finds a client company; null where none is named. */
export async function findCompany(ctx: Ctx, id: string | null | undefined): Promise<Named | null> {
  if (!id) return null;
  const company = await ctx.db
    .selectFrom("companies")
    .select(["id", "name"])
    .where("id", "=", id)
    .where("is_internal", "=", false)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  if (!company) throw refuse(422, "company.unknown", anotherValue("company_id"));
  return company;
}

/** Finds a person who may be assigned tickets, in the team or not (rule 80). */
export async function findAssignee(ctx: Ctx, id: string | null | undefined): Promise<Named | null> {
  if (!id) return null;
  const assignee = await ctx.db
    .selectFrom("users as u")
    .select(["u.id", "u.fullname as name"])
    .where("u.id", "=", id)
    .where("u.user_type", "=", "internal")
    .where("u.deleted_at", "is", null)
    .where(holds("tickets.assign"))
    .executeTakeFirst();
  if (!assignee) throw refuse(422, "ticket.assignee_unfit", anotherValue("assignee_id"));
  return assignee;
}

/** Finds a team that takes tickets, which are those of the internal company (rule 134). */
export async function findTeam(ctx: Ctx, id: string | null | undefined): Promise<Named | null> {
  if (!id) return null;
  const team = await ctx.db
    .selectFrom("groups as g")
    .innerJoin("companies as c", "c.id", "g.company_id")
    .select(["g.id", "g.name"])
    .where("g.id", "=", id)
    .where("g.deleted_at", "is", null)
    .where("c.is_internal", "=", true)
    .executeTakeFirst();
  if (!team) throw refuse(422, "group.unknown", anotherValue("group_id"));
  return team;
}

/** The refusal's hint at the field whose value has to change. */
export function anotherValue(path: string) {
  return { errors: [fieldError(path, "field.choose_another")] };
}
