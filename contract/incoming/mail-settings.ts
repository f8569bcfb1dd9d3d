import { z } from "zod";
import { oneOf } from "../field-schemas.ts";
import { SETTINGS_REFUSALS } from "../refusals/settings.ts";
import { messagesOf } from "../refusals/schema-message.ts";

const message = messagesOf(SETTINGS_REFUSALS);

/** What becomes of a client's mail that nothing proves: taken with a mark, or held for a person. */
export const UNPROVEN_CLIENTS = ["accept", "hold"] as const;

/** Days that the original of a mail is kept when it has done its work; null is for ever. */
export const KEPT_ORIGINALS = { usual: 365, least: 30, most: 3650 } as const;

const BLOCKED_AT_MOST = 100;
const SYSTEMS_AT_MOST = 50;
/** RFC 5321, 4.5.3.1: 64 before the at sign, 255 behind it. */
const ADDRESS_AT_MOST = 320;

/** The fields of the settings as they are read. */
export const MailSettingValues = z.object({
  mail_unproven_clients: z.enum(UNPROVEN_CLIENTS).meta({
    description: "What becomes of a client's mail when nothing proves who sent it",
  }),
  mail_cc_adds_colleagues: z
    .boolean()
    .meta({ description: "Colleagues in To or Cc of a client's mail follow the ticket from then on" }),
  mail_keep_originals_days: z
    .int()
    .nullable()
    .meta({ description: "Days that the original of a mail is kept; null is for ever" }),
  mail_blocked_types: z
    .array(z.string())
    .meta({ description: "Endings of files that are not kept when they come by mail" }),
  mail_system_senders: z
    .array(z.string())
    .meta({ description: "Addresses of systems such as a monitor, which may send 600 mails an hour" }),
});

const { least: min, most: max } = KEPT_ORIGINALS;
const outOfBounds = message("settings.limit_out_of_bounds", { min, max });

/** The fields of a change of the settings. */
export const mailSettingChanges = {
  mail_unproven_clients: oneOf("mail_unproven_clients", UNPROVEN_CLIENTS).optional(),
  mail_cc_adds_colleagues: z.boolean().optional(),
  mail_keep_originals_days: z
    .int(outOfBounds)
    .min(min, outOfBounds)
    .max(max, outOfBounds)
    .nullable()
    .optional(),
  mail_blocked_types: z
    .array(
      z
        .string()
        .trim()
        .transform((ending) => ending.replace(/^\./, "").toLowerCase())
        .pipe(z.string().regex(/^[a-z0-9]{1,20}$/, message("settings.file_type_invalid"))),
    )
    .max(BLOCKED_AT_MOST, message("settings.file_types_too_many", { max: BLOCKED_AT_MOST }))
    .transform((endings) => [...new Set(endings)].toSorted())
    .optional(),
  mail_system_senders: z
    .array(
      z
        .string()
        .trim()
        .toLowerCase()
        .max(ADDRESS_AT_MOST, message("settings.sender_invalid"))
        .regex(/^[^\s<>@,;]+@[^\s<>@,;]+$/, message("settings.sender_invalid")),
    )
    .max(SYSTEMS_AT_MOST, message("settings.senders_too_many", { max: SYSTEMS_AT_MOST }))
    .transform((senders) => [...new Set(senders)].toSorted())
    .optional(),
};
