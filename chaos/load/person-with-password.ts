import type { PoolConfig } from "pg";
import { setPassword } from "#server/auth/password/stored-password.ts";
import { makePool } from "#server/db/open-database.ts";
import { hashPassword } from "#server/lib/crypto/password-hash.ts";
import { makePeople } from "../../test/support/app/signed-in-people.ts";

export const PASSWORD = "waypost-chaos";

/** Somebody who can sign in, for what only a sign-in brings. */
export async function makeSignIn(connection: PoolConfig): Promise<{ id: string; email: string }> {
  const [person] = await makePeople(connection, 1);
  if (!person) throw new Error("nobody was made");
  const { db, pool } = makePool(connection);
  try {
    await setPassword(db, { userId: person.id, secret: await hashPassword(PASSWORD), mustChange: false });
  } finally {
    await pool.end();
  }
  return { id: person.id, email: `${person.id}@chaos.test` };
}
