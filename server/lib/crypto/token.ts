import { hash, randomBytes, randomUUID } from "node:crypto";

/** Makes a token of 256 random bits, in characters that fit a link, a header and a cookie. */
export function newToken(): string {
  return randomBytes(32).toString("base64url");
}

/** Hashes a token for the database (SHA-256), which keeps no usable one. */
export function hashToken(token: string): Buffer {
  return hash("sha256", token, "buffer");
}

/** Hashes an e-mail address for counts and traces that keep none: one digest for all its spellings, as text. */
export function hashAddress(address: string): string {
  return hashToken(address.normalize("NFKC").toLowerCase()).toString("base64url");
}

/**
 * Makes a time-ordered UUID (version 7, RFC 9562) for event-like rows, which nobody tells apart by their first
 * characters.
 */
export function newEventId(now: Date): string {
  const time = now.getTime().toString(16).padStart(12, "0");
  const random = randomUUID();
  return `${time.slice(0, 8)}-${time.slice(8)}-7${random.slice(15)}`;
}
