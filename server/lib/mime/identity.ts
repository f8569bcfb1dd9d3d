import { createHash } from "node:crypto";
import { findHeaderEnd, HEADER_BYTES, readHeaders } from "./headers.ts";
import type { HeaderField } from "./parsed-mail.ts";

/*
 * What makes two deliveries the same mail: Message-ID, From, Subject and the bytes below the header. What servers add on
 * the way differs by the way. A mail without a Message-ID counts with all of its header, less what servers add.
 */

const NAMED = ["message-id", "from", "subject"];
const ADDED_ON_THE_WAY = /^(received|return-path|delivered-to|authentication-results|x-.*)$/;
/** Bytes of an empty line with what stands before it: `\n\r\n`. */
const END_MARK = 3;

export type ReadIdentity = { identity: Buffer; headers: HeaderField[] };

/** SHA-256, of the mail as it arrived. */
export function computeIdentity(raw: Buffer): Buffer {
  const reading = openIdentity();
  reading.update(raw);
  return reading.end().identity;
}

/** The same of a mail that comes in pieces: its header is gathered, what stands below is counted as it passes. */
export function openIdentity(): { update(chunk: Buffer): void; end(): ReadIdentity } {
  const digest = createHash("sha256");
  let headers: HeaderField[] | null = null;
  let gathered: Buffer[] = [];
  let length = 0;
  let tail = Buffer.alloc(0);

  function endHeader(): HeaderField[] {
    const start = Buffer.concat(gathered);
    gathered = [];
    const read = readHeaders(start);
    // JSON keeps fields apart: no value can look like two.
    digest.update(JSON.stringify(pickCounted(read).map(({ name, value }) => [name, value])));
    digest.update(start.subarray(findHeaderEnd(start)));
    return read;
  }

  return {
    update(chunk) {
      if (headers) {
        digest.update(chunk);
        return;
      }
      gathered.push(chunk);
      length += chunk.length;
      const seen = Buffer.concat([tail, chunk]);
      if (length > HEADER_BYTES + END_MARK || hasEmptyLine(seen)) headers = endHeader();
      else tail = Buffer.from(seen.subarray(-END_MARK));
    },
    end() {
      headers ??= endHeader();
      return { identity: digest.digest(), headers };
    },
  };
}

function hasEmptyLine(seen: Buffer): boolean {
  return seen.includes("\n\n") || seen.includes("\n\r\n");
}

function pickCounted(headers: readonly HeaderField[]): HeaderField[] {
  const isNamed = headers.some(({ name, value }) => name === "message-id" && value !== "");
  return isNamed
    ? NAMED.flatMap((name) => headers.filter((field) => field.name === name))
    : headers.filter(({ name }) => !ADDED_ON_THE_WAY.test(name));
}
