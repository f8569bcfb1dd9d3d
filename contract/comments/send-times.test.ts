import { assert, constantFrom, integer, property } from "fast-check";
import { describe, expect, it } from "vitest";
import { fromWallText, toWallText } from "../tickets/follow-up-presets.ts";
import { zoneClock } from "../calendars/zone-clock.ts";
import { daysAhead, sendLaterPresets } from "./send-times.ts";

const ZONES = [
  "UTC",
  "Europe/Oslo",
  "Europe/London",
  "America/New_York",
  "America/St_Johns",
  "America/Sao_Paulo",
  "Africa/Cairo",
  "Asia/Kolkata",
  "Australia/Lord_Howe",
  "Pacific/Auckland",
];
const clockAt = (at: number, zone: string) => new Date(zoneClock(zone).wallAt(at)).toISOString().slice(0, 16);

describe("the offered times", () => {
  it.each([
    ["2026-11-20T10:00:00Z", "Europe/Oslo", ["2026-11-21T08:00", "2026-11-23T08:00"]],
    // On a Sunday tomorrow is Monday.
    ["2026-11-22T10:00:00Z", "Europe/Oslo", ["2026-11-23T08:00"]],
    ["2026-11-23T10:00:00Z", "Europe/Oslo", ["2026-11-24T08:00", "2026-11-30T08:00"]],
    // It is Saturday there already.
    ["2026-11-20T12:00:00Z", "Pacific/Auckland", ["2026-11-22T08:00", "2026-11-23T08:00"]],
    // The clocks spring and fall in the night between.
    ["2027-03-27T12:00:00Z", "Europe/Oslo", ["2027-03-28T08:00", "2027-03-29T08:00"]],
    ["2026-10-24T12:00:00Z", "Europe/Oslo", ["2026-10-25T08:00", "2026-10-26T08:00"]],
  ])("at %s in %s are %j", (now, zone, wanted) => {
    const offered = sendLaterPresets(Date.parse(now), zone);
    expect(offered.map(({ at }) => clockAt(at, zone))).toEqual(wanted);
  });

  it("are ahead and at eight on the wall, in ten zones and at any moment", () => {
    const moment = integer({ min: Date.UTC(2026, 0), max: Date.UTC(2028, 0) });
    assert(
      property(moment, constantFrom(...ZONES), (now, zone) => {
        for (const { at, preset } of sendLaterPresets(now, zone)) {
          expect(at).toBeGreaterThan(now);
          expect(clockAt(at, zone).slice(11)).toBe("08:00");
          if (preset === "tomorrow") expect(daysAhead(now, at, zoneClock(zone))).toBe(1);
        }
      }),
    );
  });
});

it("a picked time in the skipped hour is the next one there is, in the repeated hour the first", () => {
  const clock = zoneClock("Europe/Oslo");
  expect(new Date(fromWallText("2027-03-28T02:30", clock) ?? 0).toISOString()).toBe(
    "2027-03-28T01:00:00.000Z",
  );
  expect(new Date(fromWallText("2026-10-25T02:30", clock) ?? 0).toISOString()).toBe(
    "2026-10-25T00:30:00.000Z",
  );
  expect(toWallText(Date.parse("2026-10-25T01:30:00Z"), clock)).toBe("2026-10-25T02:30");
});
