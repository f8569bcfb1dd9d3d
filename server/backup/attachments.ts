import { Readable } from "node:stream";
import type { FileStore } from "#server/lib/file-store/file-store.ts";
import { StartError } from "#server/start/start-error.ts";
import type { Target } from "./restore.ts";

/** The attachments of a desk, as a backup reads and a restore writes them, wherever they are kept. */
export function openAttachments(store: FileStore): {
  readFile: (hash: string) => Readable;
} & Pick<Target, "writeFile" | "hasFile"> {
  async function* readBytes(hash: string): AsyncGenerator<Buffer> {
    const found = await store.read(Buffer.from(hash, "hex"));
    if (!found)
      throw new StartError(
        `The attachment ${hash} is missing where attachments are kept: nothing was backed up.`,
      );
    yield* found.stream;
  }
  return {
    readFile: (hash) => Readable.from(readBytes(hash)),
    hasFile: (hash) => store.has(Buffer.from(hash, "hex")),
    async writeFile(bytes) {
      const received = await store.receive(bytes);
      try {
        await received.keep();
        return received.hash.toString("hex");
      } finally {
        await received.drop();
      }
    },
  };
}
