import { sql } from "kysely";
import { isExternal, mayChangeAnything } from "#contract/access/actor.ts";
import { LIMITS } from "#contract/limits.ts";
import type { Spending } from "#server/allowances/definitions.ts";
import { spendAllowances } from "#server/allowances/spend.ts";
import type { Ctx } from "#server/lib/request-context.ts";
import type { RequestReply } from "#server/lib/http/serve-endpoint.ts";
import { refuseFullStorage } from "./storage.ts";
import { refuse } from "#server/lib/refusal.ts";

/**
 * Counts the bytes of an upload before any of them is read, for its sender and, with people from outside, for their
 * company: deleted files and uploads that fail count, too, because they were written. Refuses 429, and 507 once the
 * attachments of the desk have no space left.
 */
export async function spendUpload(ctx: Ctx, { headers }: RequestReply["request"]): Promise<void> {
  const declared = Number(headers["content-length"] ?? LIMITS.attachmentBytes);
  const cost = Math.min(declared, LIMITS.attachmentBytes);
  const { actor } = ctx;
  const spendings: Spending[] = [{ name: "uploads", cost }];
  if (isExternal(actor) && actor.company_id)
    spendings.push({ name: "company_uploads", holder: actor.company_id, cost });
  await refuseFullStorage(ctx, cost);
  await spendAllowances(ctx.app.db, { actorId: actor.id, now: ctx.now }, spendings);
}

/** Refuses 403 to people of an inactive company, and 429 when somebody has too many files waiting in drafts. */
export async function refuseManyDrafts(ctx: Ctx): Promise<void> {
  if (!mayChangeAnything(ctx.actor)) throw refuse(403, "auth.company_inactive");
  const { waiting, oldest } = await ctx.db
    .selectFrom("attachments")
    .select((eb) => [eb.fn.countAll<number>().as("waiting"), eb.fn.min("created_at").as("oldest")])
    .where("uploaded_by", "=", ctx.actor.id)
    .where("ticket_id", "is", null)
    .where("scheduled_id", "is", null)
    .where("deleted_at", "is", null)
    .executeTakeFirstOrThrow();
  if (waiting < LIMITS.attachmentsInDrafts) return;
  const age = oldest === null ? 0 : (ctx.now.getTime() - oldest.getTime()) / 1000;
  const retryAfter = Math.max(1, Math.ceil(LIMITS.draftHours * 3600 - age));
  throw refuse(429, "upload.too_many_drafts", { retryAfter });
}

/** Lets the drafts of one person be stored one after the other, so that each counts those before it. */
export async function lockDrafts(ctx: Ctx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`drafts ${ctx.actor.id}`}, 0))`.execute(ctx.db);
}

/** Refuses 409 when a ticket, which the caller has locked, would have more files than a ticket can have. */
export async function refuseFullTicket(ctx: Ctx, ticketId: string, adding: number): Promise<void> {
  const max = ctx.app.limits.now("limit_attachments_per_ticket");
  const { held } = await ctx.db
    .selectFrom("attachments")
    .select((eb) => eb.fn.countAll<number>().as("held"))
    .where("ticket_id", "=", ticketId)
    .where("deleted_at", "is", null)
    .executeTakeFirstOrThrow();
  if (held + adding > max) throw refuse(409, "upload.ticket_full", { params: { max } });
}
