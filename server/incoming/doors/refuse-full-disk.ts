import { MIN_FREE_BYTES, readFreeBytes } from "#server/lib/guard/disk-space.ts";
import type { App } from "#server/lib/request-context.ts";

/** Throws while the disk is nearly full: mail waits where it is, and leaves the database the room that it needs. */
export async function refuseFullDisk({ config }: Pick<App, "config">): Promise<void> {
  const free = await readFreeBytes(config.dataDir);
  if (free !== null && free < MIN_FREE_BYTES) throw new Error("the disk is nearly full");
}
