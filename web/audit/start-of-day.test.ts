import { afterEach, describe, expect, test } from "vitest";
import { endSession, startSession, type User } from "#web/lib/api/session-state.ts";
import { dayNumber } from "#web/lib/time-zone.ts";
import { startOfDay } from "./start-of-day.ts";

function readIn(timezone: string): void {
  // The session needs nothing else of a person here.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  startSession({ timezone } as User, "token");
}

afterEach(() => endSession());

describe("a day begins", () => {
  test.each([
    ["UTC", "2026-11-03", "2026-11-03T00:00:00.000Z"],
    ["Europe/Oslo", "2026-07-01", "2026-06-30T22:00:00.000Z"],
    ["Europe/Oslo", "2026-03-29", "2026-03-28T23:00:00.000Z"],
    ["Europe/Oslo", "2026-03-30", "2026-03-29T22:00:00.000Z"],
    ["Europe/Oslo", "2026-10-25", "2026-10-24T22:00:00.000Z"],
    ["Europe/Oslo", "2026-10-26", "2026-10-25T23:00:00.000Z"],
    ["America/New_York", "2026-11-01", "2026-11-01T04:00:00.000Z"],
    ["Asia/Kathmandu", "2026-11-03", "2026-11-02T18:15:00.000Z"],
    ["UTC", "0002-11-03", "0002-11-03T00:00:00.000Z"],
    ["Pacific/Kiritimati", "2026-11-03", "2026-11-02T10:00:00.000Z"],
    ["Pacific/Pago_Pago", "2026-11-03", "2026-11-03T11:00:00.000Z"],
  ])("in %s, %s, at %s", (zone, day, moment) => {
    readIn(zone);
    expect(startOfDay(day).toISOString()).toBe(moment);
  });

  test("on every day of a year in every zone with the first moment of its number", () => {
    for (const zone of Intl.supportedValuesOf("timeZone")) {
      readIn(zone);
      for (let day = 0; day < 365; day += 7) {
        const name = new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10);
        const begin = startOfDay(name).getTime();
        const number = Date.parse(`${name}T00:00:00Z`) / 86_400_000;
        // Where clocks jump over midnight the day begins an hour later.
        expect([zone, name, dayNumber(begin + 3_600_000)]).toEqual([zone, name, number]);
        expect([zone, name, dayNumber(begin - 1)]).toEqual([zone, name, number - 1]);
      }
    }
  });
});
