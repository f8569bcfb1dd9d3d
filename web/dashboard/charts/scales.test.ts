import { describe, expect, it } from "vitest";
import { brokenAxisScale } from "./broken-axis-scale.ts";
import { dayText, fullDayText } from "./day-text.ts";
import { countScale, labelledDays } from "./trend-scale.ts";

describe("the scale of the status bars", () => {
  it("reaches to the largest bar while none dwarfs the rest", () => {
    const { top, isBroken } = brokenAxisScale([30, 10, 9, 0, 2]);
    expect(top).toBe(30);
    expect(isBroken(30)).toBe(false);
  });

  it("is cut a quarter above the second, rounded up, where one bar is more than three times as high", () => {
    const { top, isBroken } = brokenAxisScale([47, 31, 12, 26, 1168]);
    expect(top).toBe(59);
    expect([47, 1168].map(isBroken)).toEqual([false, true]);
  });

  it("is whole where all tickets have one status, or there are none", () => {
    expect(brokenAxisScale([0, 0, 0, 0, 9])).toMatchObject({ top: 9 });
    expect(brokenAxisScale([0, 0])).toMatchObject({ top: 1 });
    expect(brokenAxisScale([0, 0, 9]).isBroken(9)).toBe(false);
  });
});

describe("the scale of the trend", () => {
  it("has at most five whole ticks, from 0 to at least the most, whatever the most is", () => {
    for (const most of [0, 1, 2, 3, 5, 6, 7, 9, 11, 13, 36, 99, 101, 4_999, 123_456]) {
      const { scale, ticks } = countScale(most);
      expect(ticks.length).toBeLessThanOrEqual(5);
      expect(ticks[0]).toBe(0);
      expect(ticks.every((tick) => Number.isInteger(tick))).toBe(true);
      expect(scale.domain()[1]).toBeGreaterThanOrEqual(most);
      expect(new Set(ticks).size).toBe(ticks.length);
    }
  });

  it("names the first, each seventh and the last day, and only three where it is narrow", () => {
    expect(labelledDays(30, 469)).toEqual([0, 7, 14, 21, 29]);
    expect(labelledDays(30, 240)).toEqual([0, 15, 29]);
  });
});

it("a day of the organization is the same day in any viewer's time zone", () => {
  expect(dayText("2026-11-03")).toBe("Nov 3");
  expect(fullDayText("2026-11-03")).toBe("Nov 3, 2026");
});
