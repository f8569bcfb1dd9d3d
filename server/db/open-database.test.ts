import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeEmptyDatabase } from "../../test/support/database/database.ts";
import { freePort } from "../../test/support/processes/spawn-app.ts";
import { openDatabase } from "./open-database.ts";

let database: Awaited<ReturnType<typeof makeEmptyDatabase>>;
beforeAll(async () => {
  database = await makeEmptyDatabase();
});
afterAll(() => database.drop());

describe("a DATABASE_URL that cannot be used is refused with one sentence", () => {
  test("nothing listens there", async () => {
    const port = await freePort();
    await expect(open(`postgres://u:hush@127.0.0.1:${port}/d`)).rejects.toThrow(
      `The database at 127.0.0.1:${port} cannot be reached (the connection is refused): check DATABASE_URL and that it runs.`,
    );
  });

  test("the host does not exist", async () => {
    await expect(open("postgres://u:hush@no-such-host.invalid/d")).rejects.toThrow(
      "DATABASE_URL names the host no-such-host.invalid, which cannot be found.",
    );
  });

  test("the database does not exist", async () => {
    await expect(open(urlOf({ database: "absent" }))).rejects.toThrow('There is no database "absent"');
  });

  test("the user is unknown", async () => {
    await expect(open(urlOf({ user: "stranger" }))).rejects.toThrow(
      "refuses the user stranger of DATABASE_URL",
    );
  });

  test("its database is not in UTF-8", async () => {
    const name = `latin_${Date.now()}`;
    await database.pool.query(
      `create database ${name} template template0 encoding LATIN1 locale 'C' locale_provider libc`,
    );
    await expect(open(urlOf({ database: name }))).rejects.toThrow(
      "encoding is LATIN1, but Waypost needs UTF8",
    );
    await database.pool.query(`drop database ${name}`);
  });
});

test("counts and sums arrive as numbers, a day as the text it is", async () => {
  const opened = await open(urlOf({}));
  const answer = await opened.pool.query(
    "select count(*) as n, sum(2::bigint) as total, date '2026-03-29' as day",
  );
  expect(answer.rows).toEqual([{ n: 1, total: 2, day: "2026-03-29" }]);
  await opened.stop();
});

test("closing does not wait for a query that never ends", async () => {
  const opened = await open(urlOf({}));
  const endless = opened.pool.query("select pg_sleep(25)").catch((error: unknown) => error);
  await opened.stop();
  await database.pool.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where query = 'select pg_sleep(25)'",
  );
  expect(await endless).toBeInstanceOf(Error);
});

function open(databaseUrl: string) {
  return openDatabase({ databaseUrl, dataDir: "/nowhere" }, () => {});
}

function urlOf(change: { database?: string; user?: string }): string {
  const { host, port, user, password, database: name } = { ...database.poolConfig, ...change };
  const secret = typeof password === "string" ? `:${encodeURIComponent(password)}` : "";
  return `postgres://${user}${secret}@localhost:${port}/${name}?host=${encodeURIComponent(host ?? "")}`;
}
