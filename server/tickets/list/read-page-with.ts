import { sql, type InferResult, type RawBuilder } from "kysely";
import type { Ctx } from "#server/lib/request-context.ts";
import { roundUp } from "#server/lib/db/bounds.ts";
import { selectListRows, type SortedTickets } from "../list-row-columns.ts";
import type { Reach } from "./paginate.ts";

export type Row = InferResult<ReturnType<typeof selectListRows>>[number] & { issue?: string };

/** Longer pages leave the texts out. */
const WITH_TEXTS = roundUp(100 + 1);

type Reading<Facts> = {
  /** Common table expressions that `facts` and `tickets` read. */
  before?: readonly RawBuilder<unknown>[];
  /** A select of one row, whose columns are called otherwise than those of a list row. */
  facts: RawBuilder<Facts>;
  tickets: SortedTickets;
  reach: Pick<Reach, "order" | "limit">;
};

/**
 * Reads a page and what is to be known beside it, such as totals, in one statement: what a list costs is mostly its ways to
 * the database. The facts come without a page too.
 */
export async function readPageWith<Facts>(
  ctx: Ctx,
  { before = [], facts, tickets, reach }: Reading<Facts>,
): Promise<{ facts: Facts | undefined; rows: Row[] }> {
  const direction = sql.raw(reach.order.direction);
  const page = selectListRows(ctx, tickets).$if(reach.limit <= WITH_TEXTS, (rows) => rows.select("t.issue"));
  const { rows } = await sql<Facts & (Row | { id: null })>`
    with ${sql.join([...before, sql`facts as materialized (${facts})`])}
    select facts.*, page.* from facts left join ${page} as page on true
    order by page.sort_value ${direction}, page.id ${direction}`.execute(ctx.db);
  return { facts: rows[0], rows: rows.flatMap((row) => (row.id === null ? [] : [row])) };
}
