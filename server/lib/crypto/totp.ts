import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

/** Seconds that one code is valid for; authenticator apps assume these, six digits and SHA-1 (RFC 6238, 1.2). */
const STEP_SECONDS = 30;
/** Steps that a phone's clock may be ahead or behind (RFC 6238, 5.2). */
const DRIFT = 1;

/** Makes the secret that an app and the server share: 160 bits, the length that RFC 4226 recommends. */
export function newSecret(): Buffer {
  return randomBytes(20);
}

/** Computes the code of one step (HOTP, RFC 4226, 5.3; the step is the counter). */
export function computeCode(secret: Buffer, step: number, digits = 6): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac("sha1", secret).update(counter).digest();
  const offset = mac.readUInt8(mac.length - 1) % 16;
  const value = mac.readUInt32BE(offset) % 2 ** 31;
  return String(value % 10 ** digits).padStart(digits, "0");
}

/** Computes the number of the step of a moment: spans of 30 seconds since 1970. */
export function computeStep(now: Date): number {
  return Math.floor(now.getTime() / 1000 / STEP_SECONDS);
}

/** Finds the steps around now with this code: none, one, or by chance two. All are compared, each in constant time. */
export function findMatchingSteps(secret: Buffer, code: string, now: Date): number[] {
  const given = Buffer.from(code);
  const steps = Array.from({ length: 2 * DRIFT + 1 }, (_, index) => computeStep(now) - DRIFT + index);
  return steps.filter((step) => {
    const expected = Buffer.from(computeCode(secret, step));
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}

/** Encodes Base32 without padding (RFC 4648), as people type it into an app. */
export function encodeBase32(bytes: Buffer): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, "0")).join("");
  const fives = bits.match(/.{1,5}/g) ?? [];
  return fives.map((five) => ALPHABET.charAt(Number.parseInt(five.padEnd(5, "0"), 2))).join("");
}

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** Builds the address that apps read from a QR code (Key URI Format): account, issuer and secret. */
export function buildOtpauthUrl({
  secret,
  issuer,
  account,
}: {
  secret: Buffer;
  issuer: string;
  account: string;
}): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  return `otpauth://totp/${label}?secret=${encodeBase32(secret)}&issuer=${encodeURIComponent(issuer)}`;
}
