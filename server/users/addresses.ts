import { sql } from "kysely";
import { mayEditAddresses } from "#contract/access/users.ts";
import { ADDRESSES_PER_PERSON } from "#contract/users/addresses.ts";
import { readSqlState } from "#server/db/database-error.ts";
import { refuse, refuseField } from "#server/lib/refusal.ts";
import type { Ctx, Db } from "#server/lib/request-context.ts";
import { type RecordingCtx, recordEvent } from "#server/lib/work/history.ts";
import { findMailboxByAddress } from "#server/mailboxes/read.ts";
import { findPerson, lockLivingPerson } from "#server/roles/find-user.ts";

type Owner = { id: string; email: string; company_id: string | null };

export async function listAddresses(ctx: Ctx, userId: string) {
  const person = await findPerson(ctx, userId);
  if (!mayEditAddresses(ctx.actor, person)) throw refuse(403, "auth.not_allowed");
  return { items: (await queryAddresses(ctx.db, userId).execute()).map(serializeAddress) };
}

/** Refuses 409 for an address of somebody or of the desk, and when the person has as many as there may be. */
export async function addAddress(ctx: Ctx, userId: string, address: string) {
  const person = await lockLivingPerson(ctx, userId);
  if (!mayEditAddresses(ctx.actor, person)) throw refuse(403, "auth.not_allowed");
  await writeAddress(ctx, person, address);
  return serializeAddress(
    await queryAddresses(ctx.db, userId).where("a.address", "=", address).executeTakeFirstOrThrow(),
  );
}

export async function removeAddress(ctx: Ctx, userId: string, address: string): Promise<void> {
  const person = await lockLivingPerson(ctx, userId);
  if (!mayEditAddresses(ctx.actor, person)) throw refuse(403, "auth.not_allowed");
  const gone = await ctx.db
    .deleteFrom("user_addresses")
    .where("user_id", "=", userId)
    .where("address", "=", address)
    .returning("address")
    .executeTakeFirst();
  if (!gone) throw refuse(404, "user.address_not_found");
  await recordEvent(ctx, {
    id: userId,
    kind: "user.address_removed",
    companyId: person.company_id,
    before: { address },
  });
}

/**
 * Writes a further address of a locked person, in lower case, for callers that have checked the actor. Refuses as
 * `addAddress` does.
 */
export async function writeAddress(
  ctx: RecordingCtx & Pick<Ctx, "actor">,
  person: Owner,
  address: string,
): Promise<void> {
  if (await findMailboxByAddress(ctx.db, address)) throw refuseField(409, "address", "user.address_of_desk");
  if (person.email.toLowerCase() === address) throw takenAddress(address);
  const { count } = await ctx.db
    .selectFrom("user_addresses")
    .select(sql<number>`count(*)::int`.as("count"))
    .where("user_id", "=", person.id)
    .executeTakeFirstOrThrow();
  if (count >= ADDRESSES_PER_PERSON)
    throw refuse(409, "user.addresses_full", { params: { max: ADDRESSES_PER_PERSON } });
  await insertAddress(ctx, person.id, address);
  await recordEvent(ctx, {
    id: person.id,
    kind: "user.address_added",
    companyId: person.company_id,
    after: { address },
  });
}

/** The database decides: of two at once the second is refused here. */
async function insertAddress(ctx: Pick<Ctx, "db" | "actor" | "now">, userId: string, address: string) {
  try {
    await ctx.db
      .insertInto("user_addresses")
      .values({ address, user_id: userId, added_by: ctx.actor.id, added_at: ctx.now })
      .execute();
  } catch (error) {
    if (readSqlState(error) !== "23505") throw error;
    throw takenAddress(address);
  }
}

function takenAddress(address: string) {
  return refuseField(409, "address", "user.address_taken", { address });
}

/** Marks a further address as one from which a mail with strong proof came; does nothing for any other, or again. */
export async function verifyAddress(db: Db, address: string, now: Date): Promise<void> {
  await db
    .updateTable("user_addresses")
    .set({ verified_at: now })
    .where("address", "=", address.toLowerCase())
    .where("verified_at", "is", null)
    .execute();
}

/** Answers which there were. */
export async function eraseAddresses(db: Db, userId: string): Promise<string[]> {
  const gone = await db
    .deleteFrom("user_addresses")
    .where("user_id", "=", userId)
    .returning("address")
    .execute();
  return gone.map(({ address }) => address);
}

function queryAddresses(db: Db, userId: string) {
  return db
    .selectFrom("user_addresses as a")
    .innerJoin("principals as p", "p.id", "a.added_by")
    .select(["a.address", "a.added_at", "a.verified_at", "p.name as added_by_fullname"])
    .where("a.user_id", "=", userId)
    .orderBy("a.added_at")
    .orderBy("a.address");
}

type Row = { address: string; added_at: Date; verified_at: Date | null; added_by_fullname: string };

function serializeAddress(row: Row) {
  return {
    ...row,
    added_at: row.added_at.toISOString(),
    verified_at: row.verified_at?.toISOString() ?? null,
  };
}
