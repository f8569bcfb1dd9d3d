import { BLOCKED_FILE_TYPES } from "#contract/incoming/blocked-file-types.ts";
import { KEPT_ORIGINALS } from "#contract/incoming/mail-settings.ts";

/** The names of the settings that say what becomes of mail that comes in. */
export const MAIL_SETTING_NAMES = [
  "mail_unproven_clients",
  "mail_cc_adds_colleagues",
  "mail_keep_originals_days",
  "mail_blocked_types",
  "mail_system_senders",
] as const;

/** Every setting of mail that comes in: what is stored, else the default. */
export function resolveMailSettings(stored: ReadonlyMap<string, unknown>) {
  const days = stored.get("mail_keep_originals_days");
  return {
    mail_unproven_clients:
      stored.get("mail_unproven_clients") === "hold" ? ("hold" as const) : ("accept" as const),
    mail_cc_adds_colleagues: stored.get("mail_cc_adds_colleagues") !== false,
    // Null is stored for ever, and differs from what nobody has set.
    mail_keep_originals_days: typeof days === "number" || days === null ? days : KEPT_ORIGINALS.usual,
    mail_blocked_types: readTexts(stored.get("mail_blocked_types")) ?? BLOCKED_FILE_TYPES.toSorted(),
    mail_system_senders: readTexts(stored.get("mail_system_senders")) ?? [],
  };
}

/** A list as it is stored; null for none. */
function readTexts(stored: unknown): string[] | null {
  return Array.isArray(stored) ? stored.filter((text) => typeof text === "string") : null;
}

export type MailSettings = ReturnType<typeof resolveMailSettings>;
