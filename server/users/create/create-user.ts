import { hasPermission, isExternal } from "#contract/access/actor.ts";
import { mayManageUsers } from "#contract/access/users.ts";
import { jobs } from "#contract/jobs.ts";
import type { Ctx, Db } from "#server/lib/request-context.ts";
import { recordEvent } from "#server/lib/work/history.ts";
import { enqueue } from "#server/lib/work/enqueue.ts";
import { requireConfirmedIdentity } from "#server/lib/guard/confirmed-identity.ts";
import { refuse, refuseField } from "#server/lib/refusal.ts";
import { refuseIfTaken } from "#server/lib/db/unique-violation.ts";
import { replaceRoles, resolveRoleNames } from "#server/roles/write.ts";
import { findByEmail, getUser } from "../read.ts";

type UserType = "internal" | "external";
type Wanted = { user_type?: UserType; company_id?: string | null; role_names?: string[] };

export type ResolvedUser = {
  user_type: UserType;
  company: { id: string; name: string; is_active: boolean } | null;
  roles: { id: string; name: string }[];
};

/** Refuses 403 unless the caller may create people at all. */
export function refuseStrangers(ctx: Ctx): void {
  if (mayManageUsers(ctx.actor) || hasPermission(ctx.actor, "clients.manage")) return;
  const isInactive = isExternal(ctx.actor) && !ctx.actor.company_active;
  throw refuse(403, isInactive ? "auth.company_inactive" : "auth.not_allowed");
}

/**
 * Resolves company and roles of a new person. Client admins: always external, always their own company, whatever they
 * sent (rule 286); staff: always the internal company. Refuses 422 for companies and roles that do not fit.
 */
export async function resolveCompanyAndRoles(ctx: Ctx, wanted: Wanted): Promise<ResolvedUser> {
  const { user_type, company } = await resolveCompany(ctx, wanted);
  const usual = user_type === "external" ? ["Client"] : ["support_specialist"];
  const roles = await resolveRoleNames(ctx.db, user_type, wanted.role_names ?? usual);
  // A role that may hand out roles is as grave here as where it is given to somebody who is there.
  if (wanted.role_names?.includes("administrator")) requireConfirmedIdentity(ctx);
  return { user_type, company, roles };
}

async function resolveCompany(ctx: Ctx, wanted: Wanted): Promise<Omit<ResolvedUser, "roles">> {
  if (isExternal(ctx.actor))
    return { user_type: "external", company: await findCompany(ctx.db, ctx.actor.company_id ?? "") };
  const asked = wanted.company_id ? await findCompany(ctx.db, wanted.company_id) : null;
  const user_type = wanted.user_type ?? (asked && !asked.is_internal ? "external" : "internal");
  if (user_type === "external") {
    if (asked?.is_internal) throw refuseField(422, "company_id", "user.client_in_internal_company");
    return { user_type, company: asked };
  }
  if (!hasPermission(ctx.actor, "users.manage")) throw refuse(403, "auth.not_allowed");
  if (asked && !asked.is_internal) throw refuseField(422, "company_id", "user.staff_in_client_company");
  return { user_type, company: await findInternalCompany(ctx.db) };
}

async function findInternalCompany(db: Db) {
  return db
    .selectFrom("companies")
    .select(["id", "name", "is_active"])
    .where("is_internal", "=", true)
    .executeTakeFirstOrThrow();
}

export async function findCompany(db: Db, id: string) {
  const company = await db
    .selectFrom("companies")
    .select(["id", "name", "is_active", "is_internal"])
    .where("id", "=", id)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  if (!company) throw refuseField(422, "company_id", "company.unknown");
  return company;
}

/**
 * Refuses 409 for an address that somebody has, deleted people included (rule 108). External users do not see most
 * people, and searching the few would evaluate row-level security for everybody: the unique index tells them.
 */
export async function refuseTakenEmail(ctx: Ctx, email: string, except?: string): Promise<void> {
  if (isExternal(ctx.actor)) return;
  const holder = await findByEmail(ctx, email);
  if (!holder || holder.id === except) return;
  const mayRestore = holder.deleted_at !== null && hasPermission(ctx.actor, "users.manage");
  throw refuseField(409, "email", mayRestore ? "user.email_taken_by_deleted" : "user.email_taken");
}

/** Refuses 409 for an address taken at the same moment, or by a person whom the caller cannot see. */
export function withFreeEmail<T>(work: Promise<T>): Promise<T> {
  return refuseIfTaken(work, "email", "user.email_taken");
}

/** Inserts a new person. Refuses 409 for the second of two with one address. */
export async function insertUser(
  db: Db,
  user: { email: string; fullname: string; user_type: UserType; company_id: string | null; created_at: Date },
  roles: ResolvedUser["roles"],
): Promise<string> {
  const { id } = await db
    .insertInto("principals")
    .values({ kind: "user", name: user.fullname })
    .returning("id")
    .executeTakeFirstOrThrow();
  // The index of accounts answers with no row; a further address of somebody, by its trigger.
  const made = await withFreeEmail(
    db
      .insertInto("users")
      .values({ id, ...user })
      .onConflict((conflict) => conflict.doNothing())
      .returning("id")
      .executeTakeFirst(),
  );
  if (!made) throw refuseField(409, "email", "user.email_taken");
  await replaceRoles(db, id, roles);
  return id;
}

export async function recordNewUser(
  ctx: Ctx,
  id: string,
  kind: "user.created" | "user.invited",
): Promise<void> {
  const user = await getUser(ctx, id);
  await recordEvent(ctx, {
    id,
    kind,
    companyId: user.company_id,
    after: {
      email: user.email,
      fullname: user.fullname,
      user_type: user.user_type,
      company_id: user.company_id,
      roles: user.roles.map(({ name }) => name),
    },
  });
}

/** Renames the principal, whose name history and search show. */
export async function renamePrincipal(ctx: Pick<Ctx, "app" | "db">, id: string, fullname: string) {
  await ctx.db.updateTable("principals").set({ name: fullname }).where("id", "=", id).execute();
  await enqueue(ctx, jobs.reindexTickets, { user_id: id });
}
