import { LIMITS } from "#contract/limits.ts";
import { zoneClock } from "#contract/calendars/zone-clock.ts";
import { refuseField } from "#server/lib/refusal.ts";
import type { Ctx } from "#server/lib/request-context.ts";
import { readTextSetting } from "#server/settings/read.ts";

export type Span = { from?: string | undefined; to?: string | undefined };

/** Months of a report without a first one. */
const USUAL = 3;

/**
 * The months of a report as YYYY-MM, the first one first: those of the organization's time zone. Refuses 422 where the last is
 * before the first, and for more than a report has.
 */
export async function listMonths(
  { db, now }: Pick<Ctx, "db" | "now">,
  { from, to }: Span,
): Promise<string[]> {
  const last = toNumber(to ?? (await readPresentMonth({ db, now })));
  const first = from === undefined ? last - USUAL + 1 : toNumber(from);
  if (last < first) throw refuseField(422, "to", "sla.months_out_of_order");
  if (last - first >= LIMITS.slaReportMonths)
    throw refuseField(422, "from", "sla.too_many_months", { max: LIMITS.slaReportMonths });
  return Array.from({ length: last - first + 1 }, (_, index) => toMonth(first + index));
}

async function readPresentMonth({ db, now }: Pick<Ctx, "db" | "now">): Promise<string> {
  const zone = await readTextSetting(db, "time_zone", "UTC");
  return new Date(zoneClock(zone).wallAt(now.getTime())).toISOString().slice(0, 7);
}

function toNumber(month: string): number {
  return Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1;
}

function toMonth(number: number): string {
  return `${String(Math.floor(number / 12)).padStart(4, "0")}-${String((number % 12) + 1).padStart(2, "0")}`;
}

/** The first day of a month. */
export function firstDay(month: string | undefined): string {
  return `${month ?? ""}-01`;
}

const DAY = 86_400_000;

/** The days from the first of these months to the first day of each. */
export function countDays(months: readonly string[]): number[] {
  const first = Date.parse(firstDay(months[0]));
  return months.map((month) => (Date.parse(firstDay(month)) - first) / DAY);
}
