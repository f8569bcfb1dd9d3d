import { sql } from "kysely";
import type { Audience, EventEntity, EventKind } from "#contract/events.ts";
import type { Db } from "#server/lib/request-context.ts";
import { roundUp } from "#server/lib/db/bounds.ts";

/** The part of a history event that decides its recipients; the content stays in the history. */
export type LiveEvent = {
  seq: number;
  entity: EventEntity;
  entity_id: string;
  /** Where several versions run, another may have recorded kinds that this one does not know. */
  kind: EventKind;
  audience: Audience;
  company_id: string | null;
  /** The ticket that it is about, or belongs to. */
  ticket_id: string | null;
  /** The former client, company or participant, who could see the ticket before. */
  client_before: string | null;
  company_before: string | null;
  participant_before: string | null;
};

export async function readEventsAt(db: Db, seqs: number[]): Promise<LiveEvent[]> {
  return (await selectEvents(sql`h.seq = any(${seqs}::bigint[])`, roundUp(seqs.length)).execute(db)).rows;
}

/**
 * Reads the events after a place, and a few before it: numbers are given when a transaction writes and visible when it
 * commits, so that a larger one may appear before a smaller one. Receiving twice does no harm, missing does.
 */
export async function readEventsAfter(db: Db, seq: number, most: number): Promise<LiveEvent[] | "too many"> {
  const { rows } = await selectEvents(sql`h.seq > ${seq - OVERLAP}`, most + OVERLAP + 1).execute(db);
  return rows.length > most + OVERLAP ? "too many" : rows;
}

/** Reads the places of events after one, and of a few before it, as `readEventsAfter` does. */
export async function readSeqsAfter(db: Db, seq: number, most: number): Promise<number[] | "too many"> {
  const { rows } = await sql<{ seq: number }>`
    select seq from history where seq > ${seq - OVERLAP} and via <> 'import'
    order by seq limit ${sql.lit(most + OVERLAP + 1)}`.execute(db);
  return rows.length > most + OVERLAP ? "too many" : rows.map((row) => row.seq);
}

/**
 * Reads the events since a time, and those of a moment before it: an event has the time at which its request began, and is
 * visible when its transaction commits. Only the latest are looked at, so that no index of times is needed.
 */
export async function readEventsSince(db: Db, time: Date, most: number): Promise<LiveEvent[] | "too many"> {
  const since = new Date(time.getTime() - SLOWEST_WRITE_MS);
  const { rows } = await sql<{ seq: number }>`
    select seq from (select seq, occurred_at from history order by seq desc limit ${sql.lit(most + 1)}) as latest
    where occurred_at >= ${since}`.execute(db);
  if (rows.length > most) return "too many";
  return readEventsAt(
    db,
    rows.map(({ seq }) => seq),
  );
}

/** Reads the latest places in the history, the newest first. */
export async function readLastSeqs(db: Db): Promise<number[]> {
  const { rows } = await sql<{ seq: number }>`
    select seq from history order by seq desc limit ${sql.lit(OVERLAP)}`.execute(db);
  return rows.map(({ seq }) => seq);
}

const OVERLAP = 100;
/** Covers a write from the begin of its request to its commit, and the way of the question (`LATE_MS` in the browser). */
const SLOWEST_WRITE_MS = 5000;

function selectEvents(which: ReturnType<typeof sql>, most: number) {
  return sql<LiveEvent>`
    select h.seq, h.entity, h.entity_id, h.kind, h.audience, h.company_id,
      case h.entity when 'ticket' then h.entity_id when 'comment' then c.ticket_id
        when 'attachment' then coalesce(a.ticket_id, (h.before ->> 'ticket_id')::uuid) end as ticket_id,
      h.before ->> 'client_id' as client_before,
      -- A confidential ticket was never one of a company's that its admin saw.
      case when not coalesce(confided.confidential, false) then h.before ->> 'company_id' end as company_before,
      h.before ->> 'participant' as participant_before
    from history h
    left join comments c on h.entity = 'comment' and c.id = h.entity_id
    left join attachments a on h.entity = 'attachment' and a.id = h.entity_id
    left join tickets confided on h.entity = 'ticket' and confided.id = h.entity_id
    where ${which} and h.via <> 'import' order by h.seq limit ${sql.lit(most)}`;
}
