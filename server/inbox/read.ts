import { type InferResult, type SelectQueryBuilder, sql } from "kysely";
import type { z } from "zod";
import type { Stopped } from "#contract/comments/scheduled.ts";
import type { inbox } from "#contract/inbox.ts";
import type { InboxTab } from "#contract/inbox/inbox-reasons.ts";
import { LIMITS } from "#contract/limits.ts";
import type { Tables } from "#server/db/tables.ts";
import { type Asked, buildOnce } from "#server/lib/db/build-once.ts";
import type { Ctx, Db } from "#server/lib/request-context.ts";
import { visibleTickets } from "#server/tickets/visible-tickets.ts";

/** Lists a page of the caller's Inbox, newest first, with how many rows wait; in one statement. */
export async function listInbox(ctx: Ctx, { tab, after }: z.output<typeof inbox.list.query>) {
  const { rows, counts } = await readPage(ctx, tab, after);
  const items = rows.slice(0, PAGE);
  const last = rows.length > PAGE ? items.at(-1) : undefined;
  return {
    items: items.map(({ excerpt, place: _, ...row }) => ({
      ...row,
      excerpt: excerpt && shorten(excerpt),
      happened_at: row.happened_at.toISOString(),
      done_at: row.done_at?.toISOString() ?? null,
    })),
    meta: {
      next: last ? `${last.place.toISOString()}_${last.ticket_id}` : null,
      counts,
    },
  };
}

type Row = InferResult<ReturnType<typeof selectPage>>[number];
type Counts = Record<"n_unread" | "n_all" | "n_mentions", number>;

async function readPage(ctx: Ctx, tab: InboxTab, after: string | undefined) {
  const rows =
    after === undefined
      ? await selectFirstPage(ctx, tab)
      : (await queryPage(ctx, tab, after).execute(ctx.db)).rows;
  const { n_unread = 0, n_all = 0, n_mentions = 0 } = rows[0] ?? {};
  return {
    rows: rows.flatMap((row) => (row.ticket_id === null ? [] : [row])),
    counts: { unread: n_unread, all: n_all, mentions: n_mentions },
  };
}

const selectFirstPage = buildOnce((asked, tab: InboxTab) => queryPage(asked, tab, undefined));

function queryPage(asked: Asked, tab: InboxTab, after: string | undefined) {
  return sql<Counts & (Row | { ticket_id: null })>`
    select counts.*, page.* from (${countTabs(asked)}) as counts left join ${selectPage(asked, tab, after)} as page on true
    order by page.place desc, page.ticket_id desc`;
}

const PAGE = LIMITS.inboxPage;
/** Characters of a comment that a row shows. */
const EXCERPT = 200;

type Items = SelectQueryBuilder<Tables & { i: Tables["inbox_items"] }, "i", object>;

/** The rows of a tab; an index holds each of them in its order, and nothing else. */
const TABS: Record<InboxTab, (items: Items) => Items> = {
  all: (items) => items.where(WAITS),
  unread: (items) => items.where("i.read_at", "is", null).where(WAITS),
  mentions: (items) => items.where(sql<boolean>`i.mentioned`).where(WAITS),
  done: (items) => items.where("i.done_at", "is not", null).where(sql<boolean>`not i.in_trash`),
};
const WAITS = sql<boolean>`i.done_at is null and i.remind_at is null and not i.in_trash`;

function ownItems({ db, actor }: Asked, tab: InboxTab): Items {
  return TABS[tab](db.selectFrom("inbox_items as i").where("i.user_id", "=", actor.id));
}

/** Cuts the page first, then reads what its rows say. */
function selectPage(ctx: Asked, tab: InboxTab, after: string | undefined) {
  const place = sql.ref<Date>(tab === "done" ? "i.done_at" : "i.happened_at");
  const [time, id] = after?.split("_") ?? [];
  const page = ownItems(ctx, tab)
    .$if(after !== undefined, (items) =>
      items.where(sql<boolean>`(${place}, i.ticket_id) < (${time}::timestamptz, ${id}::uuid)`),
    )
    .selectAll("i")
    .select(place.as("place"))
    .orderBy(place, "desc")
    .orderBy("i.ticket_id", "desc")
    .limit(sql.lit(PAGE + 1));
  return ctx.db
    .selectFrom(page.as("item"))
    .innerJoin("tickets as t", "t.id", "item.ticket_id")
    .leftJoin("comments as c", (join) =>
      join.onRef("c.id", "=", "item.comment_id").on("c.deleted_at", "is", null),
    )
    .leftJoin("principals as p", "p.id", "item.actor_id")
    .leftJoin("users as u", "u.id", "item.actor_id")
    .select([
      "item.ticket_id",
      "t.uid",
      "t.subject",
      "t.status",
      "item.reason",
      "c.id as comment_id",
      "c.visibility",
      sql<string | null>`left(c.comment, ${sql.lit(EXCERPT * 2)})`.as("excerpt"),
      "item.actor_id",
      sql<string | null>`coalesce(u.fullname, p.name)`.as("actor_fullname"),
      "item.happened_at",
      // A row that was made done or put off keeps the number for its way back.
      sql<number>`case when item.read_at is null then item.news else 0 end`.as("news"),
      sql<boolean>`item.read_at is null`.as("is_unread"),
      "item.done_at",
      WHY_UNSENT.as("stopped"),
      "item.place",
    ])
    .where((eb) => visibleTickets(ctx.actor)(eb));
}

/** Of a row about an own answer that was not sent: why the last one was not. */
const WHY_UNSENT = sql<z.output<typeof Stopped> | null>`case when item.reason = 'unsent' then (
  select json_build_object('reason', s.reason, 'refusal', s.refusal) from scheduled_comments s
  where s.ticket_id = item.ticket_id and s.author_id = item.user_id and s.state = 'stopped'
  order by s.settled_at desc limit 1) end`;

/** One line of it. */
function shorten(text: string): string {
  const line = text.replaceAll(/\s+/gu, " ").trim();
  return line.length > EXCERPT ? `${line.slice(0, EXCERPT - 1).trimEnd()}…` : line;
}

/** The numbers of the tabs, under names that no row of a page has. */
function countTabs(ctx: Asked) {
  const upTo = (tab: InboxTab) =>
    sql`(select count(*)::int from ${ownItems(ctx, tab)
      .select(sql<number>`1`.as("one"))
      .limit(sql.lit(LIMITS.inboxCounted))} as counted)`;
  return sql`select ${upTo("unread")} as n_unread, ${upTo("all")} as n_all, ${upTo("mentions")} as n_mentions`;
}

/** Counts what is unread in the caller's Inbox, up to a limit. */
export async function countUnread(ctx: Pick<Ctx, "db" | "actor">): Promise<{ unread: number }> {
  const [count] = await countUnreadOf(ctx.db, [ctx.actor.id]);
  return { unread: count?.unread ?? 0 };
}

/** Counts what is unread for each of these people, up to a limit. */
export async function countUnreadOf(
  db: Db,
  userIds: readonly string[],
): Promise<{ user_id: string; unread: number }[]> {
  const { rows } = await sql<{ user_id: string; unread: number }>`
    select person as user_id, (select count(*)::int from (
      select from inbox_items i where i.user_id = person and i.read_at is null and ${WAITS}
      limit ${sql.lit(LIMITS.inboxCounted)}) as unread) as unread
    from unnest(${[...userIds]}::uuid[]) as person`.execute(db);
  return rows;
}
