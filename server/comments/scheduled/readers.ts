import type { StopReason } from "#contract/comments/stop-reasons.ts";
import type { Db } from "#server/lib/request-context.ts";
import { findAnswerReaders } from "#server/tickets/mail/audience.ts";
import { findMailedTicket } from "#server/tickets/mail/mailed-ticket.ts";

/** People from outside who get an answer, each with their company. */
export type OutsideReaders = Record<string, string | null>;

type Answer = { ticket_id: string; author_id: string; visibility: "public" | "internal" };

/** Finds who from outside would get an answer now; nobody for a note. */
export async function findOutsideReaders(
  db: Db,
  { ticket_id, author_id, visibility }: Answer,
): Promise<OutsideReaders> {
  const ticket = visibility === "public" ? await findMailedTicket(db, ticket_id) : undefined;
  if (!ticket) return {};
  const readers = await findAnswerReaders(db, ticket, author_id);
  return Object.fromEntries(
    readers.filter(({ user_type }) => user_type === "external").map(({ id, company_id }) => [id, company_id]),
  );
}

/** Why an answer may not go to those who would get it now: its author had others before them, or in another company. */
export async function findReaderChange(
  db: Db,
  answer: Answer & { readers: OutsideReaders },
): Promise<StopReason | null> {
  const now = Object.entries(await findOutsideReaders(db, answer));
  if (now.some(([id]) => !Object.hasOwn(answer.readers, id))) return "readers_changed";
  if (now.some(([id, company]) => answer.readers[id] !== company)) return "company_changed";
  return null;
}
