import { expect, test } from "vitest";
import { escapeValue } from "#contract/replies/escape-value.ts";
import { array, assert, constantFrom, property } from "../../../test/support/property-seed.ts";
import { markdownToHtml } from "./markdown-html.ts";

const PIECES = [
  "[",
  "]",
  "](",
  "(",
  ")",
  "https://evil.example",
  "*",
  "**",
  "_",
  "`",
  "#",
  "# ",
  "> ",
  "\\",
  "~~~",
  "{",
  "}",
  " ",
  "Pay",
  "a",
];
const hostile = array(constantFrom(...PIECES), { maxLength: 12 }).map((parts) => parts.join(""));

test("a value in a saved reply is no link by another name, no heading and no quote, wherever it stands", () => {
  assert(
    property(hostile, hostile, (first, second) => {
      const lines = `${escapeValue(first, "\n")}\n\nAbout ${escapeValue(first, " ")} and ${escapeValue(second)}`;
      const html = markdownToHtml(lines);
      expect(html).not.toMatch(/<(h\d|blockquote|pre)/);
      for (const [, href = "", text = ""] of html.matchAll(/<a href="([^"]*)"[^>]*>(.*?)<\/a>/g))
        expect(text).toBe(href);
    }),
    { numRuns: 2000 },
  );
});

test("a name that somebody has is shown as it is spelt", () => {
  for (const name of [
    "O'Neill",
    "Foo_Bar Ltd",
    "#1 Plumbing",
    "[URGENT] printer",
    "A & B",
    "Łódź",
    "C:\\{4D36}\\x",
  ])
    expect(markdownToHtml(escapeValue(name))).toBe(markdownToHtml(name));
});
