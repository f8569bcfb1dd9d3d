import { describe, expect, it } from "vitest";
import type { Times } from "#web/lib/organization-times.ts";
import type { Stretch } from "../data.ts";
import { describeStretches, type Reading } from "./lines.ts";

const HOUR = 3_600_000;
const NAMES = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
const date = (at: string | number) => new Date(at);
const time = (at: string | number) => date(at).toISOString().slice(11, 16);
const day = (at: string | number) => `Nov ${date(at).getUTCDate()}`;
const weekday = (at: string | number) => NAMES[date(at).getUTCDay()] ?? "";
const times: Times = {
  zone: "UTC",
  time,
  day,
  weekday,
  near: (at) => `${weekday(at)} ${time(at)}`,
  whole: (at) => `${weekday(at)}, ${day(at)}, ${time(at)}`,
};
const reading: Reading = {
  times,
  isClient: false,
  zone: "UTC",
  specialDays: [
    { day: "2026-11-13", name: "Office move", hours: [["08:00", "13:00"]] },
    { day: "2026-11-18", name: "Repentance Day", hours: null },
  ],
};

type Why = Stretch["why"];
const stretch = (from: string, to: string, why: Why, note: string | null = null): Stretch => ({
  from: `2026-11-${from.replace(" ", "T")}:00.000Z`,
  to: `2026-11-${to.replace(" ", "T")}:00.000Z`,
  counts: why === "open_hours" || why === "around_the_clock",
  why,
  note,
  used_after: 0,
});
const tell = (stretches: Stretch[], as = reading) =>
  describeStretches(stretches, as).map(({ when, why, counted }) => [when, why, counted]);

const nights = (count: number) =>
  Array.from({ length: count }, (_, at) => [
    stretch(`${10 + at} 08:00`, `${10 + at} 18:00`, "open_hours"),
    stretch(`${10 + at} 18:00`, `${11 + at} 08:00`, "outside_hours"),
  ]).flat();

describe("the lines of a receipt", () => {
  it("name a day once, and say of every stretch why it counted or did not", () => {
    expect(
      tell([
        stretch("12 16:20", "12 17:05", "open_hours"),
        stretch("12 17:05", "13 09:30", "waiting_for_client", "pending"),
        stretch("13 09:30", "13 13:00", "open_hours"),
        stretch("13 13:00", "13 18:00", "special_day", "Office move"),
        stretch("13 18:00", "16 08:00", "outside_hours"),
        stretch("16 08:00", "16 15:10", "open_hours"),
      ]),
    ).toEqual([
      ["Thu, Nov 12, 16:20 to 17:05", "business hours", "45 min"],
      ["Thu 17:05 to Fri 09:30", "waiting for the client (Pending)", null],
      ["Fri, Nov 13, 09:30 to 13:00", "business hours", "3 h 30 min"],
      ["Fri 13:00 to 18:00", "Office move, open 08:00 to 13:00", null],
      ["Fri 18:00 to Mon 08:00", "outside business hours", null],
      ["Mon, Nov 16, 08:00 to 15:10", "business hours", "7 h 10 min"],
    ]);
  });

  it("say you to the client, and closed of a whole day off", () => {
    const lines = [
      stretch("17 17:00", "18 00:00", "waiting_for_client", "pending"),
      stretch("18 00:00", "19 00:00", "special_day", "Repentance Day"),
    ];
    expect(tell(lines, { ...reading, isClient: true }).map(([, why]) => why)).toEqual([
      "waiting for you (Pending)",
      "Repentance Day, closed",
    ]);
  });

  it("name the hours of the very day, where several have one name", () => {
    const specialDays = [
      { day: "2026-11-12", name: "Works meeting", hours: [["08:00", "12:00"] as [string, string]] },
      { day: "2026-11-19", name: "Works meeting", hours: null },
    ];
    const lines = [
      stretch("12 12:00", "12 18:00", "special_day", "Works meeting"),
      // Where the calendar is, that day has begun.
      stretch("18 23:00", "19 23:00", "special_day", "Works meeting"),
    ];
    expect(tell(lines, { ...reading, specialDays, zone: "Europe/Berlin" }).map(([, why]) => why)).toEqual([
      "Works meeting, open 08:00 to 12:00",
      "Works meeting, closed",
    ]);
  });

  it("add up to the minutes of the sum, whatever seconds are in them", () => {
    let used = 0;
    const parts = [50, 45, 130, 59, 3600].map((seconds, index): Stretch => {
      const from = Date.parse("2026-11-16T08:00:00Z") + index * HOUR;
      used += seconds;
      const [begin, end] = [from, from + seconds * 1000].map((at) => new Date(at).toISOString());
      return {
        from: begin ?? "",
        to: end ?? "",
        counts: true,
        why: "open_hours",
        note: null,
        used_after: used,
      };
    });
    expect(describeStretches(parts, reading).map(({ counted }) => counted)).toEqual([
      "less than a minute",
      "1 min",
      "2 min",
      "1 min",
      "1 h",
    ]);
    expect(Math.floor(used / 60)).toBe(1 + 2 + 1 + 60);
  });

  it("fold more than 14 nights in a row into one line that holds them", () => {
    expect(describeStretches(nights(14), reading)).toHaveLength(28);
    const [line, ...others] = describeStretches(nights(15), reading);
    expect(others).toEqual([]);
    expect(line).toMatchObject({
      when: "Nov 10 to Nov 25: 15 working days, 150 h",
      counted: "150 h",
      folded: { length: 30 },
    });
  });
});
