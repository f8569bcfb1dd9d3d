import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { StartError } from "#server/start/start-error.ts";

/** Names as the migrations give them: nothing in them leads out of the folder. */
const Name = z.string().regex(/^[a-z_][a-z0-9_]{0,62}$/);
const Sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** The description of a backup, against which everything in it is checked before anything is restored. */
export const Manifest = z.strictObject({
  format: z.literal(1),
  version: z.string(),
  taken_at: z.iso.datetime(),
  server_version: z.string(),
  migrations: z.array(z.strictObject({ version: z.int(), checksum: z.string() })).min(1),
  tables: z.array(
    z.strictObject({
      name: Name,
      columns: z.array(Name),
      rows: z.int(),
      file: z.string(),
      bytes: z.int(),
      sha256: Sha256,
    }),
  ),
  sequences: z.array(z.strictObject({ name: Name, value: z.int(), called: z.boolean() })),
  files: z.array(z.strictObject({ hash: Sha256, bytes: z.int() })),
  /** The files are named alone, and stay where the desk keeps them. */
  without_files: z.literal(true).optional(),
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
  const parsed = Manifest.safeParse(parseJson(text));
  if (!parsed.success)
    throw new StartError(
      `The backup in ${folder} was made by a version of Waypost that this one does not know.`,
    );
  refuseOddParts(folder, parsed.data);
  return parsed.data;
}

/** The seal is no signature: whoever writes a manifest writes that too, so the parts stand where backups put them. */
function refuseOddParts(folder: string, { tables }: Manifest): void {
  const names = new Set<string>();
  for (const { name, file } of tables) {
    if (file !== placeOfTable(name) || names.has(name))
      throw new StartError(
        `The backup in ${folder} is not one of Waypost: see ${name}. Nothing was changed.`,
      );
    names.add(name);
  }
}

/** The path of a table's rows below the folder of a backup. */
export function placeOfTable(name: string): string {
  return `tables/${name}.copy.gz`;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

async function readOrRefuse(path: string, words: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    throw new StartError(words, { cause: error });
  }
}
