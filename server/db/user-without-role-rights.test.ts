import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client, type PoolConfig } from "pg";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { command, look } from "../../test/support/database/data-directory-and-database.ts";
import { callerOf, makePerson, tokenFor } from "../../test/support/app/app-with-people.ts";
import { buildApp } from "#server/app.ts";
import { readConfig } from "#server/config.ts";
import { explainSeparation, readSeparation } from "./database-roles.ts";
import { prepareDatabase } from "#server/lib/db/prepare-database.ts";
import { startEmbedded, type Embedded } from "./embedded/embedded.ts";
import { migrate } from "./migrate.ts";
import { makePool, openDatabase } from "./open-database.ts";

/** A server of one's own, on which an administrator has made one user, who may make no roles. */
let server: Embedded;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "waypost-roles-"));
  chmodSync(folder, 0o711);
  server = await start();
  const admin = { ...server.poolConfig, database: "postgres" };
  await command(admin, "drop role waypost_app");
  await command(admin, "drop role waypost_guest");
  await command(admin, "create role desk login nosuperuser nocreaterole");
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

const start = () => startEmbedded({ dataDir: join(folder, "data"), say: () => {}, throwaway: true });
const asUser = (user: string, database: string): PoolConfig => ({ ...server.poolConfig, user, database });
const admin = (statement: string) => command({ ...server.poolConfig, database: "postgres" }, statement);
const urlOf = (user: string, database: string) =>
  `postgres://${user}@localhost/${database}?host=${encodeURIComponent(server.poolConfig.host ?? "")}`;

/** Opens the app; gives the lines of its log, and a client of it. */
async function openApp(parts: Pick<Parameters<typeof buildApp>[0], "db" | "pool" | "guests">) {
  const said: string[] = [];
  const log = pino({ level: "warn" }, { write: (line: string) => void said.push(line) });
  const now = new Date();
  const served = await buildApp({
    ...parts,
    config: readConfig({ NODE_ENV: "test", DEMO: "off", DATA_DIR: join(folder, "files") }),
    log,
    background: false,
  });
  await served.fastify.ready();
  const { id: company } = await parts.db
    .insertInto("companies")
    .values({ name: `Company ${said.length} ${now.getTime()}` })
    .returning("id")
    .executeTakeFirstOrThrow();
  const person = {
    email: `${now.getTime()}@x.test`,
    fullname: "Someone",
    role: "Client" as const,
    company: "kestrel" as const,
  };
  const client = await makePerson(parts.db, person, { internal: company, kestrel: company, aster: company });
  const caller = callerOf(served, () => tokenFor(parts.db, client, now));
  const raised = await caller.post("/tickets", { subject: "Printer", issue: "Jams" });
  const seen = await caller.get("/tickets");
  await served.close();
  return {
    said: said.join(""),
    raised: raised.status,
    total: seen.body.meta?.total,
    guests: served.app.guests,
  };
}

describe("a user of DATABASE_URL who may make no roles", () => {
  it("is enough for a desk, which says in a line what is missing", async () => {
    await admin("create database alone owner desk");
    const made = makePool(asUser("desk", "alone"));
    await prepareDatabase(made.pool, () => {});
    const found = await readSeparation(made.pool, null);
    expect(found).toEqual({ appOwnsNothing: false, guests: "off" });
    const { said, raised, total } = await openApp({ ...made, guests: null });
    expect([raised, total]).toEqual([201, 1]);
    expect(said).toContain(JSON.stringify(explainSeparation(found)));
    await made.pool.end();
  });

  it("has the limit of the unsorted words in their index where the database is somebody else's", async () => {
    await admin("create database lent");
    await command({ ...server.poolConfig, database: "lent" }, "grant create on database lent to desk");
    await command({ ...server.poolConfig, database: "lent" }, "grant create, usage on schema public to desk");
    const { pool } = makePool(asUser("desk", "lent"));
    await prepareDatabase(pool, () => {});
    const { rows } = await pool.query("select reloptions from pg_class where relname = 'ticket_words_staff'");
    expect(rows).toEqual([{ reloptions: ["gin_pending_list_limit=64"] }]);
    await pool.end();
  });

  it("is kept from external users once an administrator has made the roles of the recipe", async () => {
    for (const statement of [
      "create role waypost_app login",
      "create role waypost_guest login",
      "grant waypost_guest to desk",
    ])
      // oxlint-disable-next-line no-await-in-loop
      await admin(statement);
    const opened = await openDatabase(
      readConfig({
        DATABASE_URL: urlOf("waypost_app", "alone"),
        DATABASE_OWNER_URL: urlOf("desk", "alone"),
        DATABASE_GUEST_URL: urlOf("waypost_guest", "alone"),
      }),
      () => {},
    );
    await prepareDatabase(opened.pool, () => {});
    const { app, guests } = await opened.openLogins();
    expect(await readSeparation(app.pool, guests?.pool ?? null)).toEqual({
      appOwnsNothing: true,
      guests: "own login",
    });
    const { said, raised, total } = await openApp({ ...app, guests });
    expect([raised, total, said]).toEqual([201, 1, ""]);
    await opened.stop();
  });

  it("keeps external users apart by SET ROLE where there is no login for them", async () => {
    const { db, pool } = makePool(asUser("desk", "alone"));
    const { said, raised, total, guests } = await openApp({ db, pool, guests: null });
    expect([raised, total, guests.db]).toEqual([201, 1, null]);
    expect(said).toContain("set DATABASE_OWNER_URL");
    await pool.end();
  });

  it("may not be named where the app's role belongs, nor the external users'", async () => {
    const owner = { DATABASE_OWNER_URL: urlOf("desk", "alone") };
    for (const [settings, words] of [
      [{ ...owner, DATABASE_URL: urlOf("desk", "alone") }, "The user of DATABASE_URL must be waypost_app"],
      [
        {
          ...owner,
          DATABASE_URL: urlOf("waypost_app", "alone"),
          DATABASE_GUEST_URL: urlOf("waypost_app", "alone"),
        },
        "The user of DATABASE_GUEST_URL must be waypost_guest",
      ],
    ] as const) {
      // oxlint-disable-next-line no-await-in-loop
      const opened = await openDatabase(readConfig(settings), () => {});
      // oxlint-disable-next-line no-await-in-loop
      await expect(opened.openLogins()).rejects.toThrow(words);
      // oxlint-disable-next-line no-await-in-loop
      await opened.stop();
    }
  });

  it("is told what to grant where another desk of the server has made the role", async () => {
    await admin("create role second login nosuperuser nocreaterole");
    await admin("create database beside owner second");
    const { pool } = makePool(asUser("second", "beside"));
    await expect(prepareDatabase(pool, () => {})).rejects.toThrow("grant waypost_guest to second");
    await admin("grant waypost_guest to second");
    expect(await prepareDatabase(pool, () => {})).toBeGreaterThan(10);
    await pool.end();
  });
});

describe("a data directory of version 0.1.0, whose app worked as the owner", () => {
  it("is upgraded by the next start, with all that is in it", async () => {
    const old = makePool({ ...server.poolConfig, database: "waypost" });
    await migrate(old.pool, () => {}, undefined, 16);
    await old.pool.query("insert into companies (name) values ('Kept')");
    await old.pool.end();
    await server.stop();
    server = await start();
    const { rows } = await look({ ...server.poolConfig, database: "postgres" }, (client: Client) =>
      client.query(
        "select rolname from pg_roles where rolname like 'waypost\\_%' and rolcanlogin and not rolsuper order by 1",
      ),
    );
    expect(rows.map(({ rolname }) => rolname)).toEqual(["waypost_app", "waypost_guest"]);
    const two = [makePool({ ...server.poolConfig }), makePool({ ...server.poolConfig })];
    await Promise.all(two.map(({ pool }) => prepareDatabase(pool, () => {})));
    await Promise.all(two.map(({ pool }) => pool.end()));
    const app = makePool({ ...server.poolConfig, user: "waypost_app" });
    const guests = makePool({ ...server.poolConfig, user: "waypost_guest" });
    expect(await readSeparation(app.pool, guests.pool)).toEqual({
      appOwnsNothing: true,
      guests: "own login",
    });
    expect((await app.pool.query("select from companies where name = 'Kept'")).rowCount).toBe(1);
    const { raised, total } = await openApp({ ...app, guests });
    expect([raised, total]).toEqual([201, 1]);
    await Promise.all([app, guests].map(({ pool }) => pool.end()));
  });
});
