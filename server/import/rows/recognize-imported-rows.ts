import { createHash } from "node:crypto";
import type { PoolClient } from "pg";

/*
 * Tells rows that are in already (rule 186). A row is known by its key where the file has one, else by its content
 * and how often that content stood in the file before: equal rows are different tickets, in this run and in the next.
 *
 * How often content was seen is kept in a temporary table (server/db/migrations/0036_imports.sql) rather than here, so
 * that memory stays the same however long the file is.
 */

export type Identified = {
  /** The form in which `external_references` keeps it. */
  externalId: string;
  /** How often this identity stood in the file so far, this row included. */
  occurrence: number;
};

/** Answers in the order of the rows. */
export async function identifyRows(
  client: PoolClient,
  rows: readonly { fields: readonly string[]; key: string | null }[],
): Promise<Identified[]> {
  const hashes = rows.map(({ fields, key }) => hashFields(key === null ? fields : [key]));
  const within = new Map<string, number>();
  const places = hashes.map((hash) => {
    const place = (within.get(hash) ?? 0) + 1;
    within.set(hash, place);
    return place;
  });
  const answer = await client.query<{ identity: Buffer; n: number }>(
    `insert into seen_rows as s (identity, n) select * from unnest($1::bytea[], $2::int[])
     on conflict (identity) do update set n = s.n + excluded.n returning identity, n`,
    [[...within.keys()].map((hash) => Buffer.from(hash, "hex")), [...within.values()]],
  );
  const totals = new Map(answer.rows.map(({ identity, n }) => [identity.toString("hex"), n]));
  return rows.map(({ key }, index) => {
    const hash = hashes[index] ?? "";
    const before = (totals.get(hash) ?? 0) - (within.get(hash) ?? 0);
    const occurrence = before + (places[index] ?? 0);
    return { occurrence, externalId: key === null ? `row:${hash}#${occurrence}` : `key:${key}` };
  });
}

/** Finds what is in already; by its external id, the import that brought it, null for those of before imports were kept. */
export async function findImported(
  client: PoolClient,
  externalIds: readonly string[],
): Promise<Map<string, string | null>> {
  const answer = await client.query<{ external_id: string; import_id: string | null }>(
    "select external_id, import_id from external_references where system = 'csv' and kind = 'ticket' and external_id = any($1)",
    [externalIds],
  );
  return new Map(answer.rows.map(({ external_id: id, import_id: by }) => [id, by]));
}

function hashFields(fields: readonly string[]): string {
  return createHash("sha256").update(JSON.stringify(fields)).digest("hex");
}
