import type { ClientBase } from "pg";

/** Tables left out of a backup and emptied by a restore: everybody signs in again, and no count of attempts is kept. */
const SHORT_LIVED = [
  "sessions",
  "refresh_tokens",
  "access_tokens",
  "rate_limits",
  "allowances",
  "live_streams",
  "idempotency_keys",
] as const;
/**
 * Each database has more of its own that no backup takes: keys made by its migrations, which of those ran, and passwords
 * of mailboxes, sealed with a key that is not in a backup either.
 */
const LEFT_OUT = new Set<string>([...SHORT_LIVED, "guest_keys", "mailbox_secrets", "schema_migrations"]);

/**
 * Rows left out of a backup, as conditions on those that stay: mails with a link that signs somebody in. Those that wait
 * to be sent will have left by the time of a restore.
 */
const KEPT_ROWS: Record<string, string> = {
  mails: `coalesce(dedupe_key, '') not like 'link:%'
    or body_text !~ '/(accept-invite|reset-password|undo-email-change)/[A-Za-z0-9_-]'`,
};

export type Table = { name: string; columns: string[] };

/** Lists the product's tables with their columns, referenced ones first. Refuses nothing: a circle would be a bug. */
export async function listTables(client: ClientBase): Promise<Table[]> {
  const { rows: tables } = await client.query<Table>(`
    select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where n.nspname = 'public' and c.relkind = 'r' group by c.relname order by c.relname`);
  const { rows: edges } = await client.query<{ child: string; parent: string }>(`
    select child.relname as child, parent.relname as parent
    from pg_constraint k join pg_class child on child.oid = k.conrelid join pg_class parent on parent.oid = k.confrelid
    where k.contype = 'f' and k.conrelid <> k.confrelid`);
  const waiting = new Map(
    tables.filter(({ name }) => !LEFT_OUT.has(name)).map((table) => [table.name, table]),
  );
  const ordered: Table[] = [];
  while (waiting.size > 0) {
    const ready = [...waiting.values()].filter(
      ({ name }) => !edges.some(({ child, parent }) => child === name && waiting.has(parent)),
    );
    if (ready.length === 0)
      throw new Error(`tables point at each other in a circle: ${[...waiting.keys()].join(", ")}`);
    for (const table of ready) waiting.delete(table.name);
    ordered.push(...ready);
  }
  return ordered;
}

/** The statement that reads the rows of a table that a backup holds. */
export function selectKept({ name, columns }: Table): string {
  const kept = KEPT_ROWS[name] ?? "true";
  return `select ${columns.map(quoteIdentifier).join(", ")} from ${quoteIdentifier(name)} where ${kept}`;
}

/** Reads every sequence of the product with its current value. */
export async function readSequences(client: ClientBase) {
  const { rows } = await client.query<{ name: string }>(
    `select sequencename as name from pg_sequences where schemaname = 'public' order by sequencename`,
  );
  const sequences: { name: string; value: number; called: boolean }[] = [];
  for (const { name } of rows) {
    const state = await client.query<{ value: number; called: boolean }>(
      `select last_value as value, is_called as called from ${quoteIdentifier(name)}`,
    );
    const [row] = state.rows;
    if (row) sequences.push({ name, ...row });
  }
  return sequences;
}

export async function readMigrations(client: ClientBase) {
  const { rows } = await client.query<{ version: number; checksum: string }>(
    "select version, checksum from schema_migrations order by version",
  );
  return rows;
}

export function quoteIdentifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** Lists the short-lived tables that are there: a backup of an earlier version is filled into its own tables first. */
export async function listShortLived(client: ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public' and tablename = any($1)",
    [SHORT_LIVED],
  );
  return rows.map(({ name }) => name);
}
