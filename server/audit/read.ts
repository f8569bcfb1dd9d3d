import { sql, type RawBuilder, type SelectQueryBuilder } from "kysely";
import type { z } from "zod";
import type { AuditEntry, AuditFilters, AuditQuery } from "#contract/audit.ts";
import { LIMITS } from "#contract/limits.ts";
import type { Tables } from "../db/tables.ts";
import type { Ctx } from "../lib/context.ts";
import { metaOf, pageOf } from "../lib/page.ts";
import { csvRecord } from "../tickets/csv.ts";

type Query = z.output<typeof AuditQuery>;
type Filters = z.output<typeof AuditFilters>;
type Entry = z.input<typeof AuditEntry>;
type Select = SelectQueryBuilder<
  Tables & { h: Tables["history"]; p: Tables["principals"] },
  "h" | "p",
  object
>;

/** A page of the log, newest first, by place (`after`) or by page number. */
export async function listAudit(ctx: Ctx, query: Query) {
  const page = pageOf(query, 50);
  const { total } = await filtered(ctx, query)
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  const items = await readEntries(ctx, query, {
    before: query.after,
    limit: page.limit,
    offset: query.after === undefined ? page.offset : 0,
  });
  const last = items.at(-1);
  return {
    items,
    meta: { ...metaOf(page, total), next: items.length === page.limit && last ? last.seq : null },
  };
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

/** The filtered log as CSV, piece by piece, so that a long one needs no more room than a short one. */
export async function* exportAudit(ctx: Ctx, filters: Filters): AsyncGenerator<string> {
  yield csvRecord(COLUMNS);
  for (let before: number | undefined, more = true; more;) {
    const place = { before, limit: BATCH, offset: 0 };
    const entries = await ctx.house.reports.read(({ db }) => readEntries({ ...ctx, db }, filters, place));
    if (entries.length > 0) yield entries.map((entry) => csvRecord(cellsOf(entry))).join("");
    before = entries.at(-1)?.seq;
    more = entries.length === BATCH;
  }
}

function cellsOf(entry: Entry): (string | null)[] {
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

type Place = { before: number | undefined; limit: number; offset: number };

async function readEntries(ctx: Ctx, filters: Filters, place: Place): Promise<Entry[]> {
  const rows = await filtered(ctx, filters)
    .$if(place.before !== undefined, (select) => select.where("h.seq", "<", place.before ?? 0))
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
    ])
    .$castTo<Omit<Entry, "at"> & { occurred_at: Date }>()
    .orderBy("h.seq", "desc")
    .limit(place.limit)
    .offset(place.offset)
    .execute();
  return rows.map(({ occurred_at, ...row }) => ({ ...row, at: occurred_at.toISOString() }));
}

/** What people call the thing that a row is about. */
const entityLabel: RawBuilder<string | null> = sql`case h.entity
  when 'ticket' then (select uid from tickets where id = h.entity_id)
  when 'comment' then (select t.uid from comments c join tickets t on t.id = c.ticket_id where c.id = h.entity_id)
  when 'user' then (select fullname from users where id = h.entity_id)
  when 'company' then (select name from companies where id = h.entity_id)
  when 'group' then (select name from groups where id = h.entity_id)
  when 'mail' then (select subject from mails where id = h.entity_id) end`;

/** A left join, though every row has its principal: counting then leaves it out. */
function filtered(ctx: Ctx, filters: Filters): Select {
  let select: Select = ctx.db
    .selectFrom("history as h")
    .leftJoin("principals as p", "p.id", "h.principal_id");
  if (filters.actor_id) select = select.where("h.principal_id", "=", filters.actor_id);
  if (filters.entity) select = select.where("h.entity", "=", filters.entity);
  if (filters.entity_id) select = select.where("h.entity_id", "=", filters.entity_id);
  if (filters.kind) select = select.where("h.kind", "=", filters.kind);
  if (filters.from) select = select.where("h.occurred_at", ">=", new Date(filters.from));
  if (filters.to) select = select.where("h.occurred_at", "<", new Date(filters.to));
  if (filters.search) {
    const pattern = `%${filters.search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
    select = select.where(
      sql<boolean>`concat_ws(' ', p.name, h.kind, h.ip, h.reason, h.before, h.after) ilike ${pattern}`,
    );
  }
  return select;
}
