import { storedForms } from "#contract/text/email-address.ts";
import type { Ctx } from "#server/lib/request-context.ts";
import { refuseIfTaken } from "#server/lib/db/unique-violation.ts";
import { refuseField } from "#server/lib/refusal.ts";
import type { Settings } from "./settings.ts";

/** Refuses what other tables say: a team that is none, a company that is gone, an address that somebody signs in with. */
export async function refuseUnfit(ctx: Ctx, { address, group_id, company_id }: Settings, before?: Settings) {
  if (address !== before?.address && (await isPersonsAddress(ctx, address)))
    throw refuseField(409, "address", "mailbox.address_of_person");
  if (group_id !== null && group_id !== before?.group_id && !(await isTeam(ctx, group_id)))
    throw refuseField(422, "group_id", "group.unknown");
  if (company_id !== null && company_id !== before?.company_id && !(await isClientCompany(ctx, company_id)))
    throw refuseField(422, "company_id", "company.unknown");
}

async function isPersonsAddress({ db }: Ctx, address: string): Promise<boolean> {
  const person = await db
    .selectFrom("users")
    .select("id")
    .where((eb) => eb(eb.fn<string>("lower", ["email"]), "in", storedForms(address)))
    .executeTakeFirst();
  const further = await db
    .selectFrom("user_addresses")
    .select("user_id")
    .where("address", "=", address)
    .executeTakeFirst();
  return person !== undefined || further !== undefined;
}

async function isTeam({ db }: Ctx, id: string): Promise<boolean> {
  const team = await db
    .selectFrom("groups as g")
    .innerJoin("companies as c", "c.id", "g.company_id")
    .select("g.id")
    .where("g.id", "=", id)
    .where("g.deleted_at", "is", null)
    .where("c.is_internal", "=", true)
    .executeTakeFirst();
  return team !== undefined;
}

async function isClientCompany({ db }: Ctx, id: string): Promise<boolean> {
  const company = await db
    .selectFrom("companies")
    .select("id")
    .where("id", "=", id)
    .where("deleted_at", "is", null)
    .where("is_internal", "=", false)
    .executeTakeFirst();
  return company !== undefined;
}

/** Refuses an address that another mailbox has; a deleted one leaves its address free. */
export function withFreeAddress<T>(work: Promise<T>): Promise<T> {
  return refuseIfTaken(work, "address", "mailbox.address_taken");
}
