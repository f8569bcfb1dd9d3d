import type { Pool } from "pg";

/** Milliseconds. A request that takes longer has lost its reader, and must not hold rows that others wait for. */
export const SESSION_LIMITS = {
  statement_timeout: 30_000,
  lock_timeout: 10_000,
  idle_in_transaction_session_timeout: 30_000,
};

/**
 * Explains what is missing where a pooler keeps the server's connections and no session can be given limits: they have
 * to be the role's own. Null where every statement has its limits.
 */
export async function explainMissingLimits(pool: Pool): Promise<string | null> {
  const { rows } = await pool.query<{ name: string; role: string }>(
    "select name, session_user as role from pg_settings where name = any($1) and setting = '0' order by name",
    [Object.keys(SESSION_LIMITS)],
  );
  const [first] = rows;
  if (!first) return null;
  const names = rows.map(({ name }) => name).join(", ");
  return `statements of ${first.role} have no ${names}: alter role ${first.role} set what docs/operations/scaling.md names under "Poolers".`;
}
