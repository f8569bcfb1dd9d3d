import { join } from "node:path";
import type { Config } from "#server/config.ts";
import { openBothPlaces } from "./both-places.ts";
import type { FileStore, StoreLog } from "./file-store.ts";
import { openFolderStore } from "./folder-store.ts";

type Settings = Pick<Config, "dataDir" | "filesStore" | "filesIn">;

const QUIET: StoreLog = { warn: () => {}, error: () => {} };

/** Opens the store of the settings; nothing is asked of a store elsewhere yet. */
export async function openFileStore(settings: Settings, log: StoreLog = QUIET): Promise<FileStore> {
  const places = await openPlaces(settings, log);
  return places.other ? openBothPlaces(places.kept, places.other) : places.kept;
}

/** The place where files are kept, and the one where some of them may still be. */
export async function openPlaces(
  { dataDir, filesStore, filesIn }: Settings,
  log: StoreLog = QUIET,
): Promise<{ kept: FileStore; other: FileStore | null }> {
  const folder = openFolderStore(join(dataDir, "files"));
  if (!filesStore) return { kept: folder, other: null };
  // Loaded where it is needed alone: its library takes 37 MB of memory.
  const { openS3Store } = await import("./s3/s3-store.ts");
  const store = openS3Store(filesStore, join(dataDir, "arriving"), log);
  return filesIn === "store" ? { kept: store, other: folder } : { kept: folder, other: store };
}
