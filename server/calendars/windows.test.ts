import { describe, expect, it } from "vitest";
import type { CalendarHours, Stretch } from "#contract/calendars/hours.ts";
import * as fc from "../../test/support/property-seed.ts";
import { anyCalendar } from "../../test/support/calendars/random-calendars.ts";
import { countOpenSeconds, findDue, openMinutes } from "../../test/support/calendars/wall-time-oracle.ts";
import { OFFICE_WEEK, weekOf } from "../../test/support/calendars/week-of.ts";
import { type Cut, openHours } from "./windows.ts";

const HOUR = 3600;
const DAY = 24 * HOUR;
const at = (time: string) => Date.parse(`${time}Z`) / 1000;
const written = (moment: number | null) =>
  moment === null ? null : new Date(moment * 1000).toISOString().slice(0, 19);
const daily = (zone: string, ...hours: Stretch[]): CalendarHours => ({
  zone,
  week: weekOf(hours, hours),
  days: [],
});
/** Any second, and often a half hour, where hours begin and end. */
const around = (max: number) =>
  fc.oneof(
    fc.nat({ max }),
    fc.nat({ max: max / 1800 }).map((halves) => halves * 1800),
  );
const openDay = (day: string) => ({ day, name: "Open", hours: [["00:00", "24:00"] as const] });
const sum = (total: number, { from, to }: Cut) => total + to - from;
const office = (days: CalendarHours["days"] = []): CalendarHours => ({
  zone: "Europe/London",
  week: OFFICE_WEEK,
  days,
});

describe("a moment counts when the wall shows a time within the hours", () => {
  it("from the beginning of the hours until before their end", async () => {
    const { worked } = await openHours(office());
    const [opens, closes] = [at("2026-11-20T08:00"), at("2026-11-20T18:00")];
    expect([worked(opens - 1, opens), worked(opens, opens + 1)]).toEqual([0, 1]);
    expect([worked(closes - 1, closes), worked(closes, closes + 1)]).toEqual([1, 0]);
  });

  it("so that a night counts a repeated hour twice, and one that is skipped not at all", async () => {
    const { worked } = await openHours(daily("Europe/London", ["01:00", "02:00"]));
    expect(worked(at("2026-10-24T12:00"), at("2026-10-25T12:00"))).toBe(7200);
    expect(worked(at("2026-03-28T12:00"), at("2026-03-29T12:00"))).toBe(0);
    const half = await openHours(daily("Australia/Lord_Howe", ["01:30", "02:00"]));
    expect(half.worked(at("2026-04-04T00:00"), at("2026-04-05T00:00"))).toBe(3600);
  });

  it("whatever midnight does: one that is skipped, and a date that there never was", async () => {
    const cairo = await openHours(daily("Africa/Cairo", ["00:00", "24:00"]));
    expect(cairo.worked(at("2026-04-23T22:00"), at("2026-04-24T21:00"))).toBe(23 * HOUR);
    const apia = await openHours({
      ...daily("Pacific/Apia", ["09:00", "17:00"]),
      days: [{ day: "2011-12-30", name: "Never", hours: [["00:00", "24:00"]] }],
    });
    // December 29 ended at ten o'clock of UTC, and December 31 began.
    expect(apia.worked(at("2011-12-29T10:00"), at("2011-12-31T10:00"))).toBe(16 * HOUR);
  });
});

describe("special days", () => {
  const days: CalendarHours["days"] = [
    { day: "2026-12-24", name: "Christmas Eve", hours: [["08:00", "13:00"]] },
    { day: "2026-12-25", name: "Christmas Day", hours: null },
    { day: "2026-12-26", name: "Boxing Day", hours: null },
    { day: "2026-12-27", name: "Stocktaking", hours: [["10:00", "12:00"]] },
  ];

  it("have their own hours instead of the week's, in the calendar's zone", async () => {
    const { worked } = await openHours(office(days));
    const hoursOn = (day: string) => worked(at(`${day}T00:00`), at(`${day}T00:00`) + DAY) / HOUR;
    expect(["24", "25", "26", "27", "28"].map((day) => hoursOn(`2026-12-${day}`))).toEqual([5, 0, 0, 2, 10]);
    const apia = await openHours({ ...office(days), zone: "Pacific/Apia" });
    // Thirteen hours ahead, Christmas Eve begins on the evening before.
    expect(apia.worked(at("2026-12-23T11:00"), at("2026-12-24T11:00")) / HOUR).toBe(5);
  });

  it("are named where they close what the week has open, and where they close a whole day", async () => {
    const { cuts } = await openHours(office(days));
    const said = cuts(at("2026-12-24T12:00"), at("2026-12-28T09:00"));
    expect(said.map(({ from, to, why, note }) => [written(from), written(to), why, note])).toEqual([
      ["2026-12-24T12:00:00", "2026-12-24T13:00:00", "open_hours", null],
      ["2026-12-24T13:00:00", "2026-12-24T18:00:00", "special_day", "Christmas Eve"],
      ["2026-12-24T18:00:00", "2026-12-25T00:00:00", "outside_hours", null],
      ["2026-12-25T00:00:00", "2026-12-26T00:00:00", "special_day", "Christmas Day"],
      // A Saturday, on which nothing is open anyway.
      ["2026-12-26T00:00:00", "2026-12-27T10:00:00", "outside_hours", null],
      ["2026-12-27T10:00:00", "2026-12-27T12:00:00", "open_hours", null],
      ["2026-12-27T12:00:00", "2026-12-28T08:00:00", "outside_hours", null],
      ["2026-12-28T08:00:00", "2026-12-28T09:00:00", "open_hours", null],
    ]);
  });
});

describe("special days that touch", () => {
  it("are told apart by their names, and are one where they have the same", async () => {
    const days = ["21", "22", "23", "24"].map((day, index) => ({
      day: `2026-12-${day}`,
      name: index < 3 ? "Stocktaking" : "Christmas Eve",
      hours: null,
    }));
    const { cuts } = await openHours(office(days));
    const said = cuts(at("2026-12-21T09:00"), at("2026-12-25T00:00"));
    expect(said.map(({ from, to, note }) => [written(from), written(to), note])).toEqual([
      ["2026-12-21T09:00:00", "2026-12-24T00:00:00", "Stocktaking"],
      ["2026-12-24T00:00:00", "2026-12-25T00:00:00", "Christmas Eve"],
    ]);
  });
});

describe("a due time", () => {
  it("is the earliest moment by which the seconds have counted: closing time, not the next opening", async () => {
    const { reach } = await openHours(office());
    expect(written(reach(at("2026-11-20T08:00"), 10 * HOUR))).toBe("2026-11-20T18:00:00");
    expect(written(reach(at("2026-11-20T08:00"), 10 * HOUR + 1))).toBe("2026-11-23T08:00:01");
    expect(written(reach(at("2026-11-20T17:30"), 4 * HOUR))).toBe("2026-11-23T11:30:00");
    expect(written(reach(at("2026-11-21T12:00"), 0))).toBe("2026-11-21T12:00:00");
  });

  it("is found over the end of a year", async () => {
    const { reach } = await openHours(office([{ day: "2027-01-01", name: "New Year's Day", hours: null }]));
    expect(written(reach(at("2026-12-31T17:00"), 2 * HOUR))).toBe("2027-01-04T09:00:00");
  });

  it("is none beyond five years", async () => {
    const { reach } = await openHours({
      ...daily("UTC"),
      days: [openDay("2031-11-20"), openDay("2031-11-21")],
    });
    const from = at("2026-11-20T12:00");
    expect(written(reach(from, 12 * HOUR))).toBe("2031-11-20T12:00:00");
    expect(reach(from, 12 * HOUR + 1)).toBeNull();
    expect((await openHours(daily("UTC"))).reach(from, 1)).toBeNull();
  });
});

describe("against a walk through the minutes that knows nothing of this code", () => {
  // Around changes of every zone that has one, the skipped day of Apia and the end of a year.
  const begins = ["2011-12-26", "2026-02-10", "2026-03-27", "2026-04-03", "2026-04-22", "2026-10-01"]
    .concat(["2026-10-23", "2026-10-29", "2026-12-27", "2018-11-01"])
    .map((day) => at(`${day}T00:00`));
  const spans = fc.constantFrom(...begins).chain((begin) =>
    fc.record({
      calendar: anyCalendar({ from: begin, to: begin + 12 * DAY }),
      from: around(2 * DAY).map((seconds) => begin + seconds),
      length: around(10 * DAY),
      seconds: around(60 * HOUR),
    }),
  );

  it("the same seconds count, and are reached at the same one", async () => {
    await fc.assert(
      fc.asyncProperty(spans, async ({ calendar, from, length, seconds }) => {
        const { worked, reach } = await openHours(calendar);
        expect(worked(from, from + length)).toBe(countOpenSeconds(calendar, from, from + length));
        const due = reach(from, seconds);
        const limit = from + 12 * DAY;
        expect(due !== null && due <= limit ? due : null).toBe(findDue(calendar, from, { seconds, limit }));
      }),
      { numRuns: 600 },
    );
  });

  it("the time is cut without gaps, and each piece counts as a whole or not at all", async () => {
    await fc.assert(
      fc.asyncProperty(spans, async ({ calendar, from, length }) => {
        const { cuts, worked } = await openHours(calendar);
        const pieces = cuts(from, from + length);
        expect(pieces.reduce((end, piece) => (piece.from === end ? piece.to : Number.NaN), from)).toBe(
          from + length,
        );
        expect(pieces.filter(({ counts }) => counts).reduce(sum, 0)).toBe(worked(from, from + length));
        const isOpen = openMinutes(calendar);
        for (const piece of pieces) {
          expect(isOpen(Math.floor(piece.from / 60))).toBe(piece.counts);
          expect(isOpen(Math.floor((piece.to - 1) / 60))).toBe(piece.counts);
        }
      }),
      { numRuns: 200 },
    );
  });
});

describe("what is asked often", () => {
  it("is computed once for a saved version, and afresh for a draft", async () => {
    const version = { id: "a version", ...office() };
    const first = await openHours(version);
    const counted = first.worked(at("2026-11-16T00:00"), at("2026-11-21T00:00"));
    // The same id stands for the same hours: a version never changes.
    const renamed = await openHours({ ...version, week: daily("UTC").week });
    expect(renamed.worked(at("2026-11-16T00:00"), at("2026-11-21T00:00"))).toBe(counted);
    const draft = await openHours(daily("UTC"));
    expect(draft.worked(at("2026-11-16T00:00"), at("2026-11-21T00:00"))).toBe(0);
  });
});
