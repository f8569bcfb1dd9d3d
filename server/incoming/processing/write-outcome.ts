import { sql } from "kysely";
import type { IncomingReason } from "#contract/incoming/states.ts";
import { isBlockedFile } from "#server/lib/mime/blocked-types.ts";
import { recordEvent } from "#server/lib/work/history.ts";
import type { Db } from "#server/lib/request-context.ts";
import { recordingContext } from "./mail-context.ts";
import type { Outcome, StoredMail, Work } from "./work.ts";

/** Of the reader that made words and folds; a replay with a later one shows what differs. */
export const PARSER = 1;

/** Locks a mail that still waits for its turn; null where somebody else has dealt with it. */
export async function lockMail(
  db: Db,
  id: string,
  states: readonly StoredMail["state"][],
): Promise<StoredMail | null> {
  const { rows } = await sql<StoredMail>`select * from incoming_mails
    where id = ${id} and state = any(${[...states]}) for update`.execute(db);
  return rows[0] ?? null;
}

/** Writes down what became of a mail, and tells those who decide on what waits. */
export async function writeOutcome(work: Work, outcome: Outcome): Promise<void> {
  const { mail, db } = work;
  const { parsed, row } = mail;
  await db
    .updateTable("incoming_mails")
    .set({
      ...describeMail(work),
      state: outcome.state,
      reason: outcome.reason ?? null,
      detail: outcome.detail ? JSON.stringify(outcome.detail) : null,
      user_id: outcome.sender?.id ?? outcome.userId ?? null,
      suggested_company_id: outcome.suggestedCompanyId ?? null,
      ticket_id: outcome.ticketId ?? null,
      comment_id: outcome.commentId ?? null,
      opened_ticket: outcome.openedTicket ?? false,
      matched_by: outcome.matchedBy ?? null,
      mailbox_id: row.mailbox_id ?? work.mailbox?.id ?? null,
      recipients: JSON.stringify({
        to: parsed.to,
        cc: parsed.cc,
        outside: outcome.outside ?? [],
      }),
    })
    .where("id", "=", row.id)
    .execute();
  const kind = EVENTS[outcome.state];
  if (kind)
    await recordEvent(recordingContext(work), {
      id: row.id,
      kind,
      after: { reason: outcome.reason ?? null },
    });
}

const EVENTS = {
  held: "incoming.held",
  ignored: "incoming.ignored",
  failed: "incoming.failed",
  spam: "incoming.decided",
  done: null,
} as const;

/** What was read, whatever became of it. */
function describeMail({ mail, settings }: Work) {
  const { parsed, kind, proof, proofLines } = mail;
  return {
    message_id: parsed.messageId,
    in_reply_to: parsed.inReplyTo,
    references: parsed.references,
    from_address: parsed.from?.address.toLowerCase() ?? null,
    from_name: parsed.from?.name ?? null,
    subject: parsed.subject,
    kind: KINDS[kind.kind],
    proof,
    proof_detail: JSON.stringify(proofLines),
    words: parsed.words,
    quoted: parsed.quoted,
    parser: PARSER,
    files: JSON.stringify(
      parsed.files.map((file) => ({
        name: file.name,
        type: file.type,
        bytes: file.size,
        refused: isBlockedFile(file, settings.blockedTypes),
      })),
    ),
  };
}

const KINDS = {
  message: "message",
  automatic: "automatic",
  newsletter: "automatic",
  bounce: "bounce",
} as const;

export function hold(reason: IncomingReason, more: Partial<Outcome> = {}): Outcome {
  return { state: "held", reason, ...more };
}

export function ignore(reason: IncomingReason, more: Partial<Outcome> = {}): Outcome {
  return { state: "ignored", reason, ...more };
}
