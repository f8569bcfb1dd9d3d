import { sql } from "kysely";
import type { Db } from "#server/lib/request-context.ts";
import type { SeededRandom } from "#server/lib/seeded-random.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const MORNING = 8 * HOUR;

/** Written by whoever works on the ticket, for the morning after next and the one after that. */
const WORDS = [
  "Good morning, the change window is tonight from 20:00 to 21:00. Nobody will be disconnected before.",
  "A short look back: it has run for two days now without a fault. I close this ticket tomorrow unless you see it again.",
];

/**
 * Two answers that go out later, on the oldest tickets that somebody works on for a client. The mornings are those of UTC, as
 * an empty desk keeps time.
 */
export async function insertWaitingAnswers(db: Db, dice: SeededRandom, now: Date): Promise<void> {
  const today = Math.floor(now.getTime() / DAY) * DAY;
  const { rows } = await sql<{ id: string; author: string; client: string; company: string | null }>`
    select t.id, t.assignee_id as author, t.client_id as client, u.company_id as company
    from tickets t join users u on u.id = t.client_id
    where t.status = 'in_progress' and t.assignee_id is not null and t.deleted_at is null
    order by t.number limit ${sql.lit(WORDS.length)}`.execute(db);
  for (const [index, ticket] of rows.entries()) {
    const sendAt = new Date(today + (index + 2) * DAY + MORNING);
    const id = dice.id();
    // oxlint-disable-next-line no-await-in-loop
    await db
      .insertInto("scheduled_comments")
      .values({
        id,
        ticket_id: ticket.id,
        author_id: ticket.author,
        visibility: "public",
        comment: WORDS[index] ?? "",
        group_id: id,
        readers: JSON.stringify({ [ticket.client]: ticket.company }),
        send_at: sendAt,
        try_at: sendAt,
        hold: false,
        stop_if_answered: true,
        created_at: new Date(now.getTime() - HOUR),
      })
      .execute();
  }
}
