/*
 * The list of mails that came in: as quick with a million of them as with a thousand. The newest of a state are read in
 * the order of its index; reason, mailbox and words are looked for among those alone, and the answer says that there may
 * be more. The address of a sender leads to theirs by its own index.
 */
import { sql, type RawBuilder, type SqlBool } from "kysely";
import type { z } from "zod";
import type { incoming } from "#contract/incoming.ts";
import { INCOMING_STATES, type IncomingState } from "#contract/incoming/states.ts";
import { LIMITS } from "#contract/limits.ts";
import { readPage } from "#server/lib/db/bounds.ts";
import { matchWords } from "#server/lib/db/name-search.ts";
import { buildMeta, parsePage } from "#server/lib/http/pagination.ts";
import type { Ctx, Db } from "#server/lib/request-context.ts";
import { selectListed } from "./listed.ts";
import { serializeMail } from "./serialize-mail.ts";

type Query = z.output<typeof incoming.list.query>;

/** Mails of each state that are counted. */
const COUNTED = 1000;
/** Newest mails of a state that a list reaches. */
const REACHED = 10_000;
/** Newest mails that are looked through for words. */
const SEARCHED = 5000;

export async function listIncoming(ctx: Pick<Ctx, "db" | "actor">, query: Query) {
  const page = parsePage(query, LIMITS.pageDefault);
  const newest = selectNewest(ctx.db, query);
  const ordered = selectListed(ctx, newest).where(matches(query)).orderBy("m.position", "desc");
  const rows = await readPage(ctx.db, ordered, page);
  const { total, looked } = await ctx.db
    .selectFrom(newest.as("m"))
    .select([
      sql<number>`count(*) filter (where ${matches(query)})::int`.as("total"),
      sql<number>`count(*)::int`.as("looked"),
    ])
    .executeTakeFirstOrThrow();
  return {
    items: rows.map(serializeMail),
    meta: {
      ...buildMeta(page, total),
      total_is_capped: looked === reachOf(query),
      counts: await countByState(ctx.db),
    },
  };
}

/**
 * The state stands in the statement itself. A plan for any state, which a prepared statement gets after a few uses, takes
 * each for frequent: it looks for the few held mails by walking back through all that ever came.
 */
function selectNewest(db: Db, query: Query) {
  const address = wholeAddress(query.search);
  return db
    .selectFrom("incoming_mails")
    .selectAll()
    .$if(query.state !== undefined, (mails) => mails.where("state", "=", sql.lit(query.state ?? "held")))
    .$if(address !== null, (mails) =>
      mails.where("from_address", "=", address).orderBy("received_at", "desc"),
    )
    .$if(address === null, (mails) => mails.orderBy("position", "desc"))
    .limit(sql.lit(reachOf(query)));
}

function reachOf({ search }: Query): number {
  return search && wholeAddress(search) === null ? SEARCHED : REACHED;
}

function wholeAddress(search: string | undefined): string | null {
  return search && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(search) ? search.toLowerCase() : null;
}

function matches({ reason, mailbox_id, search }: Query): RawBuilder<SqlBool> {
  const wanted = [
    ...(reason === undefined ? [] : [sql<SqlBool>`m.reason = ${reason}`]),
    ...(mailbox_id === undefined ? [] : [sql<SqlBool>`m.mailbox_id = ${mailbox_id}`]),
    ...(wholeAddress(search) === null ? matchSearch(search) : []),
  ];
  return wanted.length === 0 ? sql`true` : sql`${sql.join(wanted, sql` and `)}`;
}

/** Each word stands in the head, folded as names are, or in the text as it was typed, in any case. */
function matchSearch(search: string | undefined): RawBuilder<SqlBool>[] {
  const words = (search ?? "").split(/\s+/u).filter(Boolean);
  return words.map((word) => {
    const [inHead] = matchWords(HEAD, word);
    const inText = sql`m.words ilike ${`%${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`}`;
    return sql<SqlBool>`(${inHead ?? sql`false`} or ${inText})`;
  });
}

const HEAD = sql`name_key(concat_ws(' ', m.from_address, m.from_name, m.subject))`;

/** Each state stands in the statement, as in `selectNewest`. */
async function countByState(db: Db): Promise<Record<IncomingState, number>> {
  const each = INCOMING_STATES.map(
    (state) => sql`select ${sql.lit(state)} as state, (select count(*)::int from
      (select from incoming_mails where state = ${sql.lit(state)} limit ${sql.lit(COUNTED)}) as few) as count`,
  );
  const { rows } = await sql<{ state: IncomingState; count: number }>`
    ${sql.join(each, sql` union all `)}`.execute(db);
  const counts: Record<IncomingState, number> = {
    stored: 0,
    done: 0,
    held: 0,
    spam: 0,
    ignored: 0,
    failed: 0,
  };
  for (const { state, count } of rows) counts[state] = count;
  return counts;
}
