import { randomUUID } from "node:crypto";
import { setPassword } from "#server/auth/password/stored-password.ts";
import { endLinksAfter } from "#server/auth/revoke-action-links.ts";
import { removeFactor, clearTries } from "#server/auth/sign-in/second-factor.ts";
import { revokeSessions } from "#server/auth/session/session.ts";
import type { Db } from "#server/lib/request-context.ts";
import { recordEvent } from "#server/lib/work/history.ts";
import { hashPassword } from "#server/lib/crypto/password-hash.ts";
import { StartError } from "#server/start/start-error.ts";
import { newToken } from "#server/lib/crypto/token.ts";
import { syncRoles } from "#server/roles/sync-roles.ts";
import { grantRole } from "#server/roles/write.ts";
import { findByEmail } from "../read.ts";
import { ensureStaffMember } from "./ensure-staff.ts";

/**
 * Makes an administrator, or rescues one who cannot get in: brought back if deleted, signed out everywhere, with a
 * new password that must be changed at the first sign-in. For the holder of the shell; returns the password once.
 */
export async function makeAdministrator(db: Db, { email, now }: { email: string; now: Date }) {
  await syncRoles(db);
  const password = newToken().slice(0, 20);
  const secret = await hashPassword(password);
  const person = await db.transaction().execute(async (tx) => {
    const member = await ensureStaffMember(tx, email);
    await grantRole(tx, member.id, "administrator");
    await revokeSessions(tx, member.id, "rescued from the shell", now);
    await endLinksAfter(tx, member.id, "account rescued", now);
    await setPassword(tx, { userId: member.id, secret, mustChange: true });
    await recordEvent(
      { db: tx, actor: null, now, ip: null, requestId: randomUUID(), via: "shell" },
      {
        id: member.id,
        kind: member.made ? "user.created" : "user.rescued",
        after: { role: "administrator" },
      },
    );
    return member;
  });
  return { password, ...person };
}

/**
 * Removes a person's second factor and signs them out everywhere: for the only administrator who lost phone and
 * codes. Refuses an address that nobody has; false when there was no factor.
 */
export async function resetFactorFromShell(db: Db, { email, now }: { email: string; now: Date }) {
  const person = await findByEmail({ db }, email);
  if (!person) throw new StartError(`Nobody has the address ${email}`);
  return db.transaction().execute(async (tx) => {
    const wasOn = await removeFactor(tx, person.id);
    await clearTries(tx, person.id);
    if (!wasOn) return false;
    await revokeSessions(tx, person.id, "second factor reset", now);
    await recordEvent(
      { db: tx, actor: null, now, ip: null, requestId: randomUUID(), via: "shell" },
      { id: person.id, kind: "user.second_factor_reset" },
    );
    return true;
  });
}
