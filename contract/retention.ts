import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { KEPT_ORIGINALS } from "./incoming/mail-settings.ts";
import { SETTINGS_REFUSALS } from "./refusals/settings.ts";
import { messagesOf } from "./refusals/schema-message.ts";
import { RETENTION_SETTINGS, type RetentionSetting, STORAGE_GIGABYTES } from "./retention/retention-times.ts";

const message = messagesOf(SETTINGS_REFUSALS);

function wholeNumber({ least: min, most: max }: { least: number; most: number }) {
  const outOfBounds = message("settings.limit_out_of_bounds", { min, max });
  return z.int(outOfBounds).min(min, outOfBounds).max(max, outOfBounds);
}
const days = (name: RetentionSetting) => wholeNumber(RETENTION_SETTINGS[name]);

/** The fields of the settings as they are read. */
export const RetentionValues = z.object({
  trash_days: z.int().meta({ description: "Days until a deleted ticket is erased" }),
  session_days: z.int().meta({ description: "Days until an ended session is forgotten" }),
  mail_days: z.int().nullable().meta({ description: "Days until a mail is deleted; null is never" }),
  audit_days: z
    .int()
    .nullable()
    .meta({ description: "Days until an entry of the audit log loses its details; null is never" }),
  attachments_gigabytes: z
    .int()
    .nullable()
    .meta({ description: "Space for all attachments together; null is no limit" }),
});

/** The fields of a change of the settings. */
export const retentionChanges = {
  trash_days: days("trash_days").optional(),
  session_days: days("session_days").optional(),
  mail_days: days("mail_days").nullable().optional(),
  audit_days: days("audit_days").nullable().optional(),
  attachments_gigabytes: wholeNumber(STORAGE_GIGABYTES).nullable().optional(),
};

const asked = (name: RetentionSetting) =>
  z.coerce.number().pipe(days(name)).optional().meta({ description: "Left out: nothing goes" });

const Due = z.object({
  count: z.int(),
  is_capped: z.boolean().meta({ description: "There are more than the count says" }),
});

export const retention = {
  preview: endpoint({
    method: "GET",
    path: "/settings/retention",
    policy: "settings.manage",
    summary: "Count what would go with other times of retention",
    description: "How much the next night would take with these days. Nothing is changed.",
    query: z.strictObject({
      trash_days: asked("trash_days"),
      session_days: asked("session_days"),
      mail_days: asked("mail_days"),
      audit_days: asked("audit_days"),
      mail_keep_originals_days: z.coerce
        .number()
        .pipe(wholeNumber(KEPT_ORIGINALS))
        .optional()
        .meta({ description: "Left out: nothing goes" }),
    }),
    reply: z.object({
      tickets: Due,
      sessions: Due,
      mails: Due,
      audit_entries: Due,
      incoming_mails: Due.meta({ description: "Spam, ignored and failed mail whose time is over" }),
      originals: Due.meta({ description: "Originals of mail that has done its work" }),
    }),
    example: { query: { trash_days: "14", mail_days: "365" } },
  }),
  storage: endpoint({
    method: "GET",
    path: "/settings/storage",
    policy: "settings.manage",
    summary: "Read how much space the attachments take",
    reply: z.object({
      bytes: z.int().meta({ description: "Of all files, the same bytes counted once" }),
      limit_bytes: z.int().nullable(),
      is_nearly_full: z.boolean().meta({ description: "From 80 % of the limit on" }),
    }),
    example: {},
  }),
} as const;
