import { sql } from "kysely";
import { jobs } from "#contract/jobs.ts";
import { LIMITS } from "#contract/limits.ts";
import { enqueue } from "./enqueue.ts";
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
 * Queues again what an address did not get: the returned mails and those held back, of the last days. Mails whose links were
 * forgotten stay as they are. Answers how many.
 */
export async function queueUndelivered(ctx: Pick<Ctx, "db" | "now">, address: string): Promise<number> {
  const since = new Date(ctx.now.getTime() - LIMITS.undeliveredDays * 24 * 3_600_000);
  const mails = await ctx.db
    .updateTable("mails")
    .set({ state: "queued", attempts: 0, next_attempt_at: ctx.now })
    .where("state", "in", ["bounced", "skipped"])
    .where(sql`lower("to")`, "=", address.toLowerCase())
    .where("created_at", ">", since)
    .where(sql<boolean>`coalesce(dedupe_key, '') not like 'link:%'`)
    .returning("id")
    .execute();
  for (const { id } of mails) await enqueue(ctx, jobs.sendMail, { id });
  return mails.length;
}
