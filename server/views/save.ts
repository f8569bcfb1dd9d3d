import type { z } from "zod";
import { mayEditView, mayShareViews, maySeeViewsOfAllTeams } from "#contract/access/change-views.ts";
import { maySeeViews } from "#contract/access/views.ts";
import { LIMITS } from "#contract/limits.ts";
import type { NewView, ViewChange } from "#contract/views.ts";
import type { Ctx } from "#server/lib/request-context.ts";
import { type AskedPlace, type Place, resolveAudience } from "#server/groups/resolve-audience.ts";
import { refuse } from "#server/lib/refusal.ts";
import { recordEvent } from "#server/lib/work/history.ts";
import { lockKeeping, SHARED } from "./lock-keeping.ts";
import { getView } from "./read.ts";
import { viewQuery } from "./rows.ts";

type New = z.output<typeof NewView>;
type Change = z.output<typeof ViewChange>;

/** Saves a view. Refuses 403 for a shared one without the right to share, 422 for a team that the caller is not in. */
export async function createView(ctx: Ctx, body: New) {
  if (!maySeeViews(ctx.actor)) throw refuse(403, "auth.not_allowed");
  const place = await resolvePlace(ctx, body);
  await refuseTooMany(ctx, place);
  const { id } = await ctx.db
    .insertInto("views")
    .values({
      ...place,
      name: body.name,
      owner_id: ctx.actor.id,
      query: JSON.stringify(body.query),
      sort: body.sort ?? null,
      sort_order: body.order ?? null,
      columns: body.columns ?? null,
      created_at: ctx.now,
      updated_at: ctx.now,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  if (place.audience !== "me")
    await recordEvent(ctx, {
      id,
      kind: "view.created",
      after: { name: body.name, ...place, query: body.query },
    });
  return getView(ctx, id);
}

/** Changes what is named. Refuses 404, 403 for a view of somebody else, 409 for one that somebody saved meanwhile. */
export async function changeView(ctx: Ctx, id: string, { base_version, ...body }: Change) {
  const view = await lockView(ctx, id);
  if (base_version !== undefined && base_version !== view.version)
    throw refuse(409, "request.changed_meanwhile");
  const before = { audience: view.audience, group_id: view.group_id };
  const place = await resolveMove(ctx, view, body);
  const after = {
    name: body.name ?? view.name,
    query: body.query ?? view.query,
    sort: body.sort === undefined ? view.sort : body.sort,
    sort_order: body.order === undefined ? view.sort_order : body.order,
    columns: body.columns === undefined ? view.columns : body.columns,
  };
  await ctx.db
    .updateTable("views")
    .set((eb) => ({
      ...place,
      ...after,
      query: JSON.stringify(after.query),
      version: eb("version", "+", 1),
      updated_at: ctx.now,
    }))
    .where("id", "=", id)
    .execute();
  if (before.audience !== "me" || place.audience !== "me")
    await recordEvent(ctx, {
      id,
      kind: "view.changed",
      before: { name: view.name, ...before, query: view.query },
      after: { name: after.name, ...place, query: after.query },
    });
  return getView(ctx, id);
}

/** Deletes a view for all who had it; their pins of it are kept for a restore. Refuses as `changeView` does. */
export async function deleteView(ctx: Ctx, id: string): Promise<void> {
  const { audience, group_id, name, query } = await lockView(ctx, id);
  await ctx.db
    .updateTable("views")
    .set({ deleted_at: ctx.now, deleted_by: ctx.actor.id })
    .where("id", "=", id)
    .execute();
  if (audience !== "me")
    await recordEvent(ctx, { id, kind: "view.deleted", before: { name, audience, group_id, query } });
}

async function lockView(ctx: Ctx, id: string) {
  const view = await viewQuery(ctx).where("v.id", "=", id).forUpdate("v").executeTakeFirst();
  if (!view) throw refuse(404, "view.not_found");
  if (!mayEditView(ctx.actor, view)) throw refuse(403, "auth.not_allowed");
  return view;
}

/** For whom a changed view is; nobody takes what all use for themselves but its owner. */
async function resolveMove(
  ctx: Ctx,
  view: Place & { owner_id: string },
  { audience = view.audience, group_id = view.group_id }: Pick<Change, "audience" | "group_id">,
): Promise<Place> {
  if (audience === view.audience && (audience !== "team" || group_id === view.group_id))
    return { audience: view.audience, group_id: view.group_id };
  if (audience === "me" && view.owner_id !== ctx.actor.id) throw refuse(403, "view.own_alone");
  const place = await resolvePlace(ctx, { audience, group_id });
  if ((view.audience === "me") !== (audience === "me")) await refuseTooMany(ctx, place);
  return place;
}

async function resolvePlace(ctx: Ctx, asked: AskedPlace): Promise<Place> {
  const rights = { mayShare: mayShareViews(ctx.actor), seesAllTeams: maySeeViewsOfAllTeams(ctx.actor) };
  return resolveAudience(ctx, asked, rights);
}

/** Refuses 422 where as many views are kept as may be. */
export async function refuseTooMany(ctx: Ctx, { audience }: Pick<Place, "audience">): Promise<void> {
  const isOwn = audience === "me";
  await lockKeeping(ctx.db, isOwn ? ctx.actor.id : SHARED);
  const kept = ctx.db
    .selectFrom("views")
    .select((eb) => eb.fn.countAll<number>().as("n"))
    .where("deleted_at", "is", null);
  const { n } = await (
    isOwn
      ? kept.where("audience", "=", "me").where("owner_id", "=", ctx.actor.id)
      : kept.where("audience", "<>", "me")
  ).executeTakeFirstOrThrow();
  if (isOwn && n >= LIMITS.viewsOwn)
    throw refuse(422, "view.too_many_own", { params: { max: LIMITS.viewsOwn } });
  if (!isOwn && n >= LIMITS.viewsShared)
    throw refuse(422, "view.too_many_shared", { params: { max: LIMITS.viewsShared } });
}
