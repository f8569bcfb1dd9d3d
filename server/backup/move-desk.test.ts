import { execFile } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { Client, type PoolConfig } from "pg";
import { expect, test } from "vitest";
import { spawnApp } from "../../test/support/processes/app-for-one-test.ts";
import { makeEmptyDatabase } from "../../test/support/database/database.ts";
import { AS_SHIPPED } from "../../test/support/processes/spawn-app.ts";
import { newFolder } from "../../test/support/temporary-folder.ts";
import { noPostgres15, startPostgres15 } from "../../test/support/database/postgres15.ts";
import { makeWorld } from "../../test/support/app/app-with-people.ts";
import { attachEmbedded } from "#server/db/embedded/embedded.ts";
import { migrate } from "#server/db/migrate.ts";
import { openFolderStore } from "#server/lib/file-store/folder-store.ts";
import { openAttachments } from "./attachments.ts";
import { backUpNightly, KEPT_BACKUPS } from "./nightly-backup.ts";
import { restoreAndMigrate, restoreBackup } from "./restore.ts";
import { createBackup } from "./create-backup.ts";

/** A command of the shell, as `npm run` calls it. */
function runCommand(
  script: "backup" | "restore" | "upgrade",
  parameters: string[],
  env: Record<string, string>,
) {
  const path = fileURLToPath(new URL(`../../scripts/${script}.ts`, import.meta.url));
  return new Promise<{ status: number; said: string }>((resolve) => {
    const options = { env: { PATH: "/usr/bin:/bin", ...AS_SHIPPED.env, DEMO: "off", ...env }, cwd: "/" };
    const child = execFile(process.execPath, [path, ...parameters], options, (_error, out, err) =>
      resolve({ status: child.exitCode ?? -1, said: out + err }),
    );
  });
}

async function readRows(connection: PoolConfig): Promise<string> {
  const client = new Client(connection);
  await client.connect();
  const parts: unknown[] = [];
  for (const table of [
    "users",
    "companies",
    "tickets",
    "comments",
    "history",
    "attachments",
    "blobs",
    "ticket_words",
    "ticket_totals",
    "resolution_counts",
    "sla_monthly",
    "sla_monthly_totals",
  ]) {
    parts.push(table, (await client.query(`select t::text as row from ${table} t order by 1`)).rows);
  }
  await client.end();
  return JSON.stringify(parts);
}

test.skipIf(noPostgres15 !== null)(
  "a desk moves from the embedded database to a server of its own and back, with its attachments",
  { timeout: 120_000 },
  async () => {
    const folder = newFolder();
    const [first, second, third] = ["first", "second", "third"].map((name) => join(folder, name));
    const app = await spawnApp({ DATA_DIR: first ?? "", DEMO: "on" });
    await app.untilReady();
    const connection = attachEmbedded(first ?? "");
    const arrival = await openFolderStore(join(first ?? "", "files")).receive(
      Readable.from([Buffer.from("a screenshot")]),
    );
    await arrival.keep();
    const client = new Client(connection ?? {});
    await client.connect();
    await client.query("insert into blobs (hash, bytes) values ($1, 12)", [arrival.hash]);
    await client.end();
    const before = await readRows(connection ?? {});
    expect(await runCommand("backup", [join(folder, "out")], { DATA_DIR: first ?? "" })).toMatchObject({
      status: 0,
    });

    const server = await startPostgres15();
    try {
      const moved = { DATA_DIR: second ?? "", DATABASE_URL: server.url };
      expect(await runCommand("restore", [join(folder, "out")], moved)).toMatchObject({ status: 0 });
      expect(await readRows({ connectionString: server.url })).toBe(before);
      const file = await openFolderStore(join(second ?? "", "files")).read(arrival.hash);
      expect(file?.bytes).toBe(12);
      expect((await runCommand("restore", [join(folder, "out")], moved)).said).toContain(
        "This desk has users already",
      );
      expect(await runCommand("backup", [join(folder, "back")], moved)).toMatchObject({ status: 0 });
      const rehearsed = await runCommand("upgrade", ["--rehearse"], moved);
      expect(rehearsed).toMatchObject({ status: 0, said: expect.stringContaining("0 of them wrong") });
    } finally {
      await server.stop();
    }

    expect(await runCommand("restore", [join(folder, "back")], { DATA_DIR: third ?? "" })).toMatchObject({
      status: 0,
    });
    const again = await spawnApp({ DATA_DIR: third ?? "" });
    await again.untilReady();
    expect(await readRows(attachEmbedded(third ?? "") ?? {})).toBe(before);
  },
);

test("a backup of an earlier version gets its own tables first, and is refused by newer ones", async () => {
  const old = await makeEmptyDatabase();
  await migrate(old.pool, () => {}, undefined, 3);
  await old.pool.query("insert into companies (name) values ('Kestrel Logistics')");
  const folder = newFolder();
  const source = { poolConfig: old.poolConfig, ...openAttachments(openFolderStore(join(folder, "files"))) };
  const path = await createBackup(source, folder, new Date());
  const fresh = await makeEmptyDatabase();
  const target = { poolConfig: fresh.poolConfig, ...openAttachments(openFolderStore(join(folder, "files"))) };
  await restoreAndMigrate(fresh.pool, target, path);
  const { rows } = await fresh.pool.query(
    "select (select count(*)::int from schema_migrations) as migrations, (select count(*)::int from companies where name = 'Kestrel Logistics') as kestrel",
  );
  expect(rows[0].migrations).toBeGreaterThan(3);
  expect(rows[0].kestrel).toBe(1);
  await expect(restoreBackup(target, path)).rejects.toThrow("was made by an earlier Waypost");
  await old.drop();
  await fresh.drop();
});

test("each night's backup takes the place of the oldest, unless the desk says no", async () => {
  const dataDir = newFolder();
  const world = await makeWorld({ DATA_DIR: dataDir });
  const parent = join(dataDir, "backups");
  mkdirSync(join(parent, "kept-by-hand"), { recursive: true });
  for (let night = 0; night < KEPT_BACKUPS + 2; night += 1) {
    expect(await backUpNightly(world.app)).not.toBeNull();
    world.pass(24 * 3_600_000);
  }
  const names = readdirSync(parent).toSorted();
  expect(names).toHaveLength(KEPT_BACKUPS + 1);
  expect(names[0]).toBe("kept-by-hand");
  expect(names.at(-1)).toContain("waypost-2026-11-28");
  expect(JSON.parse(readFileSync(join(parent, names[1] ?? "", "manifest.json"), "utf8"))).toMatchObject({
    format: 1,
  });
  await world.pool.query("insert into settings (key, value) values ('nightly_backup', 'false')");
  expect(await backUpNightly(world.app)).toBeNull();
  await world.end();
});
