import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { StartError } from "#server/start/start-error.ts";

const Sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** The description of a backup, against which everything in it is checked before anything is restored. */
export const Manifest = z.strictObject({
  format: z.literal(1),
  version: z.string(),
  taken_at: z.iso.datetime(),
  server_version: z.string(),
  migrations: z.array(z.strictObject({ version: z.int(), checksum: z.string() })),
  tables: z.array(
    z.strictObject({
      name: z.string(),
      columns: z.array(z.string()),
      rows: z.int(),
      file: z.string(),
      bytes: z.int(),
      sha256: Sha256,
    }),
  ),
  sequences: z.array(z.strictObject({ name: z.string(), value: z.int(), called: z.boolean() })),
  files: z.array(z.strictObject({ hash: Sha256, bytes: z.int() })),
});

export type Manifest = z.output<typeof Manifest>;

/** Seals the manifest with a checksum in a file of its own, so that a cut-off or altered one is noticed. */
export function sealManifest(manifest: Manifest): { text: string; sum: string } {
  const text = `${JSON.stringify(manifest, null, 1)}\n`;
  return { text, sum: hashSha256(text) };
}

export function hashSha256(bytes: string | Buffer): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** Refuses a folder that is no backup, an unfinished one, or one of a version unknown here. */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readOrRefuse(
    join(folder, "manifest.json"),
    `${folder} is not a backup: it has no manifest.json.`,
  );
  const sum = await readOrRefuse(
    join(folder, "manifest.sha256"),
    `The backup in ${folder} is not complete: manifest.sha256 is missing.`,
  );
  if (sum.trim() !== hashSha256(text))
    throw new StartError(`The backup in ${folder} is damaged: manifest.json is not what was written.`);
  const parsed = Manifest.safeParse(JSON.parse(text));
  if (!parsed.success)
    throw new StartError(
      `The backup in ${folder} was made by a version of Waypost that this one does not know.`,
    );
  return parsed.data;
}

async function readOrRefuse(path: string, words: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    throw new StartError(words, { cause: error });
  }
}
