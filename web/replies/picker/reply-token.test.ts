import { expect, test } from "vitest";
import { findReplyToken } from "./reply-token.ts";

test.each([
  [";", { start: 0, search: "" }],
  [";vpn", { start: 0, search: "vpn" }],
  ["Hello Tomás, ;vpn", { start: 13, search: "vpn" }],
  ["First\n;größe-2", { start: 6, search: "größe-2" }],
  ["`code` ;vpn", { start: 7, search: "vpn" }],
])("%j looks for a saved reply", (text, token) => {
  expect(findReplyToken(text, text.length)).toEqual(token);
});

test.each([
  "; ",
  ";vpn ",
  "first; ",
  "x;vpn",
  ";)",
  ";vpn.",
  ";;",
  "```\nif (a) return ;vpn",
  "Run `a ;vpn",
  "no sign at all",
])("%j looks for none", (text) => {
  expect(findReplyToken(text, text.length)).toBeNull();
});

test("only what stands before the caret counts", () => {
  expect(findReplyToken(";vpn and more", 4)).toEqual({ start: 0, search: "vpn" });
  expect(findReplyToken(";vpn and more", 2)).toEqual({ start: 0, search: "v" });
});
