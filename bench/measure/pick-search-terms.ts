import type { Pool } from "pg";

/** The parameters of the operations on this desk: words of known frequency, a large company, a ticket with comments. */
export type Material = {
  frequent: string[];
  middling: string;
  rare: string;
  company: string;
  detail: string;
  uid: string;
  tickets: number;
  prefix: string;
};

/** Frequencies are those of a sample, so that this takes seconds on a million tickets. */
export async function readMaterial(pool: Pool): Promise<Material> {
  const tickets = await countTickets(pool);
  const sample = Math.min(20_000, tickets);
  const { rows: words } = await pool.query<{ word: string; ndoc: number }>(
    `select word, ndoc from ts_stat('select staff_words from ticket_words where deleted_at is null
       order by ticket_id limit ${sample}') where word ~ '^[a-z]{4,}$' order by ndoc desc, word`,
  );
  const near = (share: number) =>
    words.reduce((best, each) =>
      Math.abs(each.ndoc / sample - share) < Math.abs(best.ndoc / sample - share) ? each : best,
    ).word;
  const { company } = await one<{ company: string }>(
    pool,
    `select company_id as company from ticket_counts where company_id <> '00000000-0000-0000-0000-000000000000'
     group by 1 order by sum(n) desc offset 3 limit 1`,
  );
  const { detail, uid } = await one<{ detail: string; uid: string }>(
    pool,
    `select t.id as detail, t.uid from tickets t where deleted_at is null and status = 'open'
       and exists (select from comments c where c.ticket_id = t.id) order by number desc limit 1`,
  );
  return {
    frequent: words.slice(0, 3).map(({ word }) => word),
    middling: near(0.01),
    rare: words.at(-1)?.word ?? "",
    company,
    detail,
    uid,
    tickets,
    prefix: uid.replace(/\d+$/, ""),
  };
}

export async function countTickets(pool: Pool): Promise<number> {
  const { n } = await one<{ n: number }>(pool, "select sum(n)::int as n from ticket_totals");
  return n;
}

async function one<Row extends object>(pool: Pool, text: string): Promise<Row> {
  const { rows } = await pool.query<Row>(text);
  const [row] = rows;
  if (!row) throw new Error(`no row for: ${text}`);
  return row;
}
