import { randomBytes } from "node:crypto";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import {
  CreateMultipartUploadCommand,
  ListMultipartUploadsCommand,
  S3Client,
  UploadPartCommand,
} from "@aws-sdk/client-s3";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import type { FileStore } from "#server/lib/file-store/file-store.ts";
import { openS3Store } from "#server/lib/file-store/s3/s3-store.ts";
import { readFilesUrl } from "#server/start/files-settings.ts";
import { missingSwift, startSwift } from "../chaos/faults/swift.ts";
import { BUCKET } from "./support/object-store/object-store.ts";
import { newFolder } from "./support/temporary-folder.ts";

/** s3rver keeps no list of uploads that were begun, and none that goes on; OpenStack Swift does. */
describe.skipIf(missingSwift !== null)("the nightly sweep of an object store", () => {
  let folder: string;
  let swift: Awaited<ReturnType<typeof startSwift>>;
  let client: S3Client;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "waypost-parts-"));
    chmodSync(folder, 0o755);
    swift = await startSwift(folder, { page: 4 });
    client = new S3Client({
      endpoint: `http://127.0.0.1:${swift.port}`,
      region: "us-east-1",
      forcePathStyle: true,
      credentials: { accessKeyId: "desk:waypost", secretAccessKey: "secret-of-the-desk" },
    });
  }, 60_000);
  afterAll(async () => {
    client.destroy();
    await swift.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const unfinished = async () => {
    const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket: BUCKET }));
    return Uploads.map(({ Key = "" }) => Key).toSorted((a, b) => a.localeCompare(b));
  };

  async function begin(Key: string): Promise<void> {
    const { UploadId } = await client.send(new CreateMultipartUploadCommand({ Bucket: BUCKET, Key }));
    const part = { Bucket: BUCKET, Key, UploadId, PartNumber: 1, Body: randomBytes(5_000_000) };
    await client.send(new UploadPartCommand(part));
  }

  function open(): FileStore {
    const settings = readFilesUrl((name) => (name === "FILES_URL" ? swift.urlAt() : null));
    if (!settings) throw new Error("no settings");
    const store = openS3Store(settings, newFolder(), { warn: () => {}, error: () => {} });
    onTestFinished(() => store.close());
    return store;
  }

  async function listOld(age: number): Promise<string[][]> {
    const pages: string[][] = [];
    for await (const hashes of open().listOld(age)) pages.push(hashes.map((hash) => hash.toString("hex")));
    return pages;
  }

  async function keep(bytes: Buffer): Promise<string> {
    const received = await open().receive(Readable.from([bytes]));
    await received.prepare();
    await received.keep();
    await received.drop();
    return received.hash.toString("hex");
  }

  it("finds all of what is old, however many pages of the store that takes", async () => {
    const kept: string[] = [];
    for (let n = 0; n < 11; n += 1) kept.push(await keep(randomBytes(100)));
    expect(await listOld(3_600_000)).toEqual([]);
    const pages = await listOld(-60_000);
    expect(pages.map(({ length }) => length)).toEqual([4, 4, 3]);
    expect(pages.flat().toSorted()).toEqual(kept.toSorted());
  });

  it("ends uploads in parts that nobody finished, once they are old, in the desk's own part of the bucket", async () => {
    for (const key of ["desk/ab/one", "desk/cd/two", "others/ab/three"]) await begin(key);
    await listOld(3_600_000);
    expect(await unfinished()).toEqual(["desk/ab/one", "desk/cd/two", "others/ab/three"]);
    await listOld(-60_000);
    expect(await unfinished()).toEqual(["others/ab/three"]);
  });
});
