import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { findFaults, readPrefixes } from "./check-commit-message.mjs";

const prefixes = readPrefixes();

/** Folders that are no features and have no commits of their own. */
const BESIDE_FEATURES = ["public"];

test.each([
  "tickets: Show relative times in the list",
  "structure: Move the embedded database into a folder of its own",
  "lib: Pass the request on",
  "db: Address rows by key",
  "shell: Focus the first field",
  "demo: Seed comments too",
  "mail: Embed the logo",
  "docs: Re-read every figure",
  "tests: Let the \u{1f600} stand alone",
  `tickets: ${"Add ".padEnd(72 - "tickets: ".length, "x")}`,
  "\n# git's own hint\ntickets: Show relative times\n\nBecause absolute ones have to be subtracted.\n# more hints\n",
  "tickets: Show relative times\n# ------------------------ >8 ------------------------\ndiff --git a/x b/x\n",
  "tickets: Show relative times\r\n\r\nBecause.\r\n",
  "Merge branch 'main' into topic",
  "Merge pull request #12 from somebody/topic",
  'Revert "tickets: Show relative times in the list"\n\nThis reverts commit 1234.',
  "fixup! tickets: Show relative times in the list",
  "squash! anything that is folded away\nwith two lines",
  "",
])("takes %j", (message) => {
  expect(findFaults(message, prefixes)).toEqual([]);
});

test.each([
  ["Show relative times", "The subject has no prefix"],
  ["tickets:Show relative times", "The subject has no prefix"],
  ["Tickets: Show relative times", '"Tickets" is not in .githooks/prefixes'],
  ["people: Show relative times", '"people" is not in .githooks/prefixes'],
  ["tickets, comments: Show relative times", "The subject has no prefix"],
  ["tickets: show relative times", 'write "Show"'],
  ["tickets: Shows relative times", '"Shows" is not an imperative'],
  ["tickets: Showed relative times", '"Showed" is not an imperative'],
  ["tickets: Showing relative times", '"Showing" is not an imperative'],
  ["tickets: Kept relative times", '"Kept" is not an imperative'],
  ["tickets: The list shows relative times", '"The" is not an imperative'],
  ["tickets: What the list shows is relative", '"What" is not an imperative'],
  ["tickets: CSV export", '"CSV" is not an imperative'],
  ["tickets: 12 relative times", '"12" is not an imperative'],
  ["tickets: ", "The subject has no prefix"],
  ["tickets: Show relative times.", "ends with a period"],
  [`tickets: ${"Add ".padEnd(73 - "tickets: ".length, "x")}`, "has 73 characters, and 72 are allowed"],
  ["tickets: Show relative times\nin the list", "The second line is not empty"],
  ["Merged the two lists", "The subject has no prefix"],
])("refuses %j", (message, sentence) => {
  expect(findFaults(message, prefixes)).toEqual([expect.stringContaining(sentence)]);
});

test("names every fault of a message at once", () => {
  expect(findFaults(`people: ${"Who reads this far ".repeat(5)}.\nmore`, prefixes)).toHaveLength(5);
});

test("has a prefix for every folder of the server and the web, each once", () => {
  const folders = ["server", "web"].flatMap((layer) =>
    readdirSync(new URL(`../${layer}`, import.meta.url), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !BESIDE_FEATURES.includes(entry.name))
      .map(({ name }) => name),
  );
  expect(folders.filter((folder) => !prefixes.includes(folder))).toEqual([]);
  expect(prefixes.filter((prefix, index) => prefixes.indexOf(prefix) !== index)).toEqual([]);
});
