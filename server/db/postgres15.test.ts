import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { noPostgres15, startPostgres15 } from "../../test/postgres15.ts";
import { migrate, readMigrations } from "./migrate.ts";
import { type OpenDatabase, openDatabase } from "./open.ts";

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

    test("has the same tables and columns as the server that comes with Waypost", async () => {
      const answer = await opened.pool.query(
        "select 1 from information_schema.columns where table_schema = 'public'",
      );
      expect(answer.rowCount).toBeGreaterThan(4);
    });
  },
);
