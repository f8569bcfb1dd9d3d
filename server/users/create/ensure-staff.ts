import type { Db } from "#server/lib/request-context.ts";
import { storedForms } from "#contract/text/email-address.ts";
import { StartError } from "#server/start/start-error.ts";

/** Finds, restores or creates the internal person with this address. Refuses an address that is a client's. */
export async function ensureStaffMember(db: Db, email: string): Promise<{ id: string; made: boolean }> {
  const found = await db
    .selectFrom("users")
    .select(["id", "user_type"])
    .where((eb) => eb(eb.fn<string>("lower", ["email"]), "in", storedForms(email)))
    .forUpdate()
    .executeTakeFirst();
  if (!found) return { id: await makeStaffMember(db, email), made: true };
  if (found.user_type === "external") {
    throw new StartError(`${email} belongs to a client: an administrator needs an address of its own.`);
  }
  await db.updateTable("users").set({ deleted_at: null }).where("id", "=", found.id).execute();
  return { id: found.id, made: false };
}

async function makeStaffMember(db: Db, email: string): Promise<string> {
  const fullname = email.split("@")[0] ?? email;
  const { id } = await db
    .insertInto("principals")
    .values({ kind: "user", name: fullname })
    .returning("id")
    .executeTakeFirstOrThrow();
  const company = await db
    .selectFrom("companies")
    .select("id")
    .where("is_internal", "=", true)
    .executeTakeFirstOrThrow();
  await db
    .insertInto("users")
    .values({ id, email, fullname, user_type: "internal", company_id: company.id })
    .execute();
  return id;
}
