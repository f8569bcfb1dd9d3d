import { sql, type RawBuilder } from "kysely";
import type { z } from "zod";
import type { AuditEntry, AuditQuery } from "#contract/audit.ts";
import { LIMITS } from "#contract/limits.ts";
import type { Ctx } from "#server/lib/request-context.ts";
import { readPage } from "#server/lib/db/bounds.ts";
import { buildMeta, parsePage } from "#server/lib/http/pagination.ts";
import { formatCsvRecord } from "#server/lib/csv.ts";
import { applyFilters, type Filters, type HistorySelect } from "./filters.ts";
import { findEntries, MAX_COUNTED } from "./search.ts";

type Query = z.output<typeof AuditQuery>;
type Entry = z.input<typeof AuditEntry>;

/** Lists a page of the log, newest first, by place (`after`) or by page number. */
export async function listAudit(ctx: Ctx, query: Query) {
  const page = parsePage(query, 50);
  const offset = query.after === undefined ? page.offset : 0;
  const place = { before: query.after, limit: page.limit, offset };
  const { items, total, isCapped } = await (query.search === undefined ? listPage : searchPage)(
    ctx,
    query,
    place,
  );
  const last = items.at(-1);
  const next = items.length === page.limit && last ? last.seq : null;
  return { items, meta: { ...buildMeta(page, total), total_is_capped: isCapped, next } };
}

type Place = { before: number | undefined; limit: number; offset: number };
type Page = { items: Entry[]; total: number; isCapped: boolean };

/** Counts no further than a search does: to count a log of millions takes longer than to read a page of it. */
async function listPage(ctx: Ctx, filters: Filters, place: Place): Promise<Page> {
  const { found } = await ctx.db
    .selectFrom(
      applyFilters(ctx, filters)
        .select("h.seq")
        .limit(sql.lit(MAX_COUNTED + 1))
        .as("counted"),
    )
    .select((eb) => eb.fn.countAll<number>().as("found"))
    .executeTakeFirstOrThrow();
  const items = await readEntries(ctx, filters, place);
  return { items, total: Math.min(found, MAX_COUNTED), isCapped: found > MAX_COUNTED };
}

/** The total is that of the whole search, wherever the page begins. */
async function searchPage(ctx: Ctx, filters: Filters, place: Place): Promise<Page> {
  const all = await findEntries(ctx, filters, { before: undefined, wanted: place.limit + place.offset });
  const { before, limit, offset } = place;
  const { seqs } = before === undefined ? all : await findEntries(ctx, filters, { before, wanted: limit });
  const items = await readEntriesAt(ctx, seqs.slice(offset, offset + limit));
  return { items, total: all.seqs.length, isCapped: all.isCapped };
}

const BATCH = LIMITS.pageMaximum * 5;
const COLUMNS = [
  "at",
  "actor",
  "actor_email",
  "via",
  "ip_address",
  "kind",
  "entity",
  "entity_id",
  "entity_label",
  "before",
  "after",
  "reason",
  "request_id",
];

/** Exports the filtered log as CSV, piece by piece, so that a long one needs no more memory than a short one. */
export async function* exportAudit(ctx: Ctx, filters: Filters): AsyncGenerator<string> {
  yield formatCsvRecord(COLUMNS);
  for (let before: number | undefined, more = true; more;) {
    const place = { before, limit: BATCH, offset: 0 };
    const entries = await ctx.app.reports.read(({ db }) => readEntries({ ...ctx, db }, filters, place));
    if (entries.length > 0) yield entries.map((entry) => formatCsvRecord(toCells(entry))).join("");
    before = entries.at(-1)?.seq;
    more = entries.length === BATCH;
  }
}

function toCells(entry: Entry): (string | null)[] {
  return [
    entry.at,
    entry.actor_name,
    entry.actor_email,
    entry.via,
    entry.ip_address,
    entry.kind,
    entry.entity,
    entry.entity_id,
    entry.entity_label,
    entry.before ? JSON.stringify(entry.before) : null,
    entry.after ? JSON.stringify(entry.after) : null,
    entry.reason,
    entry.request_id,
  ];
}

async function readEntries(ctx: Ctx, filters: Filters, { before, limit, offset }: Place): Promise<Entry[]> {
  if (filters.search === undefined) {
    const newestFirst = applyFilters(ctx, filters, before).orderBy("h.seq", "desc");
    return (await readPage(ctx.db, selectWithNames(newestFirst), { limit, offset })).map(toEntry);
  }
  const { seqs } = await findEntries(ctx, filters, { before, wanted: limit });
  return readEntriesAt(ctx, seqs.slice(0, limit));
}

async function readEntriesAt(ctx: Ctx, seqs: number[]): Promise<Entry[]> {
  const these = sql<number>`any(${seqs}::bigint[])`;
  const entries = applyFilters(ctx, {}).where("h.seq", "=", these).orderBy("h.seq", "desc");
  return (await selectWithNames(entries).execute()).map(toEntry);
}

/** Selects entries with the names of their actors and entities. */
function selectWithNames(entries: HistorySelect) {
  return entries
    .leftJoin("principals as p", "p.id", "h.principal_id")
    .leftJoin("users as u", "u.id", "p.id")
    .select([
      "h.id",
      "h.seq",
      "h.occurred_at",
      "h.principal_id as actor_id",
      "p.name as actor_name",
      "u.email as actor_email",
      "h.via",
      "h.ip as ip_address",
      "h.entity",
      "h.entity_id",
      entityLabel.as("entity_label"),
      "h.kind",
      "h.before",
      "h.after",
      "h.reason",
      "h.request_id",
      sql<boolean>`h.erased_at is not null`.as("is_erased"),
    ])
    .$castTo<Omit<Entry, "at"> & { occurred_at: Date }>();
}

function toEntry({ occurred_at, ...row }: Omit<Entry, "at"> & { occurred_at: Date }): Entry {
  return { ...row, at: occurred_at.toISOString() };
}

/** The name by which people know the entity of a row. */
const entityLabel: RawBuilder<string | null> = sql`case h.entity
  when 'ticket' then (select uid from tickets where id = h.entity_id)
  when 'comment' then (select t.uid from comments c join tickets t on t.id = c.ticket_id where c.id = h.entity_id)
  when 'user' then (select fullname from users where id = h.entity_id)
  when 'company' then (select name from companies where id = h.entity_id)
  when 'group' then (select name from groups where id = h.entity_id)
  when 'tag' then (select name from tags where id = h.entity_id)
  when 'view' then (select name from views where id = h.entity_id)
  when 'reply' then (select name from saved_replies where id = h.entity_id)
  when 'sla' then coalesce((select name from sla_policies where id = h.entity_id),
    (select name from companies where id = h.entity_id))
  when 'calendar' then (select name from calendars where id = h.entity_id)
  when 'mail' then (select subject from mails where id = h.entity_id) end`;
