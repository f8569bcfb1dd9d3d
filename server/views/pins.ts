import type { z } from "zod";
import { isBuiltIn, PINNED_AT_FIRST } from "#contract/views/built-in-views.ts";
import { LIMITS } from "#contract/limits.ts";
import type { views } from "#contract/views.ts";
import type { Ctx } from "#server/lib/request-context.ts";
import { refuse } from "#server/lib/refusal.ts";
import { lockKeeping } from "./lock-keeping.ts";
import { readViews, type ViewRow } from "./rows.ts";

/** Reads what the caller has pinned of the views that they see, and the view that Tickets opens with. */
export async function readPins(ctx: Ctx, rows: readonly ViewRow[]) {
  const kept = await ctx.db
    .selectFrom("view_pins")
    .select(["view_key", "position", "is_default"])
    .where("user_id", "=", ctx.actor.id)
    .orderBy("position")
    .execute();
  const isSeen = seenBy(rows);
  const chosen = kept.filter(({ position }) => position !== null).map(({ view_key }) => view_key);
  const known = new Set(kept.map(({ view_key }) => view_key));
  const others = pinnedAtFirst(rows).filter((key) => !known.has(key));
  return {
    pins: [...chosen, ...others].filter(isSeen).slice(0, LIMITS.viewsPinned),
    default: kept.find(({ view_key, is_default }) => is_default && isSeen(view_key))?.view_key ?? null,
  };
}

/**
 * Pins exactly these, in this order, but for what came or went since `base_keys` were read. Refuses 404 for a view that
 * the caller does not see, and 422 where those that came leave no place.
 */
export async function setPins(ctx: Ctx, wanted: z.output<typeof views.pin.body>) {
  const { db, actor } = ctx;
  await lockKeeping(db, actor.id);
  const rows = await readViews(ctx);
  const before = await readPins(ctx, rows);
  const opens = wanted.default === undefined ? before.default : wanted.default;
  const keys = wanted.base_keys ? mergePins(wanted.keys, wanted.base_keys, before.pins) : wanted.keys;
  if (keys.length > LIMITS.viewsPinned)
    throw refuse(422, "view.too_many_pinned", { params: { max: LIMITS.viewsPinned } });
  const named = opens === null ? keys : [...keys, opens];
  if (!named.every(seenBy(rows))) throw refuse(404, "view.not_found");
  // A row without a place keeps off what is pinned at first.
  const off = [...pinnedAtFirst(rows), ...(opens === null ? [] : [opens])].filter(
    (key) => !keys.includes(key),
  );
  const values = [...keys, ...new Set(off)].map((view_key, index) => ({
    user_id: actor.id,
    view_key,
    position: index < keys.length ? index : null,
    is_default: view_key === opens,
  }));
  await db.deleteFrom("view_pins").where("user_id", "=", actor.id).execute();
  if (values.length > 0) await db.insertInto("view_pins").values(values).execute();
  return { pins: keys, default: opens };
}

/** What another window has pinned meanwhile comes last, and what it has taken off stays off. */
function mergePins(wanted: readonly string[], base: readonly string[], now: readonly string[]): string[] {
  const kept = wanted.filter((key) => now.includes(key) || !base.includes(key));
  return [...kept, ...now.filter((key) => !base.includes(key) && !wanted.includes(key))];
}

/** Pinned for whoever has not chosen otherwise. */
function pinnedAtFirst(rows: readonly ViewRow[]): string[] {
  return [...PINNED_AT_FIRST, ...rows.filter((row) => row.is_of_own_team).map(({ id }) => id)];
}

function seenBy(rows: readonly ViewRow[]): (key: string) => boolean {
  const ids = new Set(rows.map(({ id }) => id));
  return (key) => isBuiltIn(key) || ids.has(key);
}
