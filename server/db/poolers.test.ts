import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from "vitest";
import { withImportLock } from "#server/import/import-lock.ts";
import { actorOf, asGuest } from "../../test/support/app/as-external-user.ts";
import { makeWorld, type Name, type World } from "../../test/support/app/app-with-people.ts";
import { goThrough, makeDatabase } from "../../test/support/database/database.ts";
import { listenTo } from "../../test/support/app/event-listener.ts";
import { missingPgBouncer, type Pooler, startPgBouncer } from "../../test/support/database/pgbouncer.ts";
import { asExternalUser } from "#server/lib/db/row-level-security.ts";
import { makePool, openDatabase } from "./open-database.ts";
import { explainMissingLimits } from "./session-limits.ts";

const modes = ["transaction", "session"] as const;
const why = missingPgBouncer ? ` (${missingPgBouncer})` : "";

describe.skipIf(missingPgBouncer !== null).each(modes)(`through a pooler in %s mode${why}`, (mode) => {
  let pooler: Pooler;
  let world: World;
  const own = new Map<Name, string>();
  beforeAll(async () => {
    // In session mode the pooler cleans up after each client, as it does by itself.
    const settings = mode === "session" ? ["server_reset_query = DISCARD ALL", "default_pool_size = 40"] : [];
    pooler = await startPgBouncer(inject("databaseServer").connection, { mode, settings });
    goThrough(pooler);
    world = await makeWorld();
    for (const name of ["tomas", "jonas"] as const) {
      const raised = await world.as(name).post("/tickets", { subject: `${name} subject`, issue: "It." });
      own.set(name, raised.body.ticket.id);
    }
  });
  afterAll(async () => {
    await world?.end();
    await pooler?.stop();
  });

  /** What every connection of the pooler to the server has set on it, for each of the roles. */
  async function leftovers(): Promise<unknown[]> {
    const found: unknown[] = [];
    for (const { pool } of [world.logins.app, world.logins.guests]) {
      const clients = [await pool.connect(), await pool.connect()];
      onTestFinished(() => clients.forEach((client) => client.release()));
      for (const client of clients) {
        await client.query("begin");
        const { rows } = await client.query(
          `select name, setting from pg_settings where name like 'waypost.%' and setting <> ''
           union all select 'role', current_setting('role') where current_setting('role') <> 'none'
           union all select 'prepared', statement from pg_prepared_statements
           union all select 'listens', channel from pg_listening_channels() as channel`,
        );
        found.push(...rows);
      }
      for (const client of clients) await client.query("rollback");
    }
    return found;
  }

  it("nobody sees what is somebody else's, while many share few connections", async () => {
    const seen: [Name, string[]][] = [];
    const readOver = async (name: Name) => {
      for (let turn = 0; turn < 10; turn += 1) {
        const { items } = (await world.as(name).get("/tickets")).body;
        seen.push([name, items.map(({ id }: { id: string }) => id)]);
      }
    };
    await Promise.all((["tomas", "jonas", "tomas", "jonas", "tomas", "jonas"] as const).map(readOver));
    expect(seen).toHaveLength(60);
    for (const [name, ids] of seen) expect(ids).toEqual([own.get(name)]);
  });

  it("live events arrive, by a connection of their own", async () => {
    const address = await world.fastify.listen({ port: 0, host: "127.0.0.1" });
    const { event, close } = await listenTo(address, await world.tokenOf("idris"));
    const { body } = await world.as("tomas").post("/tickets", { subject: "Heard", issue: "It." });
    await event("change", (data) => data["id"] === body.ticket.id);
    close();
    await world.pool.query("delete from participants where ticket_id = $1", [body.ticket.id]);
    await world.as("maren").delete(`/tickets/${body.ticket.id}`);
  });

  it("the lock of imports is held, and let go", async () => {
    await withImportLock(world.app.sessions, async () => {
      await expect(withImportLock(world.app.sessions, async () => {})).rejects.toThrow("Another import");
    });
    await withImportLock(world.app.sessions, async () => {});
  });

  it("limits of time are asked for where the role has none, and hold where it has them", async () => {
    const [{ name }] = (await world.pool.query("select current_database() as name")).rows;
    const { app } = world.logins;
    if (mode === "transaction")
      expect(await explainMissingLimits(app.pool)).toMatch(
        /waypost_app have no .*statement_timeout.*Poolers/,
      );
    for (const each of [
      "statement_timeout = '30s'",
      "lock_timeout = '10s'",
      "idle_in_transaction_session_timeout = '30s'",
    ])
      await world.pool.query(`alter role waypost_app in database ${name} set ${each}`);
    await pooler.reconnect();
    const { pool } = makePool(app.poolConfig, { isPreparing: mode === "session" });
    onTestFinished(() => pool.end());
    await expect.poll(() => explainMissingLimits(pool)).toBeNull();
  });

  describe.runIf(mode === "transaction")("nothing stays on a connection", () => {
    it("after transactions that were saved, given up, failed, and cut off", async () => {
      await asGuest(world, "tomas", async (tx) => tx.selectFrom("tickets").select("id").execute());
      await expect(asGuest(world, "tomas", async (tx) => sql`select 1 / 0`.execute(tx))).rejects.toThrow(
        /zero/,
      );
      await expect(asGuest(world, "jonas", () => Promise.reject(new Error("given up")))).rejects.toThrow(
        "given up",
      );
      const client = await world.logins.guests.pool.connect();
      await client.query("begin");
      await client.query("select set_config('waypost.asker', 'somebody', true)");
      client.release(true);
      await world.as("maren").post("/tickets", { subject: "By staff", issue: "It." });
      expect(await leftovers()).toEqual([]);
    });

    it("and what SQL that got into a request leaves there shows the next person nothing", async () => {
      const actor = await actorOf(world, "tomas");
      for (let turn = 0; turn < 4; turn += 1)
        await asExternalUser(world.app, actor, async (tx) => {
          await sql`select set_config('waypost.asker', current_setting('waypost.asker'), false)`.execute(tx);
        });
      const seen = await asGuest(world, "jonas", async (tx) =>
        tx.selectFrom("tickets").select("id").execute(),
      );
      expect(seen).toEqual([{ id: own.get("jonas") }]);
      const asStaff = await world.as("idris").get(`/tickets/${own.get("jonas")}`);
      expect(asStaff.status).toBe(200);
    });
  });
});

describe.skipIf(missingPgBouncer !== null)(`a way through a pooler that cannot work is refused${why}`, () => {
  let pooler: Pooler;
  let strict: Pooler;
  let database: Awaited<ReturnType<typeof makeDatabase>>;
  beforeAll(async () => {
    const { connection } = inject("databaseServer");
    pooler = await startPgBouncer(connection, { mode: "transaction" });
    strict = await startPgBouncer(connection, { mode: "session", settings: ["ignore_startup_parameters ="] });
    database = await makeDatabase();
  });
  afterAll(async () => {
    await database?.drop();
    await pooler?.stop();
    await strict?.stop();
  });
  const direct = (user = "waypost_app", name?: string) => {
    const { host, port, database: own } = database.poolConfig;
    return `postgres://${user}@localhost:${port}/${name ?? own}?host=${encodeURIComponent(host ?? "")}`;
  };
  const through = (between: Pooler, user = "waypost_app") =>
    `postgres://${user}@${between.host}:${between.port}/${database.poolConfig.database}`;
  const owner = () => ({ databaseOwnerUrl: direct("waypost") });
  const off = { preparedStatements: false };

  it("by transaction, without a word of it", async () => {
    await expect(open({ ...owner(), databaseUrl: through(pooler), ...off })).rejects.toThrow(
      "DATABASE_URL leads through a pooler that hands out connections by transaction: set PREPARED_STATEMENTS=off, and DATABASE_LISTEN_URL to the server itself.",
    );
  });

  it("by transaction, with names for statements", async () => {
    const ways = { databaseUrl: through(pooler), databaseListenUrl: direct() };
    await expect(open({ ...owner(), ...ways })).rejects.toThrow("set PREPARED_STATEMENTS=off");
  });

  it("listening there", async () => {
    const ways = { databaseUrl: direct(), databaseListenUrl: through(pooler) };
    await expect(open({ ...owner(), ...ways, ...off })).rejects.toThrow(
      "What DATABASE_URL announces does not arrive at DATABASE_LISTEN_URL",
    );
  });

  it("listening to another database, or as another user", async () => {
    const ways = { databaseUrl: through(pooler), ...off };
    await expect(
      open({ ...owner(), ...ways, databaseListenUrl: direct("waypost_app", "postgres") }),
    ).rejects.toThrow("does not arrive at DATABASE_LISTEN_URL");
    await expect(open({ ...owner(), ...ways, databaseListenUrl: direct("waypost_guest") })).rejects.toThrow(
      "The user of DATABASE_LISTEN_URL must be that of DATABASE_URL.",
    );
  });

  it("migrating there", async () => {
    const ways = { databaseUrl: through(pooler), databaseListenUrl: direct(), ...off };
    await expect(open({ ...ways, databaseOwnerUrl: through(pooler, "waypost") })).rejects.toThrow(
      "DATABASE_OWNER_URL leads through a pooler that hands out connections by transaction: let it name the server itself.",
    );
  });

  it("that knows no limits of a session", async () => {
    await expect(open({ ...owner(), databaseUrl: through(strict) })).rejects.toThrow(
      /^The pooler at 127\.0\.0\.1:\d+ refuses the limits of a session: let it ignore statement_timeout, .*, or set PREPARED_STATEMENTS=off\.$/,
    );
  });

  it("and one that can is taken, also with one user alone", async () => {
    const ways = { databaseUrl: through(pooler), databaseListenUrl: direct(), ...off };
    const { app, sessions } = await open({
      ...owner(),
      ...ways,
      databaseGuestUrl: through(pooler, "waypost_guest"),
    });
    expect(sessions).not.toBe(app.pool);
    const alone = await open({
      databaseUrl: through(pooler, "waypost"),
      databaseListenUrl: direct("waypost"),
      ...off,
    });
    expect((await alone.app.pool.query("select session_user as user")).rows).toEqual([{ user: "waypost" }]);
  });
});

const open = async (config: Partial<Parameters<typeof openDatabase>[0]>) => {
  const opened = await openDatabase({ databaseUrl: null, dataDir: "/nowhere", ...config }, () => {});
  onTestFinished(() => opened.stop());
  return opened.openLogins();
};
