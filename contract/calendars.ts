import { z } from "zod";
import { countOpenMinutes, findFault, sortHours, WEEKDAYS } from "./calendars/hours.ts";
import { CALENDAR_LIMITS } from "./calendars/limits.ts";
import { endpoint } from "./endpoint.ts";
import { Id, Meta, nameText, oneOf, pageFields, Time, wholeNumber } from "./field-schemas.ts";
import { LANGUAGE_CODES } from "./languages.ts";
import { LIMITS } from "./limits.ts";
import { CALENDAR_REFUSALS } from "./refusals/calendars.ts";
import { messagesOf } from "./refusals/schema-message.ts";
import { SETTINGS_REFUSALS } from "./refusals/settings.ts";
import { isTimeZone } from "./calendars/time-zone.ts";

const message = messagesOf({ ...CALENDAR_REFUSALS, ...SETTINGS_REFUSALS });

const Clock = z.string(message("calendar.time_invalid")).meta({ example: "08:00" });
const Hours = z
  .array(z.tuple([Clock, Clock]))
  .max(
    CALENDAR_LIMITS.stretchesPerDay,
    message("calendar.too_many_stretches", { max: CALENDAR_LIMITS.stretchesPerDay }),
  )
  .superRefine((hours, ctx) => {
    const fault = findFault(hours);
    if (fault !== null) ctx.addIssue(message(fault));
  })
  .transform(sortHours);

const Week = z
  .strictObject({ mon: Hours, tue: Hours, wed: Hours, thu: Hours, fri: Hours, sat: Hours, sun: Hours })
  .refine((week) => countOpenMinutes(week) >= 60, message("calendar.no_hours"))
  .meta({ description: "The hours of each day on the wall clock; 24:00 is the end of the day" });

const Day = z.strictObject({
  day: z.iso
    .date(message("calendar.day_invalid"))
    .refine((day) => day >= "2000-01-01" && day < "2100-01-01", message("calendar.day_invalid"))
    .meta({ description: "In the zone of the calendar", example: "2026-12-24" }),
  name: nameText("special_day", LIMITS.name, message("calendar.day_name_required")),
  hours: Hours.nullable()
    .transform((hours) => (hours?.length === 0 ? null : hours))
    .meta({ description: "Null: closed all day" }),
});

const Days = z
  .array(Day)
  .max(CALENDAR_LIMITS.specialDays, message("calendar.too_many_days", { max: CALENDAR_LIMITS.specialDays }))
  .superRefine((days, ctx) => {
    for (const [index, { day }] of days.entries())
      if (days.findIndex((other) => other.day === day) < index)
        ctx.addIssue({ code: "custom", message: message("calendar.day_twice"), path: [index, "day"] });
  })
  .transform((days) => days.toSorted((a, b) => (a.day < b.day ? -1 : 1)));

const fields = {
  name: nameText("calendar_name", CALENDAR_LIMITS.name, message("calendar.name_required")),
  zone: z
    .string(message("settings.time_zone_unknown"))
    .max(LIMITS.name, message("settings.time_zone_unknown"))
    .refine(isTimeZone, message("settings.time_zone_unknown"))
    .meta({ example: "Europe/London" }),
  week: Week,
  days: Days,
};

/** What decides which seconds count, and the name it goes by. */
export const CalendarDraft = z.strictObject(fields);

const KeptHours = z.array(z.tuple([z.string(), z.string()]));

const line = {
  id: Id,
  name: z.string(),
  zone: z.string(),
  version: z.int().meta({ description: "The newest one; send it as base_version" }),
  is_default: z.boolean().meta({ description: "Used where neither service level nor company names one" }),
  used_by: z.object({ policies: z.int(), companies: z.int() }),
  special_days: z.int(),
  holidays_missing: z.int().nullable().meta({
    description:
      "Next year, from November 1 on, where the calendar has special days in this one and none in that",
  }),
};

export const CalendarLine = z.object(line).meta({ id: "CalendarLine" });

export const Calendar = z
  .object({
    ...line,
    week: z.object(mapWeekdays(KeptHours)),
    days: z.array(z.object({ day: z.iso.date(), name: z.string(), hours: KeptHours.nullable() })),
    shown_version: z.int().meta({ description: "The one whose zone, hours and days these are" }),
    versions: z
      .array(z.object({ number: z.int(), created_at: Time, created_by_fullname: z.string() }))
      .meta({ description: "All of them, the newest first" }),
    archived_at: Time.nullable(),
  })
  .meta({ id: "Calendar" });

function mapWeekdays<Of>(of: Of): Record<(typeof WEEKDAYS)[number], Of> {
  return { mon: of, tue: of, wed: of, thu: of, fri: of, sat: of, sun: of };
}

const Params = z.object({ calendar_id: Id });
const missing = { 404: "calendar.not_found" } as const;
const example = { calendar_id: "5f0c2d3e-8a7b-4c1d-9e2f-3a4b5c6d7e8f" };
const weekdays = [["08:00", "18:00"]];
const exampleDraft = {
  name: "Office",
  zone: "Europe/London",
  week: { mon: weekdays, tue: weekdays, wed: weekdays, thu: weekdays, fri: weekdays, sat: [], sun: [] },
  days: [{ day: "2026-12-25", name: "Christmas", hours: null }],
};

const Country = z.string().max(2).meta({ description: "ISO 3166-1", example: "GB" });

export const calendars = {
  list: endpoint({
    method: "GET",
    path: "/calendars",
    policy: "sla.read",
    summary: "List the calendars",
    description: "By name, without archived ones.",
    query: z.strictObject(pageFields(LIMITS.pageMaximum)),
    reply: z.object({ calendars: z.array(CalendarLine), meta: Meta }),
    example: {},
  }),
  get: endpoint({
    method: "GET",
    path: "/calendars/{calendar_id}",
    policy: "sla.read",
    summary: "Read a calendar",
    description: "As it is now, or as one of its versions was. Archived ones are read as well.",
    params: Params,
    query: z.strictObject({ version: wholeNumber("version", 1).optional() }),
    reply: z.object({ calendar: Calendar }),
    refusals: missing,
    example: { params: example, query: { version: "3" } },
  }),
  create: endpoint({
    method: "POST",
    path: "/calendars",
    policy: "sla.manage",
    summary: "Add a calendar",
    body: CalendarDraft,
    status: 201,
    reply: z.object({ calendar: Calendar }),
    refusals: { 409: "calendar.name_taken" },
    example: { body: exampleDraft },
  }),
  save: endpoint({
    method: "PUT",
    path: "/calendars/{calendar_id}",
    policy: "sla.manage",
    summary: "Save a calendar",
    description:
      "Makes a new version, which is used for new tickets; those that are open go on with theirs. Saving what it says already changes nothing.",
    params: Params,
    body: CalendarDraft.extend({ base_version: z.int() }),
    reply: z.object({ calendar: Calendar }),
    refusals: { ...missing, 409: "request.changed_meanwhile" },
    example: { params: example, body: { ...exampleDraft, base_version: 3 } },
  }),
  archive: endpoint({
    method: "DELETE",
    path: "/calendars/{calendar_id}",
    policy: "sla.manage",
    summary: "Archive a calendar",
    description: "What was judged by it can still be read. One that is in use is refused.",
    params: Params,
    refusals: { ...missing, 409: "calendar.in_use" },
    example: { params: example },
  }),
  countries: endpoint({
    method: "GET",
    path: "/calendars/holidays/countries",
    policy: "sla.manage",
    summary: "List the countries whose public holidays are known",
    reply: z.object({
      countries: z.array(
        z.object({ code: z.string(), regions: z.array(z.object({ code: z.string(), name: z.string() })) }),
      ),
      first_year: z.int(),
      last_year: z.int(),
    }),
    example: {},
  }),
  holidays: endpoint({
    method: "GET",
    path: "/calendars/holidays",
    policy: "sla.manage",
    summary: "Propose public holidays",
    description:
      "Of a country, or of one of its regions, in a year; substitute days are among them. Nothing is saved.",
    query: z.strictObject({
      country: Country,
      region: z.string().max(8).optional(),
      year: wholeNumber("year", 1)
        .min(
          CALENDAR_LIMITS.firstYear,
          message("calendar.holidays_before", { year: CALENDAR_LIMITS.firstYear }),
        )
        .max(
          CALENDAR_LIMITS.lastYear,
          message("calendar.holidays_after", { year: CALENDAR_LIMITS.lastYear }),
        ),
      language: oneOf("language", LANGUAGE_CODES)
        .optional()
        .meta({ description: "Of the names, where they are known in it" }),
    }),
    reply: z.object({ days: z.array(z.object({ day: z.iso.date(), name: z.string() })) }),
    example: { query: { country: "GB", region: "SCT", year: "2027" } },
  }),
} as const;
