import { sql } from "kysely";
import type { Db } from "../request-context.ts";

/**
 * A receipt of an erasure is kept as it is.
 */
const RECEIPT = "user.erased";

/** As the index of migration 34 has it. */
const isAboutTicket = sql<boolean>`entity in ('ticket', 'comment', 'attachment')`;

/** Selects the entries written before a moment that still hold what `pruneHistoryBatch` takes. */
export function selectHistoryToPrune(db: Db, before: Date) {
  return db
    .selectFrom("history")
    .where("recorded_at", "<", before)
    .where("kind", "<>", RECEIPT)
    .where(sql<boolean>`(ip is not null or (erased_at is null and not ${isAboutTicket}))`);
}

/**
 * Takes the details of a batch of entries that were written before a moment, and of those about tickets the network
 * address. The database lets it pass only for entries older than the setting says. Answers how many it took.
 */
export async function pruneHistoryBatch(db: Db, before: Date, now: Date, most: number): Promise<number> {
  const { numAffectedRows } = await sql`
    update history set
      before = case when ${isAboutTicket} then before else without_values(before) end,
      after = case when ${isAboutTicket} then after else without_values(after) end,
      reason = case when ${isAboutTicket} then reason end,
      erased_at = case when ${isAboutTicket} then erased_at else ${now} end,
      ip = null
    where seq in ${selectHistoryToPrune(db, before).select("seq").orderBy("recorded_at").limit(sql.lit(most))}`.execute(
    db,
  );
  return Number(numAffectedRows);
}
