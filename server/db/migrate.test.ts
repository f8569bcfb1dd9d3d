import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Pool } from "pg";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { makeEmptyDatabase } from "../../test/support/database/database.ts";
import { newFolder } from "../../test/support/temporary-folder.ts";
import { migrate } from "./migrate.ts";

let database: Awaited<ReturnType<typeof makeEmptyDatabase>>;
beforeEach(async () => {
  database = await makeEmptyDatabase();
});
afterEach(() => database.drop());

const two = {
  "0001_start.sql": "create table a (n int);",
  "0002_more.sql": "create table b (n int); insert into b values (1);",
};

describe("what is refused", () => {
  test("a migration that was changed after it ran", async () => {
    await migrateWith(two);
    await expect(migrateWith({ ...two, "0002_more.sql": "create table c (n int);" })).rejects.toThrow(
      "The migration 0002_more was changed after it ran",
    );
  });

  test("a database of a newer Waypost", async () => {
    await migrateWith(two);
    await expect(migrateWith({ "0001_start.sql": two["0001_start.sql"] })).rejects.toThrow(
      "made by a newer Waypost (migration 0002_more, this one knows up to 0001)",
    );
  });

  test("a migration numbered before one that already ran", async () => {
    await migrateWith({ "0002_more.sql": two["0002_more.sql"] });
    await expect(migrateWith(two)).rejects.toThrow("0001_start comes before 0002");
  });

  test("two files of one number, and a file without one", async () => {
    await expect(migrateWith({ "0001_a.sql": "", "0001_b.sql": "" })).rejects.toThrow(
      "Two migrations carry the number 0001",
    );
    await expect(migrateWith({ "start.sql": "" })).rejects.toThrow("not named like 0001_start.sql");
  });

  test("a migration that fails leaves nothing of itself and everything before it", async () => {
    const broken = { ...two, "0003_bad.sql": "create table c (n int); select 1 / 0;" };
    await expect(migrateWith(broken)).rejects.toThrow(
      "0003_bad failed and left nothing behind (division by zero)",
    );
    expect(await tables()).toEqual(["a", "b", "schema_migrations"]);
    expect(await migrateWith({ ...two, "0003_bad.sql": "create table c (n int);" })).toBe(1);
  });
});

describe("what holds", () => {
  test("each file runs once, in order", async () => {
    expect(await migrateWith(two)).toBe(2);
    expect(await migrateWith(two)).toBe(0);
    expect(await tables()).toEqual(["a", "b", "schema_migrations"]);
  });

  test("line ends of another system are the same file", async () => {
    const unix = { "0001_start.sql": "create table a (n int);\n-- end\n" };
    await migrateWith(unix);
    expect(await migrateWith({ "0001_start.sql": "create table a (n int);\r\n-- end\r\n" })).toBe(0);
  });

  test("starters at the same time share the work: one migrates, the others wait", async () => {
    const slow = { ...two, "0003_slow.sql": "create table c (n int); select pg_sleep(0.3);" };
    const counts = await Promise.all([migrateWith(slow), migrateWith(slow), migrateWith(slow)]);
    expect(counts.toSorted((a, b) => a - b)).toEqual([0, 0, 3]);
  });

  test("a starter killed in the middle of a file is finished by the next", async () => {
    const slow = {
      ...two,
      "0003_slow.sql": "create table c (n int); select pg_sleep(30); create table d (n int);",
    };
    const killed = migrateWith(slow).catch((error: unknown) => error);
    await untilSleeping(database.pool);
    await database.pool.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where query like '%pg_sleep(30)%' and pid <> pg_backend_pid()",
    );
    expect(await killed).toBeInstanceOf(Error);
    expect(await tables()).toEqual(["a", "b", "schema_migrations"]);
    expect(
      await migrateWith({ ...two, "0003_slow.sql": "create table c (n int); create table d (n int);" }),
    ).toBe(1);
  });
});

function migrateWith(files: Record<string, string>): Promise<number> {
  const folder = newFolder();
  for (const [name, sql] of Object.entries(files)) writeFileSync(join(folder, name), sql);
  return migrate(database.pool, () => {}, folder);
}

async function tables(): Promise<string[]> {
  const answer = await database.pool.query<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'public' order by 1",
  );
  return answer.rows.map((row) => row.name);
}

async function untilSleeping(pool: Pool) {
  await expect
    .poll(async () => {
      // Other tests sleep in databases of their own.
      const answer = await pool.query(
        "select from pg_stat_activity where wait_event = 'PgSleep' and datname = current_database()",
      );
      return answer.rowCount;
    })
    .toBeGreaterThan(0);
}
