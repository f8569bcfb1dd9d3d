import { type RawBuilder, sql } from "kysely";
import { jsonArrayFrom } from "kysely/helpers/postgres";
import type { SlaTarget } from "#contract/sla/targets.ts";
import type { Db } from "#server/lib/request-context.ts";

/** A verdict as the staff read it. */
export type VerdictEntry = {
  target: SlaTarget;
  cycle: number;
  verdict: "met" | "missed";
  at: string;
  target_seconds: number;
  used_seconds: number;
  over_seconds: number;
  tz: string;
  superseded: boolean;
  reason: string | null;
  by_fullname: string | null;
};

/** The verdicts of a ticket of another query, the oldest first, as a column. */
export function verdictsOf(db: Db, ticketId: string): RawBuilder<Row[]> {
  return jsonArrayFrom(verdictQuery(db).where("v.ticket_id", "=", sql.ref<string>(ticketId)));
}

/** One verdict by its id. */
export async function readVerdict(db: Db, id: string): Promise<VerdictEntry> {
  return toEntry(await verdictQuery(db).where("v.id", "=", id).executeTakeFirstOrThrow());
}

function verdictQuery(db: Db) {
  return db
    .selectFrom("sla_verdicts as v")
    .leftJoin("users as u", "u.id", "v.judged_by")
    .select(["v.target", "v.cycle", "v.verdict", "v.ended_at", "v.decided_at", "v.supersedes_id", "v.tz"])
    .select(["v.target_seconds", "v.used_seconds", "v.over_seconds", "v.reason", "u.fullname as by_fullname"])
    .select(
      sql<boolean>`exists (select from sla_verdicts newer where newer.supersedes_id = v.id)`.as("superseded"),
    )
    .orderBy("v.decided_at")
    .orderBy("v.id");
}

/** Within a column of JSON, moments are texts. */
type Row = Omit<VerdictEntry, "at"> & {
  ended_at: Date | string;
  decided_at: Date | string;
  supersedes_id: string | null;
};

/** A first verdict is of the moment at which its clock ended, one that was judged again of when it was. */
export function toEntry({ ended_at, decided_at, supersedes_id, ...row }: Row): VerdictEntry {
  return { ...row, at: new Date(supersedes_id === null ? ended_at : decided_at).toISOString() };
}
