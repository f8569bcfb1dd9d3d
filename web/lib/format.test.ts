import { describe, expect, test } from "vitest";
import { countText, dateAndTime, relativeTime, shortDate, shortId, shortCountText } from "./format.ts";

const now = new Date(2026, 10, 20, 12, 0, 0).getTime();
const before = (ms: number) => new Date(now - ms).toISOString();
const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

describe("a relative time", () => {
  test.each([
    ["now", 20_000],
    ["4m ago", 4 * minute],
    ["59m ago", 59 * minute + 59_000],
    ["3h ago", 3 * hour],
    ["23h ago", 24 * hour - 1],
    ["yesterday", 26 * hour],
    ["2d ago", 2 * day],
    ["6d ago", 6 * day + hour],
  ])("reads %s", (words, passed) => {
    expect(relativeTime(before(passed), now)).toBe(words);
  });

  test("counts midnights, not spans of 24 hours", () => {
    expect(relativeTime(before(37 * hour), now)).toBe("2d ago");
  });

  // "created and updated as relative times": however long ago (docs/rules.md, rule 241).
  test.each([
    ["1w ago", 7 * day],
    ["4w ago", 30 * day],
    ["1mo ago", 31 * day],
    ["11mo ago", 360 * day],
    ["1y ago", 367 * day],
    ["6y ago", 6.2 * 365 * day],
  ])("in a list stays relative: %s", (words, passed) => {
    expect(relativeTime(before(passed), now)).toBe(words);
  });

  test.each([
    ["now", 20_000],
    ["12 minutes ago", 12 * minute],
    ["1 hour ago", hour],
    ["yesterday", 26 * hour],
    ["6 days ago", 6 * day + hour],
    ["1 week ago", 7 * day],
    ["4 weeks ago", 30 * day],
    ["1 month ago", 31 * day],
    ["11 months ago", 360 * day],
    ["1 year ago", 367 * day],
    ["6 years ago", 6.2 * 365 * day],
  ])("in a directory reads %s", (words, passed) => {
    expect(relativeTime(before(passed), now, "ever")).toBe(words);
  });

  test("in a ticket is in whole words, and a date after seven days, with the year only when it is another one", () => {
    expect(relativeTime(before(3 * hour), now, "long")).toBe("3 hours ago");
    expect(relativeTime(before(7 * day), now, "long")).toBe("Nov 13");
    expect(relativeTime(new Date(2025, 0, 5, 9).toISOString(), now, "long")).toBe("Jan 5, 2025");
  });

  test("never shows the future to a clock that runs behind", () => {
    expect(relativeTime(before(-5 * minute), now)).toBe("now");
  });
});

test("dates, counts and short ids read as English writes them", () => {
  expect(shortDate(new Date(2025, 0, 5, 14, 7).toISOString())).toBe("Jan 5, 2025");
  expect(dateAndTime(new Date(2025, 0, 5, 14, 7).toISOString())).toMatch(/^Jan 5, 2025, 2:07\sPM$/);
  expect(countText(1284)).toBe("1,284");
  expect([47, 9999, 10_000, 12_449, 1_000_000].map(shortCountText)).toEqual([
    "47",
    "9,999",
    "10k",
    "12.4k",
    "1,000k",
  ]);
  expect(shortId("5f0c2d3e-8a7b-4c1d-9e2f-3a4b5c6d7e8f")).toBe("5f0c2d3e");
});
