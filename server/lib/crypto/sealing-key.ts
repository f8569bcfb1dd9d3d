import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { StartError } from "#server/start/start-error.ts";

/** The key that secrets are sealed with: that of SECRET_KEY, else a file of the data directory that is in no backup. */
export type SealingKey = {
  /** Null: nothing can have been sealed here. */
  find(): Buffer | null;
  /** The key for a new value, made where there is none. Null: several instances share the database, and only SECRET_KEY is the same for all. */
  findOrMake(): Buffer | null;
};

/** The settings that say where the key is. */
type Place = { secretKey: Buffer | null; databaseUrl: string | null; dataDir: string };

const KEY_FILE = "secret.key";
const KEY_BYTES = 32;

/** Finds the key of this desk. Refuses with `StartError` a file that holds none. */
export function openSealingKey({ secretKey, databaseUrl, dataDir }: Place): SealingKey {
  if (secretKey !== null || databaseUrl !== null)
    return { find: () => secretKey, findOrMake: () => secretKey };
  const path = join(dataDir, KEY_FILE);
  let key = existsSync(path) ? readKeyFile(path) : null;
  return { find: () => key, findOrMake: () => (key ??= makeKeyFile(path)) };
}

/** Reads a key of 32 bytes in base64 or hexadecimal digits; null for anything else. */
export function parseSealingKey(text: string): Buffer | null {
  if (/^[0-9a-f]{64}$/i.test(text)) return Buffer.from(text, "hex");
  if (!/^[A-Za-z0-9+/_-]{43}=?$/.test(text)) return null;
  const key = Buffer.from(text, "base64");
  return key.length === KEY_BYTES ? key : null;
}

function readKeyFile(path: string): Buffer {
  const key = parseSealingKey(readFileSync(path, "utf8").trim());
  if (key) return key;
  throw new StartError(
    `${path} does not hold a key: bring it back, or remove it and enter the passwords again.`,
  );
}

/** The data directory belongs to one process, so nobody else makes the file meanwhile. */
function makeKeyFile(path: string): Buffer {
  const key = randomBytes(KEY_BYTES);
  writeFileSync(path, `${key.toString("base64")}\n`, { mode: 0o600, flag: "wx", flush: true });
  return key;
}
