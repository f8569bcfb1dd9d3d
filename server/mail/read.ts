import { type SelectQueryBuilder, sql } from "kysely";
import type { z } from "zod";
import type { Actor } from "#contract/access/actor.ts";
import { LIMITS } from "#contract/limits.ts";
import type { mail } from "#contract/mail.ts";
import type { Tables } from "#server/db/tables.ts";
import type { Ctx } from "#server/lib/request-context.ts";
import { readPage } from "#server/lib/db/bounds.ts";
import { buildMeta, parsePage } from "#server/lib/http/pagination.ts";
import { refuse } from "#server/lib/refusal.ts";
import { isMarked, isReadAt, type ReturnedColumns, serializeReturned } from "./returned.ts";

type Query = z.output<typeof mail.list.query>;

const CAPTURED_SHOWN = 200;

/** Lists mails with their state, newest first, without their content. */
export async function listMails(ctx: Ctx, query: Query) {
  const page = parsePage(query, LIMITS.pageDefault);
  const matching = ctx.db
    .selectFrom("mails as m")
    .where("m.direction", "=", "out")
    .$if(query.state !== undefined, (mails) => mails.where("m.state", "=", query.state ?? "queued"));
  const { total } = await matching
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  const ordered = withReader(matching).orderBy("m.created_at", "desc").orderBy("m.position", "desc");
  const rows = await readPage(ctx.db, ordered, page);
  return { items: rows.map((row) => toMail(row, ctx.actor)), meta: buildMeta(page, total) };
}

export async function getMail(ctx: Ctx, id: string) {
  const row = await withReader(ctx.db.selectFrom("mails as m")).where("m.id", "=", id).executeTakeFirst();
  if (!row) throw refuse(404, "mail.not_found");
  return toMail(row, ctx.actor);
}

/** The columns of mails, with whose address it is that a returned one went to. */
function withReader(mails: SelectQueryBuilder<Tables & { m: Tables["mails"] }, "m", object>) {
  return mails
    .leftJoin("users as u", (join) => join.onRef("u.id", "=", "m.user_id").on(isReadAt("u", "m")))
    .selectAll("m")
    .select(["u.id as reader_id", "u.user_type as reader_type", "u.company_id as reader_company_id"])
    .select(isMarked("m").as("is_marked"));
}

/** Lists whole mails, links included: only while there is no mail server. */
export async function listCaptured(ctx: Ctx) {
  if (ctx.app.config.smtpUrl !== null) throw refuse(404, "mail.not_captured");
  const rows = await ctx.db
    .selectFrom("mails as m")
    .leftJoin("mailboxes as b", "b.id", "m.mailbox_id")
    .select(["m.to", "m.subject", "m.body_text", "m.body_html", "m.created_at", "m.sent_at"])
    .select(["m.from_name", "b.address"])
    .select(
      sql<string[]>`array(select a.name from unnest(m.attachment_ids) with ordinality as sent (id, place)
        join attachments a on a.id = sent.id and a.deleted_at is null order by sent.place)`.as("files"),
    )
    .where("m.state", "=", "captured")
    .orderBy("m.created_at", "desc")
    .orderBy("m.position", "desc")
    .limit(sql.lit(CAPTURED_SHOWN))
    .execute();
  return {
    items: rows.map((row) => ({
      from: row.address === null ? ctx.app.config.mailFrom : `${row.from_name} <${row.address}>`,
      to: row.to,
      subject: row.subject,
      text: row.body_text,
      html: row.body_html,
      files: row.files,
      sent_at: (row.sent_at ?? row.created_at).toISOString(),
    })),
  };
}

function toMail<
  Row extends ReturnedColumns & { created_at: Date; sent_at: Date | null; next_attempt_at: Date | null },
>(row: Row, actor: Actor) {
  return {
    ...row,
    created_at: row.created_at.toISOString(),
    sent_at: row.sent_at?.toISOString() ?? null,
    next_attempt_at: row.next_attempt_at?.toISOString() ?? null,
    returned: serializeReturned(row, actor),
  };
}
