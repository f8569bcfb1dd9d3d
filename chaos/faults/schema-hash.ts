import { createHash } from "node:crypto";
import type { Client } from "pg";

/** A hash of everything that migrations make: two databases with the same schema have the same one. */
export async function hashSchema(client: Client): Promise<string> {
  const parts = [
    `select c.relname, a.attnum, a.attname, format_type(a.atttypid, a.atttypmod) as type, a.attnotnull,
       pg_get_expr(d.adbin, d.adrelid) as value
     from pg_attribute a join pg_class c on c.oid = a.attrelid and c.relkind in ('r', 'v', 'm')
     left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
     where c.relnamespace = 'public'::regnamespace and a.attnum > 0 and not a.attisdropped order by 1, 2`,
    "select indexname, indexdef from pg_indexes where schemaname = 'public' order by 1",
    `select conrelid::regclass::text as of, conname, pg_get_constraintdef(oid) as def from pg_constraint
     where connamespace = 'public'::regnamespace order by 1, 2`,
    `select tgrelid::regclass::text as of, tgname, pg_get_triggerdef(oid) as def from pg_trigger
     where not tgisinternal order by 1, 2`,
    `select proname, prosrc from pg_proc where pronamespace = 'public'::regnamespace and prokind = 'f' order by 1, 2`,
    "select version, checksum from schema_migrations order by 1",
    "select code, position from statuses order by 1",
  ];
  const hash = createHash("sha256");
  for (const sql of parts) hash.update(JSON.stringify((await client.query(sql)).rows));
  return hash.digest("hex");
}
