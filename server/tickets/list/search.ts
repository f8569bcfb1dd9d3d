/*
 * Finding a page of hits among a million tickets within milliseconds, whatever the word.
 *
 * Two plans are right, each for half of the words. A word of every tenth ticket: walk the newest tickets and ask each,
 * and 26 hits come after some 260 rows. A word of one ticket in a million: ask the word index, and sort its few hits.
 * Each plan is a disaster for the other half, and the database's planner cannot tell them apart. So the statistics of
 * words are asked first, which are in memory: what they know to be rare, the index finds at once. For the rest a look at
 * the newest rows tells how frequent the hits are; then whichever visits fewer rows is taken. At the worst, where both
 * cost the same, that is sqrt(26 x N): 5,100 rows of a million. A word that is frequent by the statistics and absent from
 * the newest rows, because many of one kind came since, is walked to: the index would read all of the old ones.
 *
 * Example: of the 2,000 newest, 40 hold "printer": the index would give 2 % of a million = 20,000 rows, the walk ends
 * after 26 / 2 % = 1,300. The walk it is; nobody has counted all hits then, and the total says "at least".
 */
import { sql } from "kysely";
import { skip } from "#server/lib/db/bounds.ts";
import type { Ctx } from "#server/lib/request-context.ts";
import { dropStatus, applyFilters, isPlain, searchIndexOf, type Query } from "./filters.ts";
import { afterCursor } from "./order.ts";
import {
  askStatistics,
  boundOfRare,
  findZeroHits,
  sampleNewest,
  selectBounded,
  selectNewest,
  splitMatching,
  ONE,
  type Frequency,
  type Sample,
  type Way,
} from "./estimate-hits.ts";
import { matchByProbe, parseSearch, matchTokens, type SearchMatch } from "./match-tokens.ts";
import { widenSearch } from "./infix-search.ts";
import { uniteParts, paginate, readTickets, type Places, type Reach } from "./paginate.ts";
import type { ListRow } from "../list-row-columns.ts";
import { readPageWith } from "./read-page-with.ts";

export type Found = {
  rows: ListRow[];
  total: number;
  counts: Record<string, number>;
  /** There may be more than `total`. */
  isCapped: boolean;
  /** Words of the search that begin nothing here, and are found inside other words instead. */
  inside: string[];
};
type Search = Query & { search: string };
type Plan = { wanted: SearchMatch; reach: Reach; frequency: Frequency | null };

/** Rows of a company that are read one by one, whatever the word. */
const WHOLE = 4000;
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
  const plan = { wanted, reach, frequency: askStatistics(ctx, question) };
  const most = await boundOfRare(ctx, query, plan.frequency);
  const rare = most === null ? null : await sortHits(ctx, query, plan, { way: "index", most });
  const sample = rare === null ? await sampleNewest(ctx, query, plan) : null;
  const zeroHits = async () => findZeroHits(ctx, query, question);
  const early = sample?.hits === 0 ? await zeroHits() : [];
  // Words find nothing together where one of them finds nothing by itself: the index need not be asked.
  const common = sample && early.length === 0 ? await findHits(ctx, query, plan, sample) : NOTHING;
  const found = rare ?? common;
  if (hasHits(found)) return { found, wanted };
  const [only, ...others] = question.asked;
  const barren = rare === null ? early : await zeroHits();
  const wider = await widenSearch(ctx, question, only && others.length === 0 ? [only] : barren);
  if (wider === null) return { found, wanted };
  const within = await findWithin(ctx, query, { wanted: wider.wanted, reach, frequency: null });
  if (within === null) return { found, wanted };
  const isCapped = within.isCapped || wider.isPartial;
  return { found: { ...within, isCapped, inside: wider.inside }, wanted: wider.wanted };
}

/** Null where nothing is found inside words either. */
async function findWithin(ctx: Ctx, query: Search, plan: Plan): Promise<Found | null> {
  if (plan.wanted.isNewestOnly) {
    const found = await sortHits(ctx, query, plan, { way: "newest" });
    return found && sumCounts(found.counts) > 0 ? found : null;
  }
  const found = await findHits(ctx, query, plan, await sampleNewest(ctx, query, plan));
  return hasHits(found) ? found : null;
}

/** In any status, so that the tabs of one search are of one kind. */
function hasHits({ isCapped, counts }: Found): boolean {
  return isCapped || sumCounts(counts) > 0;
}

async function findHits(ctx: Ctx, query: Search, plan: Plan, sample: Sample): Promise<Found> {
  const share = Math.max(sample.hits / Math.max(sample.sampled, 1), plan.frequency?.share ?? 0);
  const byIndex = share * sample.all;
  const byWalking = (plan.reach.limit + plan.reach.offset) / share;
  const isFew = sample.isAll || sample.within <= WHOLE;
  if (isFew || (sample.within < byIndex && sample.within < byWalking))
    return sortAll(ctx, query, plan, "whole");
  if (byIndex <= Math.max(byWalking, sample.cheap)) return sortAll(ctx, query, plan, "index");
  return walkToHits(ctx, query, plan, sample);
}

const NOTHING: Found = { rows: [], total: 0, counts: {}, isCapped: false, inside: [] };

/** Common words: in the order of the list, row by row, until the page is full. */
async function walkToHits(ctx: Ctx, query: Search, plan: Plan, sample: Sample): Promise<Found> {
  const rows = await readWalked(ctx, query, plan, sample);
  const counts = isPlain(query) ? sample.counts : {};
  const { after, offset } = plan.reach;
  // A walk from the beginning that finds nothing has seen all.
  const hasSeenAll = after === undefined && offset === 0 && query.status === undefined && sample.hits === 0;
  return {
    rows,
    total: query.status ? (counts[query.status] ?? 0) : sumCounts(counts),
    counts,
    isCapped: rows.length > 0 || !hasSeenAll,
    inside: [],
  };
}

/** The walk goes on where the sample ended, which saw the newest rows already. */
async function readWalked(
  ctx: Ctx,
  query: Search,
  { wanted, reach }: Plan,
  sample: Sample,
): Promise<ListRow[]> {
  const { rows: seen, end } = sample.newest ?? { rows: [], end: reach.after };
  if (seen.length >= reach.limit) return seen;
  const further = { ...reach, after: end };
  const tickets = readTickets(ctx, paginateHits(ctx, query, wanted, further));
  const { rows } = await readPageWith(ctx, { facts: sql`select true as walked`, tickets, reach });
  return [...seen, ...rows].slice(0, reach.limit);
}

function paginateHits(ctx: Ctx, query: Search, wanted: SearchMatch, reach: Reach): Places {
  if (isPlain(query) && query.status === undefined && reach.order.name === "updated")
    return paginate(ctx, applyFilters(ctx, query, searchIndexOf(ctx)).where(wanted.matchHere), reach);
  // The tickets have an index for this filter or order; their words are a look-up each.
  return paginate(ctx, applyFilters(ctx, query).where(matchByProbe(wanted)), reach);
}

/** Rare words, or few tickets: all hits at once, counted and sorted. */
async function sortAll(ctx: Ctx, query: Search, plan: Plan, way: Way): Promise<Found> {
  return (await sortHits(ctx, query, plan, { way })) ?? NOTHING;
}

/** Null where the index leads to more than `most`. */
async function sortHits(
  ctx: Ctx,
  query: Search,
  { wanted, reach }: Plan,
  { way, most }: { way: Way; most?: number },
): Promise<Found | null> {
  const { order, after } = reach;
  const { before, hits, isCut, looked } = selectHits(ctx, query, { wanted, way, most });
  const sorted = order.name === "updated" ? sql`hits as t` : sql`hits join tickets as t on t.id = hits.id`;
  const { facts, rows } = await readPageWith(ctx, {
    before: [...before, sql`hits as materialized (${hits})`],
    facts: sql<{ counts: Record<string, number>; looked: number; is_cut: boolean }>`select
      (select coalesce(json_object_agg(status, n), '{}')
        from (select status, count(*) as n from hits group by status) as counted) as counts,
      ${looked} as looked, ${isCut} as is_cut`,
    tickets: readTickets(
      ctx,
      sql`(
      select t.id, ${order.value} as sort_value from ${sorted}
      where ${query.status === undefined ? sql`true` : sql`t.status = ${query.status}`}
        and ${after === undefined ? sql`true` : afterCursor(order, after)}
      order by 2 ${sql.raw(order.direction)}, 1 ${sql.raw(order.direction)}
      ${skip(reach.offset)} limit ${sql.lit(reach.limit)})`,
    ),
    reach,
  });
  const { counts, looked: seen, is_cut } = facts ?? { counts: {}, looked: 0, is_cut: false };
  if (is_cut) return null;
  return {
    rows,
    total: query.status ? (counts[query.status] ?? 0) : sumCounts(counts),
    counts,
    isCapped: seen === NEWEST,
    inside: [],
  };
}

/** The hits with what they are read from. `looked`: how many of the newest were asked, where those alone were. */
function selectHits(
  ctx: Ctx,
  query: Search,
  { wanted, way, most }: { wanted: SearchMatch; way: Way; most: number | undefined },
) {
  const candidates = applyFilters(ctx, dropStatus(query), searchIndexOf(ctx));
  const whole = { before: [], isCut: sql`false`, looked: sql`0` };
  if (way === "newest") {
    const asked = selectNewest(ctx, dropStatus(query), {
      columns: ["t.status", "t.updated", sql`${wanted.matchHere}`.as("hit")],
      limit: NEWEST,
    });
    return {
      ...whole,
      before: [sql`newest as materialized (${asked})`],
      hits: sql`select id, status, updated from newest where hit`,
      looked: sql`(select count(*)::int from newest)`,
    };
  }
  if (most !== undefined) return { ...whole, ...selectBounded(ctx, candidates, { wanted, most }) };
  const parts = splitMatching(ctx, candidates, { wanted, way });
  return { ...whole, hits: uniteParts(parts.map((part) => part.select(["t.id", "t.status", "t.updated"]))) };
}

function sumCounts(counts: Record<string, number>): number {
  return Object.values(counts).reduce((total, n) => total + n, 0);
}
