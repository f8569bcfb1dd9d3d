import type { z } from "zod";
import { mayEditReply, maySeeReplies } from "#contract/access/replies.ts";
import { type Effects, hasEffects } from "#contract/macros/effects.ts";
import type { NewReply, ReplyChange } from "#contract/replies.ts";
import type { Ctx } from "#server/lib/request-context.ts";
import { refuse } from "#server/lib/refusal.ts";
import { recordEvent } from "#server/lib/work/history.ts";
import { findOrCoinTags } from "#server/tags/create.ts";
import { keepTags } from "#server/tags/lock-tags.ts";
import { findAssignee, findTeam } from "#server/tickets/create/resolve-people.ts";
import type { Place } from "#server/groups/resolve-audience.ts";
import { refuseTooMany, resolveMove, resolvePlace } from "./place.ts";
import { getReply, readTexts, type ReplyText } from "./read.ts";
import { replyQuery, type ReplyRow } from "./rows.ts";

/** Saves a reply. Refuses 422 effects that fit nobody, 403 and 422 as `resolvePlace` does. */
export async function createReply(ctx: Ctx, body: z.output<typeof NewReply>) {
  if (!maySeeReplies(ctx.actor)) throw refuse(403, "auth.not_allowed");
  const place = await resolvePlace(ctx, body);
  await refuseTooMany(ctx);
  await settleEffects(ctx, body.effects);
  const { id } = await ctx.db
    .insertInto("saved_replies")
    .values({
      ...place,
      name: body.name,
      owner_id: ctx.actor.id,
      visibility: body.visibility,
      effects: JSON.stringify(body.effects),
      created_at: ctx.now,
      updated_at: ctx.now,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await insertTexts(ctx, id, body.texts);
  if (place.audience !== "me")
    await recordEvent(ctx, { id, kind: "reply.created", after: describe({ ...body, ...place }, body.texts) });
  return getReply(ctx, id);
}

/** Changes what is named. Refuses 404, 403 for a reply of somebody else, 409 for one that somebody saved meanwhile. */
export async function changeReply(
  ctx: Ctx,
  id: string,
  { base_version, ...body }: z.output<typeof ReplyChange>,
) {
  const reply = await lockReply(ctx, id);
  if (base_version !== undefined && base_version !== reply.version)
    throw refuse(409, "request.changed_meanwhile");
  const place = await resolveMove(ctx, reply, body);
  const texts = await readTexts(ctx, id);
  const after = {
    name: body.name ?? reply.name,
    visibility: body.visibility ?? reply.visibility,
    effects: body.effects ?? reply.effects,
  };
  if ((body.texts ?? texts).length === 0 && !hasEffects(after.effects)) throw refuse(422, "reply.empty");
  if (body.effects) await settleEffects(ctx, body.effects);
  await ctx.db
    .updateTable("saved_replies")
    .set((eb) => ({
      ...place,
      ...after,
      effects: JSON.stringify(after.effects),
      version: eb("version", "+", 1),
      updated_at: ctx.now,
    }))
    .where("id", "=", id)
    .execute();
  if (body.texts) await replaceTexts(ctx, id, body.texts);
  if (reply.audience !== "me" || place.audience !== "me")
    await recordEvent(ctx, {
      id,
      kind: "reply.changed",
      before: describe(reply, texts),
      after: describe({ ...after, ...place }, body.texts ?? texts),
    });
  return getReply(ctx, id);
}

/** Deletes a reply for all who had it; it can be restored. Refuses 404, 403 for a reply of somebody else. */
export async function deleteReply(ctx: Ctx, id: string): Promise<void> {
  const reply = await lockReply(ctx, id);
  await ctx.db.updateTable("saved_replies").set({ deleted_at: ctx.now }).where("id", "=", id).execute();
  if (reply.audience !== "me")
    await recordEvent(ctx, {
      id,
      kind: "reply.deleted",
      before: describe(reply, await readTexts(ctx, id)),
    });
}

/** Brings a deleted reply back. Refuses 404 for one that is not deleted, or whose time is over. */
export async function restoreReply(ctx: Ctx, id: string) {
  const reply = await lockReply(ctx, id, { isDeleted: true });
  await refuseTooMany(ctx);
  await ctx.db
    .updateTable("saved_replies")
    .set((eb) => ({ deleted_at: null, version: eb("version", "+", 1), updated_at: ctx.now }))
    .where("id", "=", id)
    .execute();
  if (reply.audience !== "me")
    await recordEvent(ctx, {
      id,
      kind: "reply.restored",
      after: describe(reply, await readTexts(ctx, id)),
    });
  return getReply(ctx, id);
}

async function lockReply(ctx: Ctx, id: string, { isDeleted = false } = {}): Promise<ReplyRow> {
  const reply = await replyQuery(ctx)
    .where("r.id", "=", id)
    .where("r.deleted_at", isDeleted ? "is not" : "is", null)
    .forUpdate("r")
    .executeTakeFirst();
  if (!reply) throw refuse(404, "reply.not_found");
  if (!mayEditReply(ctx.actor, reply)) throw refuse(403, "auth.not_allowed");
  return reply;
}

/** Refuses 422 whom and what tickets cannot be given to; new words become tags, so that a macro names none that is not there. */
async function settleEffects(ctx: Ctx, { assignee, team, add_tags = [] }: Effects): Promise<void> {
  if (assignee !== "none") await findAssignee(ctx, assignee === "me" ? ctx.actor.id : assignee);
  if (team !== "none") await findTeam(ctx, team);
  if (add_tags.length === 0) return;
  await keepTags(ctx.db);
  await findOrCoinTags(ctx, add_tags);
}

async function replaceTexts(ctx: Ctx, id: string, texts: readonly ReplyText[]): Promise<void> {
  await ctx.db.deleteFrom("saved_reply_texts").where("reply_id", "=", id).execute();
  await insertTexts(ctx, id, texts);
}

async function insertTexts({ db }: Ctx, reply_id: string, texts: readonly ReplyText[]): Promise<void> {
  if (texts.length === 0) return;
  await db
    .insertInto("saved_reply_texts")
    .values(texts.map((text, position) => ({ reply_id, position, ...text })))
    .execute();
}

type Described = Place & { name: string; visibility: string; effects: Effects };

/** What the history says of a reply. */
function describe(
  { name, audience, group_id, visibility, effects }: Described,
  texts: readonly ReplyText[],
): Record<string, unknown> {
  return {
    name,
    audience,
    group_id,
    visibility,
    effects,
    texts: Object.fromEntries(texts.map(({ language, body }) => [language, body])),
  };
}
