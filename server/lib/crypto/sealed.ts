import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";

/*
 * Secrets that have to be read again, such as the password of a mailbox: AES-256-GCM, kept as
 * version, nonce, tag and cipher text. `place` says where a value belongs and is authenticated with it, so that one
 * which is copied to another row does not open there.
 */
const CIPHER = "aes-256-gcm";
const VERSION = 1;
const NONCE = 12;
const TAG = 16;

/** Seals a text under a key of 32 bytes; twice the same text gives two values. */
export function seal(key: Buffer, place: string, text: string): Buffer {
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG });
  cipher.setAAD(Buffer.from(place));
  const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([Buffer.of(VERSION), nonce, cipher.getAuthTag(), sealed]);
}

/** Opens a sealed text; null where the key, the place or a byte is another one. */
export function unseal(key: Buffer, place: string, value: Buffer): string | null {
  if (value.length < 1 + NONCE + TAG || value[0] !== VERSION) return null;
  const nonce = value.subarray(1, 1 + NONCE);
  const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG });
  decipher.setAAD(Buffer.from(place));
  decipher.setAuthTag(value.subarray(1 + NONCE, 1 + NONCE + TAG));
  const opened = decipher.update(value.subarray(1 + NONCE + TAG));
  try {
    return Buffer.concat([opened, decipher.final()]).toString("utf8");
  } catch {
    // The tag does not fit: `final` throws for nothing else.
    return null;
  }
}
