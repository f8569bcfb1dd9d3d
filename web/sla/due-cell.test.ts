import { describe, expect, it } from "vitest";
import type { Times } from "#web/lib/organization-times.ts";
import { dueText, stateAt } from "./due-cell.tsx";

const now = Date.parse("2026-11-20T09:30:00Z");
const iso = (at: string | number) => new Date(at).toISOString();
const times: Times = {
  zone: "UTC",
  time: (at) => iso(at).slice(11, 16),
  day: (at) => iso(at).slice(5, 10),
  weekday: () => "Mon",
  near: (at) => `Mon ${iso(at).slice(11, 16)}`,
  whole: iso,
};

const tell = (at: string) => dueText(at, now, times);

describe("the due time of a row", () => {
  it("is the time left on the day itself, then a weekday, then a date", () => {
    expect(tell("2026-11-20T14:09:00Z")).toBe("4 h 39 min");
    expect(tell("2026-11-20T09:30:20Z")).toBe("less than a minute");
    expect(tell("2026-11-23T09:40:00Z")).toBe("Mon 09:40");
    expect(tell("2026-11-30T09:40:00Z")).toBe("11-30");
  });

  it("says how long it is over on the day itself, then how long ago it was due", () => {
    expect(tell("2026-11-20T08:55:00Z")).toBe("35 min over");
    expect(dueText("2026-11-20T08:55:00Z", Date.parse("2026-11-20T23:00:00Z"), times)).toBe("14 h over");
    expect(tell("2026-11-19T17:50:00Z")).toBe("15h ago");
    expect(tell("2026-11-19T08:10:00Z")).toBe("yesterday");
    expect(tell("2026-11-17T08:10:00Z")).toBe("3d ago");
    expect(tell("2026-08-08T08:10:00Z")).toBe("3mo ago");
    expect(tell("2025-11-20T09:00:00Z")).toBe("11mo ago");
  });

  it("becomes overdue by the time alone, and nothing else does", () => {
    expect(stateAt("due_soon", "2026-11-20T09:29:59Z", now)).toBe("overdue");
    expect(stateAt("running", "2026-11-20T09:31:00Z", now)).toBe("running");
    expect(stateAt("paused", null, now)).toBe("paused");
  });
});
