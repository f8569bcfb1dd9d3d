import { expect, test } from "vitest";
import { LIMITS } from "#contract/limits.ts";
import { snippetAsWritten, snippetLine } from "./snippet.ts";

test.each([
  ["Hello {{client.first_name|there}},\n\nthe part", "Hello …, the part"],
  ["Order {{ask: order number}} of {{company.na", "Order … of …"],
  ["Cut within the end {{today}", "Cut within the end …"],
  ["A {single} brace", "A {single} brace"],
])("%j reads %j in a list", (snippet, line) => {
  expect(snippetLine(snippet)).toBe(line);
});

const LONG = "Hello {{client.first_name|there}}, ".padEnd(LIMITS.replySnippet - 14, "could you ");

test.each([
  ["Hello {{client.first_name|there}}", "Hello {{client.first_name|there}}"],
  [`${LONG} tell us whethe`, `${LONG} tell us…`],
  [`${LONG} {{ask: order n`, `${LONG}…`],
])("%j reads %j where it is shown as it was written", (snippet, shown) => {
  expect(snippetAsWritten(snippet)).toBe(shown);
});
