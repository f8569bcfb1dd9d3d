import { describe, expect, it } from "vitest";
import { readDuration, writeDuration } from "./duration-text.ts";

describe("typed durations", () => {
  it("are read however they are typed", () => {
    for (const typed of ["90", "90m", "90 min", "1h 30m", "1:30", " 1 h 30 min ", "1h30m", "1 Std. 30 min"])
      expect([typed, readDuration(typed)]).toEqual([typed, 90]);
    expect(readDuration("4h")).toBe(240);
    expect(readDuration("100:00")).toBe(6000);
    expect(readDuration("  ")).toBeNull();
  });

  it("are none where nobody can say what is meant", () => {
    for (const typed of ["1.5h", "-1", "1:60", "four hours", "1h 30", "2d", "1e9"])
      expect([typed, readDuration(typed)]).toEqual([typed, Number.NaN]);
  });

  it("are written as they are read", () => {
    for (const minutes of [1, 59, 60, 61, 90, 2400, 525_600])
      expect(readDuration(writeDuration(minutes))).toBe(minutes);
    expect(writeDuration(null)).toBe("");
  });
});
