import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { listEndpoints } from "#contract/api.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import { makeWorld, type World } from "./support/app/app-with-people.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
  // The first sign-in makes a secret of the server.
  await administratorsToken();
});
afterAll(() => world.end());
// All of them at one moment would be more than one person may write.
beforeEach(() => world.pass(10_000));

/** Names that attackers try, besides every column of every table. */
const HOSTILE = [
  "role",
  "role_ids",
  "is_admin",
  "isAdmin",
  "admin",
  "permissions",
  "password_hash",
  "secret",
  "must_change",
  "token",
  "access_token",
  "verified",
  "owner_id",
  "userId",
  "$where",
  "constructor",
  "prototype",
  "__proto__",
];

const WRITES = listEndpoints().flatMap((endpoint) =>
  endpoint.body instanceof z.ZodObject ? [{ endpoint, fields: Object.keys(endpoint.body.shape) }] : [],
);

describe("a field that an endpoint does not declare", () => {
  it.each(WRITES.map((write) => [`${write.endpoint.method} ${write.endpoint.path}`, write] as const))(
    "is refused, and changes nothing: %s",
    async (_name, { endpoint, fields }) => {
      const columns = await columnsOfEveryTable();
      const undeclared = [...new Set([...columns, ...HOSTILE])].filter((name) => !fields.includes(name));
      const before = await everything();
      const statuses = new Map<string, number>();
      for (const name of undeclared) statuses.set(name, await send(endpoint, name));
      const accepted = [...statuses].filter(([, status]) => ![400, 403, 422].includes(status));
      expect(accepted).toEqual([]);
      expect(undeclared.length).toBeGreaterThan(100);
      expect(await everything()).toBe(before);
    },
  );
});

/** With a body that would be right but for one more field; written as text, so that __proto__ is a field too. */
async function send(endpoint: Endpoint, name: string): Promise<number> {
  const right = JSON.stringify(endpoint.example?.body ?? {});
  const field = `${JSON.stringify(name)}:true`;
  const payload = right === "{}" ? `{${field}}` : `${right.slice(0, -1)},${field}}`;
  const answer = await world.fastify.inject({
    method: endpoint.method,
    url: `/api${endpoint.path.replaceAll(/\{\w+\}/g, world.idOf("tomas"))}`,
    headers: { authorization: `Bearer ${await administratorsToken()}`, "content-type": "application/json" },
    payload,
  });
  return answer.statusCode;
}

/** A session's token ends after a quarter of an hour, which all endpoints together take by the clock of this world. */
const TOKEN_MS = 10 * 60_000;
let signedIn = { token: "", until: 0 };
async function administratorsToken(): Promise<string> {
  const now = world.clock.now().getTime();
  if (now >= signedIn.until) {
    const person = { email: "maren@waypost.test", password: "correct horse battery" };
    const { body } = await world.as().post("/auth/login", person);
    signedIn = { token: body.access_token, until: now + TOKEN_MS };
  }
  return signedIn.token;
}

async function columnsOfEveryTable(): Promise<string[]> {
  const { rows } = await world.pool.query<{ name: string }>(
    "select distinct column_name as name from information_schema.columns where table_schema = 'public'",
  );
  return rows.map(({ name }) => name);
}

/** Everything that matters, in one string; the time of the last visit is left out. */
async function everything(): Promise<string> {
  const tables = [
    "companies",
    "groups",
    "group_members",
    "user_roles",
    "credentials",
    "second_factors",
    "recovery_codes",
    "settings",
    "tickets",
  ];
  const parts = await Promise.all(
    tables.map(async (table) => (await world.pool.query(`select t::text from ${table} t order by 1`)).rows),
  );
  const users = await world.pool.query("select (to_jsonb(u) - 'last_online')::text from users u order by 1");
  const mails = await world.pool.query("select count(*) from mails");
  return JSON.stringify([...parts, users.rows, mails.rows]);
}
