import { randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { type FileHandle, link, open, rename, rm, stat, unlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import { readErrorCode } from "#server/start/start-error.ts";
import { inFolder, listNames, listOldFiles, writeStream } from "./arriving-files.ts";
import type { FileStore, Received } from "./file-store.ts";

/**
 * Opens a store below one folder, in 256 subfolders. What is kept is on the disk with its name, whole: a file that a row
 * asks for is never half there, nor gone after the power failed. Without a row there can be half of one, which the sweep
 * takes and the same bytes replace.
 */
export function openFolderStore(folder: string): FileStore {
  const arrivals = join(folder, "arriving");
  const placeOf = (hash: Buffer) => {
    const name = hash.toString("hex");
    return join(folder, name.slice(0, 2), name);
  };
  return {
    async receive(stream) {
      const arriving = join(arrivals, randomUUID());
      const opening = inFolder(arriving, () => open(arriving, "wx", 0o600));
      try {
        const { written, ...read } = await writeStream(stream, opening);
        return { ...read, ...arrivalOf({ arriving, place: placeOf(read.hash), opening, written }) };
      } catch (error) {
        await opening.then((file) => file.close()).catch(() => {});
        await rm(arriving, { force: true });
        throw error;
      }
    },
    async read(hash) {
      const found = await stat(placeOf(hash)).catch(() => null);
      return found ? { bytes: found.size, stream: createReadStream(placeOf(hash)) } : null;
    },
    has: async (hash) => (await stat(placeOf(hash)).catch(() => null)) !== null,
    delete: (hash) => rm(placeOf(hash), { force: true }),
    async *listOld(age) {
      for (const { path } of await listOldFiles(arrivals, age)) await rm(path, { force: true });
      for (const shelf of await listNames(folder)) {
        if (!/^[\da-f]{2}$/.test(shelf)) continue;
        const old = await listOldFiles(join(folder, shelf), age);
        const hashes = old.map(({ name }) => Buffer.from(name, "hex")).filter(({ length }) => length === 32);
        if (hashes.length > 0) yield hashes;
      }
    },
    isAway: () => false,
    check: async () => {},
    close: () => {},
  };
}

type Arrival = { arriving: string; place: string; opening: Promise<FileHandle>; written: Promise<unknown> };

/** The folder is opened while the last bytes are written; `keep` waits for both, and says what went wrong. */
function arrivalOf({
  arriving,
  place,
  opening,
  written,
}: Arrival): Pick<Received, "prepare" | "keep" | "drop"> {
  const folder = inFolder(place, () => open(dirname(place), "r"));
  for (const begun of [written, folder]) begun.catch(() => {});
  const moveToPlace = async () => {
    const names = await folder;
    await written;
    const file = await opening;
    if (await nameFirst(arriving, place)) await Promise.all([file.sync(), names.sync(), unlink(arriving)]);
    else {
      await file.sync();
      await rename(arriving, place);
      await names.sync();
    }
    return true;
  };
  // Nobody waits for it: what could fail has been flushed, or is deleted.
  const close = () => {
    for (const opened of [opening, folder]) opened.then((each) => each.close()).catch(() => {});
  };
  let keeping: Promise<boolean> | null = null;
  return {
    prepare: async () => {},
    async keep() {
      // A transaction that is tried again keeps again.
      keeping ??= moveToPlace().finally(close);
      await keeping;
    },
    async drop() {
      if (await keeping?.catch(() => false)) return;
      await written.catch(() => {});
      if (!keeping) close();
      await rm(arriving, { force: true });
    },
  };
}

/**
 * Bytes that nobody holds yet get their name before they are flushed, so that the disk writes both at once: until `keep`
 * returns no row asks for them. False where the name is taken, perhaps by the half file that a power cut left, and on
 * disks that give a file no second name: whole bytes replace it then.
 */
async function nameFirst(arriving: string, place: string): Promise<boolean> {
  try {
    await link(arriving, place);
    return true;
  } catch (error) {
    if (NO_LINK.has(readErrorCode(error) ?? "")) return false;
    throw error;
  }
}

const NO_LINK = new Set(["EEXIST", "EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK"]);
