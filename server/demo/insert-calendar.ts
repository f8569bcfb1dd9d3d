import { CALENDAR_LIMITS } from "#contract/calendars/limits.ts";
import { proposeHolidays } from "#server/calendars/holidays.ts";
import type { Db } from "#server/lib/request-context.ts";
import type { SeededRandom } from "#server/lib/seeded-random.ts";
import type { Directory } from "./insert-people.ts";

const DAY = 24 * 3_600_000;
/** Older than every ticket, so that all of them are measured by it. */
const AGE = 120;
const OPEN = [["08:00", "18:00"]];

/** Inserts the desk's business hours: Monday to Friday in London, without public holidays, and a short Christmas Eve. */
export async function insertCalendar(
  db: Db,
  { staff }: Directory,
  dice: SeededRandom,
  now: Date,
): Promise<{ calendarId: string; versionId: string }> {
  const [calendarId, versionId] = [dice.id(), dice.id()];
  const made = new Date(now.getTime() - AGE * DAY);
  const maren = staff.find(({ fullname }) => fullname === "Maren Solberg")?.id ?? "";
  await db.insertInto("calendars").values({ id: calendarId, name: "Business hours", version: 1 }).execute();
  await db
    .insertInto("calendar_versions")
    .values({
      id: versionId,
      calendar_id: calendarId,
      number: 1,
      zone: "Europe/London",
      week: JSON.stringify({ mon: OPEN, tue: OPEN, wed: OPEN, thu: OPEN, fri: OPEN, sat: [], sun: [] }),
      created_at: made,
      created_by: maren,
    })
    .execute();
  const first = made.getUTCFullYear();
  const years = Array.from({ length: now.getUTCFullYear() + 2 - first }, (_, index) => first + index);
  const days = years.flatMap(daysOf).map((day) => ({ calendar_version_id: versionId, ...day }));
  if (days.length > 0) await db.insertInto("calendar_days").values(days).execute();
  return { calendarId, versionId };
}

function daysOf(year: number) {
  if (year < CALENDAR_LIMITS.firstYear || year > CALENDAR_LIMITS.lastYear) return [];
  const holidays = proposeHolidays({ country: "GB", region: "ENG", year }).days;
  return [
    ...holidays.map((day) => ({ ...day, hours: null })),
    { day: `${year}-12-24`, name: "Christmas Eve", hours: JSON.stringify([["08:00", "13:00"]]) },
  ];
}
