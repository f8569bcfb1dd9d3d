import { randomInt } from "node:crypto";
import type { z } from "zod";
import type { auth } from "#contract/auth.ts";
import { WORDS } from "#contract/words.ts";
import { setPassword } from "../auth/credentials.ts";
import { endSetupCodes, isSetupCode, makeSetupCode } from "../auth/links.ts";
import { refuseWeakPassword } from "../auth/passwords.ts";
import { networkOf } from "../auth/sign-in.ts";
import type { Db, OpenCtx } from "../lib/context.ts";
import { note } from "../lib/history.ts";
import { spend, type Allowance } from "../lib/limit.ts";
import { hashPassword } from "../lib/password.ts";
import { refuse } from "../lib/refusal.ts";
import { hasAdministrator } from "../roles/guards.ts";
import { settleRoleNames } from "../roles/write.ts";
import { insertUser } from "./newcomer.ts";
import { findByEmail } from "./read.ts";

type Setup = z.output<typeof auth.setup.body>;

/** Without the letters and digits that people confuse. */
const LETTERS = "ABCDEFGHJKMNPQRSTVWXYZ23456789";
const GUESSES: Allowance = { free: 10, firstWait: 5, longest: 900, forget: 900 };

/** A fresh code to print while nobody administers the desk, as XXXX-XXXX-XXXX; null once somebody does. */
export async function offerSetup(db: Db, now: Date): Promise<string | null> {
  if (await hasAdministrator(db, { lock: false })) return null;
  const code = [fourLetters(), fourLetters(), fourLetters()].join("-");
  await makeSetupCode(db, plain(code), now);
  return code;
}

function fourLetters(): string {
  return Array.from({ length: 4 }, () => LETTERS[randomInt(LETTERS.length)]).join("");
}

/** Typed in small letters or without dashes, it is the same code. */
function plain(code: string): string {
  return code.toUpperCase().replaceAll(/[^A-Z0-9]/g, "");
}

/** Refuses 409 once there is an administrator, 400 for a wrong code, 429 for guessing, 422 for a weak password. */
export async function prepareSetup(ctx: OpenCtx, wanted: Setup): Promise<string> {
  if (await hasAdministrator(ctx.db, { lock: false })) throw refuse(409, WORDS.setUpAlready);
  await spend(ctx.house.db, `setup:${networkOf(ctx.ip)}`, GUESSES, ctx.now);
  await refuseWrongCode(ctx, wanted.code);
  await refuseWeakPassword(ctx, {
    password: wanted.password,
    owner: { ...wanted, company_name: null },
    field: "password",
  });
  return hashPassword(wanted.password);
}

/** The first administrator: of any number of callers at once, one. */
export async function setUp(ctx: OpenCtx, wanted: Setup, secret: string): Promise<void> {
  if (await hasAdministrator(ctx.db, { lock: true })) throw refuse(409, WORDS.setUpAlready);
  await refuseWrongCode(ctx, wanted.code);
  if (await findByEmail(ctx, wanted.email)) throw refuse(409, WORDS.emailTaken);
  const { id: company_id } = await ctx.db
    .selectFrom("companies")
    .select("id")
    .where("is_internal", "=", true)
    .executeTakeFirstOrThrow();
  const roles = await settleRoleNames(ctx.db, "internal", ["administrator"]);
  const { email, fullname } = wanted;
  const id = await insertUser(
    ctx.db,
    { email, fullname, user_type: "internal", company_id, created_at: ctx.now },
    roles,
  );
  await setPassword(ctx.db, { userId: id, secret, mustChange: false });
  await endSetupCodes(ctx.db, ctx.now);
  await note(ctx, {
    entity: "user",
    id,
    kind: "user.created",
    by: id,
    audience: "administrators",
    after: { email, fullname, roles: ["administrator"], by: "first set-up" },
  });
}

async function refuseWrongCode(ctx: OpenCtx, code: string): Promise<void> {
  if (!(await isSetupCode(ctx.db, plain(code), ctx.now))) throw refuse(400, "This setup code is not valid");
}
