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
import { isExternal } from "#contract/access/actor.ts";
import type { Ctx } from "../lib/context.ts";
import { isGuest } from "../lib/guest.ts";
import { inAnyStatus, narrowed, type Query, type TicketSelect } from "./filters.ts";
import { afterCursor, orderOf } from "./order.ts";
import { wordsOf, type Wanted } from "./search-match.ts";
import { partsOf, united, walk, type Places, type Reach } from "./walk.ts";

export type Found = {
  places: Places;
  total: number;
  counts: Record<string, number>;
  /** There may be more than `total`. */
  isCapped: boolean;
};
type Search = Query & { search: string };

/** Rows that are looked at to tell how frequent the hits are. */
const SAMPLE = 2000;
/** So many hits are counted and sorted even where walking would visit less: exact totals are worth it. */
const CHEAP = 4000;

/** A page of the hits, with their exact number where it is small, else with as many as are known. */
export async function searchTickets(ctx: Ctx, query: Search, reach: Reach): Promise<Found> {
  const wanted = wordsOf(ctx, query.search);
  if (wanted === null) return NOTHING;
  const sample = await look(ctx, query, wanted);
  const perRow = sample.hits / Math.max(sample.rows, 1);
  const byIndex = perRow * sample.all;
  const byWalking = (reach.limit + reach.offset) / perRow;
  const isFew = sample.rows < SAMPLE || sample.within <= CHEAP;
  if (isFew || (sample.within < byIndex && sample.within < byWalking))
    return settle(ctx, query, { wanted, reach, isWhole: true });
  if (byIndex <= Math.max(byWalking, CHEAP)) return settle(ctx, query, { wanted, reach, isWhole: false });
  const counts = isPlain(query) ? sample.counts : {};
  const total = query.status ? (counts[query.status] ?? 0) : sum(counts);
  return { places: walkThrough(ctx, query, { wanted, reach }), total, counts, isCapped: true };
}

const NOTHING: Found = {
  places: sql`(select null::uuid as id, null as sort_value where false)`,
  total: 0,
  counts: {},
  isCapped: false,
};

/** As the counters call it. */
const NO_COMPANY = "00000000-0000-0000-0000-000000000000";

type Sample = { all: number; within: number; rows: number; hits: number; counts: Record<string, number> };

/** The newest rows of the company, or of all that the caller sees, and how many of them are hits. */
async function look(ctx: Ctx, query: Search, { matchHere }: Wanted): Promise<Sample> {
  const base = narrowed(ctx, { company_id: query.company_id }, "ticket_search");
  const newest = walk(ctx, base.select([sql`${matchHere}`.as("hit"), "t.status"]), {
    order: orderOf({}),
    after: undefined,
    limit: SAMPLE,
    offset: 0,
  });
  const company = isExternal(ctx.actor) ? ctx.actor.company_id : (query.company_id ?? null);
  const { rows } = await sql<Sample>`
    with newest as materialized (${newest}),
    hits as (select status, count(*)::int as n from newest where hit group by status)
    select (select count(*)::int from newest) as rows,
      (select coalesce(sum(n), 0)::int from hits) as hits,
      (select coalesce(json_object_agg(status, n), '{}') from hits) as counts,
      (select greatest(reltuples, 0)::float8 from pg_class where oid = 'ticket_words'::regclass) as all,
      (select coalesce(sum(n), 0)::float8 from ${company === null ? sql`ticket_totals` : sql`ticket_counts where company_id = ${company === "none" ? NO_COMPANY : company}`}) as within`.execute(
    ctx.db,
  );
  return rows[0] ?? { all: 0, within: 0, rows: 0, hits: 0, counts: {} };
}

/** No filter that the sample knows nothing of. */
function isPlain({ priority, assignee_id, client_id, group_id, mine, unassigned }: Search): boolean {
  return ![priority, assignee_id, client_id, group_id, mine, unassigned].some(Boolean);
}

type Plan = { wanted: Wanted; reach: Reach };

/** Common words: in the order of the list, row by row, until the page is full. */
function walkThrough(ctx: Ctx, query: Search, { wanted, reach }: Plan): Places {
  if (isPlain(query) && query.status === undefined && reach.order.name === "updated")
    return walk(ctx, narrowed(ctx, query, "ticket_search").where(wanted.matchHere), reach);
  // The tickets have an index for this filter or order; their words are a look-up each.
  const probe = sql<boolean>`coalesce((select ${wanted.matchHere} from ticket_words where ticket_id = t.id), false)`;
  return walk(ctx, narrowed(ctx, query).where(probe), reach);
}

/** Rare words, or few tickets: all hits at once, counted and sorted. */
async function settle(
  ctx: Ctx,
  query: Search,
  { wanted, reach, isWhole }: Plan & { isWhole: boolean },
): Promise<Found> {
  const { order, after } = reach;
  const candidates = narrowed(ctx, inAnyStatus(query), "ticket_search");
  const select = matching(ctx, candidates, { wanted, isWhole });
  const hits = united(partsOf(ctx, select).map((part) => part.select(["t.id", "t.status", "t.updated"])));
  const sorted = order.name === "updated" ? sql`hits as t` : sql`hits join tickets as t on t.id = hits.id`;
  const { rows } = await sql<{ counts: Record<string, number>; ids: string[]; sort_values: string[] }>`
    with hits as materialized (${hits}),
    page as materialized (
      select t.id, ${order.value} as sort_value from ${sorted}
      where ${query.status === undefined ? sql`true` : sql`t.status = ${query.status}`}
        and ${after === undefined ? sql`true` : afterCursor(order, after)}
      order by 2 ${sql.raw(order.direction)}, 1 ${sql.raw(order.direction)}
      limit ${reach.limit} offset ${reach.offset})
    select
      (select coalesce(json_object_agg(status, n), '{}')
        from (select status, count(*) as n from hits group by status) as counted) as counts,
      array(select id from page) as ids,
      array(select sort_value::text from page) as sort_values`.execute(ctx.db);
  const { counts, ids, sort_values } = rows[0] ?? { counts: {}, ids: [], sort_values: [] };
  return {
    places: sql`(select * from unnest(${ids}::uuid[], ${sort_values}::${sql.raw(order.cast)}[]) as places (id, sort_value))`,
    total: query.status ? (counts[query.status] ?? 0) : sum(counts),
    counts,
    isCapped: false,
  };
}

function matching(ctx: Ctx, select: TicketSelect, { wanted, isWhole }: { wanted: Wanted; isWhole: boolean }) {
  if (isWhole) return select.where(wanted.matchHere);
  if (!isGuest(ctx.house, ctx.actor)) return select.where(wanted.match);
  return select.where(
    sql<boolean>`t.id in (select guest_hits(${wanted.words}) union all ${wanted.numbered})`,
  );
}

function sum(counts: Record<string, number>): number {
  return Object.values(counts).reduce((total, n) => total + n, 0);
}
