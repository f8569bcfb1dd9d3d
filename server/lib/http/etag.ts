import { createHash } from "node:crypto";
import type { RequestReply } from "./serve-endpoint.ts";

/**
 * Sends a text that is the same for everybody and seldom changes; 304 to clients that have it already.
 * Not for answers that depend on the caller: those are cached nowhere (decision 15).
 */
export async function sendWithEtag({ request, reply }: RequestReply, text: string): Promise<void> {
  const tag = `W/"${createHash("sha256").update(text).digest("base64url").slice(0, 22)}"`;
  reply.header("etag", tag).header("cache-control", "no-cache");
  const known = (request.headers["if-none-match"] ?? "").split(",").map((each) => each.trim());
  if (known.includes(tag) || known.includes("*")) await reply.code(304).send();
  else await reply.send(text);
}

/** The version in `If-Match: "7"`, which says the same as `base_version: 7`; undefined where it names none. */
export function parseIfMatch(request: RequestReply["request"]): number | undefined {
  const version = /^(?:W\/)?"?(\d{1,9})"?$/.exec(request.headers["if-match"] ?? "")?.[1];
  return version === undefined ? undefined : Number(version);
}
