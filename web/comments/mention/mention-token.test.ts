import { expect, test } from "vitest";
import { findMentionToken } from "./mention-token.ts";

test.each([
  ["@", { start: 0, search: "" }],
  ["@le", { start: 0, search: "le" }],
  ["Please ask @Lena F", { start: 11, search: "Lena F" }],
  ["First\n@idris", { start: 6, search: "idris" }],
  ["(@le", { start: 1, search: "le" }],
])("%j asks for somebody", (text, token) => {
  expect(findMentionToken(text, text.length)).toEqual(token);
});

test.each([
  "lena@",
  "lena@waypost.example",
  "@Lena Fischer ",
  "@Lena Fischer can you",
  "```\n@le",
  "Run `npm i @le",
  "no sign at all",
])("%j asks for nobody", (text) => {
  expect(findMentionToken(text, text.length)).toBeNull();
});

test("only what stands before the caret counts, also behind closed code", () => {
  expect(findMentionToken("```\ncode\n```\n@le and more", 16)).toEqual({ start: 13, search: "le" });
  expect(findMentionToken("`x` @le", 7)).toEqual({ start: 4, search: "le" });
});
