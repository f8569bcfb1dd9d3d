import { randomUUID } from "node:crypto";
import type { PoolConfig } from "pg";
import { hashToken, newToken } from "../server/lib/token.ts";
import { look } from "./place.ts";

/** Somebody who works: administrators, so that the deed never fails for want of a right. */
export type Person = { id: string; token: string };

/** Makes people who are signed in for a day, straight in the database: signing in is not what is tried here. */
export async function makePeople(
  connection: PoolConfig,
  count: number,
  role = "administrator",
): Promise<Person[]> {
  const staff = Array.from({ length: count }, () => ({ id: randomUUID(), token: newToken() }));
  await look(connection, async (client) => {
    await client.query("begin");
    for (const { id, token } of staff) {
      const session = randomUUID();
      await client.query("insert into principals (id, kind, name) values ($1, 'user', $2)", [
        id,
        `Worker ${id.slice(0, 8)}`,
      ]);
      await client.query(
        `insert into users (id, email, fullname, user_type, company_id)
         select $1, $2, $3, 'internal', c.id from companies c where c.is_internal limit 1`,
        [id, `${id}@chaos.test`, `Worker ${id.slice(0, 8)}`],
      );
      await client.query(
        "insert into user_roles (user_id, role_id) select $1, id from roles where key = $2",
        [id, role],
      );
      await client.query(
        `insert into sessions (id, user_id, created_at, last_used_at, expires_at) values ($1, $2, now(), now(), now() + interval '1 day')`,
        [session, id],
      );
      await client.query(
        "insert into access_tokens (hash, session_id, expires_at) values ($1, $2, now() + interval '1 day')",
        [hashToken(token), session],
      );
    }
    await client.query("commit");
  });
  return staff;
}
