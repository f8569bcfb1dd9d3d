import { afterEach, describe, expect, test } from "vitest";
import { endSession, startSession, type User } from "./api/session-state.ts";
import { dateAndTime, relativeTime, shortDate } from "./format.ts";

function readIn(timezone: string | null): void {
  // The session needs nothing else of a person here.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  startSession({ timezone } as User, "token");
}

afterEach(() => endSession());

describe("times are told in the zone that a person has chosen", () => {
  const at = "2026-03-01T23:30:00.000Z";

  test("as date and time", () => {
    readIn("Pacific/Auckland");
    expect([shortDate(at), dateAndTime(at).replace(" ", " ")]).toEqual([
      "Mar 2, 2026",
      "Mar 2, 2026, 12:30 PM",
    ]);
    readIn("America/Los_Angeles");
    expect(shortDate(at)).toBe("Mar 1, 2026");
  });

  test("as days ago, by that zone's midnights", () => {
    const now = Date.parse("2026-03-03T10:30:00.000Z");
    // In Auckland it is the 3rd at 23:30, in Los Angeles the 3rd at 02:30.
    readIn("Pacific/Auckland");
    expect(relativeTime("2026-03-01T23:30:00.000Z", now)).toBe("yesterday");
    readIn("America/Los_Angeles");
    expect(relativeTime("2026-03-01T23:30:00.000Z", now)).toBe("2d ago");
  });

  test("and in the browser's where none is chosen, or one that the browser does not know", () => {
    const own = dateAndTime(at);
    for (const zone of [null, "Atlantis/Poseidonis"]) {
      readIn(zone);
      expect(dateAndTime(at)).toBe(own);
    }
  });
});
