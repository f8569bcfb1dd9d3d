import { expect, it } from "vitest";
import { followUpPresets, fromWallText, toWallText } from "./follow-up-presets.ts";
import { zoneClock } from "../calendars/zone-clock.ts";

const OSLO = "Europe/Oslo";
const offered = (now: string, zone = OSLO) =>
  Object.fromEntries(
    followUpPresets(Date.parse(now), zone).map(({ preset, at }) => [preset, new Date(at).toISOString()]),
  );

it("offers five times on the wall of the organization", () => {
  // A Wednesday, 08:30 in Oslo.
  expect(offered("2026-11-18T07:30:00Z")).toEqual({
    today: "2026-11-18T15:00:00.000Z",
    tomorrow: "2026-11-19T08:00:00.000Z",
    working_days: "2026-11-20T08:00:00.000Z",
    monday: "2026-11-23T08:00:00.000Z",
    week: "2026-11-25T08:00:00.000Z",
  });
});

it("offers nothing that is over: no later today from four in the afternoon on", () => {
  expect(offered("2026-11-18T14:59:00Z")).toHaveProperty("today");
  expect(offered("2026-11-18T15:00:00Z")).not.toHaveProperty("today");
});

it("skips the weekend, and takes the next Monday on a Monday", () => {
  // A Friday, and a Monday.
  expect(offered("2026-11-20T10:00:00Z")).toMatchObject({
    tomorrow: "2026-11-21T08:00:00.000Z",
    working_days: "2026-11-24T08:00:00.000Z",
  });
  expect(offered("2026-11-23T10:00:00Z").monday).toBe("2026-11-30T08:00:00.000Z");
});

it("counts the days of the organization, not those of the browser or of UTC", () => {
  // It is Thursday in Auckland while UTC has Wednesday.
  expect(offered("2026-11-18T20:00:00Z", "Pacific/Auckland").tomorrow).toBe("2026-11-19T20:00:00.000Z");
});

it("keeps the hour on the wall over a change of daylight saving", () => {
  // On Sunday, October 25 the clocks of Oslo go back.
  expect(offered("2026-10-23T10:00:00Z")).toMatchObject({
    tomorrow: "2026-10-24T07:00:00.000Z",
    monday: "2026-10-26T08:00:00.000Z",
    week: "2026-10-30T08:00:00.000Z",
  });
});

it("takes the next time for one that is skipped, and the first for one that comes twice", () => {
  const clock = zoneClock(OSLO);
  const at = (text: string) => new Date(fromWallText(text, clock) ?? 0).toISOString();
  expect(at("2027-03-28T02:30")).toBe("2027-03-28T01:00:00.000Z");
  expect(at("2026-10-25T02:30")).toBe("2026-10-25T00:30:00.000Z");
  expect(fromWallText("soon", clock)).toBeNull();
});

it("reads a year of which one figure is typed, and none that no clock shows", () => {
  const clock = zoneClock("UTC");
  expect(fromWallText("0002-11-03T09:00", clock)).toBe(Date.parse("0002-11-03T09:00:00Z"));
  expect(fromWallText("222026-11-03T09:00", clock)).toBeNull();
});

it("reads back what it writes", () => {
  const clock = zoneClock(OSLO);
  expect(toWallText(Date.parse("2026-11-24T08:00:00Z"), clock)).toBe("2026-11-24T09:00");
});
