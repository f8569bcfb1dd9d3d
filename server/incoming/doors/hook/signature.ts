import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { Transform, type TransformCallback } from "node:stream";
import { refuse } from "#server/lib/refusal.ts";

/** The header, read: seconds since 1970, and the 32 bytes of the HMAC. */
export type Signature = { at: number; bytes: Buffer };

/** What is signed beside the bytes: the addresses of the envelope, as their headers have them. */
export type Envelope = { from: string; to: string };

/** Seconds that a signature may be away from now. */
const TOLERANCE = 300;

/** Refuses 403 for a signature that is missing, malformed, or of another time. */
export function readSignature(header: string, now: Date): Signature {
  const [, at = "", hex = ""] = /^t=(\d{1,12}),\s*v1=([\da-f]{64})$/i.exec(header) ?? [];
  if (hex === "") throw refuse(403, "mailbox.signature_wrong");
  if (Math.abs(now.getTime() / 1000 - Number(at)) > TOLERANCE) throw refuse(403, "mailbox.signature_old");
  return { at: Number(at), bytes: Buffer.from(hex, "hex") };
}

/** Passes a mail on, and ends it with 403 in the place of its end where it is not what was signed. */
export function checkSigned(signature: Signature, envelope: Envelope, secrets: readonly string[]): Transform {
  const digest = createHash("sha256");
  return new Transform({
    transform(chunk: Buffer, _encoding, done: TransformCallback) {
      digest.update(chunk);
      done(null, chunk);
    },
    flush(done: TransformCallback) {
      const hash = digest.digest("hex");
      const isRight = secrets
        .map((secret) => timingSafeEqual(sign(secret, signature.at, envelope, hash), signature.bytes))
        .includes(true);
      done(isRight ? null : refuse(403, "mailbox.signature_wrong"));
    },
  });
}

/** HMAC-SHA256 over four lines: the time, sender and recipients of the envelope, and the mail's SHA-256. */
function sign(secret: string, at: number, { from, to }: Envelope, hash: string): Buffer {
  return createHmac("sha256", secret).update(`${at}\n${from}\n${to}\n${hash}`).digest();
}
