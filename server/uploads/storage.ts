import { STORAGE_WARNING } from "#contract/retention/retention-times.ts";
import type { Ctx, Db } from "#server/lib/request-context.ts";
import { refuse } from "#server/lib/refusal.ts";
import { readStorageLimit } from "#server/settings/retention-times.ts";

/** Reads how many bytes all attachments take, the same bytes once, and how many they may (rule 164). */
export async function readStorage(db: Db) {
  const limit = await readStorageLimit(db);
  const bytes = await readStoredBytes(db);
  return {
    bytes,
    limit_bytes: limit,
    is_nearly_full: limit !== null && bytes >= limit * STORAGE_WARNING,
  };
}

/** Reads how many bytes more the attachments may take; without a limit nothing is added up. */
export async function readStorageRoom(db: Db): Promise<number> {
  const limit = await readStorageLimit(db);
  return limit === null ? Infinity : limit - (await readStoredBytes(db));
}

/** Refuses 507 where so many bytes more would be above the limit. Without a limit nothing is added up. */
export async function refuseFullStorage({ app }: Pick<Ctx, "app">, adding: number): Promise<void> {
  if (adding > (await readStorageRoom(app.db))) throw refuse(507, "upload.storage_full");
}

/** Files that were removed count until the night, which takes their bytes. */
async function readStoredBytes(db: Db): Promise<number> {
  const { bytes } = await db
    .selectFrom("blobs")
    .select((eb) => eb.fn.sum<string | null>("bytes").as("bytes"))
    .executeTakeFirstOrThrow();
  return Number(bytes ?? 0);
}
