import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { setTimeout as pause } from "node:timers/promises";
import type { Client, PoolConfig } from "pg";
import { migrate, readMigrations } from "#server/db/migrate.ts";
import { makePool } from "#server/db/open-database.ts";
import { command, look, withDatabase } from "../../../test/support/database/data-directory-and-database.ts";
import type { Outcome, Scenario, Settings } from "../../scenario.ts";
import { hashSchema } from "../../faults/schema-hash.ts";
import { makeShared } from "../../faults/shared-database.ts";

export const migrations: Scenario = {
  name: "migrations",
  rule: 511,
  words: "migrating is killed at every statement and at any moment; two migrate at once",
  rounds: { small: 8, full: 200 },
  run,
};

const migrator = fileURLToPath(new URL("../../faults/migrator-process.ts", import.meta.url));

async function run(settings: Settings): Promise<Outcome> {
  const place = await makeShared(settings, "migrations");
  const base = place.connection();
  const statements = statementsOfAll();
  const anomalies: string[] = [];
  let doubles = 0;
  let made = 0;

  /** A fresh database, broken into by `breakIn`, then migrated by an undisturbed one. */
  async function attempt(name: string, breakIn: (target: PoolConfig) => Promise<void>): Promise<string> {
    const database = `waypost_m_${made++}`;
    await command(base, `create database ${database}`);
    const target = withDatabase(base, database);
    try {
      await breakIn(target);
      await migrateHere(target);
      return await look(target, hashSchema);
    } catch (error) {
      anomalies.push(`${name}: ${error instanceof Error ? error.message : String(error)}`);
      return "";
    } finally {
      await command(base, `drop database ${database} with (force)`);
    }
  }

  try {
    const clean = await attempt("clean", async () => {});
    const began = performance.now();
    await attempt("timed", async () => {});
    const whole = performance.now() - began;
    for (let round = 0; round < settings.rounds; round += 1) {
      // Every statement in turn, then any moment.
      const at = round < statements.length ? statements[round] : undefined;
      const name = at ? `at statement ${at.statement} of ${at.name}` : `round ${round}`;
      const schema = await attempt(name, (target) =>
        at
          ? killAtStatement(settings, target, at, round)
          : killAtMoment(target, settings.dice.between(0, whole)),
      );
      if (schema !== clean) anomalies.push(`${name}: the tables are not those of a whole migration`);
      if (round % 10 === 0) {
        doubles += 1;
        const both = await attempt(
          "two at once",
          async (target) => void (await Promise.all([runMigrator(target), runMigrator(target)])),
        );
        if (both !== clean) anomalies.push("two at once: the tables are not those of one");
      }
      settings.say(`${round + 1} of ${settings.rounds}`);
    }
    return {
      rounds: settings.rounds,
      acknowledged: settings.rounds + doubles - anomalies.length,
      lost: 0,
      anomalies,
      metrics: { "statements there are": statements.length, "two at once": doubles },
    };
  } finally {
    await place.drop();
  }
}

type At = { version: number; name: string; statement: number; before: string };

/** Each place between two statements of each migration, with the text up to it. */
function statementsOfAll(): At[] {
  return readMigrations().flatMap(({ version, name, sql }) => {
    const ends = endsOf(sql);
    return ends.map((end, statement) => ({
      version,
      name,
      statement: statement + 1,
      before: sql.slice(0, end),
    }));
  });
}

/** The ends of statements: semicolons outside of quotes, dollar quotes and comments. */
function endsOf(sql: string): number[] {
  const ends: number[] = [];
  const tokens = /\$(\w*)\$[\s\S]*?\$\1\$|'(?:[^']|'')*'|"[^"]*"|--[^\n]*|\/\*[\s\S]*?\*\/|;/g;
  for (const found of sql.matchAll(tokens)) if (found[0] === ";") ends.push(found.index + 1);
  return ends;
}

/**
 * A migrator with a folder whose migration stops after that statement and waits: it is killed while its transaction
 * stands open with everything before it done.
 */
async function killAtStatement(settings: Settings, target: PoolConfig, at: At, round: number): Promise<void> {
  const folder = join(settings.folder, `migrations-${round}`);
  mkdirSync(folder, { recursive: true });
  for (const { version, name, sql } of readMigrations().filter((each) => each.version <= at.version)) {
    const text = version === at.version ? `${at.before}\nselect pg_sleep(60);` : sql;
    writeFileSync(join(folder, `${name}.sql`), text);
  }
  const child = fork(migrator, {
    env: { ...process.env, TARGET: JSON.stringify(target), FOLDER: folder },
    stdio: "ignore",
  });
  const ended = once(child, "exit");
  try {
    await look(target, untilAsleep);
  } finally {
    child.kill("SIGKILL");
    await ended;
  }
  await endSleeper(target);
}

async function untilAsleep(client: Client): Promise<void> {
  for (let tries = 0; tries < 1500; tries += 1) {
    const { rowCount } = await client.query(
      "select from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'",
    );
    if (rowCount) return;
    await pause(10);
  }
  throw new Error("the migration never came to the statement");
}

/** The server notices a vanished client only when it next talks to it; a person would restart it or wait. */
async function endSleeper(target: PoolConfig): Promise<void> {
  await look(target, async (client) => {
    await client.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
    );
  });
}

async function killAtMoment(target: PoolConfig, delay: number): Promise<void> {
  const child = fork(migrator, { env: { ...process.env, TARGET: JSON.stringify(target) }, stdio: "ignore" });
  const ended = once(child, "exit");
  await pause(delay);
  child.kill("SIGKILL");
  await ended;
}

async function runMigrator(target: PoolConfig): Promise<void> {
  const child = fork(migrator, { env: { ...process.env, TARGET: JSON.stringify(target) }, stdio: "ignore" });
  const [status] = await once(child, "exit");
  if (status !== 0) throw new Error(`a migrator ended with ${String(status)}`);
}

async function migrateHere(target: PoolConfig): Promise<void> {
  const { pool } = makePool(target);
  try {
    await migrate(pool, () => {});
  } finally {
    await pool.end();
  }
}
