import { describe, expect, test } from "vitest";
import { changeOf, conflictsOf, type EditValues, merge } from "./edit-values.ts";

const base: EditValues = {
  subject: "Printer prints blanks",
  issue: "Since this morning.",
  status: "open",
  priority: "normal",
  assignee_id: null,
  group_id: { id: "g1", name: "Network" },
};
const idris = { id: "u1", fullname: "Idris Okafor" };

describe("two people editing one ticket", () => {
  test("changes of different fields merge without a question", () => {
    const yours = { ...base, subject: "Printer prints nothing" };
    const theirs = { ...base, assignee_id: idris };
    expect(conflictsOf(base, yours, theirs)).toEqual([]);
    expect(merge(base, yours, theirs)).toEqual({ ...base, subject: yours.subject, assignee_id: idris });
  });

  test("the same field changed to different values is a conflict", () => {
    const yours = { ...base, status: "closed" };
    const theirs = { ...base, status: "pending", priority: "high" };
    expect(conflictsOf(base, yours, theirs)).toEqual(["status"]);
  });

  test("the same field changed to the same value is none", () => {
    const both = { ...base, assignee_id: idris };
    expect(conflictsOf(base, both, { ...base, assignee_id: { ...idris, fullname: "I. Okafor" } })).toEqual(
      [],
    );
  });
});

test("only changed fields are sent, and nobody is null", () => {
  const change = changeOf({ ...base, priority: "high", group_id: null }, { values: base, version: 7 });
  expect(change).toEqual({ priority: "high", group_id: null, base_version: 7 });
});
