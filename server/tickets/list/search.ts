/*
 * Finding a page of hits among a million tickets within milliseconds, whatever the word.
 *
 * Two plans are right, each for half of the words. A word of every tenth ticket: walk the newest tickets and ask each,
 * and 26 hits come after some 260 rows. A word of one ticket in a million: ask the word index, and sort its few hits.
 * Each plan is a disaster for the other half, and the database's planner cannot tell them apart. So a look at the newest
 * rows tells how frequent the hits are; then whichever visits fewer rows is taken. At the worst, where both cost
 * the same, that is sqrt(26 x N): 5,100 rows of a million.
 *
 * Example: of the 2,000 newest, 40 hold "printer": the index would give 2 % of a million = 20,000 rows, the walk ends
 * after 26 / 2 % = 1,300. The walk it is; nobody has counted all hits then, and the total says "at least".
 */
import { sql } from "kysely";
import type { Ctx } from "#server/lib/request-context.ts";
import { dropStatus, applyFilters, searchIndexOf, type Query } from "./filters.ts";
import { afterCursor } from "./order.ts";
import { findZeroHits, sampleNewest, selectMatching, ONE, type Sample, type Way } from "./estimate-hits.ts";
import { parseSearch, matchTokens, type SearchMatch } from "./match-tokens.ts";
import { widenSearch } from "./infix-search.ts";
import { splitByScope, uniteParts, paginate, type Places, type Reach } from "./paginate.ts";

export type Found = {
  places: Places;
  total: number;
  counts: Record<string, number>;
  /** There may be more than `total`. */
  isCapped: boolean;
  /** Words of the search that begin nothing here, and are found inside other words instead. */
  inside: string[];
};
type Search = Query & { search: string };
type Plan = { wanted: SearchMatch; reach: Reach };

/** Hits that are counted and sorted even where walking would visit less: exact totals are worth it. */
const CHEAP = 4000;
/** Rows that are asked for letters within their words, where no index may be. */
const NEWEST = 1000;

/** A page of the hits, with their exact number where it is small, else with as many as are known. */
export async function searchTickets(ctx: Ctx, query: Search, reach: Reach): Promise<Found> {
  const answer = await findAnswer(ctx, query, reach);
  return answer?.found ?? NOTHING;
}

/** Finds the match of a search, for whoever takes all of its hits; null when there is nothing to look for. */
export async function findWanted(ctx: Ctx, query: Search): Promise<SearchMatch | null> {
  const answer = await findAnswer(ctx, query, ONE);
  return answer?.wanted ?? null;
}

/**
 * Finds the hits of words that begin as those of the search, or else of words that hold those; with the match that was used.
 */
async function findAnswer(
  ctx: Ctx,
  query: Search,
  reach: Reach,
): Promise<{ found: Found; wanted: SearchMatch } | null> {
  const question = parseSearch(query.search);
  if (question === null) return null;
  const wanted = matchTokens(ctx, question);
  const sample = await sampleNewest(ctx, query, wanted);
  const barren = sample.hits === 0 ? await findZeroHits(ctx, query, question) : [];
  // Words find nothing together where one of them finds nothing by itself: the index need not be asked.
  const found = barren.length > 0 ? NOTHING : await findHits(ctx, query, { wanted, reach, sample });
  if (hasHits(found)) return { found, wanted };
  const [only, ...others] = question.asked;
  const wider = await widenSearch(ctx, question, only && others.length === 0 ? [only] : barren);
  if (wider === null) return { found, wanted };
  const within = await findWithin(ctx, query, wider.wanted, reach);
  if (within === null) return { found, wanted };
  const isCapped = within.isCapped || wider.isPartial;
  return { found: { ...within, isCapped, inside: wider.inside }, wanted: wider.wanted };
}

/** Null where nothing is found inside words either. */
async function findWithin(ctx: Ctx, query: Search, wanted: SearchMatch, reach: Reach): Promise<Found | null> {
  if (wanted.isNewestOnly) {
    const found = await sortHits(ctx, query, { wanted, reach, way: "newest" });
    return sumCounts(found.counts) > 0 ? found : null;
  }
  const found = await findHits(ctx, query, { wanted, reach, sample: await sampleNewest(ctx, query, wanted) });
  return hasHits(found) ? found : null;
}

/** In any status, so that the tabs of one search are of one kind. */
function hasHits({ isCapped, counts }: Found): boolean {
  return isCapped || sumCounts(counts) > 0;
}

async function findHits(
  ctx: Ctx,
  query: Search,
  { wanted, reach, sample }: Plan & { sample: Sample },
): Promise<Found> {
  const perRow = sample.hits / Math.max(sample.rows, 1);
  const byIndex = perRow * sample.all;
  const byWalking = (reach.limit + reach.offset) / perRow;
  const isFew = sample.isAll || sample.within <= CHEAP;
  if (isFew || (sample.within < byIndex && sample.within < byWalking))
    return sortHits(ctx, query, { wanted, reach, way: "whole" });
  if (byIndex <= Math.max(byWalking, CHEAP)) return sortHits(ctx, query, { wanted, reach, way: "index" });
  const counts = isPlain(query) ? sample.counts : {};
  const total = query.status ? (counts[query.status] ?? 0) : sumCounts(counts);
  return { places: paginateHits(ctx, query, { wanted, reach }), total, counts, isCapped: true, inside: [] };
}

const NOTHING: Found = {
  places: sql`(select null::uuid as id, null as sort_value where false)`,
  total: 0,
  counts: {},
  isCapped: false,
  inside: [],
};

/** No filter that the sample knows nothing of. */
function isPlain({ priority, assignee_id, client_id, group_id, mine, unassigned }: Search): boolean {
  return ![priority, assignee_id, client_id, group_id, mine, unassigned].some(Boolean);
}

/** Common words: in the order of the list, row by row, until the page is full. */
function paginateHits(ctx: Ctx, query: Search, { wanted, reach }: Plan): Places {
  if (isPlain(query) && query.status === undefined && reach.order.name === "updated")
    return paginate(ctx, applyFilters(ctx, query, searchIndexOf(ctx)).where(wanted.matchHere), reach);
  // The tickets have an index for this filter or order; their words are a look-up each.
  const probe = sql<boolean>`coalesce((select ${wanted.matchHere} from ticket_words where ticket_id = t.id), false)`;
  return paginate(ctx, applyFilters(ctx, query).where(probe), reach);
}

/** Rare words, or few tickets: all hits at once, counted and sorted. */
async function sortHits(
  ctx: Ctx,
  query: Search,
  { wanted, reach, way }: Plan & { way: Way },
): Promise<Found> {
  const { order, after } = reach;
  const candidates = applyFilters(ctx, dropStatus(query), searchIndexOf(ctx));
  const parts = splitByScope(ctx, selectMatching(ctx, candidates, { wanted, way }));
  const hits =
    way === "newest"
      ? sql`select id, status, updated from newest where hit`
      : uniteParts(parts.map((part) => part.select(["t.id", "t.status", "t.updated"])));
  const asked = candidates.select(["t.status", "t.updated", sql`${wanted.matchHere}`.as("hit")]);
  const newest = sql`newest as materialized (${paginate(ctx, asked, { ...ONE, limit: NEWEST })}),`;
  const sorted = order.name === "updated" ? sql`hits as t` : sql`hits join tickets as t on t.id = hits.id`;
  const { rows } = await sql<{
    counts: Record<string, number>;
    ids: string[];
    sort_values: string[];
    looked: number;
  }>`
    with ${way === "newest" ? newest : sql``} hits as materialized (${hits}),
    page as materialized (
      select t.id, ${order.value} as sort_value from ${sorted}
      where ${query.status === undefined ? sql`true` : sql`t.status = ${query.status}`}
        and ${after === undefined ? sql`true` : afterCursor(order, after)}
      order by 2 ${sql.raw(order.direction)}, 1 ${sql.raw(order.direction)}
      offset ${reach.offset} limit ${sql.lit(reach.limit)})
    select
      (select coalesce(json_object_agg(status, n), '{}')
        from (select status, count(*) as n from hits group by status) as counted) as counts,
      array(select id from page) as ids,
      array(select sort_value::text from page) as sort_values,
      ${way === "newest" ? sql`(select count(*)::int from newest)` : sql`0`} as looked`.execute(ctx.db);
  const { counts, ids, sort_values, looked } = rows[0] ?? { counts: {}, ids: [], sort_values: [], looked: 0 };
  return {
    places: sql`(select * from unnest(${ids}::uuid[], ${sort_values}::${sql.raw(order.cast)}[]) as places (id, sort_value))`,
    total: query.status ? (counts[query.status] ?? 0) : sumCounts(counts),
    counts,
    isCapped: looked === NEWEST,
    inside: [],
  };
}

function sumCounts(counts: Record<string, number>): number {
  return Object.values(counts).reduce((total, n) => total + n, 0);
}
