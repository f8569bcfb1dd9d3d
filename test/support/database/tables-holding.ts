import type pg from "pg";

/** The tables in which a word stands anywhere, in any letters. */
export async function tablesHolding(pool: pg.Pool, word: string): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public' order by 1",
  );
  const held = await Promise.all(
    rows.map(({ name }) => pool.query(`select from "${name}" t where t::text ilike $1`, [`%${word}%`])),
  );
  return rows.filter((_, index) => held[index]?.rowCount !== 0).map(({ name }) => name);
}
