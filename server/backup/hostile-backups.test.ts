import { mkdir, readFile, rename, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeDatabase, makeEmptyDatabase } from "../../test/support/database/database.ts";
import { newFolder } from "../../test/support/temporary-folder.ts";
import { createBackup } from "./create-backup.ts";
import { hashSha256, Manifest, sealManifest } from "./manifest.ts";
import { restoreAndMigrate } from "./restore.ts";

const BYTES = "a screenshot";
const HASH = hashSha256(BYTES);

let full: Awaited<ReturnType<typeof makeDatabase>>;
let empty: Awaited<ReturnType<typeof makeEmptyDatabase>>;
beforeAll(async () => {
  full = await makeDatabase();
  empty = await makeEmptyDatabase();
  await full.pool.query("insert into blobs (hash, bytes) values (decode($1, 'hex'), $2)", [
    HASH,
    BYTES.length,
  ]);
});
afterAll(async () => {
  await full.drop();
  await empty.drop();
});

/** A backup as it was written, and a file beside it that is no part of it. */
async function takeBackup(): Promise<{ path: string; outside: string }> {
  const folder = newFolder();
  const readFile = () => Readable.from([Buffer.from(BYTES)]);
  const path = await createBackup({ poolConfig: full.poolConfig, readFile }, folder, new Date());
  const outside = join(folder, "outside");
  await writeFile(outside, BYTES);
  return { path, outside };
}

/** Changes a manifest as somebody would who knows how it is sealed. */
async function forge(path: string, change: (manifest: Manifest) => unknown): Promise<void> {
  const manifest = Manifest.parse(JSON.parse(await readFile(join(path, "manifest.json"), "utf8")));
  change(manifest);
  await seal(path, sealManifest(manifest).text);
}

async function seal(path: string, text: string): Promise<void> {
  await writeFile(join(path, "manifest.json"), text);
  await writeFile(join(path, "manifest.sha256"), hashSha256(text));
}

/** The database stays without a table, and no attachment is stored. */
async function expectRefused(path: string, words: RegExp): Promise<void> {
  const stored: unknown[] = [];
  const target = {
    poolConfig: empty.poolConfig,
    writeFile: async (bytes: Readable) => {
      stored.push(bytes);
      return HASH;
    },
    hasFile: async () => false,
  };
  await expect(restoreAndMigrate(empty.pool, target, path)).rejects.toMatchObject({
    name: "StartError",
    message: expect.stringMatching(words),
  });
  const { rows } = await empty.pool.query(
    "select relname from pg_class where relnamespace = 'public'::regnamespace",
  );
  expect([rows, stored]).toEqual([[], []]);
}

function tableOf({ tables }: Manifest, name = "blobs") {
  const found = tables.find((table) => table.name === name);
  if (!found) throw new Error(`the backup has no ${name}`);
  return found;
}

describe("a backup that somebody forged is refused before a table is made or a file stored", () => {
  it.each([
    ["climbs out of the folder", () => "../outside"],
    ["climbs out below its own folder", () => "tables/../../outside"],
    ["is absolute", (outside: string) => outside],
    ["is that of another table", () => "tables/users.copy.gz"],
    ["ends in NUL", () => "tables/blobs.copy.gz\0"],
  ])("when the path of a part %s", async (_, fileAt) => {
    const { path, outside } = await takeBackup();
    await forge(path, (manifest) =>
      Object.assign(tableOf(manifest), { file: fileAt(outside), bytes: BYTES.length, sha256: HASH }),
    );
    await expectRefused(path, /is not one of Waypost: see blobs/);
  });

  it.each(["../outside", "users; drop table users", 'users" from stdin; --', "", "Users", "a".repeat(64)])(
    "when a table or a column is called %j",
    async (name) => {
      const { path } = await takeBackup();
      await forge(path, (manifest) =>
        Object.assign(tableOf(manifest), { name, file: `tables/${name}.copy.gz` }),
      );
      await expectRefused(path, /made by a version of Waypost that this one does not know/);
      const other = await takeBackup();
      await forge(other.path, (manifest) => tableOf(manifest).columns.push(name));
      await expectRefused(other.path, /made by a version of Waypost that this one does not know/);
    },
  );

  it("when a table stands there twice", async () => {
    const { path } = await takeBackup();
    await forge(path, (manifest) => manifest.tables.push({ ...tableOf(manifest) }));
    await expectRefused(path, /is not one of Waypost: see blobs/);
  });

  it("when the name of an attachment is no hash", async () => {
    const { path } = await takeBackup();
    await forge(path, (manifest) => Object.assign(manifest.files[0] ?? {}, { hash: "../../outside" }));
    await expectRefused(path, /made by a version of Waypost that this one does not know/);
  });

  it.each([
    ["too few bytes", { bytes: 1 }],
    ["more bytes than can be", { bytes: Number.MAX_SAFE_INTEGER }],
    ["a negative number of bytes", { bytes: -1 }],
    ["another hash", { sha256: "0".repeat(64) }],
  ])("when a part is said to have %s", async (_, lie) => {
    const { path } = await takeBackup();
    await forge(path, (manifest) => Object.assign(tableOf(manifest), lie));
    await expectRefused(path, /tables\/blobs.copy.gz is not what was written/);
  });

  it("when a part is a link, a folder is one, or a part is a folder", async () => {
    const { path, outside } = await takeBackup();
    const attachment = join(path, "files", HASH);
    await rm(attachment);
    await symlink(outside, attachment);
    await expectRefused(path, /is not a file of its own/);
    await rm(attachment);
    await mkdir(attachment);
    await expectRefused(path, /is not a file of its own/);
    const other = await takeBackup();
    await rename(join(other.path, "tables"), `${other.path}.tables`);
    await symlink(`${other.path}.tables`, join(other.path, "tables"));
    await expectRefused(other.path, /is not a file of its own/);
  });

  it.each([
    ["no JSON", "{"],
    ["no object", "null"],
    ["a hundred thousand lists in lists", `${"[".repeat(100_000)}${"]".repeat(100_000)}`],
    ["nothing but a prototype", '{"__proto__":{"format":1}}'],
  ])("when the manifest is %s", async (_, text) => {
    const { path } = await takeBackup();
    await seal(path, text);
    await expectRefused(path, /made by a version of Waypost that this one does not know/);
  });

  it("when a field or a prototype is added to the manifest", async () => {
    const { path } = await takeBackup();
    const text = await readFile(join(path, "manifest.json"), "utf8");
    await seal(path, text.replace("{", '{"__proto__":{"admin":true},'));
    await expectRefused(path, /made by a version of Waypost that this one does not know/);
    await seal(path, text.replace("{", '{"constructor":{},'));
    await expectRefused(path, /made by a version of Waypost that this one does not know/);
  });

  it.each([
    [
      "one that is not here",
      (manifest: Manifest) => manifest.migrations.push({ version: 9999, checksum: "x" }),
    ],
    [
      "one that was changed",
      ({ migrations: [first] }: Manifest) => Object.assign(first ?? {}, { checksum: "x" }),
    ],
    ["not the first", (manifest: Manifest) => manifest.migrations.shift()],
  ])("when it names migrations, %s", async (_, change) => {
    const { path } = await takeBackup();
    await forge(path, change);
    await expectRefused(path, /which is newer than this one/);
  });
});

it("a backup with tables, columns or sequences that nobody knows fills no table", async () => {
  const odd: ((manifest: Manifest) => unknown)[] = [
    (manifest) => tableOf(manifest).columns.push("odd"),
    (manifest) => manifest.sequences.push({ name: "odd", value: 1, called: true }),
    (manifest) => manifest.sequences.push({ name: "pg_class", value: 1, called: true }),
  ];
  for (const change of odd) {
    const target = await makeEmptyDatabase();
    const { path } = await takeBackup();
    await forge(path, change);
    const restoring = restoreAndMigrate(
      target.pool,
      { poolConfig: target.poolConfig, writeFile: async () => HASH, hasFile: async () => false },
      path,
    );
    await expect(restoring).rejects.toThrow(/is not known here/);
    expect((await target.pool.query("select 1 from blobs")).rowCount).toBe(0);
    await target.drop();
  }
});

it("a backup that nobody touched comes back, through a link to its folder too", async () => {
  const target = await makeEmptyDatabase();
  const { path } = await takeBackup();
  await symlink(path, `${path}.newest`);
  await restoreAndMigrate(
    target.pool,
    { poolConfig: target.poolConfig, writeFile: async () => HASH, hasFile: async () => false },
    `${path}.newest`,
  );
  expect((await target.pool.query("select 1 from blobs")).rowCount).toBe(1);
  await target.drop();
});
