import type { Ctx } from "#server/lib/request-context.ts";
import { readTextSetting } from "#server/settings/read.ts";

const WEEKDAY: [from: string, to: string][] = [["08:00", "18:00"]];

/** The calendar that a desk begins with: Monday to Friday, 08:00 to 18:00, in the organization's time zone. */
export async function businessHours({ db }: Pick<Ctx, "db">) {
  return {
    zone: await readTextSetting(db, "time_zone", "UTC"),
    week: { mon: WEEKDAY, tue: WEEKDAY, wed: WEEKDAY, thu: WEEKDAY, fri: WEEKDAY, sat: [], sun: [] },
    days: [],
  };
}
