import type { CalendarHours, SpecialDay, Stretch } from "#contract/calendars/hours.ts";
import { CALENDAR_LIMITS } from "#contract/calendars/limits.ts";
import { proposeHolidays } from "#server/calendars/holidays.ts";
import type { Db } from "#server/lib/request-context.ts";
import type { SeededRandom } from "#server/lib/seeded-random.ts";
import type { Directory } from "./insert-people.ts";

const DAY = 24 * 3_600_000;
/** Older than every ticket, so that all of them are measured by it. */
const AGE = 120;
const OPEN: Stretch[] = [["08:00", "18:00"]];

/** The desk's business hours as of some moment. */
export function planCalendar(now: Date): CalendarHours {
  const first = new Date(now.getTime() - AGE * DAY).getUTCFullYear();
  const years = Array.from({ length: now.getUTCFullYear() + 2 - first }, (_, index) => first + index);
  return {
    zone: "Europe/London",
    week: { mon: OPEN, tue: OPEN, wed: OPEN, thu: OPEN, fri: OPEN, sat: [], sun: [] },
    days: years.flatMap(daysOf),
  };
}

/** Inserts the desk's business hours: Monday to Friday in London, without public holidays, and a short Christmas Eve. */
export async function insertCalendar(
  db: Db,
  { staff }: Directory,
  dice: SeededRandom,
  now: Date,
): Promise<{ calendarId: string; versionId: string }> {
  const [calendarId, versionId] = [dice.id(), dice.id()];
  const made = new Date(now.getTime() - AGE * DAY);
  const { zone, week, days } = planCalendar(now);
  const maren = staff.find(({ fullname }) => fullname === "Maren Solberg")?.id ?? "";
  await db.insertInto("calendars").values({ id: calendarId, name: "Business hours", version: 1 }).execute();
  await db
    .insertInto("calendar_versions")
    .values({
      id: versionId,
      calendar_id: calendarId,
      number: 1,
      zone,
      week: JSON.stringify(week),
      created_at: made,
      created_by: maren,
    })
    .execute();
  const rows = days.map(({ hours, ...day }) => ({
    calendar_version_id: versionId,
    ...day,
    hours: hours && JSON.stringify(hours),
  }));
  if (rows.length > 0) await db.insertInto("calendar_days").values(rows).execute();
  return { calendarId, versionId };
}

function daysOf(year: number): SpecialDay[] {
  if (year < CALENDAR_LIMITS.firstYear || year > CALENDAR_LIMITS.lastYear) return [];
  const holidays = proposeHolidays({ country: "GB", region: "ENG", year }).days;
  return [
    ...holidays.map((day) => ({ ...day, hours: null })),
    { day: `${year}-12-24`, name: "Christmas Eve", hours: [["08:00", "13:00"]] },
  ];
}
