import { z } from "zod";
import { ROLES } from "./access/permissions.ts";
import { AllowanceValues, allowanceChanges } from "./settings/allowance-schemas.ts";
import { UNDO_SEND_SECONDS } from "./comments/send-times.ts";
import { endpoint } from "./endpoint.ts";
import { LIMITS } from "./limits.ts";
import { LANGUAGE_CODES } from "./languages.ts";
import { mailSettingChanges, MailSettingValues } from "./incoming/mail-settings.ts";
import { nameText, oneOf, refusedField, text } from "./field-schemas.ts";
import { FIELD_REFUSALS } from "./refusals/fields.ts";
import { SETTINGS_REFUSALS } from "./refusals/settings.ts";
import { isTimeZone } from "./calendars/time-zone.ts";
import { messagesOf } from "./refusals/schema-message.ts";
import { retentionChanges, RetentionValues } from "./retention.ts";

const message = messagesOf({ ...FIELD_REFUSALS, ...SETTINGS_REFUSALS });

export const Settings = z
  .object({
    brand_name: z.string(),
    brand_short_name: z.string(),
    logo_url: z.string().nullable(),
    ticket_prefix: z.string(),
    password_minimum: z.int(),
    second_factor_roles: z
      .array(z.string())
      .meta({ description: "Roles whose holders have to set up two-factor sign-in before anything else" }),
    time_zone: z.string(),
    language: z
      .enum(LANGUAGE_CODES)
      .meta({ description: "Of mail to people who have not chosen a language" }),
    in_progress_when_taken: z.boolean().meta({
      description: "An open ticket is in progress as soon as it gets its first assignee or the first answer",
    }),
    ...MailSettingValues.shape,
    ...RetentionValues.shape,
    ...AllowanceValues.shape,
    version: z.int().meta({ description: "Grows with every change; send it as base_version" }),
  })
  .meta({ id: "Settings" });

/** What the names of the desk have to be where they are new. */
export const NewBrandNames = z.object({
  brand_name: nameText("brand_name", LIMITS.brand, message("field.name_required")).optional(),
  brand_short_name: nameText(
    "brand_short_name",
    LIMITS.shortName,
    message("settings.brand_short_name_required"),
  ).optional(),
});

export const SettingsChange = z.strictObject({
  brand_name: text("brand_name", LIMITS.brand, message("field.name_required")).optional(),
  brand_short_name: text(
    "brand_short_name",
    LIMITS.shortName,
    message("settings.brand_short_name_required"),
  ).optional(),
  ticket_prefix: text("ticket_prefix", 12)
    .regex(/^\p{Lu}[\p{Lu}\p{N}]{0,9}-$/u, message("settings.ticket_prefix_invalid"))
    .optional(),
  password_minimum: z
    .int(message("settings.password_minimum_not_whole"))
    .min(LIMITS.passwordMinimum, message("settings.password_minimum_too_small"))
    .max(64, message("settings.password_minimum_too_large"))
    .optional(),
  second_factor_roles: z
    .array(z.enum(ROLES.map(({ name }) => name)))
    .max(ROLES.length)
    .optional(),
  time_zone: z.string().max(LIMITS.name).refine(isTimeZone, message("settings.time_zone_unknown")).optional(),
  language: oneOf("language", LANGUAGE_CODES).optional(),
  in_progress_when_taken: z.boolean().optional(),
  ...mailSettingChanges,
  ...retentionChanges,
  ...allowanceChanges,
  base_version: z.int().optional(),
  logo_url: refusedField,
});

export const UndoSendSeconds = z.literal(UNDO_SEND_SECONDS, message("settings.undo_send_unknown"));

/** The switches of a person's mail, one for each kind of event (rules 149 and 151). */
export const Notifications = z
  .object({
    reply: z.boolean().meta({ description: "A public answer on a ticket one raised, follows or works on" }),
    ticket_created: z.boolean().meta({ description: "One's own new ticket has arrived" }),
    assigned: z.boolean().meta({ description: "A ticket was assigned to one" }),
    mention: z.boolean().meta({ description: "Somebody mentioned one in a comment or a note" }),
    due: z
      .boolean()
      .optional()
      .meta({ description: "The follow-up date of a ticket has come; staff alone have it" }),
    sla: z
      .boolean()
      .optional()
      .meta({ description: "A target is due soon, or has passed; staff alone have it" }),
    undo_send_seconds: UndoSendSeconds.optional().meta({
      description:
        "Seconds for which the app holds one's answers, so that they can be undone; staff alone have it",
    }),
  })
  .meta({ id: "Notifications" });

export const settings = {
  get: endpoint({
    method: "GET",
    path: "/settings",
    policy: "settings.manage",
    summary: "Read the organization's settings",
    reply: Settings,
    example: {},
  }),
  change: endpoint({
    method: "PATCH",
    path: "/settings",
    policy: "settings.manage",
    summary: "Change the organization's settings",
    body: SettingsChange,
    reply: Settings,
    refusals: { 409: "request.changed_meanwhile" },
    description:
      "A role that the caller holds can require two-factor sign-in only once the caller has it: else 409.",
    example: { body: { brand_name: "Northwind Support", ticket_prefix: "NW-" } },
  }),
  setLogo: endpoint({
    method: "PUT",
    path: "/settings/logo",
    policy: "settings.manage",
    summary: "Set the logo",
    description: "A PNG, JPEG or WebP picture of at most 300 kB as a data URL; its bytes decide what it is.",
    body: z.strictObject({ data_url: z.string().max(420_000, message("settings.logo_too_large")) }),
    reply: Settings,
    refusals: { 415: "settings.logo_not_picture" },
    example: {
      body: {
        data_url:
          "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==",
      },
    },
  }),
  removeLogo: endpoint({
    method: "DELETE",
    path: "/settings/logo",
    policy: "settings.manage",
    summary: "Go back to the logo without a picture",
    reply: Settings,
    example: {},
  }),
  logo: endpoint({
    method: "GET",
    path: "/logo",
    policy: "public",
    summary: "Read the logo's picture",
    query: z.strictObject({ v: z.string().max(20).optional() }),
    reply: "image/*",
    refusals: { 404: "settings.logo_not_found" },
    example: {},
  }),
  notifications: endpoint({
    method: "GET",
    path: "/settings/notifications",
    policy: "signed-in",
    summary: "Read what one gets mail about",
    reply: Notifications,
    example: {},
  }),
  changeNotifications: endpoint({
    method: "PATCH",
    path: "/settings/notifications",
    policy: "signed-in",
    summary: "Choose what one gets mail about",
    body: z.strictObject({
      reply: z.boolean().optional(),
      ticket_created: z.boolean().optional(),
      assigned: z.boolean().optional(),
      mention: z.boolean().optional(),
      due: z.boolean().optional(),
      sla: z.boolean().optional(),
      undo_send_seconds: UndoSendSeconds.optional(),
    }),
    reply: Notifications,
    example: { body: { ticket_created: false } },
  }),
} as const;
