import { expect, it } from "vitest";
import { wordsToHtml, wordsToText } from "#server/mail/letter-markdown.ts";
import { markdownToHtml } from "#web/ui/markdown/markdown-html.ts";
import { array, assert, constantFrom, property } from "./support/property-seed.ts";

const MARKS = [
  "**",
  "_",
  "`",
  "```",
  "~~~",
  "~~",
  "> ",
  "- ",
  "1. ",
  "# ",
  "|",
  "|---|---|",
  "   ",
  "[",
  "](https://a.test/",
  ")",
];

it("a letter says every word that the page shows, as HTML and as text", () => {
  const unit = constantFrom(...MARKS, "\n", "\n", "\n\n", "word", "word ", " word", " word ");
  assert(
    property(array(unit, { maxLength: 40 }), (parts) => {
      let said = 0;
      const words = parts.map((part) => part.replace("word", () => `w${(said += 1)}w`)).join("");
      const shown = markdownToHtml(words).match(/w\d+w/g) ?? [];
      for (const letter of [wordsToHtml(words), wordsToText(words)])
        expect(shown.filter((word) => !letter.includes(word))).toEqual([]);
    }),
    { numRuns: 3000 },
  );
});
