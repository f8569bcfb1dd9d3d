import { afterEach, describe, expect, test } from "vitest";
import { endSession, startSession, type User } from "#web/lib/api/session-state.ts";
import { wallClock } from "#web/lib/time-zone.ts";
import { listRemindTimes, readTypedTime } from "./remind-times.ts";

function readIn(timezone: string): void {
  // The session needs nothing else of a person here.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  startSession({ timezone } as User, "token");
}
afterEach(() => endSession());

const wall = (ms: number) => new Date(wallClock(ms)).toISOString().slice(0, 16);
const offered = (now: string) =>
  Object.fromEntries(listRemindTimes(Date.parse(now)).map(({ name, at }) => [name, wall(at)]));

describe("the times that are offered", () => {
  test("are hours of the wall clock of whoever looks", () => {
    readIn("Europe/Berlin");
    expect(offered("2026-11-20T10:00:00.000Z")).toEqual({
      today: "2026-11-20T16:00",
      tomorrow: "2026-11-21T09:00",
      // A Friday: the weekend does not count.
      twoDays: "2026-11-24T09:00",
      monday: "2026-11-23T09:00",
      week: "2026-11-27T09:00",
    });
    readIn("Pacific/Auckland");
    expect(offered("2026-11-20T10:00:00.000Z").tomorrow).toBe("2026-11-21T09:00");
  });

  test("do not have later today shortly before it, and on a Monday the next one", () => {
    readIn("UTC");
    expect(offered("2026-11-23T15:45:00.000Z")).not.toHaveProperty("today");
    expect(offered("2026-11-23T15:00:00.000Z")).toMatchObject({
      today: "2026-11-23T16:00",
      monday: "2026-11-30T09:00",
    });
  });

  test.each([
    ["Europe/Berlin", "2026-03-28T10:00:00.000Z"],
    ["Europe/Berlin", "2026-10-24T10:00:00.000Z"],
    ["America/New_York", "2026-03-07T15:00:00.000Z"],
    ["America/New_York", "2026-10-31T15:00:00.000Z"],
    ["Australia/Lord_Howe", "2026-04-04T05:00:00.000Z"],
    ["Africa/Casablanca", "2026-02-14T10:00:00.000Z"],
  ])("are 09:00 on the wall where the clocks change meanwhile: %s, %s", (zone, now) => {
    readIn(zone);
    const times = offered(now);
    for (const name of ["tomorrow", "twoDays", "monday", "week"]) expect(times[name]).toMatch(/T09:00$/);
  });
});

describe("a typed time", () => {
  test("is the first of an hour that comes twice, and goes on behind one that is skipped", () => {
    readIn("Europe/Berlin");
    expect(new Date(readTypedTime("2026-10-25T02:30") ?? 0).toISOString()).toBe("2026-10-25T00:30:00.000Z");
    expect(wall(readTypedTime("2026-03-29T02:30") ?? 0)).toBe("2026-03-29T03:30");
  });

  test("is none while it is not whole", () => {
    readIn("UTC");
    expect(readTypedTime("")).toBeNull();
  });
});
