import { ALLOWANCE_SETTINGS, type AllowanceSetting } from "#contract/allowances.ts";
import { LIMITS } from "#contract/limits.ts";
import type { RefusalOf } from "#contract/refusals/by-status.ts";

type AllowanceRefusal = Extract<RefusalOf<429>, `allowance.${string}`>;

type Definition = {
  setting: AllowanceSetting;
  refusal: AllowanceRefusal;
  /** Seconds in which no more than is allowed is spent. */
  span: number;
  /** How much one of the setting's unit is; 1 where nothing is said. */
  unit?: number;
  /** A bucket instead of a window: it drains steadily, and holds so many seconds' worth. */
  burst?: number;
};

const HOUR = 3600;
const DAY = 24 * HOUR;
const MEGABYTE = 1_000_000;

/** Every allowance that is counted in the database, with what it answers when it is over (rule 549). */
export const ALLOWANCES = {
  writes: {
    setting: "limit_writes_per_second",
    refusal: "allowance.writes",
    span: 1,
    burst: LIMITS.writeBurstSeconds,
  },
  tickets: { setting: "limit_tickets_per_hour", refusal: "allowance.tickets", span: HOUR },
  uploads: {
    setting: "limit_upload_megabytes_per_day",
    refusal: "allowance.uploads",
    span: DAY,
    unit: MEGABYTE,
  },
  company_uploads: {
    setting: "limit_company_upload_megabytes_per_day",
    refusal: "allowance.company_uploads",
    span: DAY,
    unit: MEGABYTE,
  },
  letters: { setting: "limit_letters_per_hour", refusal: "allowance.letters", span: HOUR },
  credential_notices: {
    setting: "limit_credential_notices_per_day",
    refusal: "allowance.letters",
    span: DAY,
  },
  address_changes: {
    setting: "limit_address_changes_per_day",
    refusal: "allowance.address_changes",
    span: DAY,
  },
  invitations: { setting: "limit_invitations_per_day", refusal: "allowance.invitations", span: DAY },
  company_invitations: {
    setting: "limit_company_invitations_per_day",
    refusal: "allowance.company_invitations",
    span: DAY,
  },
  taken_addresses: {
    setting: "limit_taken_addresses_per_day",
    refusal: "allowance.taken_addresses",
    span: DAY,
  },
} as const satisfies Record<string, Definition>;

export type AllowanceName = keyof typeof ALLOWANCES;

/** A spending: of which allowance, whose (the caller's own, unless said), and how much of it (1 unless said). */
export type Spending = { name: AllowanceName; holder?: string; cost?: number };

/** Spendings in the form that the database's function takes. */
export function describeSpendings(spendings: readonly Spending[]): string {
  return JSON.stringify(
    spendings.map(({ name, holder, cost = 1 }) => {
      const { setting, span, unit = 1, burst }: Definition = ALLOWANCES[name];
      return { name, holder, cost, setting, allowed: ALLOWANCE_SETTINGS[setting].usual, unit, span, burst };
    }),
  );
}
