import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { newFolder } from "../../../test/support/temporary-folder.ts";
import { openFolderStore } from "./folder-store.ts";

async function* pieces(...bytes: Buffer[]): AsyncGenerator<Buffer> {
  yield* bytes;
}

async function* broken(): AsyncGenerator<Buffer> {
  yield Buffer.from("half");
  throw new Error("connection reset");
}

const hashOf = (bytes: Buffer) => createHash("sha256").update(bytes).digest();

/** Files below a folder, whole or half. */
const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);

describe("the store of files", () => {
  it("does not keep what the disk has no room for, and leaves nothing half", async (context) => {
    const disk = newFolder();
    const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", "size=1m,mode=711", "tmpfs", disk]);
    if (mounted.status !== 0) context.skip("this machine mounts nothing");
    onTestFinished(() => void spawnSync("umount", ["-l", disk]));
    const store = openFolderStore(disk);
    const bytes = Buffer.alloc(2 * 1024 * 1024, 65);
    const received = await store.receive(pieces(bytes));
    await expect(received.keep()).rejects.toMatchObject({ code: "ENOSPC" });
    await received.drop();
    expect(await store.read(hashOf(bytes))).toBeNull();
    await expect(store.receive(pieces(bytes, bytes))).rejects.toMatchObject({ code: "ENOSPC" });
    expect(filesIn(disk)).toEqual([]);
  });

  it("leaves nothing of a stream that breaks off, nor of what is dropped", async () => {
    const folder = newFolder();
    const store = openFolderStore(folder);
    await expect(store.receive(broken())).rejects.toThrow("connection reset");
    await (await store.receive(pieces(Buffer.from("unwanted")))).drop();
    expect(filesIn(folder)).toEqual([]);
  });

  it("puts whole bytes in the place of a half file that a power cut left, and keeps the same bytes once", async () => {
    const folder = newFolder();
    const store = openFolderStore(folder);
    const bytes = Buffer.from("whole");
    const name = hashOf(bytes).toString("hex");
    mkdirSync(join(folder, name.slice(0, 2)));
    writeFileSync(join(folder, name.slice(0, 2), name), "wh");
    const both = await Promise.all([store.receive(pieces(bytes)), store.receive(pieces(bytes))]);
    await Promise.all(both.map((received) => received.keep()));
    const file = await store.read(hashOf(bytes));
    expect(Buffer.concat(await (file?.stream.toArray() ?? [])).toString()).toBe("whole");
    expect(filesIn(folder)).toEqual([name]);
  });

  it("keeps the same new bytes of two at once as one file, with nothing left over", async () => {
    const folder = newFolder();
    const store = openFolderStore(folder);
    const bytes = Buffer.from("twice");
    const both = await Promise.all([store.receive(pieces(bytes)), store.receive(pieces(bytes))]);
    await Promise.all(both.map((received) => received.keep()));
    expect(filesIn(folder)).toEqual([hashOf(bytes).toString("hex")]);
  });

  it("keeps the pieces of a file in their order, and dropping what is kept does nothing", async () => {
    const store = openFolderStore(newFolder());
    const sent = Array.from({ length: 300 }, (_, n) => Buffer.alloc(1 + n * 37, n));
    const whole = Buffer.concat(sent);
    const received = await store.receive(pieces(...sent));
    expect(received.hash.equals(hashOf(whole))).toBe(true);
    expect([received.bytes, received.head.length]).toEqual([whole.length, 65_536]);
    await received.keep();
    await received.keep();
    await received.drop();
    const file = await store.read(received.hash);
    expect(Buffer.concat(await (file?.stream.toArray() ?? [])).equals(whole)).toBe(true);
  });
});
