import type { PoolClient } from "pg";

/** Tables whose indexes cost more to keep during a bulk insert than to build afterwards. */
const TABLES = ["tickets", "ticket_words", "ticket_tags", "comments"];

/**
 * Drops the tables' indexes and returns how to build them again, in the caller's transaction: readers of these tables
 * wait until it ends, and an interrupted bulk insert has lost none of them. Keys and unique indexes stay.
 */
export async function dropIndexes(
  client: PoolClient,
): Promise<(onProgress: (words: string) => void) => Promise<void>> {
  const found = await client.query<{ name: string; definition: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
     from pg_index i join pg_class c on c.oid = i.indrelid
     where c.relname = any($1) and c.relnamespace = current_schema()::regnamespace and not i.indisunique
     order by c.relname, i.indexrelid`,
    [TABLES],
  );
  for (const { name } of found.rows) await client.query(`drop index ${name}`);
  return async (onProgress) => {
    await client.query("set local maintenance_work_mem = '256MB'");
    for (const [index, { name, definition }] of found.rows.entries()) {
      onProgress(`Building index ${index + 1} of ${found.rows.length}: ${name}`);
      await client.query(definition);
    }
  };
}
