import { sql } from "kysely";
import type { Db } from "#server/lib/request-context.ts";

type Reference = { table: string; column: string };

/**
 * Of these ids, those that some row still points to. Every foreign key counts that the database knows, so that a table
 * of tomorrow is not forgotten; `besides` names columns of rows that would go together with the id.
 */
export async function findReferencedIds(
  db: Db,
  { tables, ids, besides }: { tables: readonly string[]; ids: string[]; besides: readonly string[] },
): Promise<Set<string>> {
  const found = new Set<string>();
  for (const { table, column } of await listReferences(db, tables)) {
    if (besides.includes(`${table}.${column}`)) continue;
    // One table after the other: they share the one connection of the transaction.
    // oxlint-disable-next-line no-await-in-loop
    const { rows } = await sql<{ id: string }>`
      select distinct ${sql.ref(column)} as id from ${sql.table(table)}
      where ${sql.ref(column)} = any(${ids}::uuid[])`.execute(db);
    for (const { id } of rows) found.add(id);
  }
  return found;
}

async function listReferences(db: Db, tables: readonly string[]): Promise<Reference[]> {
  const { rows } = await sql<Reference>`
    select c.conrelid::regclass::text as "table", a.attname::text as "column"
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and cardinality(c.conkey) = 1 and c.confrelid = any(${[...tables]}::text[]::regclass[])
    order by 1, 2`.execute(db);
  return rows;
}
