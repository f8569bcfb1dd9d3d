/*
 * Holds the form of a commit message, `prefix: Verb what` (CONTRIBUTING.md): `.githooks/commit-msg` calls it with the
 * file that holds the message. Plain JavaScript for any Node from 18 on, because a commit is also made where the
 * pinned Node is not installed.
 *
 *   node scripts/check-commit-message.mjs FILE
 */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const LONGEST = 72;

/** Git writes these itself; `--fixup` and `--squash` end inside another commit. */
const WRITTEN_BY_GIT =
  /^(Merge (branch|branches|remote-tracking branch|pull request|tag|tags|commit|commits) |Revert "|Reapply "|(fixup|squash|amend)! )/;

/** Verbs that only look like a past, a participle or a third person. */
const VERBS = new Set(
  "alias bias bleed breed bring bypass cling embed exceed feed fling focus need ping proceed ring seed shed sing sling speed spring sting string succeed swing weed".split(
    " ",
  ),
);

/** Words that begin a statement, and common pasts that no ending gives away. */
const NO_VERBS = new Set(
  "a all also an and any at because behind beside both brought built but by did each every first for found from gave had he her his how if in it its kept made more new no nobody nor not now of old on one oneself only our ran sent she some somebody that the their then there these they this those to told too took two was we were what when where which who why with without wrote".split(
    " ",
  ),
);

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const file = process.argv[2] ?? "";
  const faults = findFaults(readFileSync(file, "utf8"), readPrefixes());
  if (faults.length > 0) {
    process.stderr.write(`commit refused:\n${faults.map((fault) => `  ${fault}\n`).join("")}`);
    process.stderr.write(`The message is kept: git commit --edit --file=${file}\n`);
    process.exitCode = 1;
  }
}

/** The closed list of `.githooks/prefixes`. */
export function readPrefixes() {
  return readFileSync(new URL("../.githooks/prefixes", import.meta.url), "utf8")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"));
}

/** Each fault as one sentence that says what to write instead. An empty message is left to git, which refuses it. */
export function findFaults(message, prefixes) {
  const [subject, following = ""] = linesOf(message);
  if (!subject || WRITTEN_BY_GIT.test(subject)) return [];
  const [, prefix, rest] = /^([^\s:]+): +(.*)$/.exec(subject) ?? [];
  const faults = prefix
    ? [findPrefixFault(prefix, prefixes), findVerbFault(rest)]
    : [`The subject has no prefix: write it as "tickets: Show relative times in the list".`];
  return [...faults, ...findShapeFaults(subject, following)].filter((fault) => fault !== null);
}

/** As git reads it: without its own comments, what `commit --verbose` appends, and empty lines at the top. */
function linesOf(message) {
  const [written = ""] = message.split(/^# -+ >8 -+$/m);
  const lines = written.split(/\r?\n/).filter((line) => !line.startsWith("#"));
  const first = lines.findIndex((line) => line.trim() !== "");
  return first < 0 ? [] : lines.slice(first).map((line) => line.trimEnd());
}

function findPrefixFault(prefix, prefixes) {
  if (prefixes.includes(prefix)) return null;
  return `"${prefix}" is not in .githooks/prefixes: name the layer or feature that changes, or "structure" for a move over several. There are ${prefixes.join(", ")}.`;
}

function findVerbFault(rest) {
  const word = /^[^\s,;:.]*/.exec(rest)[0];
  const lower = word.toLowerCase();
  if (!/^[A-Za-z][a-z]*(-[a-z]+)*$/.test(word) || NO_VERBS.has(lower) || looksInflected(lower)) {
    return `"${word}" is not an imperative: begin with what the commit does, such as Add, Show, Keep, Move.`;
  }
  if (word === lower) return `"${word}" needs a capital: write "${word[0].toUpperCase()}${word.slice(1)}".`;
  return null;
}

function looksInflected(word) {
  return /(ed|ing|[^s]s)$/.test(word) && !VERBS.has(word);
}

function findShapeFaults(subject, following) {
  // Characters as people count them, not UTF-16 units.
  const { length } = [...subject];
  return [
    length > LONGEST
      ? `The subject has ${length} characters, and ${LONGEST} are allowed: leave the rest to the body.`
      : null,
    subject.endsWith(".") ? "The subject ends with a period: leave it off." : null,
    following === ""
      ? null
      : "The second line is not empty: without that, git reads it as part of the subject.",
  ];
}
