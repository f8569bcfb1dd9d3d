import type { Client } from "pg";
import type { RecordedOperation, OperationKind } from "./ledger.ts";

export type Verdict = { acknowledged: number; lost: number; anomalies: string[] };

/** Holds the ledger against the database: nothing acknowledged is missing, nothing refused is there, nothing is there twice. */
export async function compareLedger(
  client: Client,
  ledger: Map<string, RecordedOperation>,
): Promise<Verdict> {
  const found = await countOperations(client);
  const verdict: Verdict = { acknowledged: 0, lost: 0, anomalies: [] };
  for (const operation of ledger.values()) {
    const times = found.get(`${operation.what} ${operation.key}`) ?? 0;
    if (operation.result === "ok") verdict.acknowledged += 1;
    if (operation.result === "ok" && times === 0) {
      verdict.lost += 1;
      if (verdict.lost <= 5) verdict.anomalies.push(`lost: ${operation.what} ${operation.key}`);
    }
    if (times > 1) verdict.anomalies.push(`${times} times: ${operation.what} ${operation.key}`);
    if (operation.result === "fail" && times > 0)
      verdict.anomalies.push(`refused and yet there: ${operation.what} ${operation.key}`);
  }
  return verdict;
}

/** Compares the ledger with the database, and looks for inconsistencies between rows. */
export async function verifyLedger(client: Client, ledger: Map<string, RecordedOperation>): Promise<Verdict> {
  const { anomalies, ...verdict } = await compareLedger(client, ledger);
  return { ...verdict, anomalies: [...anomalies, ...(await findInconsistencies(client))] };
}

/** Counts each operation in the database, by its kind and key. */
async function countOperations(client: Client): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  const count = async (what: OperationKind, sql: string) => {
    const { rows } = await client.query<{ key: string; n: number }>(sql);
    for (const { key, n } of rows) found.set(`${what} ${key}`, n);
  };
  // A ticket's first subject is in its first history event: it may have been renamed since.
  await count(
    "ticket",
    `select substr(after->>'subject', 7) as key, count(*)::int as n from history
     where kind = 'ticket.created' and after->>'subject' like 'chaos %' group by 1`,
  );
  await count(
    "comment",
    `select substr(comment, 7) as key, count(*)::int as n from comments where comment like 'chaos %' group by 1`,
  );
  await count(
    "subject",
    `select substr(after->>'subject', 15) as key, count(*)::int as n from history
     where kind = 'ticket.changed' and after->>'subject' like 'chaos renamed %' group by 1`,
  );
  return found;
}

/** Rules that hold between rows: an operation that was done in part breaks one of them. */
const INCONSISTENCIES: Record<string, string> = {
  "tickets without exactly one number of their own": `select count(*)::int as n from tickets t
    where (select count(*) from ticket_numbers n where n.ticket_id = t.id and n.kind = 'own' and n.number = t.number) <> 1`,
  "tickets without exactly one event of their creation": `select count(*)::int as n from tickets t
    where (select count(*) from history h where h.entity = 'ticket' and h.entity_id = t.id and h.kind = 'ticket.created') <> 1`,
  "history events of tickets that are not there": `select count(*)::int as n from history h
    where h.entity = 'ticket' and not exists (select from tickets t where t.id = h.entity_id)`,
  "tickets that nobody could find": `select count(*)::int as n from tickets t
    where not exists (select from ticket_words w where w.ticket_id = t.id)`,
  "subjects that the last history event does not have": `select count(*)::int as n from tickets t where t.subject <> (
    select h.after->>'subject' from history h
    where h.entity = 'ticket' and h.entity_id = t.id and h.after ? 'subject' order by h.seq desc limit 1)`,
  "comments without exactly one event of their creation": `select count(*)::int as n from comments c
    where (select count(*) from history h where h.entity = 'comment' and h.entity_id = c.id and h.kind = 'comment.created') <> 1`,
  "history events of comments that are not there": `select count(*)::int as n from history h
    where h.entity = 'comment' and not exists (select from comments c where c.id = h.entity_id)`,
  "links of the history that do not fit": `select count(*)::int as n from (
    select previous_hash, lag(hash) over (partition by entity, entity_id order by seq) as before from history) h
    where previous_hash is distinct from before`,
  "numbers given twice": `select count(*)::int as n from (select number from tickets group by number having count(*) > 1) twice`,
  "keys kept without an answer": `select count(*)::int as n from idempotency_keys where status is null`,
};

/** Names every broken rule between rows, and counters that a recount finds wrong. */
export async function findInconsistencies(client: Client): Promise<string[]> {
  const broken: string[] = [];
  for (const [words, sql] of Object.entries(INCONSISTENCIES)) {
    const { rows } = await client.query<{ n: number }>(sql);
    if (rows[0]?.n !== 0) broken.push(`${rows[0]?.n} ${words}`);
  }
  await client.query("begin");
  const { rows } = await client.query<{ figures: string; drift: string }>("select * from recount_figures()");
  await client.query("rollback");
  // A bigint arrives as text here.
  const wrong = rows.filter(({ drift }) => Number(drift) !== 0);
  return [...broken, ...wrong.map(({ figures, drift }) => `${drift} wrong rows in ${figures}`)];
}

/** PostgreSQL's own look at every index: order, and that no row is missing. Null where the extension is not there. */
export async function checkIndexes(client: Client): Promise<string[] | null> {
  const there = await client.query("select from pg_available_extensions where name = 'amcheck'");
  if (there.rowCount === 0) return null;
  await client.query("create extension if not exists amcheck");
  const { rows } = await client.query<{ name: string }>(`
    select c.relname as name from pg_index i join pg_class c on c.oid = i.indexrelid join pg_am a on a.oid = c.relam
    where a.amname = 'btree' and c.relpersistence = 'p' and i.indisready and i.indisvalid`);
  const broken: string[] = [];
  for (const { name } of rows) {
    try {
      await client.query(
        "select bt_index_parent_check(c.oid, true) from pg_class c where relname = $1 and relkind = 'i'",
        [name],
      );
    } catch (error) {
      broken.push(`index ${name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return broken;
}
