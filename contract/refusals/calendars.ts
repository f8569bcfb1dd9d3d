/** Refusals about calendars. */
export const CALENDAR_REFUSALS = {
  "calendar.not_found": "Calendar not found",
  "calendar.name_required": "Name the calendar",
  "calendar.name_taken": "A calendar with this name already exists",
  "calendar.too_many": ({ max }: { max: number }) => `At most ${max} calendars can be kept`,
  "calendar.in_use": ({ policies, companies, isDefault }: InUse) =>
    `This calendar is in use by ${usersOf({ policies, companies, isDefault })}`,
  "calendar.time_invalid": "Hours must look like 08:00",
  "calendar.end_before_beginning": "The end must be after the beginning",
  "calendar.hours_overlap": "These hours overlap",
  "calendar.too_many_stretches": ({ max }: { max: number }) => `A day has at most ${max} stretches of hours`,
  "calendar.no_hours": "A calendar needs at least one open hour",
  "calendar.day_invalid": "Choose a date such as 2026-12-24",
  "calendar.day_name_required": "Give a name to each special day",
  "calendar.day_twice": "This day is listed twice",
  "calendar.too_many_days": ({ max }: { max: number }) => `A calendar has at most ${max} special days`,
  "calendar.country_unknown": "The public holidays of this country are not known",
  "calendar.region_unknown": "This country has no such region",
  "calendar.holidays_before": ({ year }: { year: number }) =>
    `Public holidays before ${year} are not known to this version`,
  "calendar.holidays_after": ({ year }: { year: number }) =>
    `Public holidays after ${year} are not known to this version`,
} as const;

type InUse = { policies: number; companies: number; isDefault: boolean };

function usersOf({ policies, companies, isDefault }: InUse): string {
  const users = [
    ...(isDefault ? ["the organization"] : []),
    ...(policies > 0 ? [`${policies} ${policies === 1 ? "policy" : "policies"}`] : []),
    ...(companies > 0 ? [`${companies} ${companies === 1 ? "company" : "companies"}`] : []),
  ];
  return users.length < 2 ? users.join("") : `${users.slice(0, -1).join(", ")} and ${users.at(-1)}`;
}
