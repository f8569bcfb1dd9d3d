import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { Pool } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { spawnApp } from "../../test/support/processes/app-for-one-test.ts";
import { makeDatabase } from "../../test/support/database/database.ts";
import { newFolder } from "../../test/support/temporary-folder.ts";
import { noPostgres15, startPostgres15 } from "../../test/support/database/postgres15.ts";
import { migrate, readMigrations } from "./migrate.ts";
import { type OpenDatabase, openDatabase } from "./open-database.ts";

// The reason stands in the name, so that the report of the run says why nothing was tried.
describe.skipIf(noPostgres15 !== null)(
  `the oldest supported server${noPostgres15 ? ` (${noPostgres15})` : ""}`,
  () => {
    let server: Awaited<ReturnType<typeof startPostgres15>>;
    let opened: OpenDatabase;
    beforeAll(async () => {
      server = await startPostgres15();
      opened = await openDatabase({ databaseUrl: server.url, dataDir: "/nowhere" }, () => {});
    });
    afterAll(async () => {
      await opened?.stop();
      await server?.stop();
    });

    test("takes every migration, once", async () => {
      expect(await migrate(opened.pool, () => {})).toBe(readMigrations().length);
      expect(await migrate(opened.pool, () => {})).toBe(0);
    });

    test("serves the whole app, and nothing embedded starts", async () => {
      const dataDir = join(newFolder(), "data");
      const app = await spawnApp({ DATABASE_URL: server.url, DATA_DIR: dataDir });
      await app.untilReady();
      expect((await fetch(`${app.address}/readyz`)).status).toBe(200);
      expect(readdirSync(dataDir)).not.toContain("postgres");
      app.child.kill("SIGTERM");
      expect(await app.closed).toMatchObject({ status: 0, err: "" });
    });

    test("has the same columns as the server that comes with Waypost", async () => {
      const own = await makeDatabase();
      expect(await columns(opened.pool)).toEqual(await columns(own.pool));
      await own.drop();
    });
  },
);

async function columns(pool: Pool): Promise<unknown[]> {
  const answer = await pool.query(
    `select table_name, column_name, data_type, is_nullable, column_default
     from information_schema.columns where table_schema = 'public' order by table_name, column_name`,
  );
  return answer.rows;
}
