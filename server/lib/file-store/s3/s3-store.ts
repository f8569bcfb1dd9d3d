import { randomUUID } from "node:crypto";
import { open, rm } from "node:fs/promises";
import { join } from "node:path";
import { DeleteObjectCommand } from "@aws-sdk/client-s3";
import type { ObjectStoreSettings } from "#server/start/files-settings.ts";
import { inFolder, listOldFiles, writeStream } from "../arriving-files.ts";
import type { FileStore, Received, StoreLog } from "../file-store.ts";
import { type Calls, openCalls, SMALL } from "./calls.ts";
import { openDownload } from "./download.ts";
import { abortOldUploads, listOldObjects } from "./list.ts";
import { type LocalFile, readSize, upload } from "./upload.ts";

const HOUR = 3_600_000;

/**
 * Opens a store in a bucket that speaks S3, with the names of the folder store. A file arrives in a folder of this machine
 * first: its key is the hash of its bytes, which is known at the end, and from a file it goes up in constant memory, signed
 * with that hash, as often as it takes. Nothing of a bucket is needed for what is refused in the end.
 */
export function openS3Store(settings: ObjectStoreSettings, arrivals: string, log: StoreLog): FileStore {
  const calls = openCalls(settings, log);
  const keyOf = (hash: Buffer) => {
    const name = hash.toString("hex");
    return `${settings.prefix}${name.slice(0, 2)}/${name}`;
  };
  // A crash leaves what was arriving, and only this machine sees it.
  removeArrivals(arrivals, HOUR).catch((error: unknown) =>
    log.warn({ err: error }, "arrivals were not swept"),
  );
  return {
    async receive(stream) {
      // Before a byte is read that could not be kept.
      calls.circuit.refuseOpen();
      const path = join(arrivals, randomUUID());
      try {
        const { head, ...file } = await writeArrival(stream, path);
        return { ...file, head, ...arrivalOf(calls, { path, ...file }, keyOf(file.hash)) };
      } catch (error) {
        await rm(path, { force: true });
        throw error;
      }
    },
    read: (hash) => openDownload(calls, { key: keyOf(hash), hash }, log),
    has: async (hash) => (await readSize(calls, keyOf(hash))) !== null,
    async delete(hash) {
      const command = new DeleteObjectCommand({ Bucket: settings.bucket, Key: keyOf(hash) });
      await calls.attempt((client) => client.send(command, { requestTimeout: SMALL }));
    },
    async *listOld(age) {
      const before = Date.now() - age;
      await removeArrivals(arrivals, age);
      await abortOldUploads(calls, before);
      yield* listOldObjects(calls, before);
    },
    isAway: () => calls.circuit.isOpen(),
    check: async () => void (await calls.ask()),
    close: () => calls.stop(),
  };
}

async function writeArrival(stream: AsyncIterable<Buffer>, path: string) {
  const opening = inFolder(path, () => open(path, "wx", 0o600));
  try {
    const { written, ...read } = await writeStream(stream, opening);
    await written;
    return read;
  } finally {
    await opening.then((file) => file.close()).catch(() => {});
  }
}

/**
 * `prepare` brings the bytes to their key before there is a transaction, where they are nobody's: at worst the sweep takes
 * them. `keep` runs under the lock of their row and looks whether they are still there.
 */
function arrivalOf(calls: Calls, file: LocalFile, key: string): Pick<Received, "prepare" | "keep" | "drop"> {
  let preparing: Promise<void> | null = null;
  const prepare = () =>
    (preparing ??= upload(calls, file, key).catch((error: unknown) => {
      preparing = null;
      throw error;
    }));
  return {
    prepare,
    async keep() {
      if (preparing === null) return prepare();
      await preparing;
      if ((await readSize(calls, key)) !== file.bytes) await upload(calls, file, key);
    },
    drop: () => rm(file.path, { force: true }),
  };
}

async function removeArrivals(arrivals: string, age: number): Promise<void> {
  for (const { path } of await listOldFiles(arrivals, age)) await rm(path, { force: true });
}
