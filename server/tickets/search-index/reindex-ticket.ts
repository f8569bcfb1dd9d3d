import { sql } from "kysely";
import { jobs, type DataOf } from "#contract/jobs.ts";
import type { App, Ctx, Db } from "#server/lib/request-context.ts";
import { isGuestTransaction } from "#server/lib/db/row-level-security.ts";
import { enqueue } from "#server/lib/work/enqueue.ts";
import { fitTokens, tokenVector } from "./ticket-tokens.ts";

/** Writes the tokens of a ticket that the caller has changed. */
export async function reindexChanged(ctx: Pick<Ctx, "db">, id: string): Promise<void> {
  if (!isGuestTransaction(ctx.db)) return reindexTicket(ctx.db, id);
  const words = fitTokens((await readTexts(ctx.db, id)).map(({ text }) => text));
  const { rows } = await sql<{ has_notes: boolean }>`
    select replace_public_words(${id}, ${words}::text[]) as has_notes`.execute(ctx.db);
  // Their transaction reads no notes: a job reads them again.
  if (rows[0]?.has_notes) await enqueue(ctx, jobs.reindexTickets, { ticket_id: id });
}

/**
 * Writes a ticket's tokens anew: `public_words` for everybody who sees it, `staff_words` with the notes for staff. A merged
 * ticket has none: its words are found on the one that it is part of.
 */
export async function reindexTicket(db: Db, id: string): Promise<void> {
  const texts = await readTexts(db, id);
  const all = texts.map(({ text }) => text);
  const open = texts.filter(({ internal }) => !internal).map(({ text }) => text);
  await sql`insert into ticket_words (ticket_id, public_words, staff_words)
    select ${id}, ${tokenVector(...open)}, ${tokenVector(...all)}
    where not exists (select from tickets where id = ${id} and merged_into_id is not null)
    on conflict (ticket_id) do update
    set public_words = excluded.public_words, staff_words = excluded.staff_words`.execute(db);
}

/** The texts of a ticket that the role of `db` may read, most telling first. */
async function readTexts(db: Db, id: string): Promise<{ text: string | null; internal: boolean }[]> {
  const { rows } = await sql<{ text: string | null; internal: boolean }>`
    select text, internal from (
      select 0 as place, t.subject as text, false as internal from tickets t where t.id = ${id}
      union all select 0, t.old_number, false from tickets t where t.id = ${id} and t.old_number is not null
      union all select 1, u.fullname, false from tickets t join users u on u.id = t.client_id where t.id = ${id}
      union all select 2, c.name, false from tickets t join companies c on c.id = t.company_id where t.id = ${id}
      union all select 3, t.issue, false from tickets t where t.id = ${id}
      union all (select 3 + row_number() over (order by position desc), comment, visibility = 'internal'
        from comments where ticket_id = ${id} and deleted_at is null)
    ) as texts order by place`.execute(db);
  return rows;
}

/** Reindexes a ticket, or those of a client or company that got another name. */
export async function reindexTickets({ db }: App, data: DataOf<typeof jobs.reindexTickets>): Promise<void> {
  if ("ticket_id" in data) return reindexTicket(db, data.ticket_id);
  const [column, owner] =
    "company_id" in data
      ? (["company_id", data.company_id] as const)
      : (["client_id", data.user_id] as const);
  for (let after = NOBODY, more = true; more;) {
    const rows = await db
      .selectFrom("tickets")
      .select("id")
      .where(column, "=", owner)
      .where("erased_at", "is", null)
      .where("merged_into_id", "is", null)
      .where("id", ">", after)
      .orderBy("id")
      .limit(sql.lit(200))
      .execute();
    for (const { id } of rows) await reindexTicket(db, id);
    after = rows.at(-1)?.id ?? after;
    more = rows.length === 200;
  }
}

const NOBODY = "00000000-0000-0000-0000-000000000000";
