import { randomUUID } from "node:crypto";
import type { Db } from "../lib/context.ts";
import { note } from "../lib/history.ts";
import { hashPassword } from "../lib/password.ts";
import { newToken } from "../lib/token.ts";
import { settleRoles } from "../roles/catalogue.ts";
import { grantRole } from "../roles/grant.ts";
import { settleStaffMember } from "../users/staff.ts";
import { revokeSessions } from "./session.ts";

/**
 * Makes an administrator, or rescues one who cannot get in: brought back if deleted, signed out everywhere, with a
 * new password that must be changed at the first sign-in. For whoever holds the shell; returns the password once.
 */
export async function makeAdministrator(db: Db, { email, now }: { email: string; now: Date }) {
  await settleRoles(db);
  const password = newToken().slice(0, 20);
  const secret = await hashPassword(password);
  const made = await db.transaction().execute(async (tx) => {
    const person = await settleStaffMember(tx, email);
    await grantRole(tx, person.id, "administrator");
    await revokeSessions(tx, person.id, "rescued from the shell", now);
    await tx
      .insertInto("credentials")
      .values({ user_id: person.id, kind: "password", secret, must_change: true })
      .onConflict((conflict) =>
        conflict.column("user_id").where("kind", "=", "password").doUpdateSet({ secret, must_change: true }),
      )
      .execute();
    await note(
      { db: tx, actor: null, now, ip: null, requestId: randomUUID(), via: "shell" },
      {
        entity: "user",
        id: person.id,
        kind: person.made ? "user.created" : "user.rescued",
        audience: "administrators",
        after: { role: "administrator" },
      },
    );
    return person.made;
  });
  return { password, made };
}
