/*
 * What bounds a scan stands in the text of a statement as a number, never as a parameter: the planner takes `limit $1` for
 * a tenth of all rows, finds one plan for all uses dear, and plans a list anew at each request, which takes longer than
 * reading it (docs/decisions/0015-less-work-for-the-server.md).
 */
import { sql, type Expression, type RawBuilder, type SelectQueryBuilder } from "kysely";
import type { Db } from "../request-context.ts";

/** The pages that people ask for, each with the row more that tells of a next one. */
const USUAL = [26, 51, 101, 201, 501, 1001];

/** The next of few numbers that is not below `rows`, so that few texts come again and again. */
export function roundUp(rows: number): number {
  return USUAL.find((size) => size >= rows) ?? 2 ** Math.ceil(Math.log2(rows));
}

/** What is skipped of an ordered selection; nothing stands there for nothing: any number that the planner cannot see is much to it. */
export function skip(rows: number): RawBuilder<unknown> {
  return rows === 0 ? sql`` : sql`offset ${rows}`;
}

/**
 * An id that the planner does not see. Seen, one of which there are few rows makes the plan of a single use look cheap, and a
 * list is planned anew at each request; unseen, any id is an average one.
 */
export function unseen(id: string): RawBuilder<string> {
  return sql`(select ${id}::uuid)`;
}

/** The same of a word, such as a status. */
export function unseenWord<Word extends string>(word: Word): RawBuilder<Word> {
  return sql`(select ${word}::text)`;
}

type Reach = { limit: number; offset: number };

/**
 * Rows `offset` to `offset + limit` of an ordered selection, and a few more: who reads them takes the first `limit`. The
 * scan has its bound inside, as a number; what is skipped of it may differ at each use.
 */
export function cutPage<DB, TB extends keyof DB, Row>(
  ordered: SelectQueryBuilder<DB, TB, Row>,
  { limit, offset }: Reach,
): Expression<Row> {
  const far = ordered.limit(sql.lit(roundUp(offset + limit)));
  return offset === 0
    ? far
    : sql<Row>`(select * from ${far} as far offset ${offset} limit ${sql.lit(roundUp(limit))})`;
}

/** Reads rows `offset` to `offset + limit` of an ordered selection. */
export async function readPage<DB, TB extends keyof DB, Row>(
  db: Db,
  ordered: SelectQueryBuilder<DB, TB, Row>,
  page: Reach,
): Promise<Row[]> {
  const { rows } = await sql<Row>`select * from ${cutPage(ordered, page)} as page`.execute(db);
  return rows.slice(0, page.limit);
}
