import {
  GIGABYTE,
  RETENTION_SETTINGS,
  RETENTION_SETTING_NAMES,
} from "#contract/retention/retention-times.ts";
import type { Db } from "#server/lib/request-context.ts";

const DAY = 24 * 3_600_000;

/** Every time of retention in days and the space for attachments in gigabytes: what is stored, else the default. */
export function resolveRetention(stored: ReadonlyMap<string, unknown>) {
  const days = <Usual extends number | null>(name: string, usual: Usual): number | Usual => {
    const value = stored.get(name);
    return typeof value === "number" ? value : usual;
  };
  return {
    trash_days: days("trash_days", RETENTION_SETTINGS.trash_days.usual),
    session_days: days("session_days", RETENTION_SETTINGS.session_days.usual),
    mail_days: days("mail_days", RETENTION_SETTINGS.mail_days.usual),
    audit_days: days("audit_days", RETENTION_SETTINGS.audit_days.usual),
    attachments_gigabytes: days("attachments_gigabytes", null),
  };
}

export async function readRetention(db: Db) {
  const rows = await db
    .selectFrom("settings")
    .select(["key", "value"])
    .where("key", "in", [...RETENTION_SETTING_NAMES, "attachments_gigabytes"])
    .where("company_id", "is", null)
    .execute();
  return resolveRetention(new Map(rows.map(({ key, value }) => [key, value])));
}

/** Reads the bytes that all attachments together may take; null without a limit. */
export async function readStorageLimit(db: Db): Promise<number | null> {
  const { attachments_gigabytes: gigabytes } = await readRetention(db);
  return gigabytes === null ? null : gigabytes * GIGABYTE;
}

/** The moment before which everything is older than so many days. */
export function daysBefore(now: Date, days: number): Date {
  return new Date(now.getTime() - days * DAY);
}
