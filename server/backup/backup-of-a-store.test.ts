import { randomBytes } from "node:crypto";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { makeWorld, type World } from "../../test/support/app/app-with-people.ts";
import { makeEmptyDatabase } from "../../test/support/database/database.ts";
import { startFaultyStore } from "../../test/support/object-store/faulty-object-store.ts";
import { filesUrl, startObjectStore } from "../../test/support/object-store/object-store.ts";
import { findQuickFolder } from "../../test/support/quick-folder.ts";
import { uploadFile } from "../../test/support/app/upload-file.ts";
import { readConfig } from "#server/config.ts";
import { openFileStore } from "#server/lib/file-store/open-file-store.ts";
import { openAttachments } from "./attachments.ts";
import { createBackup } from "./create-backup.ts";
import { restoreAndMigrate } from "./restore.ts";

let world: World;
let folder: string;
let server: Awaited<ReturnType<typeof startObjectStore>>;
let faulty: Awaited<ReturnType<typeof startFaultyStore>>;
beforeAll(async () => {
  folder = mkdtempSync(join(findQuickFolder(), "waypost-backup-"));
  server = await startObjectStore(join(folder, "store"));
  faulty = await startFaultyStore(server.port);
  world = await makeWorld({ DATA_DIR: join(folder, "first"), FILES_URL: filesUrl(faulty.endpoint) });
});
afterAll(async () => {
  await world.end();
  faulty.stop();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** The place of a desk's files by its settings. */
const placeOf = (settings: Record<string, string>) =>
  openFileStore(readConfig({ DEMO: "off", DATA_DIR: join(folder, "second"), ...settings }));

it("a desk with a store comes back into a folder, and from there into another store, with every file", async () => {
  const bytes = randomBytes(50_000);
  expect((await uploadFile(world, { who: "idris", path: "/uploads", bytes })).status).toBe(201);
  const { rows } = await world.pool.query<{ hash: Buffer }>("select hash from blobs");
  const hash = rows[0]?.hash ?? Buffer.alloc(0);
  let source = { poolConfig: world.poolConfig, files: world.app.files };
  const other = server.url.replace("/desk?", "/other?");
  for (const [name, settings] of Object.entries<Record<string, string>>({
    folder: {},
    store: { FILES_URL: other },
  })) {
    const path = await createBackup(
      { poolConfig: source.poolConfig, ...openAttachments(source.files) },
      join(folder, `backup-${name}`),
      new Date(),
    );
    const fresh = await makeEmptyDatabase();
    onTestFinished(() => fresh.drop());
    const files = await placeOf(settings);
    expect(await files.has(hash)).toBe(false);
    await restoreAndMigrate(fresh.pool, { poolConfig: fresh.poolConfig, ...openAttachments(files) }, path);
    const found = await files.read(hash);
    expect(Buffer.concat((await found?.stream.toArray()) ?? []).equals(bytes)).toBe(true);
    source = { poolConfig: fresh.poolConfig, files };
  }
  expect(server.list().filter((path) => path.includes("/other/"))).toHaveLength(1);
  source.files.close();
});

it("no backup is made of a desk whose store is away, and nothing half is left", async () => {
  faulty.fault = "403";
  const source = { poolConfig: world.poolConfig, ...openAttachments(world.app.files) };
  const parent = join(folder, "none");
  await expect(createBackup(source, parent, new Date())).rejects.toThrow(
    "the store of attachments cannot be reached",
  );
  expect(readdirSync(parent)).toEqual([]);
});

it("a backup without attachments comes back where all of them are, and nowhere else", async () => {
  faulty.fault = "well";
  await expect.poll(() => world.app.files.isAway(), { timeout: 8000 }).toBe(false);
  const bytes = randomBytes(20_000);
  expect((await uploadFile(world, { who: "idris", path: "/uploads", bytes })).status).toBe(201);
  const source = { poolConfig: world.poolConfig, readFile: null };
  const path = await createBackup(source, join(folder, "without"), new Date());
  expect(readdirSync(join(path, "files"))).toEqual([]);
  const fresh = await makeEmptyDatabase();
  onTestFinished(() => fresh.drop());
  const comeBack = async (settings: Record<string, string>) => {
    const files = await placeOf(settings);
    onTestFinished(() => files.close());
    const target = { poolConfig: fresh.poolConfig, ...openAttachments(files) };
    return restoreAndMigrate(fresh.pool, target, path);
  };
  await expect(comeBack({ DATA_DIR: join(folder, "third") })).rejects.toThrow(
    /taken without attachments, and [\da-f]{64} is not where this desk keeps them/,
  );
  expect((await fresh.pool.query("select from users")).rowCount).toBe(0);
  await comeBack({ FILES_URL: filesUrl(faulty.endpoint) });
  const { rows } = await fresh.pool.query("select count(*)::int as n from blobs");
  expect(rows).toEqual([{ n: 2 }]);
});
