import { randomInt } from "node:crypto";
import type { z } from "zod";
import type { auth } from "#contract/auth.ts";
import { setPassword } from "#server/auth/password/stored-password.ts";
import { endSetupCodes, isSetupCode, makeSetupCode } from "#server/auth/action-links.ts";
import { refuseWeakPassword } from "#server/auth/password/password-policy.ts";
import { toNetwork } from "#server/auth/sign-in/ip-network.ts";
import type { Db, OpenCtx } from "#server/lib/request-context.ts";
import { recordEvent } from "#server/lib/work/history.ts";
import { spendAttempt, type AttemptLimit } from "#server/lib/guard/rate-limit.ts";
import { hashPassword } from "#server/lib/crypto/password-hash.ts";
import { refuse } from "#server/lib/refusal.ts";
import { hasAdministrator } from "#server/roles/last-administrator.ts";
import { resolveRoleNames } from "#server/roles/write.ts";
import { insertUser } from "./create-user.ts";
import { findByEmail } from "../read.ts";

type Setup = z.output<typeof auth.setup.body>;

/** Letters and digits that people do not confuse. */
const LETTERS = "ABCDEFGHJKMNPQRSTVWXYZ23456789";
const GUESSES: AttemptLimit = { free: 10, firstWait: 5, longest: 900, forget: 900 };

/** Makes a code to print while nobody administers the desk, as XXXX-XXXX-XXXX; null once somebody does. */
export async function offerSetupCode(db: Db, now: Date): Promise<string | null> {
  if (await hasAdministrator(db, { lock: false })) return null;
  const code = [drawLetters(), drawLetters(), drawLetters()].join("-");
  await makeSetupCode(db, normalizeCode(code), now);
  return code;
}

function drawLetters(): string {
  return Array.from({ length: 4 }, () => LETTERS[randomInt(LETTERS.length)]).join("");
}

/** Normalizes a code: typed in small letters or without dashes, it is the same. */
function normalizeCode(code: string): string {
  return code.toUpperCase().replaceAll(/[^A-Z0-9]/g, "");
}

/** Refuses 409 once there is an administrator, 400 for a wrong code, 429 for guessing, 422 for a weak password. */
export async function prepareSetup(ctx: OpenCtx, wanted: Setup): Promise<string> {
  if (await hasAdministrator(ctx.db, { lock: false })) throw refuse(409, "auth.already_set_up");
  await spendAttempt(ctx.app.db, `setup:${toNetwork(ctx.ip)}`, GUESSES, ctx.now);
  await refuseWrongCode(ctx, wanted.code);
  await refuseWeakPassword(ctx, {
    password: wanted.password,
    owner: { ...wanted, company_name: null },
    field: "password",
  });
  return hashPassword(wanted.password);
}

/** Creates the first administrator: of any number of callers at once, one succeeds. */
export async function createFirstAdministrator(ctx: OpenCtx, wanted: Setup, secret: string): Promise<void> {
  if (await hasAdministrator(ctx.db, { lock: true })) throw refuse(409, "auth.already_set_up");
  await refuseWrongCode(ctx, wanted.code);
  if (await findByEmail(ctx, wanted.email)) throw refuse(409, "user.email_taken");
  const { id: company_id } = await ctx.db
    .selectFrom("companies")
    .select("id")
    .where("is_internal", "=", true)
    .executeTakeFirstOrThrow();
  const roles = await resolveRoleNames(ctx.db, "internal", ["administrator"]);
  const { email, fullname } = wanted;
  const id = await insertUser(
    ctx.db,
    { email, fullname, user_type: "internal", company_id, created_at: ctx.now },
    roles,
  );
  await setPassword(ctx.db, { userId: id, secret, mustChange: false });
  await endSetupCodes(ctx.db, ctx.now);
  await recordEvent(ctx, {
    id,
    kind: "user.created",
    by: id,
    after: { email, fullname, roles: ["administrator"], by: "first set-up" },
  });
}

/** Looks at the code before the administrators: what used the code up a moment ago is why it no longer works. */
async function refuseWrongCode(ctx: OpenCtx, code: string): Promise<void> {
  if (await isSetupCode(ctx.db, normalizeCode(code), ctx.now)) return;
  if (await hasAdministrator(ctx.db, { lock: false })) throw refuse(409, "auth.already_set_up");
  throw refuse(400, "auth.setup_code_wrong");
}
