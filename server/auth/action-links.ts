import type { Db } from "#server/lib/request-context.ts";
import { refuse } from "#server/lib/refusal.ts";
import { hashToken, newToken } from "#server/lib/crypto/token.ts";

export type Purpose = "invite" | "reset_password" | "undo_email";

export type NewLink = {
  purpose: Purpose;
  userId: string;
  now: Date;
  /** Hours until it expires. */
  hours: number;
  /** Data of the action, such as the address to restore. */
  subject?: Record<string, string>;
  /** The hash of an elder that it does not replace. */
  beside?: Buffer;
};

/**
 * Makes a link that works once and answers its token, which is not kept: the table holds a hash.
 * Invitations and resets replace their elders; the undo of an address is made once and lives on.
 */
export async function makeLink(db: Db, link: NewLink): Promise<{ token: string; key: string }> {
  if (link.purpose !== "undo_email") await endElders(db, link);
  const token = newToken();
  const hash = hashToken(token);
  await db
    .insertInto("action_links")
    .values({
      token_hash: hash,
      purpose: link.purpose,
      user_id: link.userId,
      subject: JSON.stringify(link.subject ?? {}),
      created_at: link.now,
      expires_at: new Date(link.now.getTime() + link.hours * 3_600_000),
    })
    .execute();
  return { token, key: linkKey(hash) };
}

async function endElders(db: Db, { purpose, userId, now, beside }: NewLink): Promise<void> {
  await db
    .updateTable("action_links")
    .set({ used_at: now })
    .where("user_id", "=", userId)
    .where("purpose", "=", purpose)
    .where("used_at", "is", null)
    .$if(beside !== undefined, (elders) => elders.where("token_hash", "!=", beside ?? Buffer.alloc(0)))
    .execute();
}

/** The key by which the mail of a link is found. */
export function linkKey(hash: Buffer): string {
  return `link:${hash.toString("hex")}`;
}

/** Finds a valid link with its user. Refuses 400 with code link_expired or link_invalid. */
export async function findLink(db: Db, token: string, purposes: readonly Purpose[], now: Date) {
  const link = await db
    .selectFrom("action_links as l")
    .innerJoin("users as u", "u.id", "l.user_id")
    .leftJoin("companies as c", "c.id", "u.company_id")
    .select([
      "l.token_hash",
      "l.purpose",
      "l.subject",
      "l.expires_at",
      "l.used_at",
      "u.id as user_id",
      "u.email",
      "u.fullname",
      "c.name as company_name",
    ])
    .where("l.token_hash", "=", hashToken(token))
    .where("l.purpose", "in", [...purposes])
    .where("u.deleted_at", "is", null)
    .where("c.deleted_at", "is", null)
    .$narrowType<{ purpose: Purpose; user_id: string }>()
    .executeTakeFirst();
  if (!link || link.used_at) throw refuse(400, "auth.link_invalid");
  if (link.expires_at <= now) throw refuse(400, "auth.link_expired");
  return link;
}

/** Uses a link up: of any number of callers at once exactly one gets it, all others 400. */
export async function redeemLink(db: Db, token: string, purposes: readonly Purpose[], now: Date) {
  const link = await findLink(db, token, purposes, now);
  const used = await db
    .updateTable("action_links")
    .set({ used_at: now })
    .where("token_hash", "=", link.token_hash)
    .where("used_at", "is", null)
    .executeTakeFirst();
  if (used.numUpdatedRows !== 1n) throw refuse(400, "auth.link_invalid");
  return link;
}

/** Finds the invited person, if the only fault of the invitation is that it expired. */
export async function expiredInvitee(db: Db, hash: Buffer, now: Date) {
  const link = await db
    .selectFrom("action_links as l")
    .innerJoin("users as u", "u.id", "l.user_id")
    .leftJoin("companies as c", "c.id", "u.company_id")
    .select(["u.id as user_id", "u.email"])
    .where("l.token_hash", "=", hash)
    .where("l.purpose", "=", "invite")
    .where("l.used_at", "is", null)
    .where("l.expires_at", "<=", now)
    .where("u.deleted_at", "is", null)
    .where((eb) =>
      eb.or([eb("c.id", "is", null), eb.and([eb("c.is_active", "=", true), eb("c.deleted_at", "is", null)])]),
    )
    .forUpdate("l")
    .executeTakeFirst();
  return link ?? null;
}

/** Whether somebody has a living link of that purpose. */
export async function hasLink(db: Db, userId: string, purpose: Purpose, now: Date): Promise<boolean> {
  const living = await db
    .selectFrom("action_links")
    .select("purpose")
    .where("user_id", "=", userId)
    .where("purpose", "=", purpose)
    .where("used_at", "is", null)
    .where("expires_at", ">", now)
    .executeTakeFirst();
  return living !== undefined;
}

/** Ends somebody's outstanding links. */
export async function endLinks(
  db: Db,
  userId: string,
  purposes: readonly Purpose[],
  now: Date,
): Promise<void> {
  await db
    .updateTable("action_links")
    .set({ used_at: now })
    .where("user_id", "=", userId)
    .where("purpose", "in", [...purposes])
    .where("used_at", "is", null)
    .execute();
}

/**
 * Stores the code of the first set-up, printed by the process that starts. Codes of other instances stay valid beside
 * it.
 */
export async function makeSetupCode(db: Db, code: string, now: Date): Promise<void> {
  await db
    .insertInto("action_links")
    .values({
      token_hash: hashToken(code),
      purpose: "setup",
      created_at: now,
      expires_at: new Date(now.getTime() + SETUP_DAYS * 24 * 3_600_000),
    })
    .execute();
}

const SETUP_DAYS = 30;

/** False for a code that was never printed, or too long ago. */
export async function isSetupCode(db: Db, code: string, now: Date): Promise<boolean> {
  const found = await db
    .selectFrom("action_links")
    .select("purpose")
    .where("token_hash", "=", hashToken(code))
    .where("purpose", "=", "setup")
    .where("used_at", "is", null)
    .where("expires_at", ">", now)
    .executeTakeFirst();
  return found !== undefined;
}

/** Ends all set-up codes: the desk is set up once. */
export async function endSetupCodes(db: Db, now: Date): Promise<void> {
  await db
    .updateTable("action_links")
    .set({ used_at: now })
    .where("purpose", "=", "setup")
    .where("used_at", "is", null)
    .execute();
}
