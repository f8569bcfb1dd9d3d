import { expect, test } from "vitest";
import { snippetLine } from "./snippet.ts";

test.each([
  ["Hello {{client.first_name|there}},\n\nthe part", "Hello …, the part"],
  ["Order {{ask: order number}} of {{company.na", "Order … of …"],
  ["Cut within the end {{today}", "Cut within the end …"],
  ["A {single} brace", "A {single} brace"],
])("%j reads %j in a list", (snippet, line) => {
  expect(snippetLine(snippet)).toBe(line);
});
