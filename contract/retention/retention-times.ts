import { LIMITS } from "../limits.ts";

/**
 * The settings that say after how many days something goes, each with its default and its bounds (rule 163); null is
 * never.
 */
export const RETENTION_SETTINGS = {
  trash_days: { usual: LIMITS.trashDays, least: 1, most: 365 },
  session_days: { usual: LIMITS.endedSessionDays, least: 1, most: 3650 },
  mail_days: { usual: null, least: 30, most: 3650 },
  audit_days: { usual: null, least: 90, most: 3650 },
} as const satisfies Record<`${string}_days`, { usual: number | null; least: number; most: number }>;

export type RetentionSetting = keyof typeof RETENTION_SETTINGS;

/** The settings in the order in which they are shown. */
export const RETENTION_SETTING_NAMES = ["trash_days", "session_days", "mail_days", "audit_days"] as const;

/** Share of the space for attachments from which administrators are warned (rule 164). */
export const STORAGE_WARNING = 0.8;
/** Gigabytes that may be set as the space for attachments. */
export const STORAGE_GIGABYTES = { least: 1, most: 100_000 } as const;
export const GIGABYTE = 1_000_000_000;
