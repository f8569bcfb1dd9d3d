import { LIMITS } from "./limits.ts";

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

/** Something for each of the settings, by its name. */
export function mapAllowanceSettings<Each>(
  make: (name: AllowanceSetting) => Each,
): Record<AllowanceSetting, Each> {
  const fields = Object.fromEntries(ALLOWANCE_SETTING_NAMES.map((name) => [name, make(name)]));
  // Every name was mapped, which `Object.fromEntries` does not tell.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return fields as Record<AllowanceSetting, Each>;
}
