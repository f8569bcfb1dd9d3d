import { sql, type RawBuilder } from "kysely";
import type { Asked } from "#server/lib/db/build-once.ts";
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

type Row = { facts: string } & (ListRow | { id: null });
type Page<Facts> = { facts: Facts | undefined; rows: ListRow[] };

/**
 * Reads a page and what is to be known beside it, such as totals, in one statement: what a list costs is mostly its ways to
 * the database.
 */
export async function readPageWith<Facts>(ctx: Ctx, reading: Reading<Facts>): Promise<Page<Facts>> {
  return splitFacts((await queryPageWith(ctx, reading).execute(ctx.db)).rows);
}

/** The statement of `readPageWith`. The facts come without a page too; they are a text, since they come with each row. */
export function queryPageWith<Facts>(
  asked: Asked,
  { before = [], facts, tickets, reach }: Reading<Facts>,
): RawBuilder<Row> {
  const direction = sql.raw(reach.order.direction);
  const page = selectListRows(asked, tickets, reach);
  return sql<Row>`
    with ${sql.join([...before, sql`told as materialized (select row_to_json(fact)::text as facts from (${facts}) as fact)`])}
    select told.facts, page.* from told left join (${page}) as page on true
    order by page.sort_value ${direction}, page.id ${direction}`;
}

/** Takes apart what `queryPageWith` answers. The facts are read once. */
export function splitFacts<Facts>(rows: Row[]): Page<Facts> {
  const told: Facts | undefined = rows[0] && JSON.parse(rows[0].facts);
  return { facts: told, rows: rows.flatMap((row) => (row.id === null ? [] : [row])) };
}
