import { sql, type RawBuilder } from "kysely";
import type { Ctx } from "#server/lib/request-context.ts";
import { selectListRows, type ListRow, type SortedTickets } from "../list-row-columns.ts";
import type { Reach } from "./paginate.ts";

type Reading<Facts> = {
  /** Common table expressions that `facts` and `tickets` read. */
  before?: readonly RawBuilder<unknown>[];
  /** A select of one row of numbers, texts and JSON. */
  facts: RawBuilder<Facts>;
  tickets: SortedTickets;
  reach: Pick<Reach, "order" | "withTexts">;
};

/**
 * Reads a page and what is to be known beside it, such as totals, in one statement: what a list costs is mostly its ways to
 * the database. The facts come without a page too; they are a text, since they come with each row and are read once.
 */
export async function readPageWith<Facts>(
  ctx: Ctx,
  { before = [], facts, tickets, reach }: Reading<Facts>,
): Promise<{ facts: Facts | undefined; rows: ListRow[] }> {
  const direction = sql.raw(reach.order.direction);
  const page = selectListRows(ctx, tickets, reach);
  const { rows } = await sql<{ facts: string } & (ListRow | { id: null })>`
    with ${sql.join([...before, sql`told as materialized (select row_to_json(fact)::text as facts from (${facts}) as fact)`])}
    select told.facts, page.* from told left join (${page}) as page on true
    order by page.sort_value ${direction}, page.id ${direction}`.execute(ctx.db);
  const told: Facts | undefined = rows[0] && JSON.parse(rows[0].facts);
  return { facts: told, rows: rows.flatMap((row) => (row.id === null ? [] : [row])) };
}
