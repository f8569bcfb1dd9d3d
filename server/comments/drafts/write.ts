import { sql } from "kysely";
import type { z } from "zod";
import { mayComment, mayWriteInternalNote } from "#contract/access/comments.ts";
import { mayApplyEffects } from "#contract/access/replies.ts";
import type { drafts } from "#contract/comments/drafts.ts";
import { LIMITS } from "#contract/limits.ts";
import { buildOnce } from "#server/lib/db/build-once.ts";
import { runTransaction } from "#server/lib/db/transaction.ts";
import type { Ctx, Db } from "#server/lib/request-context.ts";
import { refuse, type Refusal } from "#server/lib/refusal.ts";
import { findTicket, refuseMerged, visibleQuery } from "#server/tickets/read.ts";
import { refuseAnswer } from "../create.ts";
import { readDraft } from "./read.ts";

type Words = z.output<typeof drafts.save.body>;

/**
 * Saves the caller's draft on a ticket. Refuses 409, with the draft as it is, where it was saved elsewhere since the version
 * that they know. One that is gone meanwhile is made anew: no words are lost because others were sent.
 */
export async function saveDraft(ctx: Ctx, ticketId: string, words: Words) {
  const refusal = findRefusal(ctx, words);
  // Whoever writes saves every second: while all is well, one statement is all of it.
  const goesOn = refusal === null && mayComment(ctx.actor, {});
  const saved =
    (goesOn && (await overwrite(ctx, ticketId, words))) || (await beginAnew(ctx, ticketId, words, refusal));
  return { version: saved.version, updated_at: ctx.now.toISOString() };
}

/** Makes a draft where none was overwritten, or refuses with the reason for that. */
async function beginAnew(ctx: Ctx, ticketId: string, words: Words, refusal: Refusal | null) {
  const ticket = await findTicket(ctx, ticketId);
  await refuseMerged(ctx, ticket);
  refuseAnswer(ctx, ticket);
  if (refusal) throw refusal;
  const begun = await inTransaction(ctx, ticketId, words);
  if (!begun) throw await changedMeanwhile(ctx, ticketId);
  return begun;
}

/** Finds what is to be refused of a draft, whatever its ticket. */
function findRefusal({ actor }: Ctx, words: Words): Refusal | null {
  if (words.is_internal && !mayWriteInternalNote(actor)) return refuse(403, "comment.internal_staff_only");
  const isSetting = words.effects !== undefined || words.saved_reply_id !== undefined;
  if (isSetting && !mayApplyEffects(actor)) return refuse(403, "auth.not_allowed");
  const isBlank = words.text.trim() === "" && words.attachment_ids.length === 0;
  return isBlank ? refuse(422, "comment.required") : null;
}

/** Discards the caller's draft, if there is one. Refuses 409 as `saveDraft` does. */
export async function discardDraft(
  ctx: Ctx,
  ticketId: string,
  { base_version: known }: { base_version?: number },
): Promise<void> {
  await findTicket(ctx, ticketId);
  const { numDeletedRows } = await own(ctx, ticketId)
    .$if(known !== undefined, (query) => query.where("version", "=", known ?? 0))
    .executeTakeFirstOrThrow();
  if (numDeletedRows === 0n && known !== undefined && (await readDraft(ctx, ticketId)))
    throw await changedMeanwhile(ctx, ticketId);
}

function own({ db, actor }: Ctx, ticketId: string) {
  return db.deleteFrom("drafts").where("user_id", "=", actor.id).where("ticket_id", "=", ticketId);
}

function columnsOf(ctx: Ctx, words: Words) {
  const { text, is_internal, mentions, attachment_ids, saved_reply_id = null, effects } = words;
  return {
    text,
    is_internal,
    mentions: JSON.stringify(mentions),
    attachment_ids,
    saved_reply_id,
    effects: effects === undefined ? null : JSON.stringify(effects),
    updated_at: ctx.now,
  };
}

/** Grows, and is never that of an earlier draft: two of a person are milliseconds apart. */
function nextVersion(at: number) {
  return sql<number>`greatest(version + 1, ${at}::bigint)`;
}

/** Overwrites the draft of the version that its writer knows, on a ticket that they still see and may answer. */
async function overwrite(ctx: Ctx, ticketId: string, words: Words) {
  const { base_version } = words;
  const given = { ...columnsOf(ctx, words), at: ctx.now.getTime(), base_version };
  const [saved] = await overwriteOnce(ctx, { ticketId, isKnown: base_version !== undefined }, given);
  return saved;
}

type Overwriting = ReturnType<typeof columnsOf> & { at: number; base_version: number | undefined };

/** Whoever writes saves every second. */
const overwriteOnce = buildOnce(
  (asked, { ticketId, isKnown }: { ticketId: string; isKnown: boolean }, given: Overwriting) => {
    const { at, base_version, ...columns } = given;
    const answerable = visibleQuery(asked)
      .where("t.id", "=", ticketId)
      .where("t.deleted_at", "is", null)
      .where("t.merged_into_id", "is", null);
    return asked.db
      .updateTable("drafts")
      .set({ ...columns, version: nextVersion(at) })
      .where("user_id", "=", asked.actor.id)
      .where("ticket_id", "=", ticketId)
      .where((eb) => eb.exists(answerable))
      .$if(isKnown, (query) => query.where("version", "=", sql<number>`${base_version}`))
      .returning("version");
  },
);

function inTransaction(ctx: Ctx, ticketId: string, words: Words) {
  const work = (db: Db) => begin({ ...ctx, db }, ticketId, words);
  return ctx.db.isTransaction ? work(ctx.db) : runTransaction(ctx.db, work);
}

/** Makes the draft unless there is one. Refuses 409 to a person who has as many as can be kept. */
async function begin(ctx: Ctx, ticketId: string, words: Words) {
  // One at a time, so that each counts those before it.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`kept drafts ${ctx.actor.id}`}, 0))`.execute(
    ctx.db,
  );
  const { kept } = await ctx.db
    .selectFrom("drafts")
    .select((eb) => eb.fn.countAll<number>().as("kept"))
    .where("user_id", "=", ctx.actor.id)
    .where("ticket_id", "<>", ticketId)
    .executeTakeFirstOrThrow();
  if (kept >= LIMITS.drafts) throw refuse(409, "draft.too_many", { params: { max: LIMITS.drafts } });
  return ctx.db
    .insertInto("drafts")
    .values({
      user_id: ctx.actor.id,
      ticket_id: ticketId,
      ...columnsOf(ctx, words),
      version: ctx.now.getTime(),
    })
    .onConflict((conflict) => conflict.columns(["user_id", "ticket_id"]).doNothing())
    .returning("version")
    .executeTakeFirst();
}

async function changedMeanwhile(ctx: Ctx, ticketId: string) {
  return refuse(409, "draft.changed_meanwhile", { extensions: { draft: await readDraft(ctx, ticketId) } });
}
