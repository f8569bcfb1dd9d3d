import { randomUUID } from "node:crypto";
import type { Client, PoolConfig } from "pg";
import { hashToken, newToken } from "#server/lib/crypto/token.ts";
import { look } from "../database/data-directory-and-database.ts";
import { raiseLimits } from "./set-limits.ts";

/** A signed-in administrator, so that no request fails for want of a right. */
export type Person = { id: string; token: string };
/** A signed-in client with a company of their own. */
export type Customer = Person & { companyId: string };

/**
 * Makes people who are signed in for a day, straight in the database: signing in is not under test here, nor is how much
 * one person may do, since few do the work of many.
 */
export async function makePeople(
  connection: PoolConfig,
  count: number,
  role = "administrator",
): Promise<Person[]> {
  return look(connection, async (client) => {
    const { rows } = await client.query<{ id: string }>("select id from companies where is_internal");
    const staff = [];
    await raiseLimits(client);
    await client.query("begin");
    for (let n = 0; n < count; n += 1)
      staff.push(await makePerson(client, { type: "internal", companyId: rows[0]?.id ?? "", role }));
    await client.query("commit");
    return staff;
  });
}

/** The same for people from outside, each the only one of a company. */
export async function makeCustomers(connection: PoolConfig, count: number): Promise<Customer[]> {
  return look(connection, async (client) => {
    const customers = [];
    await raiseLimits(client);
    await client.query("begin");
    for (let n = 0; n < count; n += 1) {
      const { rows } = await client.query<{ id: string }>(
        "insert into companies (name) values ($1) returning id",
        [`Customer ${randomUUID()}`],
      );
      const companyId = rows[0]?.id ?? "";
      customers.push({
        ...(await makePerson(client, { type: "external", companyId, role: "client" })),
        companyId,
      });
    }
    await client.query("commit");
    return customers;
  });
}

type Wanted = { type: "internal" | "external"; companyId: string; role: string };

/** Gives each of them a new session: a restore ends all, and no people. */
export async function signInAgain(connection: PoolConfig, people: readonly Person[]): Promise<void> {
  await look(connection, async (client) => {
    for (const person of people) person.token = await openSession(client, person.id);
  });
}

async function openSession(client: Client, userId: string): Promise<string> {
  const [session, token] = [randomUUID(), newToken()];
  await client.query(
    `insert into sessions (id, user_id, created_at, last_used_at, expires_at) values ($1, $2, now(), now(), now() + interval '1 day')`,
    [session, userId],
  );
  await client.query(
    "insert into access_tokens (hash, session_id, expires_at) values ($1, $2, now() + interval '1 day')",
    [hashToken(token), session],
  );
  return token;
}

async function makePerson(client: Client, { type, companyId, role }: Wanted): Promise<Person> {
  const id = randomUUID();
  const name = `Worker ${id.slice(0, 8)}`;
  await client.query("insert into principals (id, kind, name) values ($1, 'user', $2)", [id, name]);
  await client.query(
    "insert into users (id, email, fullname, user_type, company_id) values ($1, $2, $3, $4, $5)",
    [id, `${id}@chaos.test`, name, type, companyId],
  );
  await client.query("insert into user_roles (user_id, role_id) select $1, id from roles where key = $2", [
    id,
    role,
  ]);
  return { id, token: await openSession(client, id) };
}
