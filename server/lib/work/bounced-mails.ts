import { sql } from "kysely";
import { jobs } from "#contract/jobs.ts";
import { LIMITS } from "#contract/limits.ts";
import { enqueue } from "./enqueue.ts";
import { isForItsReader } from "./is-for-its-reader.ts";
import type { Ctx, Db } from "../request-context.ts";

export type SentMail = { id: string; ticket_id: string | null; user_id: string | null; to: string };

/** Finds the mail that a report of a mail server is about: one that this desk sent, under that Message-ID, to that address. */
export async function findSentMail(
  db: Db,
  { messageId, address }: { messageId: string; address: string },
): Promise<SentMail | null> {
  const mail = await db
    .selectFrom("mails")
    .select(["id", "ticket_id", "user_id", "to"])
    .where("message_id", "=", messageId)
    .where(sql`lower("to")`, "=", address.toLowerCase())
    .where("direction", "=", "out")
    .where("state", "in", ["sent", "bounced"])
    .executeTakeFirst();
  return mail ?? null;
}

/** Marks a mail as returned, and what still waits for its address as not to be sent. */
export async function setMailBounced(
  { db, now }: Pick<Ctx, "db" | "now">,
  { id, to }: SentMail,
  reason: string,
): Promise<void> {
  await db
    .updateTable("mails")
    .set({ state: "bounced", last_error: reason, returned_at: now })
    .where("id", "=", id)
    .execute();
  await db
    .updateTable("mails")
    .set({
      state: "skipped",
      next_attempt_at: null,
      body_text: sql`without_link_tokens(body_text)`,
      body_html: sql`without_link_tokens(body_html)`,
    })
    .where("state", "=", "queued")
    .where(sql`lower("to")`, "=", to.toLowerCase())
    .execute();
}

/**
 * Sends again what an address did not get: the returned mails and those held back, of the last days. Mails whose links were
 * forgotten stay as they are, and those that their readers may not read any more; where there is no mail server they are
 * captured. Answers how many.
 */
export async function sendUndelivered(
  ctx: Pick<Ctx, "app" | "db" | "now">,
  address: string,
): Promise<number> {
  const since = new Date(ctx.now.getTime() - LIMITS.undeliveredDays * 24 * 3_600_000);
  const leaves = hasServer(ctx.app.config.smtpUrl);
  const mails = await ctx.db
    .updateTable("mails")
    .set({
      state: sql<"queued" | "captured">`case when ${leaves} then 'queued' else 'captured' end`,
      attempts: 0,
      next_attempt_at: sql<Date | null>`case when ${leaves} then ${ctx.now}::timestamptz end`,
      sent_at: sql<Date | null>`case when ${leaves} then sent_at else ${ctx.now}::timestamptz end`,
    })
    .where("state", "in", ["bounced", "skipped"])
    .where(sql`lower("to")`, "=", address.toLowerCase())
    .where("created_at", ">", since)
    .where(sql<boolean>`coalesce(dedupe_key, '') not like 'link:%'`)
    .where(isForItsReader)
    .returning(["id", "state"])
    .execute();
  for (const { id, state } of mails) if (state === "queued") await enqueue(ctx, jobs.sendMail, { id });
  return mails.length;
}

/** Whether a mail can leave: by the desk's server, or by that of its mailbox. */
function hasServer(smtpUrl: string | null) {
  if (smtpUrl !== null) return sql<boolean>`true`;
  return sql<boolean>`exists (select from mailboxes b where b.id = mailbox_id and b.smtp_host is not null)`;
}
