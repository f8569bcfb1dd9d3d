import { sql } from "kysely";
import { mayHaveInbox } from "#contract/access/inbox.ts";
import { mayReadSla } from "#contract/access/sla.ts";
import { mayFollowUp } from "#contract/access/tickets.ts";
import { UNDO_SEND_USUAL } from "#contract/comments/send-times.ts";
import { isLanguage, type Language } from "#contract/languages.ts";
import { LIMITS } from "#contract/limits.ts";
import { UndoSendSeconds } from "#contract/settings.ts";
import { resolveLimits } from "#server/allowances/current-limits.ts";
import type { Ctx, Db, App } from "#server/lib/request-context.ts";
import { refuse } from "#server/lib/refusal.ts";
import { MAIL_SETTING_NAMES, resolveMailSettings, type MailSettings } from "./mail-settings.ts";
import { resolveRetention } from "./retention-times.ts";
import { toLogo, type Logo } from "./logo.ts";
import { DEFAULT_TICKET_PREFIX } from "./ticket-prefix.ts";

/** Reads the organization's value of a setting, or null where the default holds. */
export async function readSetting(db: Db, key: string): Promise<unknown> {
  return (await querySetting(db, key).executeTakeFirst())?.value ?? null;
}

/** The same as a query, for a statement that reads more. */
export function querySetting(db: Db, key: string) {
  return db.selectFrom("settings").select("value").where("key", "=", key).where("company_id", "is", null);
}

export async function readTextSetting(db: Db, key: string, otherwise: string): Promise<string> {
  const value = await readSetting(db, key);
  return typeof value === "string" ? value : otherwise;
}

/** Reads the minimum length of a password in characters; a setting may ask for more than the usual 8. */
export async function readPasswordMinimum(db: Db): Promise<number> {
  const value = await readSetting(db, "password_minimum");
  return typeof value === "number" ? value : LIMITS.passwordMinimum;
}

/** Reads the roles whose holders need a second factor (decision 12). The session's own query reads the same row. */
export async function readSecondFactorRoles(db: Db): Promise<string[]> {
  return parseNames(await readSetting(db, "second_factor_roles"));
}

/** Whether somebody holds one of the roles, and has no second factor yet. */
export async function lacksSecondFactor(
  db: Db,
  actor: { id: string; roles: readonly string[] },
  roles: readonly string[],
): Promise<boolean> {
  if (!actor.roles.some((role) => roles.includes(role))) return false;
  const factor = await db
    .selectFrom("second_factors")
    .select("user_id")
    .where("user_id", "=", actor.id)
    .where("secret", "is not", null)
    .executeTakeFirst();
  return factor === undefined;
}

function parseNames(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((name) => typeof name === "string") : [];
}

/** The language of mail to people who have not chosen one (rule 627). */
export async function readDeskLanguage(db: Db): Promise<Language> {
  return toLanguage(await readSetting(db, "language"));
}

/** The desk's language by the value of its setting. */
export function toLanguage(stored: unknown): Language {
  return isLanguage(stored) ? stored : "en";
}

/** The desk's name: the stored one, else the environment's. */
export function toBrandName(stored: unknown, { config }: Pick<App, "config">): string {
  return typeof stored === "string" ? stored : config.brandName;
}

/** Name and time zone of the desk, by the values that are stored. */
export function deskOf(
  { brand_name, time_zone }: { brand_name: unknown; time_zone: unknown },
  { config }: Pick<App, "config">,
) {
  return {
    brand_name: toBrandName(brand_name, { config }),
    time_zone: typeof time_zone === "string" ? time_zone : "UTC",
  };
}

/** Reads every setting of the organization, the environment's where none is stored. */
export async function getSettings({ db, app }: { db: Db; app: App }) {
  const rows = await db
    .selectFrom("settings")
    .select(["key", "value", "version"])
    .where("company_id", "is", null)
    .execute();
  const stored = new Map(rows.map(({ key, value }) => [key, value]));
  const text = (key: string, otherwise: string) => {
    const value = stored.get(key);
    return typeof value === "string" ? value : otherwise;
  };
  const minimum = stored.get("password_minimum");
  const desk = deskOf({ brand_name: stored.get("brand_name"), time_zone: stored.get("time_zone") }, app);
  const logo = rows.find(({ key, value }) => key === "logo" && value !== null);
  return {
    ...desk,
    brand_short_name: text("brand_short_name", desk.brand_name),
    logo_url: logo ? `/api/logo?v=${logo.version}` : app.config.brandLogo,
    ticket_prefix: text("ticket_prefix", DEFAULT_TICKET_PREFIX),
    password_minimum: typeof minimum === "number" ? minimum : LIMITS.passwordMinimum,
    second_factor_roles: parseNames(stored.get("second_factor_roles")),
    language: toLanguage(stored.get("language")),
    in_progress_when_taken: stored.get("in_progress_when_taken") === true,
    ...resolveMailSettings(stored),
    ...resolveRetention(stored),
    ...resolveLimits(stored),
    version: rows.reduce((sum, { version }) => sum + version, 0),
  };
}

/** Reads what becomes of mail that comes in. */
export async function readMailSettings(db: Db): Promise<MailSettings> {
  const rows = await db
    .selectFrom("settings")
    .select(["key", "value"])
    .where("key", "in", MAIL_SETTING_NAMES)
    .where("company_id", "is", null)
    .execute();
  return resolveMailSettings(new Map(rows.map(({ key, value }) => [key, value])));
}

export async function getLogo(db: Db): Promise<Logo> {
  const logo = toLogo(await readSetting(db, "logo"));
  if (!logo) throw refuse(404, "settings.logo_not_found");
  return logo;
}

/** Reads the settings of the sign-in page, and no others. */
export async function getPublicConfig({ db, app }: { db: Db; app: App }) {
  const settings = await getSettings({ db, app });
  const { rows } = await sql<{ id: string; name: string; has_administrator: boolean }>`
    select id, name, exists (select from user_roles ur join roles r on r.id = ur.role_id join users u on u.id = ur.user_id
      where r.key = 'administrator' and u.deleted_at is null) as has_administrator
    from companies where is_internal`.execute(db);
  const [internal] = rows;
  if (!internal) throw new Error("the first migration makes the internal company");
  return {
    name: settings.brand_name,
    short_name: settings.brand_short_name,
    logo_url: settings.logo_url,
    default_theme: "dark" as const,
    mail_configured: app.config.smtpUrl !== null,
    demo: app.config.demo,
    setup_needed: !internal.has_administrator,
    internal_company: { id: internal.id, name: internal.name },
    ticket_prefix: settings.ticket_prefix,
    time_zone: settings.time_zone,
    password_minimum: settings.password_minimum,
    trash_days: settings.trash_days,
  };
}

export type Topic = "reply" | "ticket_created" | "assigned" | "mention" | "due" | "sla";

/** Reads the topics that a person gets mail about: all of them, unless they chose otherwise. */
export async function getNotifications(ctx: Pick<Ctx, "db" | "actor">) {
  const rows = await ctx.db
    .selectFrom("notification_preferences")
    .select(["topic", "mail"])
    .where("user_id", "=", ctx.actor.id)
    .execute();
  const wants = (topic: Topic) => rows.find((row) => row.topic === topic)?.mail ?? true;
  return {
    reply: wants("reply"),
    ticket_created: wants("ticket_created"),
    assigned: wants("assigned"),
    mention: wants("mention"),
    // Clients never learn that there are follow-up dates.
    ...(mayFollowUp(ctx.actor) && { due: wants("due") }),
    // Nor are they ever warned.
    ...(mayReadSla(ctx.actor) && { sla: wants("sla") }),
    ...(mayHaveInbox(ctx.actor) && { undo_send_seconds: await readUndoSendSeconds(ctx) }),
  };
}

/** Reads how many seconds a person's answers wait before they go out. */
async function readUndoSendSeconds({ db, actor }: Pick<Ctx, "db" | "actor">) {
  const row = await db
    .selectFrom("sending_preferences")
    .select("undo_send_seconds")
    .where("user_id", "=", actor.id)
    .executeTakeFirst();
  return parseUndoSendSeconds(row?.undo_send_seconds);
}

/** What is stored of it; whoever has chosen nothing has the usual time. */
export function parseUndoSendSeconds(stored: number | null | undefined) {
  return UndoSendSeconds.parse(stored ?? UNDO_SEND_USUAL);
}

/** Filters people to those who get mail about a topic. */
export async function filterMailReaders(
  db: Db,
  topic: Topic,
  userIds: readonly string[],
): Promise<Set<string>> {
  if (userIds.length === 0) return new Set();
  const silent = await db
    .selectFrom("notification_preferences")
    .select("user_id")
    .where("topic", "=", topic)
    .where("mail", "=", false)
    .where("user_id", "in", [...userIds])
    .execute();
  const silenced = new Set(silent.map(({ user_id }) => user_id));
  return new Set(userIds.filter((id) => !silenced.has(id)));
}
