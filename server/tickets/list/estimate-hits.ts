import { sql, type RawBuilder, type SelectExpression } from "kysely";
import { isExternal } from "#contract/access/actor.ts";
import type { Tables } from "#server/db/tables.ts";
import type { Ctx } from "#server/lib/request-context.ts";
import { isGuestTransaction } from "#server/lib/db/row-level-security.ts";
import { visibleTickets } from "../visible-tickets.ts";
import { NO_COMPANY } from "./counts.ts";
import {
  applyFilters,
  isPlain,
  searchIndexOf,
  type Filters,
  type Query,
  type TicketSelect,
} from "./filters.ts";
import { encodeCursor, parseOrder } from "./order.ts";
import {
  SAMPLE,
  SMALL_SAMPLE,
  SMALLEST_SAMPLE,
  matchTokens,
  type ParsedSearch,
  type SearchMatch,
} from "./match-tokens.ts";
import type { SearchToken } from "../search-index/tokenize.ts";
import {
  splitByScope,
  uniteParts,
  paginate,
  paginateCompany,
  readTickets,
  type Places,
  type Reach,
} from "./paginate.ts";
import type { ListRow } from "../list-row-columns.ts";
import { readPageWith } from "./read-page-with.ts";

/** The reach that tells whether there are hits at all. */
export const ONE: Reach = { order: parseOrder({}), after: undefined, limit: 1, offset: 0 };

/** What PostgreSQL's statistics say of a search: the share of tickets with its most frequent word, and that with all words. */
export type Frequency = { widest: number; share: number };

/** Null where the statistics do not know how frequent a word is. */
export function askStatistics({ app }: Pick<Ctx, "app">, { asked }: ParsedSearch): Frequency | null {
  let widest = 0;
  let share = 1;
  for (const { ways } of asked) {
    const one = app.wordFrequencies.shareOf(ways);
    if (one === null) return null;
    widest = Math.max(widest, one);
    share *= one;
  }
  return { widest, share };
}

/** Hits that are counted and sorted even where walking would visit less: exact totals are worth it. */
const CHEAP = 4000;
/** The same within one company, whose rows lie far apart, and are read twice for external users. */
const CHEAP_IN_COMPANY = 500;

/**
 * The most hits that the index leads to where the statistics call a search rare: it needs no look at the newest then. Null
 * for others. One company's tickets may be of a kind that nobody else's are: twice what is expected is still rare.
 */
export async function boundOfRare(
  ctx: Ctx,
  query: Query,
  frequency: Frequency | null,
): Promise<number | null> {
  if (frequency === null) return null;
  const company = companyOf(ctx, query);
  const isRareAnywhere = frequency.widest * ctx.app.wordFrequencies.rows() <= CHEAP;
  if (company === null || company === "none") return isRareAnywhere ? 2 * CHEAP : null;
  const most = 2 * CHEAP_IN_COMPANY;
  if (isRareAnywhere) return most;
  if (frequency.widest >= COMMON) return null;
  const held = await sql<{ n: number }>`select ${countOfCompany(company)} as n`.execute(ctx.db);
  return frequency.widest * (held.rows[0]?.n ?? 0) <= CHEAP_IN_COMPANY ? most : null;
}

/** The company in which a search stays, whatever else it asks for. */
function companyOf(ctx: Ctx, { company_id }: Pick<Query, "company_id">): string | null {
  return isExternal(ctx.actor) ? (ctx.actor.company_id ?? "none") : (company_id ?? null);
}

function countOfCompany(company: string): RawBuilder<number> {
  const held = company === "none" ? NO_COMPANY : company;
  return sql`(select coalesce(sum(n), 0)::float8 from ticket_counts where company_id = ${held})`;
}

export type Sample = {
  /** Rows to which the index leads for a word that all tickets hold. */
  all: number;
  within: number;
  /** Hits that are counted and sorted even where walking would visit less. */
  cheap: number;
  sampled: number;
  hits: number;
  counts: Record<string, number>;
  /** Whether the sample holds all rows. */
  isAll: boolean;
  /** The page's hits among the sample, and where it ends; null where the page does not begin with the newest. */
  newest: { rows: ListRow[]; end: string } | null;
};

type Sampling = { wanted: SearchMatch; reach: Reach; frequency: Frequency | null };

/** The least share of hits, by the statistics, that is rare in no company. */
const COMMON = 0.1;

/** Samples the newest rows of the company, or of the caller's scope, and counts the hits among them. */
export async function sampleNewest(
  ctx: Ctx,
  query: Query,
  { wanted: { matchHere, sample }, reach, frequency }: Sampling,
): Promise<Sample> {
  const company = companyOf(ctx, query);
  const most = Math.min(sample, company === null ? sizeOfSample(reach, frequency) : SMALL_SAMPLE);
  const newest = selectNewest(
    ctx,
    { company_id: query.company_id },
    { columns: [sql`${matchHere}`.as("hit"), "t.status"], limit: most },
  );
  const within =
    company === null ? sql`(select coalesce(sum(n), 0)::float8 from ticket_totals)` : countOfCompany(company);
  const isFirst = isNewestFirst(query, reach);
  const { facts, rows } = await readPageWith(ctx, {
    before: [
      sql`newest as materialized (${newest})`,
      sql`hits as (select status, count(*)::int as n from newest where hit group by status)`,
    ],
    facts: sql<
      Omit<Sample, "isAll" | "newest" | "cheap"> & { end: [updated: string, id: string] | null }
    >`select
      (select count(*)::int from newest) as sampled,
      (select json_build_array(sort_value, id) from newest order by sort_value, id limit 1) as end,
      (select coalesce(sum(n), 0)::int from hits) as hits,
      (select coalesce(json_object_agg(status, n), '{}') from hits) as counts,
      ${company === null || company === "none" ? sql`(select greatest(reltuples, 0)::float8 from pg_class where oid = 'ticket_words'::regclass)` : within} as all,
      ${within} as within`,
    tickets: readTickets(
      ctx,
      sql`(select id, sort_value from newest where hit and ${sql.lit(isFirst)}
      order by sort_value desc, id desc limit ${sql.lit(reach.limit)})`,
    ),
    reach,
  });
  const { end, ...seen } = facts ?? { all: 0, within: 0, sampled: 0, hits: 0, counts: {}, end: null };
  const last = end && { sort_value: new Date(end[0]), id: end[1] };
  return {
    ...seen,
    cheap: company === null ? CHEAP : CHEAP_IN_COMPANY,
    isAll: seen.sampled < most,
    newest: isFirst && last ? { rows, end: encodeCursor(reach.order, last) } : null,
  };
}

/**
 * As few of all tickets as hold a page by the statistics. Rows of one company lie far apart, each is a block of its own: half of
 * them are looked at, whatever the word, since external users would learn from any other number how common it is elsewhere.
 */
function sizeOfSample({ limit }: Pick<Reach, "limit">, frequency: Frequency | null): number {
  const share = frequency?.share ?? 0;
  return [SMALLEST_SAMPLE, SMALL_SAMPLE].find((size) => share * size >= limit) ?? SAMPLE;
}

type Newest = { columns: SelectExpression<Tables & { t: Tables["tickets"] }, "t">[]; limit: number };

/** Selects the newest rows that the filters leave of the company that is asked for, or of the caller's scope. */
export function selectNewest(ctx: Ctx, query: Filters, { columns, limit }: Newest): Places {
  const { company_id } = query;
  const asked = (within: Pick<Filters, "company_id">) =>
    applyFilters(ctx, { ...query, ...within }, searchIndexOf(ctx)).select(columns);
  const own = company_id === undefined ? ctx.actor.company_id : null;
  const company = isExternal(ctx.actor) ? own : company_id;
  return company === undefined || company === null || company === "none"
    ? paginate(ctx, asked({ company_id }), { ...ONE, limit })
    : paginateCompany(ctx, asked({ company_id: undefined }), { company, limit });
}

/** Whether the sample holds what a page shows first: the newest tickets, whatever else they are. */
function isNewestFirst(query: Query, { order, after, offset }: Reach): boolean {
  const isNewest = order.name === "updated" && order.direction === "desc";
  return isNewest && after === undefined && offset === 0 && query.status === undefined && isPlain(query);
}

/**
 * Finds the tokens of a search that by themselves have no hits: first among the newest rows, then by the index, which is
 * quick for rare tokens. None for a single token, which is searched anyway, and for a number.
 */
export async function findZeroHits(
  ctx: Ctx,
  query: Query,
  { asked, number }: ParsedSearch,
): Promise<SearchToken[]> {
  if (asked.length === 1 || number !== undefined) return [];
  const alone = asked.map((word) => matchTokens(ctx, { asked: [word], number: undefined }));
  const base = applyFilters(ctx, { company_id: query.company_id }, searchIndexOf(ctx));
  const flags = sql.join(alone.map(({ matchHere }) => matchHere));
  const newest = selectNewest(
    ctx,
    { company_id: query.company_id },
    { columns: [sql`array[${flags}]`.as("flags")], limit: SAMPLE },
  );
  const seen = asked.map((_, index) => sql`coalesce(bool_or(flags[${sql.lit(index + 1)}]), false)`);
  const { rows } = await sql<{ seen: boolean[] }>`
    with newest as materialized (${newest}) select array[${sql.join(seen)}] as seen from newest`.execute(
    ctx.db,
  );
  const unseen = alone.filter((_, index) => !rows[0]?.seen[index]);
  if (unseen.length === 0) return [];
  // All hits, though one would do: asked for one, the planner reads row by row until it comes, however late that is.
  const anywhere = unseen.map((wanted, index) => {
    const hits = splitMatching(ctx, base, { wanted, way: "index" });
    return sql`${sql.id(`hits_${index}`)} as materialized (${uniteParts(hits.map((part) => part.select("t.id")))})`;
  });
  const answers = unseen.map((_, index) => sql`exists (select from ${sql.id(`hits_${index}`)})`);
  const answer = await sql<{ found: boolean[] }>`
    with ${sql.join(anywhere)} select array[${sql.join(answers)}] as found`.execute(ctx.db);
  const barren: ReadonlySet<SearchMatch | undefined> = new Set(
    unseen.filter((_, index) => !answer.rows[0]?.found[index]),
  );
  return asked.filter((_, index) => barren.has(alone[index]));
}

/** Source of the hits: all rows, the index, or the newest rows. */
export type Way = "whole" | "index" | "newest";

/** Selects the matching rows of a selection that the caller sees, in parts that an index leads to. */
export function splitMatching(
  ctx: Ctx,
  select: TicketSelect,
  { wanted, way }: { wanted: SearchMatch; way: Way },
): TicketSelect[] {
  if (way !== "index") return splitByScope(ctx, way === "whole" ? select.where(wanted.matchHere) : select);
  if (!isExternal(ctx.actor)) return splitByScope(ctx, select.where(wanted.match));
  // Asked once, not for each part of the scope: the answer is few rows.
  const hits = isGuestTransaction(ctx.db)
    ? sql<boolean>`t.id = any(array(select guest_hits(${wanted.words}) union all ${wanted.numbered}))`
    : wanted.match;
  return [select.where(hits).where((eb) => visibleTickets(ctx.actor)(eb))];
}

/** The hits to which the index leads, at most so many; `isCut` where there are more, of which those of external users are left out. */
export function selectBounded(
  ctx: Ctx,
  select: TicketSelect,
  { wanted, most }: { wanted: SearchMatch; most: number },
) {
  const limit = sql.lit(most + 1);
  const columns = ["t.id", "t.status", "t.updated"] as const;
  if (!isGuestTransaction(ctx.db)) {
    const parts = splitMatching(ctx, select, { wanted, way: "index" }).map((part) => part.select(columns));
    const isCut = sql<boolean>`(select count(*) > ${sql.lit(most)} from hits)`;
    return { before: [], hits: sql`select * from (${uniteParts(parts)}) as found limit ${limit}`, isCut };
  }
  // Not more are looked up in the row policy's sight, which is dear, than are shown.
  const isCut = sql<boolean>`(select count(*) > ${sql.lit(most)} from asked)`;
  const asked = sql`asked as materialized (
    select guest_hits(${wanted.words}) as id union all ${wanted.numbered} limit ${limit})`;
  const seen = select
    .where(sql<boolean>`t.id = any(array(select id from asked)) and not ${isCut}`)
    .where((eb) => visibleTickets(ctx.actor)(eb))
    .select(columns);
  return { before: [asked], hits: seen, isCut };
}
