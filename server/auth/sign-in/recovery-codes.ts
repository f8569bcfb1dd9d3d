import { randomInt } from "node:crypto";
import { sql } from "kysely";
import { LIMITS } from "#contract/limits.ts";
import type { Db } from "#server/lib/request-context.ts";
import { hashWithSaltOf, hashPassword } from "#server/lib/crypto/password-hash.ts";

export type NewCodes = { shown: string[]; hashes: string[] };

/** Makes ten codes to be shown once, with their hashes. Slow on purpose, so outside of any transaction. */
export async function makeRecoveryCodes(): Promise<NewCodes> {
  const codes = new Set<string>();
  while (codes.size < LIMITS.recoveryCodes) codes.add(drawCode());
  const [first = "", ...others] = codes;
  const hash = await hashPassword(first);
  const hashes = [hash, ...(await Promise.all(others.map((code) => hashWithSaltOf(code, hash))))];
  return { shown: [...codes].map((code) => `${code.slice(0, 5)}-${code.slice(5)}`), hashes };
}

/** Replaces every earlier code. */
export async function replaceRecoveryCodes(
  db: Db,
  { userId, codes, now }: { userId: string; codes: NewCodes; now: Date },
): Promise<void> {
  await db.deleteFrom("recovery_codes").where("user_id", "=", userId).execute();
  await db
    .insertInto("recovery_codes")
    .values(codes.hashes.map((hash) => ({ user_id: userId, hash, created_at: now })))
    .execute();
}

export async function countRecoveryCodes(db: Db, userId: string): Promise<number> {
  const { left } = await db
    .selectFrom("recovery_codes")
    .select((eb) => eb.fn.countAll<number>().as("left"))
    .where("user_id", "=", userId)
    .where("used_at", "is", null)
    .executeTakeFirstOrThrow();
  return left;
}

/** Hashes a code as the stored ones are; null when the person has no codes at all. */
export async function hashRecoveryCode(db: Db, userId: string, code: string): Promise<string | null> {
  const any = await db
    .selectFrom("recovery_codes")
    .select("hash")
    .where("user_id", "=", userId)
    .limit(sql.lit(1))
    .executeTakeFirst();
  return any ? hashWithSaltOf(code, any.hash) : null;
}

/** Uses a code up: of any number of callers at once exactly one gets true. */
export async function spendRecoveryCode(
  db: Db,
  { userId, hash, now }: { userId: string; hash: string; now: Date },
): Promise<boolean> {
  const used = await db
    .updateTable("recovery_codes")
    .set({ used_at: now })
    .where("user_id", "=", userId)
    .where("hash", "=", hash)
    .where("used_at", "is", null)
    .executeTakeFirst();
  return used.numUpdatedRows === 1n;
}

/** Draws almost 50 random bits in letters and digits that are not taken for one another. */
function drawCode(): string {
  return Array.from({ length: 10 }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join("");
}

const ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789";
