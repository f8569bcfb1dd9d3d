import type { z } from "zod";
import { isExternal } from "#contract/access/actor.ts";
import type { comments } from "#contract/comments.ts";
import { type Effects, hasEffects } from "#contract/macros/effects.ts";
import { findMissing, labelsOf } from "#contract/replies/render.ts";
import type { Ctx } from "#server/lib/request-context.ts";
import { refuse } from "#server/lib/refusal.ts";
import { type Plan, planEffects, readHeld } from "#server/macros/plan.ts";
import { resolveEffects } from "#server/macros/resolve.ts";
import { holdTargets, sayStale } from "#server/macros/targets.ts";
import { holdUsedReply, type UsedReply } from "#server/macros/used-reply.ts";
import { keepTags } from "#server/tags/lock-tags.ts";
import { statusAfterComment, touchByComment } from "#server/tickets/change/change-by-comment.ts";
import type { TicketRecord } from "#server/tickets/read.ts";

type Wanted = Pick<
  z.output<typeof comments.create.body>,
  "comment" | "visibility" | "status" | "effects" | "saved_reply_id"
>;

/** What is set with a comment, and the saved reply that its text came from. */
export type Setting = { effects: Effects; reply: UsedReply | null; isOfDeletedReply: boolean };

/**
 * Settles what is set with a comment, and locks what it names, before its ticket is locked; null where nothing is, and the
 * text is the writer's own. Refuses 404 a reply that the caller does not see; clients are refused with their ticket.
 */
export async function holdSetting(ctx: Ctx, wanted: Wanted): Promise<Setting | null> {
  const { status, saved_reply_id } = wanted;
  const effects: Effects = { ...wanted.effects, ...(status !== undefined && { status }) };
  if (isExternal(ctx.actor) || (!hasEffects(effects) && saved_reply_id === undefined)) return null;
  const reply = saved_reply_id === undefined ? null : await holdUsedReply(ctx, saved_reply_id);
  await holdTargets(ctx.db, effects, ctx.actor.id);
  return { effects, reply, isOfDeletedReply: reply?.isDeleted === true && hasEffects(wanted.effects) };
}

/** Refuses 422 a text of a saved reply in which a place is not filled in. */
export function refuseMissingPlaces(text: string): void {
  const missing = findMissing(text);
  if (missing.length > 0)
    throw refuse(422, "reply.places_missing", { params: { labels: labelsOf(missing) } });
}

/** Refuses what is to be set with a comment later as setting it now would. */
export async function refuseUnfit(
  ctx: Ctx,
  ticket: TicketRecord,
  { comment, visibility }: Pick<Wanted, "comment" | "visibility">,
  setting: Setting,
): Promise<void> {
  if (setting.reply) refuseMissingPlaces(comment);
  await planSetting(ctx, ticket, visibility, setting);
}

/** Plans what is set with a comment on a locked ticket. Refuses as `planEffects` does. */
export async function planSetting(
  ctx: Ctx,
  ticket: TicketRecord,
  visibility: "public" | "internal",
  { effects, reply, isOfDeletedReply }: Setting,
): Promise<Plan[]> {
  const automatic = await statusAfterComment(ctx, ticket, visibility);
  if (!hasEffects(effects) && automatic === null) return [];
  await keepTags(ctx.db);
  const resolved = await resolveEffects(ctx, effects);
  // Its text stands in the box already, and is the writer's by now.
  const gone = reply && isOfDeletedReply ? [sayStale("reply", reply.name)] : [];
  const held = await readHeld(ctx, [ticket], resolved);
  const touched = touchByComment(ctx, ticket, visibility);
  return [
    planEffects(ctx, touched, { ...resolved, stale: [...gone, ...resolved.stale] }, { held, automatic }),
  ];
}
