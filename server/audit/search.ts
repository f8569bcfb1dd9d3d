/*
 * Finding in the log among a million entries, by what was written down and by the names of what it is about.
 *
 * Names first: the tickets, people, companies and teams that a search finds today, a bounded number of each. Then the
 * entries that are about one of them, were made by one of them, or hold the words themselves. Frequent hits are among
 * the newest entries often enough to fill a page, so those are scanned; all others are rare, and asked of the
 * indexes, which then have little to bring.
 */
import { sql, type RawBuilder, type SqlBool } from "kysely";
import type { Ctx } from "#server/lib/request-context.ts";
import { matchWords } from "#server/lib/db/name-search.ts";
import { listTickets } from "#server/tickets/list/list.ts";
import { buildPrefixQuery } from "#server/tickets/search-index/tokenize.ts";
import { applyFilters, type Filters } from "./filters.ts";

/** Matches by name for each kind of entity. */
const MAX_NAMED = 100;
/** Comments and files of those tickets. */
const MAX_PARTS = 1000;
/** Newest entries that are scanned one by one. */
const NEWEST_SCANNED = 2000;
/** Entries that are counted; above it the total says that there may be more. */
export const MAX_COUNTED = 10_000;

export type Hits = { seqs: number[]; isCapped: boolean };
type Reach = { before: number | undefined; wanted: number };

/** Finds the places of matching entries, newest first: at least `wanted` of them where there are so many. */
export async function findEntries(ctx: Ctx, filters: Filters, reach: Reach): Promise<Hits> {
  const named = await findNamed(ctx, filters.search ?? "");
  if (named === null) return { seqs: [], isCapped: false };
  const newest = applyFilters(ctx, filters, reach.before)
    .selectAll("h")
    .orderBy("h.seq", "desc")
    .limit(sql.lit(NEWEST_SCANNED));
  const { rows: looks } = await sql<{ rows: number; seqs: number[] }>`
    with h as materialized (${newest})
    select (select count(*)::int from h) as rows,
      array(select seq from h where ${matchRow(named)} order by seq desc)::float8[] as seqs`.execute(ctx.db);
  const { rows, seqs } = looks[0] ?? { rows: 0, seqs: [] };
  if (rows < NEWEST_SCANNED) return { seqs, isCapped: false };
  if (seqs.length > reach.wanted) return { seqs, isCapped: true };
  const all = await applyFilters(ctx, filters, reach.before)
    .select("h.seq")
    .where(matchByIndex(named))
    .orderBy("h.seq", "desc")
    .limit(sql.lit(MAX_COUNTED + 1))
    .execute();
  return { seqs: all.slice(0, MAX_COUNTED).map(({ seq }) => seq), isCapped: all.length > MAX_COUNTED };
}

type Named = { people: string[]; things: string[]; words: RawBuilder<unknown> };

/** Finds entities by name; null when the text holds no word. */
async function findNamed(ctx: Ctx, text: string): Promise<Named | null> {
  const query = buildPrefixQuery(text);
  if (query === null) return null;
  const named = (key: string) => sql.join(matchWords(sql.ref(key), text), sql` and `);
  const { rows: people } = await sql<{ id: string }>`
    select id from users where ${named("search_key")} order by name_key, id limit ${sql.lit(MAX_NAMED)}`.execute(
    ctx.db,
  );
  const { rows: places } = await sql<{ id: string }>`
    (select id from companies where ${named("name_key")} limit ${sql.lit(MAX_NAMED)}) union all
    (select id from (select id, name_key(name) as name_key from groups) as teams where ${named("name_key")}
      limit ${sql.lit(MAX_NAMED)})`.execute(ctx.db);
  return {
    people: pluckIds(people),
    things: [...pluckIds(people), ...pluckIds(places), ...(await findTicketIds(ctx, text))],
    words: sql`${query}::tsquery`,
  };
}

function pluckIds(rows: { id: string }[]): string[] {
  return rows.map(({ id }) => id);
}

/** Finds tickets as the list does, in the trash as well, with their comments and files. */
async function findTicketIds(ctx: Ctx, search: string): Promise<string[]> {
  const living = await listTickets(ctx, { search, per_page: MAX_NAMED });
  const deleted = await listTickets(ctx, { search, per_page: MAX_NAMED, deleted: true });
  const found = pluckIds([...living.items, ...deleted.items]);
  const { rows } = await sql<{ id: string }>`
    (select id from comments where ticket_id = any(${found}::uuid[]) limit ${sql.lit(MAX_PARTS)}) union all
    (select id from attachments where ticket_id = any(${found}::uuid[]) limit ${sql.lit(MAX_PARTS)})`.execute(
    ctx.db,
  );
  return [...found, ...pluckIds(rows)];
}

const words = sql`audit_words(h.kind, h.ip, h.reason, h.before, h.after)`;

/** Matches entries that are scanned anyway. */
function matchRow(named: Named): RawBuilder<SqlBool> {
  return sql`(h.principal_id = any(${named.people}::uuid[]) or h.entity_id = any(${named.things}::uuid[])
    or ${words} @@ ${named.words})`;
}

/** Matches entries through three indexes. */
function matchByIndex(named: Named): RawBuilder<SqlBool> {
  return sql`h.seq in (
    select h.seq from history h where h.principal_id = any(${named.people}::uuid[])
    union all
    select h.seq from history h where h.entity = any(${NAMED_ENTITIES}) and h.entity_id = any(${named.things}::uuid[])
    union all
    select h.seq from history h where ${words} @@ ${named.words})`;
}

const NAMED_ENTITIES = ["ticket", "comment", "attachment", "user", "company", "group"];
