import { z } from "zod";
import { LIMITS } from "./limits.ts";
import { FIELD_REFUSALS } from "./refusals/fields.ts";
import { messagesOf } from "./refusals/schema-message.ts";

const message = messagesOf(FIELD_REFUSALS);

/** The settings that hold what one person or company may do in a while, each with its default and its bounds (rule 549). */
export const ALLOWANCE_SETTINGS = {
  limit_writes_per_second: { usual: LIMITS.writesPerSecond, least: 1, most: 1_000 },
  limit_tickets_per_hour: { usual: LIMITS.ticketsPerHour, least: 1, most: 10_000 },
  limit_upload_megabytes_per_day: { usual: LIMITS.uploadMegabytesPerDay, least: 30, most: 1_000_000 },
  limit_company_upload_megabytes_per_day: {
    usual: LIMITS.companyUploadMegabytesPerDay,
    least: 30,
    most: 10_000_000,
  },
  limit_attachments_per_ticket: { usual: LIMITS.attachmentsPerTicket, least: 10, most: 10_000 },
  limit_letters_per_hour: { usual: LIMITS.lettersPerHour, least: 1, most: 100 },
  limit_credential_notices_per_day: { usual: LIMITS.credentialNoticesPerDay, least: 5, most: 1_000 },
  limit_address_changes_per_day: { usual: LIMITS.addressChangesPerDay, least: 1, most: 100 },
  limit_invitations_per_day: { usual: LIMITS.invitationsPerDay, least: 1, most: 10_000 },
  limit_company_invitations_per_day: { usual: LIMITS.companyInvitationsPerDay, least: 1, most: 100_000 },
  limit_taken_addresses_per_day: { usual: LIMITS.takenAddressesPerDay, least: 1, most: 1_000 },
  limit_streams: { usual: LIMITS.streams, least: 2, most: 1_000 },
  limit_connections: { usual: LIMITS.connections, least: 1, most: 8 },
} as const satisfies Record<`limit_${string}`, { usual: number; least: number; most: number }>;

export type AllowanceSetting = keyof typeof ALLOWANCE_SETTINGS;

/** The settings in the order in which they are shown. */
export const ALLOWANCE_SETTING_NAMES = Object.keys(ALLOWANCE_SETTINGS).filter(isAllowanceSetting);

export function isAllowanceSetting(name: string): name is AllowanceSetting {
  return Object.hasOwn(ALLOWANCE_SETTINGS, name);
}

/** The fields of the settings as they are read. */
export const AllowanceValues = z.object(mapSettings(() => z.int()));

/** The fields of a change of the settings. */
export const allowanceChanges = mapSettings((field) => {
  const { least, most } = ALLOWANCE_SETTINGS[field];
  return z
    .int(message("field.not_whole_number", { field }))
    .min(least, message("field.too_small", { field, min: least }))
    .max(most, message("field.too_large", { field, max: most }))
    .optional();
});

function mapSettings<Field>(make: (name: AllowanceSetting) => Field): Record<AllowanceSetting, Field> {
  const fields = Object.fromEntries(ALLOWANCE_SETTING_NAMES.map((name) => [name, make(name)]));
  // Every name was mapped, which `Object.fromEntries` does not tell.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return fields as Record<AllowanceSetting, Field>;
}
