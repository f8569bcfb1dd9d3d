import { execFileSync } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { existsSync, readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { mkdtempSync, rmSync } from "node:fs";
import { findQuickFolder } from "../../../../test/support/quick-folder.ts";
import {
  type StoreFault,
  startFaultyStore,
} from "../../../../test/support/object-store/faulty-object-store.ts";
import { filesUrl, startObjectStore } from "../../../../test/support/object-store/object-store.ts";
import { newFolder } from "../../../../test/support/temporary-folder.ts";
import { readFilesUrl } from "#server/start/files-settings.ts";
import { openBothPlaces } from "../both-places.ts";
import { FilesAway, type FileStore } from "../file-store.ts";
import { openFolderStore } from "../folder-store.ts";
import { openS3Store } from "./s3-store.ts";

let folder: string;
let server: Awaited<ReturnType<typeof startObjectStore>>;
let faulty: Awaited<ReturnType<typeof startFaultyStore>>;
beforeAll(async () => {
  folder = mkdtempSync(join(findQuickFolder(), "waypost-store-"));
  server = await startObjectStore(folder);
  faulty = await startFaultyStore(server.port);
});
afterAll(async () => {
  faulty.stop();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => {
  faulty.fault = "well";
});

type Opened = { store: FileStore; arrivals: string; logged: string[] };

/** A store through what may be at fault, with nothing counted against it yet. */
function open(url = filesUrl(faulty.endpoint)): Opened {
  const settings = readFilesUrl((name) => (name === "FILES_URL" ? url : null));
  if (!settings) throw new Error("no settings");
  const arrivals = newFolder();
  const logged: string[] = [];
  const write = (details: Record<string, unknown>, words: string) =>
    logged.push(`${words} ${JSON.stringify(details)}`);
  const store = openS3Store(settings, arrivals, { warn: write, error: write });
  onTestFinished(() => store.close());
  return { store, arrivals, logged };
}

async function* pieces(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536);
}

async function* broken(): AsyncGenerator<Buffer> {
  yield Buffer.from("half");
  throw new Error("connection reset");
}

const hashOf = (bytes: Buffer) => createHash("sha256").update(bytes).digest();

async function keep(store: FileStore, bytes: Buffer): Promise<Buffer> {
  const received = await store.receive(pieces(bytes));
  try {
    await received.prepare();
    await received.keep();
    return received.hash;
  } finally {
    await received.drop();
  }
}

async function readAll(store: FileStore, hash: Buffer): Promise<Buffer | null> {
  const found = await store.read(hash);
  return found && Buffer.concat(await found.stream.toArray());
}

/** The bytes that came before the stream failed, and the error; no error where it ended whole. */
async function readUntilEnd(store: FileStore, hash: Buffer) {
  const found = await store.read(hash);
  let bytes = 0;
  try {
    for await (const chunk of found?.stream ?? []) bytes += chunk.length;
    return { bytes, error: null };
  } catch (error) {
    return { bytes, error };
  }
}

const objectOf = (hash: Buffer) => {
  const name = hash.toString("hex");
  return join(folder, "attachments", "desk", name.slice(0, 2), `${name}._S3rver_object`);
};

describe("a store in a bucket", () => {
  it.each([
    ["an empty file", 0],
    ["a small one", 20],
    ["a large one, in parts", 17 * 1024 * 1024 + 3],
  ])("keeps %s whole, and nothing of it on this machine", async (_, size) => {
    const { store, arrivals } = open();
    const bytes = randomBytes(size);
    expect(await store.has(hashOf(bytes))).toBe(false);
    const hash = await keep(store, bytes);
    expect(hash.equals(hashOf(bytes))).toBe(true);
    expect((await readAll(store, hash))?.equals(bytes)).toBe(true);
    expect(readdirSync(arrivals)).toEqual([]);
    await store.delete(hash);
    expect(await store.read(hash)).toBeNull();
    await store.delete(hash);
  });

  it("needs nothing of the bucket for a stream that breaks off, and for what is refused in the end", async () => {
    const { store, arrivals } = open();
    const before = server.list();
    await expect(store.receive(broken())).rejects.toThrow("connection reset");
    await (await store.receive(pieces(Buffer.from("refused")))).drop();
    expect([server.list(), readdirSync(arrivals)]).toEqual([before, []]);
  });

  it("keeps what was prepared and deleted by somebody since, and puts whole bytes in the place of others", async () => {
    const { store } = open();
    const bytes = randomBytes(1000);
    const received = await store.receive(pieces(bytes));
    await received.prepare();
    await store.delete(received.hash);
    await received.keep();
    expect((await readAll(store, received.hash))?.equals(bytes)).toBe(true);
    writeFileSync(objectOf(received.hash), "damaged");
    await received.keep();
    await received.drop();
    expect((await readAll(store, received.hash))?.equals(bytes)).toBe(true);
  });

  it("lists what is old, and takes away what arrived and was left by a crash", async () => {
    const { store, arrivals } = open();
    const [old, fresh] = [await keep(store, randomBytes(10)), await keep(store, randomBytes(10))];
    const long = new Date(Date.now() - 7_200_000);
    utimesSync(objectOf(old), long, long);
    writeFileSync(join(arrivals, "left"), "x");
    utimesSync(join(arrivals, "left"), long, long);
    const listed: string[] = [];
    for await (const hashes of store.listOld(3_600_000))
      listed.push(...hashes.map((hash) => hash.toString("hex")));
    expect(listed).toContain(old.toString("hex"));
    expect(listed).not.toContain(fresh.toString("hex"));
    expect(existsSync(join(arrivals, "left"))).toBe(false);
  });
});

describe("a store that fails", () => {
  it("a body that ends early is asked for from there on", async () => {
    const { store } = open();
    const bytes = randomBytes(300_000);
    const hash = await keep(store, bytes);
    faulty.fault = "truncated";
    expect((await readAll(store, hash))?.equals(bytes)).toBe(true);
  });

  it("a body that ends early each time never ends as a whole file", async () => {
    const { store } = open();
    const bytes = randomBytes(300_000);
    const hash = await keep(store, bytes);
    faulty.fault = "closes";
    const { bytes: came, error } = await readUntilEnd(store, hash);
    expect(error).toBeInstanceOf(FilesAway);
    expect(came).toBeLessThan(bytes.length);
  });

  it("a byte that changed on the way never ends as a whole file, and is logged", async () => {
    const { store, logged } = open();
    const bytes = randomBytes(200_000);
    const hash = await keep(store, bytes);
    faulty.fault = "damages-down";
    const { bytes: came, error } = await readUntilEnd(store, hash);
    expect(String(error)).toContain("are not those that were stored");
    expect(came).toBeLessThan(bytes.length);
    expect(logged.join("\n")).toContain(hash.toString("hex"));
  });

  it("an upload that is closed in its middle leaves no whole file, and says so", async () => {
    const { store } = open();
    const bytes = randomBytes(400_000);
    const received = await store.receive(pieces(bytes));
    faulty.fault = "closes";
    await expect(received.prepare()).rejects.toThrow(FilesAway);
    faulty.fault = "well";
    expect(await store.has(received.hash)).toBe(false);
    await received.prepare();
    await received.keep();
    await received.drop();
    expect((await readAll(store, received.hash))?.equals(bytes)).toBe(true);
  });

  it("a put that is seen late is put again by keep, and waited for by a reader", async () => {
    const { store } = open();
    const both = openBothPlaces(store, openFolderStore(newFolder()));
    faulty.fault = "late";
    const bytes = randomBytes(5000);
    const hash = await keep(both, bytes);
    expect((await readAll(both, hash))?.equals(bytes)).toBe(true);
  });

  it.each<[StoreFault, RegExp]>([
    ["500", /it answered 500 \(InternalError\)/],
    ["403", /it answered 403 \(AccessDenied\)/],
    ["away", /cannot be reached: Error \(ECONNRESET\)|socket|ECONNR/],
  ])("after a few failures (%s) nobody waits, and it heals by itself", async (fault, words) => {
    const { store, logged } = open();
    const hash = await keep(store, randomBytes(10));
    faulty.fault = fault;
    await expect(store.read(hash)).rejects.toThrow(words);
    await expect(store.read(hash)).rejects.toThrow(FilesAway);
    expect(store.isAway()).toBe(true);
    const calls = faulty.calls();
    await expect(store.read(hash)).rejects.toMatchObject({ retryAfter: 5 });
    await expect(store.receive(pieces(Buffer.from("x")))).rejects.toThrow(FilesAway);
    expect(faulty.calls()).toBe(calls);
    await expect(store.check()).rejects.toThrow(FilesAway);
    faulty.fault = "well";
    await expect.poll(() => store.isAway(), { timeout: 6000 }).toBe(false);
    expect((await readAll(store, hash))?.length).toBe(10);
    expect(logged.join("\n")).toContain("is back");
  });

  it("one that nobody listens for is given up within seconds", async () => {
    const { store } = open(filesUrl("http://127.0.0.1:9"));
    await expect(store.read(Buffer.alloc(32))).rejects.toThrow("ECONNREFUSED");
  });

  it("a bucket that is not there, and a key that is wrong, are told from a file that is not there", async () => {
    const elsewhere = filesUrl(faulty.endpoint).replace("@attachments", "@elsewhere");
    await expect(open(elsewhere).store.check()).rejects.toThrow("it answered 404 (NoSuchBucket)");
    await expect(open(elsewhere).store.read(Buffer.alloc(32))).rejects.toThrow("NoSuchBucket");
    const { store, logged } = open(filesUrl(faulty.endpoint, "hush-hush:S3RVER"));
    const error = await store.check().catch((thrown: unknown) => thrown);
    expect(String(error)).toContain("it answered 403 (InvalidAccessKeyId)");
    await expect(store.read(Buffer.alloc(32))).rejects.toThrow("InvalidAccessKeyId");
    expect(`${JSON.stringify(error)}${String(error)}${logged.join("")}`).not.toMatch(/hush|S3RVER/);
  });
});

it("its library is loaded where FILES_URL is set, and nowhere else", () => {
  const program = `
    import { createRequire } from "node:module";
    import { openFileStore } from ${JSON.stringify(new URL("../open-file-store.ts", import.meta.url).href)};
    const loaded = () => Object.keys(createRequire(import.meta.url).cache).filter((path) => path.includes("@aws-sdk")).length;
    const settings = { dataDir: "/nowhere", filesIn: "folder", filesStore: null };
    await openFileStore(settings);
    const without = loaded();
    const store = await openFileStore({ ...settings, filesStore: { bucket: "b", prefix: "", region: "r", endpoint: null, pathStyle: true, credentials: null } });
    store.close();
    process.stdout.write(JSON.stringify([without, loaded() > 0]));`;
  const said = execFileSync(process.execPath, ["--input-type=module", "-e", program], { encoding: "utf8" });
  expect(JSON.parse(said)).toEqual([0, true]);
  expect(readFileSync(new URL("../open-file-store.ts", import.meta.url), "utf8")).not.toMatch(
    /^import .*s3/m,
  );
});
