import { createHmac } from "node:crypto";
import type { Config } from "#server/config.ts";

/**
 * Builds the reply address of a mail: the sender's address with the ticket's number and a signature over ticket and reader,
 * so that a number alone opens nothing. Null where the sender says that nobody reads its mail.
 * Example: help@desk.example becomes help+1042.9f2c01ab34de@desk.example.
 */
export function buildReplyAddress(
  config: Config,
  secret: string,
  { number, userId }: { number: number; userId: string },
): string | null {
  const address = /<([^<>]+)>$/.exec(config.mailFrom)?.[1] ?? config.mailFrom;
  const [local = "", domain = ""] = address.split("@");
  if (/^(no|do-?not)[-_.]?reply/i.test(local)) return null;
  return `${local}+${number}.${signReply(secret, number, userId)}@${domain}`;
}

function signReply(secret: string, number: number, userId: string): string {
  return createHmac("sha256", secret).update(`${number} ${userId}`).digest("hex").slice(0, 16);
}
