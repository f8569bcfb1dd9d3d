import type { PoolClient } from "pg";
import { IMPORT_PRINCIPAL } from "#server/lib/request-context.ts";
import { copyRows } from "#server/lib/db/pg-copy.ts";
import { type BulkEvent, copyHistory } from "#server/lib/db/copy-history.ts";

/** A ticket of a bulk insert, resolved and checked by the caller. */
export type BulkTicket = {
  id: string;
  subject: string;
  issue: string;
  status: string;
  priority: string;
  assigneeId: string | null;
  clientId: string | null;
  companyId: string | null;
  groupId: string | null;
  createdBy: string;
  source: string;
  version: number;
  created: Date;
  updated: Date;
  firstResponse: Date | null;
  closed: Date | null;
  closedBy: string | null;
  /** Its number where it comes from. */
  oldNumber?: string | null;
  /** Tokens as `tokenize` makes them. */
  publicWords: readonly string[];
  staffWords: readonly string[];
};

/**
 * Writes tickets with their numbers, tokens and creation events, in the caller's transaction; answers the
 * numbers. Nobody is notified: such events are `via` import, which announces nothing (rule 492).
 */
export async function bulkInsertTickets(
  client: PoolClient,
  tickets: readonly BulkTicket[],
  prefix: string,
): Promise<number[]> {
  const numbers = await takeNumbers(client, tickets.length);
  const numbered = tickets.map((ticket, index) => ({ ticket, number: numbers[index] ?? 0 }));
  await copyRows(
    client,
    "tickets",
    TICKET_COLUMNS,
    numbered.map(({ ticket, number }) => ticketValues(ticket, number, `${prefix}${number}`)),
  );
  await copyRows(
    client,
    "ticket_numbers",
    ["number", "ticket_id"],
    numbered.map(({ ticket, number }) => [number, ticket.id]),
  );
  await copyRows(
    client,
    "ticket_words",
    ["ticket_id", "public_words", "staff_words"],
    tickets.map((ticket) => {
      const open = formatVector(ticket.publicWords);
      return [
        ticket.id,
        open,
        ticket.staffWords === ticket.publicWords ? open : formatVector(ticket.staffWords),
      ];
    }),
  );
  await copyHistory(client, tickets.map(toCreatedEvent));
  return numbers;
}

/** Takes numbers in one block, so that other writers get theirs in between without waiting. */
async function takeNumbers(client: PoolClient, count: number): Promise<number[]> {
  const taken = await client.query<{ number: number }>(
    "select nextval('ticket_numbers_seq') as number from generate_series(1, $1)",
    [count],
  );
  return taken.rows.map(({ number }) => number);
}

const TICKET_COLUMNS = [
  "id",
  "number",
  "uid",
  "subject",
  "issue",
  "status",
  "priority",
  "assignee_id",
  "client_id",
  "company_id",
  "group_id",
  "created_by",
  "source",
  "version",
  "created",
  "updated",
  "first_response",
  "closed",
  "closed_by",
  "old_number",
];

function ticketValues(ticket: BulkTicket, number: number, uid: string) {
  return [
    ticket.id,
    number,
    uid,
    ticket.subject,
    ticket.issue,
    ticket.status,
    ticket.priority,
    ticket.assigneeId,
    ticket.clientId,
    ticket.companyId,
    ticket.groupId,
    ticket.createdBy,
    ticket.source,
    ticket.version,
    ticket.created,
    ticket.updated,
    ticket.firstResponse,
    ticket.closed,
    ticket.closedBy,
    ticket.oldNumber ?? null,
  ];
}

/**
 * Formats tokens as a tsvector; they hold letters and digits only, so they need no quotes. A tsvector holds a megabyte:
 * tokens beyond are left out.
 */
function formatVector(words: readonly string[]): string {
  if (words.length < FEW_TOKENS) return words.join(" ");
  let left = MAX_BYTES;
  return words.filter((word) => (left -= Buffer.byteLength(word) + 2) > 0).join(" ");
}

const FEW_TOKENS = 4000;
const MAX_BYTES = 1_000_000;

function toCreatedEvent(ticket: BulkTicket): BulkEvent {
  return {
    id: ticket.id,
    kind: "ticket.created",
    at: ticket.created,
    by: IMPORT_PRINCIPAL,
    companyId: ticket.companyId,
    after: {
      subject: ticket.subject,
      status: ticket.status,
      priority: ticket.priority,
      assignee_id: ticket.assigneeId,
      client_id: ticket.clientId,
      company_id: ticket.companyId,
      group_id: ticket.groupId,
    },
  };
}
