import { Kysely, PostgresDialect, sql } from "kysely";
import type { Pool } from "pg";
import { TicketQuery } from "#contract/tickets/list.ts";
import { readMetrics } from "#server/dashboard/read.ts";
import type { Tables } from "#server/db/tables.ts";
import { countByStatus, sumUp } from "#server/tickets/list/counts.ts";
import { type Figures, figuresOf } from "../measure/measure.ts";
import { PLAIN_METRICS, readingAs } from "../measure/operations.ts";

/** One total, from the counters and counted plainly, in milliseconds. */
export type CounterRow = { what: string; counted: Figures; plain: Figures; faster: number };

/**
 * Counting plainly reads every ticket and leaves the processor's caches full of them. Asked once after each, the counters
 * would be measured by what their neighbour left behind, which no desk with counters ever does.
 */
const COUNTED_A_ROUND = 5;

const LIVE = "select status, count(*) from tickets where deleted_at is null";

type Counter = { what: string; counted: () => Promise<number>; plain: () => Promise<number> };

/** The dashboard's figures and the totals of lists, each from the counters and counted plainly. */
export function countersOf(pool: Pool, company: string): Counter[] {
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  const ctx = readingAs(db, { pool });
  const total = (values: Record<string, string>) => async () => {
    const query = TicketQuery.parse({ per_page: "25", ...values });
    const { rows } = await sql<{ status: string; n: number }>`${countByStatus(ctx, query)}`.execute(db);
    return sumUp(query, { counts: Object.fromEntries(rows.map(({ status, n }) => [status, n])), more: [] })
      .total;
  };
  const plainTotal =
    (condition: string, ...parameters: string[]) =>
    async () =>
      sum((await pool.query<{ count: string }>(`${LIVE} ${condition} group by status`, parameters)).rows);
  return [
    {
      what: "metrics of the dashboard",
      counted: async () => (await readMetrics(ctx)).ticket_metrics.total,
      plain: plainMetrics(pool),
    },
    { what: "total of all", counted: total({}), plain: plainTotal("") },
    {
      what: "total of a status",
      counted: total({ status: "open" }),
      plain: plainTotal("and status = 'open'"),
    },
    {
      what: "total of a status and priority",
      counted: total({ status: "closed", priority: "urgent" }),
      plain: plainTotal("and status = 'closed' and priority = 'urgent'"),
    },
    {
      what: "total of a company",
      counted: total({ company_id: company }),
      plain: plainTotal("and company_id = $1", company),
    },
  ];
}

/** Turn by turn on one connection each (five times from the counters, once plainly); stops when the two differ. */
export async function measureCounters(pool: Pool, company: string, rounds: number): Promise<CounterRow[]> {
  const rows: CounterRow[] = [];
  for (const counter of countersOf(pool, company)) rows.push(await compared(counter, rounds));
  return rows;
}

function plainMetrics(pool: Pool) {
  return async () => {
    let all = 0;
    for (const text of PLAIN_METRICS) {
      const { rows } = await pool.query<{ count: string; status?: string }>(text);
      if (rows[0]?.status !== undefined) all = sum(rows);
    }
    return all;
  };
}

async function compared({ what, counted, plain }: Counter, rounds: number): Promise<CounterRow> {
  const times = { counted: [] as number[], plain: [] as number[] };
  // The first rounds are not counted: they warm caches, and PostgreSQL plans a named statement anew five times.
  for (let round = -8; round < rounds; round += 1) {
    const [counting, long] = await timed(plain);
    if (round >= 0) times.plain.push(long);
    for (let turn = 0; turn < COUNTED_A_ROUND; turn += 1) {
      const [fromCounters, took] = await timed(counted);
      if (fromCounters !== counting) throw new Error(`${what}: ${fromCounters} counted, ${counting} there`);
      if (round >= 0) times.counted.push(took);
    }
  }
  const [a, b] = [figuresOf(times.counted), figuresOf(times.plain)];
  return { what, counted: a, plain: b, faster: b.p50 / a.p50 };
}

async function timed<T>(run: () => Promise<T>): Promise<[T, number]> {
  const began = performance.now();
  const answer = await run();
  return [answer, performance.now() - began];
}

function sum(rows: readonly { count: string }[]): number {
  return rows.reduce((all, { count }) => all + Number(count), 0);
}
