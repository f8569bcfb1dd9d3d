import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Config } from "#server/config.ts";
import type { Db } from "#server/lib/context.ts";
import { newToken } from "#server/lib/crypto/token.ts";
import { readSecret } from "#server/settings/secrets.ts";

/*
 * A browser that has signed in to an account carries a cookie of that account: a random name, signed with it. It opens
 * nothing. It gives the browser a count of wrong passwords of its own, which nobody else can use up.
 */

/** Seconds; browsers keep cookies no longer. */
const LIFETIME = 400 * 24 * 3600;

const isHttps = (config: Config) => config.publicUrl.startsWith("https:");

function cookieName(config: Config, userId: string): string {
  const account = createHash("sha256").update(userId).digest("hex").slice(0, 16);
  return `${isHttps(config) ? "__Host-" : ""}browser-${account}`;
}

/** The name of the browser, where it has signed in to the account before; null for any other, and a forged one. */
export async function readKnownBrowser(
  db: Db,
  request: FastifyRequest,
  { config, userId }: { config: Config; userId: string },
): Promise<string | null> {
  const [name = "", signature = ""] = request.cookies[cookieName(config, userId)]?.split(".") ?? [];
  const expected = Buffer.from(await sign(db, userId, name));
  const given = Buffer.from(signature);
  const isOurs = given.length === expected.length && timingSafeEqual(given, expected);
  return isOurs ? name : null;
}

/** Marks the browser as one that has signed in to the account. */
export async function rememberBrowser(
  db: Db,
  reply: FastifyReply,
  { config, userId }: { config: Config; userId: string },
): Promise<void> {
  const name = newToken();
  reply.setCookie(cookieName(config, userId), `${name}.${await sign(db, userId, name)}`, {
    httpOnly: true,
    sameSite: "strict",
    secure: isHttps(config),
    path: isHttps(config) ? "/" : "/api/auth",
    maxAge: LIFETIME,
  });
}

async function sign(db: Db, userId: string, name: string): Promise<string> {
  const secret = await readSecret(db, "browser_secret");
  return createHmac("sha256", secret).update(`${userId} ${name}`).digest("base64url");
}
