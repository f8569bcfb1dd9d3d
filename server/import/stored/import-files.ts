import { createReadStream } from "node:fs";
import { mkdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { App } from "#server/lib/request-context.ts";

/** Days until the file of an import goes. */
export const FILE_DAYS = 7;

/** Where an import's file lies, with the rows that it rejects beside it. */
export function fileOf({ config }: Pick<App, "config">, id: string): string {
  return join(config.dataDir, "imports", id, "rows");
}

export const rejectsOf = (app: Pick<App, "config">, id: string) => `${fileOf(app, id)}.rejects.csv`;

export async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

/** Makes the folder of a new import and answers where its file is written first: what lies at its place is whole. */
export async function beginFile(app: Pick<App, "config">, id: string) {
  const place = fileOf(app, id);
  await mkdir(join(place, ".."), { recursive: true, mode: 0o700 });
  const arriving = `${place}.arriving`;
  return { arriving, keep: () => rename(arriving, place), drop: () => removeFiles(app, id) };
}

/** Removes an import's file and rejected rows; those that are gone already are no failure. */
export async function removeFiles(app: Pick<App, "config">, id: string): Promise<void> {
  await rm(join(fileOf(app, id), ".."), { recursive: true, force: true });
}

export const readRejects = (app: Pick<App, "config">, id: string) => createReadStream(rejectsOf(app, id));
