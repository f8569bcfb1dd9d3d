import { expect, test } from "vitest";
import { dayAgo } from "./day-ago.ts";

const NOW = Date.parse("2026-11-20T01:30:00Z");

test.each([
  ["2026-11-20", "Europe/Berlin", "today"],
  ["2026-11-19", "Europe/Berlin", "yesterday"],
  ["2026-11-19", "America/New_York", "today"],
  ["2026-11-08", "Europe/Berlin", "12 days ago"],
  ["2026-11-21", "Europe/Berlin", "today"],
])("%s in %s was %s", (day, zone, text) => {
  expect(dayAgo(day, NOW, zone)).toBe(text);
});

test("what is longer ago has its date", () => {
  expect(dayAgo("2026-09-14", NOW, "Europe/Berlin")).toBe("Sep 14, 2026");
});
