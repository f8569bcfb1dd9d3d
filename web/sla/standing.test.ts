import { describe, expect, it } from "vitest";
import { leftAt, standingOf } from "./standing.ts";

const HOUR = 3600;
const at = (time: string) => Date.parse(`2026-11-20T${time}:00Z`);
const running = { remaining_seconds: HOUR, counts_now: true, changes_at: "2026-11-20T18:00:00Z" };

describe("the countdown", () => {
  it("stays while the clock does not count", () => {
    expect(leftAt({ ...running, counts_now: false }, at("08:00"), at("12:00"))).toBe(HOUR);
    expect(leftAt({ ...running, remaining_seconds: null }, at("08:00"), at("12:00"))).toBeNull();
  });

  it("loses a second each second, past zero, and stops where the hours end", () => {
    expect(leftAt(running, at("16:00"), at("16:20"))).toBe(HOUR - 20 * 60);
    expect(leftAt(running, at("16:00"), at("17:30"))).toBe(-30 * 60);
    expect(leftAt(running, at("17:00"), at("23:00"))).toBe(0);
    expect(leftAt({ ...running, changes_at: null }, at("17:00"), at("19:00"))).toBe(-HOUR);
  });

  it("goes on from what is told, where this clock runs behind the server's", () => {
    expect(leftAt(running, at("16:00"), at("15:58"))).toBe(HOUR);
  });
});

describe("a target", () => {
  it("is due soon with three quarters used, and overdue from the first second over", () => {
    const target = { state: "running", target_seconds: 4 * HOUR } as const;
    expect(standingOf(target, HOUR + 1)).toBe("running");
    expect(standingOf(target, HOUR)).toBe("due_soon");
    expect(standingOf(target, 0)).toBe("due_soon");
    expect(standingOf(target, -1)).toBe("overdue");
  });

  it("is what the server says once it waits or is decided", () => {
    expect(standingOf({ state: "paused", target_seconds: HOUR }, -5)).toBe("paused");
    expect(standingOf({ state: "met", target_seconds: HOUR }, 0)).toBe("met");
  });
});
