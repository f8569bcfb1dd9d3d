import { createHash } from "node:crypto";
import { findHeaderEnd, readHeaders } from "./headers.ts";

/*
 * What makes two deliveries the same mail: Message-ID, From, Subject and the bytes below the header. What servers add on
 * the way differs by the way. A mail without a Message-ID counts with all of its header, less what servers add.
 */

const NAMED = ["message-id", "from", "subject"];
const ADDED_ON_THE_WAY = /^(received|return-path|delivered-to|authentication-results|x-.*)$/;

/** SHA-256, of the mail as it arrived. */
export function computeIdentity(raw: Buffer): Buffer {
  const headers = readHeaders(raw);
  const isNamed = headers.some(({ name, value }) => name === "message-id" && value !== "");
  const counted = isNamed
    ? NAMED.flatMap((name) => headers.filter((field) => field.name === name))
    : headers.filter(({ name }) => !ADDED_ON_THE_WAY.test(name));
  const digest = createHash("sha256");
  // JSON keeps fields apart: no value can look like two.
  digest.update(JSON.stringify(counted.map(({ name, value }) => [name, value])));
  digest.update(raw.subarray(findHeaderEnd(raw)));
  return digest.digest();
}
