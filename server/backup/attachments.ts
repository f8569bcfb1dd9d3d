import { Readable } from "node:stream";
import { join } from "node:path";
import { openFileStore } from "#server/lib/file-store.ts";
import { StartError } from "#server/start/start-error.ts";
import type { Source } from "./create-backup.ts";
import type { Target } from "./restore.ts";

/** Opens the attachments of a data directory, as a backup reads and a restore writes them. */
export function openAttachments(dataDir: string): Pick<Source, "readFile"> & Pick<Target, "writeFile"> {
  const store = openFileStore(join(dataDir, "files"));
  async function* readBytes(hash: string): AsyncGenerator<Buffer> {
    const found = await store.read(Buffer.from(hash, "hex"));
    if (!found)
      throw new StartError(
        `The attachment ${hash} is missing in ${join(dataDir, "files")}: nothing was backed up.`,
      );
    yield* found.stream;
  }
  return {
    readFile: (hash) => Readable.from(readBytes(hash)),
    async writeFile(bytes) {
      const received = await store.receive(bytes);
      await received.keep();
      return received.hash.toString("hex");
    },
  };
}
