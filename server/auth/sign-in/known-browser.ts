import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import type { Db } from "#server/lib/request-context.ts";
import { newToken } from "#server/lib/crypto/token.ts";
import { readSecret } from "#server/settings/signing-secrets.ts";

/*
 * A browser that has signed in to an account carries a cookie of that account: a random name, signed with it. It opens
 * nothing. It gives the browser a count of wrong passwords of its own, which nobody else can use up.
 */

/** The cookie's name tells one account of a browser from another, and nobody whose they are. */
export function nameBrowserCookie(userId: string): string {
  return `browser-${createHash("sha256").update(userId).digest("hex").slice(0, 16)}`;
}

/** The name of the browser, where it has signed in to the account before; null for any other, and a forged one. */
export async function findKnownBrowser(
  db: Db,
  userId: string,
  cookie: string | undefined,
): Promise<string | null> {
  const [name = "", signature = ""] = cookie?.split(".") ?? [];
  const expected = Buffer.from(await sign(db, userId, name));
  const given = Buffer.from(signature);
  const isOurs = given.length === expected.length && timingSafeEqual(given, expected);
  return isOurs ? name : null;
}

/** The value of the cookie for a browser that has just signed in to the account. */
export async function makeBrowserCookie(db: Db, userId: string): Promise<string> {
  const name = newToken();
  return `${name}.${await sign(db, userId, name)}`;
}

async function sign(db: Db, userId: string, name: string): Promise<string> {
  const secret = await readSecret(db, "browser_secret");
  return createHmac("sha256", secret).update(`${userId} ${name}`).digest("base64url");
}
