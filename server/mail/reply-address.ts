import { createHmac, timingSafeEqual } from "node:crypto";
import { sql } from "kysely";
import type { Config } from "#server/config.ts";
import type { Db } from "#server/lib/request-context.ts";

/**
 * Builds the reply address of a mail: the sender's address with the ticket's number and a signature over ticket and reader,
 * so that a number alone opens nothing. Null where the sender says that nobody reads its mail.
 * Example: help@desk.example becomes help+1042.9f2c01ab34de@desk.example.
 */
export function buildReplyAddress(
  config: Pick<Config, "mailFrom">,
  secret: string,
  { number, userId }: { number: number; userId: string },
): string | null {
  const [local = "", domain = ""] = findSenderAddress(config).split("@");
  if (/^(no|do-?not)[-_.]?reply/i.test(local)) return null;
  return `${local}+${number}.${signReply(secret, number, userId)}@${domain}`;
}

/** Finds the bare address of the desk's sender, which may stand behind a name. */
export function findSenderAddress({ mailFrom }: Pick<Config, "mailFrom">): string {
  return /<([^<>]+)>$/.exec(mailFrom)?.[1] ?? mailFrom;
}

export type ReplyAddress = { mailbox: string; number: number; signature: string };

/** Reads a reply address, whatever its case: its mailbox, number and signature, as yet unchecked. Null for any other address. */
export function parseReplyAddress(address: string): ReplyAddress | null {
  const parts = /^([^@+\s]+)\+(\d{1,9})\.([\da-f]{16})@([^@\s]+)$/i.exec(address.trim());
  if (!parts) return null;
  const [, local = "", number = "", signature = "", domain = ""] = parts;
  return {
    mailbox: `${local}@${domain}`.toLowerCase(),
    number: Number(number),
    signature: signature.toLowerCase(),
  };
}

/** Finds the person among these whose reply address this is; null where its signature is nobody's (rule 640). */
export function verifyReplyAddress(
  secret: string,
  { number, signature }: Pick<ReplyAddress, "number" | "signature">,
  userIds: readonly string[],
): string | null {
  const given = Buffer.from(signature);
  return (
    userIds.find((userId) => {
      const expected = Buffer.from(signReply(secret, number, userId));
      return expected.length === given.length && timingSafeEqual(expected, given);
    }) ?? null
  );
}

/**
 * Lists the people whose reply addresses may lead to a ticket: who was mailed about it, and, since old mails are deleted,
 * whoever is on it.
 */
export async function findReplyReaders(db: Db, ticketId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select user_id as id from mails where user_id is not null
      and ticket_id = any(array(select ${ticketId}::uuid union all select id from parts_of_ticket(${ticketId})))
    union select client_id from tickets where id = ${ticketId} and client_id is not null
    union select assignee_id from tickets where id = ${ticketId} and assignee_id is not null
    union select user_id from participants where ticket_id = ${ticketId}`.execute(db);
  return rows.map(({ id }) => id);
}

function signReply(secret: string, number: number, userId: string): string {
  return createHmac("sha256", secret).update(`${number} ${userId}`).digest("hex").slice(0, 16);
}
