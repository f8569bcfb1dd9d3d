import { expect, test } from "vitest";
import { PRIORITIES, STATUSES } from "#contract/statuses.ts";
import { priorityLabel } from "./priority-badge.tsx";
import { statusLabel } from "./status-badge.tsx";

test("each status has its label, and a code that nobody knows says so", () => {
  expect(STATUSES.map(statusLabel)).toEqual(["Open", "Pending", "In Progress", "On Hold", "Closed"]);
  expect(statusLabel("archived")).toBe("Unknown");
});

test("each priority has its label, and another code reads as it is, capitalized", () => {
  expect(PRIORITIES.map(priorityLabel)).toEqual(["Low", "Normal", "High", "Urgent"]);
  expect(priorityLabel("medium")).toBe("Medium");
});
