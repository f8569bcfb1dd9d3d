import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { makeWorld, openBeside, type World } from "../../test/support/app/app-with-people.ts";
import { startObjectStore } from "../../test/support/object-store/object-store.ts";
import { findQuickFolder } from "../../test/support/quick-folder.ts";
import { uploadFile } from "../../test/support/app/upload-file.ts";
import { readConfig } from "#server/config.ts";

let world: World;
let folder: string;
let dataDir: string;
let server: Awaited<ReturnType<typeof startObjectStore>>;
beforeAll(async () => {
  folder = mkdtempSync(join(findQuickFolder(), "waypost-move-"));
  dataDir = join(folder, "data");
  server = await startObjectStore(join(folder, "store"));
  world = await makeWorld({ DATA_DIR: dataDir });
});
afterAll(async () => {
  await world.end();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** `npm run files`, in a process of its own beside the desk. */
function runFiles(parameters: string[], settings: Record<string, string>) {
  const script = fileURLToPath(new URL("../../scripts/files.ts", import.meta.url));
  const { host, port, user, password, database } = world.pool.options;
  const url = `postgres://${user}:${String(password ?? "")}@/${database}?host=${encodeURIComponent(host ?? "")}&port=${port}`;
  const env = { PATH: "/usr/bin:/bin", DEMO: "off", DATA_DIR: dataDir, DATABASE_URL: url, ...settings };
  return new Promise<{ status: number; said: string }>((resolve) => {
    const child = execFile(process.execPath, [script, ...parameters], { env, cwd: "/" }, (_error, out, err) =>
      resolve({ status: child.exitCode ?? -1, said: `${out}${err}` }),
    );
  });
}

const inFolder = () =>
  readdirSync(join(dataDir, "files"), { recursive: true, encoding: "utf8" }).filter((name) =>
    /[\da-f]{64}$/.test(name),
  );

it("files move to a store and back while people attach and read them, and none is out of reach at any time", async () => {
  const kept = new Map<string, Buffer>();
  const attach = async (desk: Pick<World, "fastify" | "tokenOf">) => {
    const bytes = randomBytes(3000 + kept.size);
    const { body, status } = await uploadFile(
      { ...world, ...desk },
      { who: "idris", path: "/uploads", bytes, name: "a.bin" },
    );
    expect(status).toBe(201);
    kept.set(body.id, bytes);
  };
  const readAllBy = async ({ fastify }: Pick<World, "fastify">) => {
    const authorization = `Bearer ${await world.tokenOf("idris")}`;
    for (const [id, bytes] of kept) {
      const answer = await fastify.inject({ url: `/api/attachments/${id}`, headers: { authorization } });
      expect([answer.statusCode, answer.rawPayload.equals(bytes)]).toEqual([200, true]);
    }
  };
  const restart = (settings: Record<string, string>) =>
    openBeside({
      ...world,
      config: readConfig({
        NODE_ENV: "test",
        DEMO: "off",
        DATA_DIR: dataDir,
        SECRET_KEY: "5e".repeat(32),
        ...settings,
      }),
    });
  const store = { FILES_URL: server.url };
  for (let n = 0; n < 6; n += 1) await attach(world);

  // Copied while the desk knows of nothing; what comes meanwhile is left for the next run.
  expect(await runFiles(["move"], store)).toMatchObject({
    status: 0,
    said: expect.stringContaining(
      "6 copied to the store, 0 were there, 0 deleted from the folder, 0 missing, 0 damaged",
    ),
  });
  await attach(world);
  await readAllBy(world);

  // The desk keeps new files in the store, and still reads what is in the folder alone.
  const inStore = await restart(store);
  await attach({ ...inStore, tokenOf: world.tokenOf });
  await readAllBy(inStore);
  expect(await runFiles(["check"], store)).toMatchObject({
    status: 0,
    said: expect.stringContaining("8 files: 1 in the store, 1 in the folder, 6 in both, 0 missing"),
  });
  expect((await runFiles(["move", "--delete"], store)).said).toContain(
    "1 copied to the store, 7 were there, 7 deleted from the folder",
  );
  expect(inFolder()).toEqual([]);
  await readAllBy(inStore);
  await inStore.close();

  // And back.
  const back = { ...store, FILES_IN: "folder" };
  const inBoth = await restart(back);
  await attach({ ...inBoth, tokenOf: world.tokenOf });
  await readAllBy(inBoth);
  expect((await runFiles(["move", "--delete"], back)).said).toContain(
    "8 copied to the folder, 1 were there, 8 deleted from the store",
  );
  await readAllBy(inBoth);
  await inBoth.close();
  expect(server.list()).toEqual([]);
  await readAllBy(world);
  expect(inFolder()).toHaveLength(9);
});

it("a file that is damaged, and one that is nowhere, are named and left as they are", async () => {
  const bytes = randomBytes(500);
  await uploadFile(world, { who: "idris", path: "/uploads", bytes });
  const [name = ""] = inFolder();
  writeFileSync(join(dataDir, "files", name), "rotten");
  await world.pool.query("insert into blobs (hash, bytes) values ($1, 1)", [Buffer.alloc(32, 1)]);
  const { status, said } = await runFiles(["move", "--delete"], { FILES_URL: server.url });
  expect(status).toBe(1);
  expect(said).toContain(`missing: ${"01".repeat(32)}`);
  expect(said).toContain(`damaged: ${name.slice(-64)}`);
  expect(said).toContain("1 missing, 1 damaged");
  expect(inFolder()).toEqual([name]);
});

it("the command is refused without a store, with a store that is away, and with words that it does not know", async () => {
  expect(await runFiles(["move"], {})).toMatchObject({
    status: 1,
    said: expect.stringContaining("FILES_URL is not set"),
  });
  expect((await runFiles(["sync"], { FILES_URL: server.url })).said).toContain("write npm run files -- move");
  const { status, said } = await runFiles(["move"], {
    FILES_URL: "s3://KEY:hush@bucket?endpoint=http://127.0.0.1:9",
  });
  expect([status, said]).toEqual([1, expect.stringContaining("the store of attachments cannot be reached")]);
  expect(said).not.toContain("hush");
});
