import { sql } from "kysely";
import { LETTERS } from "#contract/text/search-folding.ts";
import type { Db } from "#server/lib/request-context.ts";
import { runTransaction } from "#server/lib/db/transaction.ts";
import { readTextSetting } from "#server/settings/read.ts";
import { saveResumePoint } from "#server/settings/write.ts";
import { reindexTicket } from "./reindex-ticket.ts";

/** Migration 0013 puts a row of this name where tickets are whose words were made before letters such as ß were folded. */
const KEY = "words_renewed_up_to";
/** Tickets that are looked at in one go, and those of them that one transaction reads anew. */
const BATCH = 1000;
const AT_ONCE = 50;

/** Whether `reindexOldTickets` has something to do, or to go on with. */
export async function hasTicketsToReindex(db: Db): Promise<boolean> {
  return (await readTextSetting(db, KEY, "")) !== "";
}

/**
 * Reads those tickets anew, in the order of their ids, and remembers how far it came: whatever ends it, it goes on from
 * there, and once done it is done for good. Answers how many tickets were read.
 */
export async function reindexOldTickets(db: Db): Promise<number> {
  let reindexed = 0;
  for (let after = await readTextSetting(db, KEY, ""); after !== "";) {
    const { rows } = await sql<{ ticket_id: string; is_old: boolean }>`
      select ticket_id, staff_words::text ~ ${OLD} as is_old from ticket_words
      where ticket_id > ${after}::uuid order by ticket_id limit ${sql.lit(BATCH)}`.execute(db);
    const old = rows.filter((row) => row.is_old).map((row) => row.ticket_id);
    for (let first = 0; first < old.length; first += AT_ONCE)
      reindexed += await reindexBatch(db, old.slice(first, first + AT_ONCE));
    after = rows.at(-1)?.ticket_id ?? "";
    await saveResumePoint(db, KEY, after || null);
  }
  return reindexed;
}

/** Reindexes tickets under locks: a change of the words of one of them waits, and adds to the words written here. */
async function reindexBatch(db: Db, ids: string[]): Promise<number> {
  return runTransaction(db, async (tx) => {
    const { rows } = await sql<{ ticket_id: string }>`
      select ticket_id from ticket_words where ticket_id = any(${ids}::uuid[])
      order by ticket_id for update`.execute(tx);
    for (const { ticket_id } of rows) await reindexTicket(tx, ticket_id);
    return rows.length;
  });
}

const OLD = `[${Object.keys(LETTERS).join("")}]`;
