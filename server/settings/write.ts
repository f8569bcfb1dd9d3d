import { sql } from "kysely";
import { parseWith } from "#server/lib/http/validation.ts";
import type { z } from "zod";
import { mayHaveInbox } from "#contract/access/inbox.ts";
import { mayReadSla } from "#contract/access/sla.ts";
import { mayFollowUp } from "#contract/access/tickets.ts";
import { NewBrandNames, type settings, type SettingsChange } from "#contract/settings.ts";
import type { Ctx, Db } from "#server/lib/request-context.ts";
import { recordEvent, recordDeskEvent } from "#server/lib/work/history.ts";
import { findChangedFields } from "#server/lib/work/find-changed-fields.ts";
import { refuse, refuseField } from "#server/lib/refusal.ts";
import { parseLogo } from "./logo.ts";
import { getNotifications, getSettings, lacksSecondFactor } from "./read.ts";

type Change = z.output<typeof SettingsChange>;

/** Changes settings. Refuses 409 for a change of settings that have changed meanwhile. */
export async function changeSettings(ctx: Ctx, { base_version, logo_url, ...wanted }: Change) {
  if (logo_url !== undefined)
    throw refuseField(403, "logo_url", "field.not_changeable", { field: "logo_url" });
  await lockSettings(ctx);
  const { version, ...present } = await getSettings(ctx);
  if (base_version !== undefined && base_version !== version) throw refuse(409, "request.changed_meanwhile");
  const roles = await resolveSecondFactorRoles(ctx, present, wanted);
  const changed = findChangedFields(present, { ...wanted, ...roles });
  if (!changed) return { ...present, version };
  parseWith(NewBrandNames, changed.after);
  for (const [key, value] of Object.entries(changed.after)) await storeValue(ctx, key, value);
  await recordChange(ctx, changed.before, changed.after);
  return getSettings(ctx);
}

/**
 * Resolves the roles that require a second factor, each once. Refuses 409 for a requirement that would lock out its
 * author.
 */
async function resolveSecondFactorRoles(
  ctx: Ctx,
  { second_factor_roles: present }: { second_factor_roles: string[] },
  { second_factor_roles: sent }: Change,
): Promise<{ second_factor_roles?: string[] }> {
  if (!sent) return {};
  const roles = [...new Set<string>(sent)].toSorted();
  if (JSON.stringify(roles) === JSON.stringify(present)) return { second_factor_roles: present };
  if (await lacksSecondFactor(ctx.db, ctx.actor, roles))
    throw refuse(409, "settings.own_second_factor_first");
  return { second_factor_roles: roles };
}

export async function setLogo(ctx: Ctx, dataUrl: string) {
  const logo = parseLogo(dataUrl);
  await lockSettings(ctx);
  await storeValue(ctx, "logo", logo);
  await recordChange(ctx, {}, { logo: logo.type });
  return getSettings(ctx);
}

export async function removeLogo(ctx: Ctx) {
  await lockSettings(ctx);
  await storeValue(ctx, "logo", null);
  await recordChange(ctx, {}, { logo: null });
  return getSettings(ctx);
}

type Wishes = z.output<typeof settings.changeNotifications.body>;

export async function changeNotifications(ctx: Ctx, wishes: Wishes) {
  if (wishes.due !== undefined && !mayFollowUp(ctx.actor))
    throw refuseField(422, "due", "field.unknown", { field: "due" });
  if (wishes.sla !== undefined && !mayReadSla(ctx.actor))
    throw refuseField(422, "sla", "field.unknown", { field: "sla" });
  if (wishes.undo_send_seconds !== undefined && !mayHaveInbox(ctx.actor))
    throw refuseField(422, "undo_send_seconds", "field.unknown", { field: "undo_send_seconds" });
  const before = await getNotifications(ctx);
  const changed = findChangedFields(before, wishes);
  if (!changed) return before;
  const { reply, ticket_created, assigned, mention, due, sla } = wishes;
  const rows = [
    { topic: "reply" as const, mail: reply },
    { topic: "ticket_created" as const, mail: ticket_created },
    { topic: "assigned" as const, mail: assigned },
    { topic: "mention" as const, mail: mention },
    { topic: "due" as const, mail: due },
    { topic: "sla" as const, mail: sla },
  ].flatMap(({ topic, mail }) => (mail === undefined ? [] : [{ user_id: ctx.actor.id, topic, mail }]));
  if (rows.length > 0)
    await ctx.db
      .insertInto("notification_preferences")
      .values(rows)
      .onConflict((conflict) =>
        conflict.columns(["user_id", "topic"]).doUpdateSet({ mail: (eb) => eb.ref("excluded.mail") }),
      )
      .execute();
  if (wishes.undo_send_seconds !== undefined) await saveUndoSendSeconds(ctx, wishes.undo_send_seconds);
  await recordEvent(ctx, {
    id: ctx.actor.id,
    kind: "user.notifications_changed",
    ...changed,
  });
  return getNotifications(ctx);
}

export async function eraseNotifications(db: Db, userId: string): Promise<void> {
  await db.deleteFrom("notification_preferences").where("user_id", "=", userId).execute();
  await db.deleteFrom("sending_preferences").where("user_id", "=", userId).execute();
}

async function saveUndoSendSeconds({ db, actor }: Ctx, undo_send_seconds: number): Promise<void> {
  await db
    .insertInto("sending_preferences")
    .values({ user_id: actor.id, undo_send_seconds })
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet({ undo_send_seconds }))
    .execute();
}

/** Saves a setting of another feature. */
export async function saveSetting(ctx: Ctx, key: string, value: unknown): Promise<void> {
  await lockSettings(ctx);
  await storeValue(ctx, key, value);
  await recordChange(ctx, {}, { [key]: value });
}

/** Lets one change run at a time, so that of two at once the second sees the first. */
async function lockSettings(ctx: Ctx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('waypost settings'))`.execute(ctx.db);
}

async function storeValue(ctx: Ctx, key: string, value: unknown): Promise<void> {
  await ctx.db
    .insertInto("settings")
    .values({ key, value: JSON.stringify(value), updated_at: ctx.now, updated_by: ctx.actor.id })
    .onConflict((conflict) =>
      conflict
        .expression(sql`key, coalesce(company_id, '00000000-0000-0000-0000-000000000000')`)
        .doUpdateSet((eb) => ({
          value: eb.ref("excluded.value"),
          version: eb("settings.version", "+", 1),
          updated_at: ctx.now,
          updated_by: ctx.actor.id,
        })),
    )
    .execute();
}

async function recordChange(ctx: Ctx, before: Record<string, unknown>, after: Record<string, unknown>) {
  await recordDeskEvent(ctx, { kind: "settings.changed", before, after });
}

/**
 * Saves how far long work has come that a migration has asked for by a row here: the next start goes on from there.
 * Null when it is done, and nothing remains of it.
 */
export async function saveResumePoint(db: Db, key: string, place: string | null): Promise<void> {
  if (place === null) await db.deleteFrom("settings").where("key", "=", key).execute();
  else
    await db
      .updateTable("settings")
      .set({ value: JSON.stringify(place) })
      .where("key", "=", key)
      .execute();
}
