import { execFileSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { readSource, ROOT } from "./support/source-code/source-tree.ts";

/** Every source that a comment or a page names opens inside this repository; this test opens them all. */
const THIS_FILE = relative(ROOT, fileURLToPath(import.meta.url));

/** `comments`: of code what is said about it, of everything else all of it; `flow`: all of it on one line. */
type Text = { file: string; text: string; comments: string; flow: string };
type Kind = { form: RegExp; within?: "comments" | "flow"; resolves: (cited: string, text: Text) => boolean };
type Citation = { file: string; words: string; resolves: boolean };
type Row = { number: string; rule: string; heldBy: string };

const texts = execFileSync("git", ["ls-files", "-co", "--exclude-standard"], { cwd: ROOT, encoding: "utf8" })
  .split("\n")
  .filter((file) =>
    /\.(tsx?|mts|mjs|js|css|sql|md|html|conf|service|ya?ml)$|(^|\/)(Caddyfile|Dockerfile)$/.test(file),
  )
  .filter((file) => file !== THIS_FILE && existsSync(join(ROOT, file)))
  .map((file): Text => {
    const text = readSource(file);
    const comments = /\.(tsx?|mts|mjs|js)$/.test(file) ? commentsOf(text) : text;
    return { file, text, comments, flow: text.replaceAll(/\n[ \t]*(?:\*|\/\/|--|#)?[ \t]*/g, " ") };
  });
const isPage = (file: string) => file.endsWith(".md");

const rules = [...readSource("docs/rules.md").matchAll(/^\| (\d+) \| (.+) \| (.+) \|$/gm)].map(
  ([, number = "", rule = "", heldBy = ""]): Row => ({ number, rule, heldBy }),
);
const RULES = new Set(rules.map(({ number }) => number));
const records = readdirSync(join(ROOT, "docs/decisions"));
const DECISIONS = numbersOf(records);
const MIGRATIONS = numbersOf(readdirSync(join(ROOT, "server/db/migrations")));
const CLASSES = new Set(
  [...readSource("docs/security/classes.md").matchAll(/^\| (\d+) \|/gm)].map(([, n]) => n),
);

/** The present names of files that applied migrations name by an earlier one. */
const MOVED = new Map(
  [...readSource("docs/rules.md").matchAll(/^\| `([^`]+)` \| `([^`]+)` \|$/gm)].map(
    ([, then = "", now = ""]) => [then, now],
  ),
);

/** "rule 78", "rules 52, 73 and 440", "rules 76 to 80". */
const NUMBERS = String.raw`\d+(?:(?:, | and | or | to )\d+)*\b`;
const KINDS: Record<string, Kind> = {
  rules: numbered("rule", (n) => RULES.has(n)),
  decisions: numbered("decision", (n) => DECISIONS.has(padded(n))),
  migrations: numbered("migration", (n) => MIGRATIONS.has(padded(n))),
  "rules of chaos": { form: /^ {2}rule: (\d+),$/gm, resolves: (cited) => RULES.has(cited) },
  "classes of holes": numbered("class", (n) => CLASSES.has(n)),
  files: {
    // Paths in code may be made up; `.env` is written by each installation itself.
    within: "comments",
    form: /(?<![\w/.#@-])((?:contract|server|web|docs|test|e2e|scripts|chaos|bench|ops)\/(?!\.env\b)[\w./-]*\w)(?![\w*-]*\*)/g,
    resolves: (cited, { file }) =>
      existsSync(join(ROOT, cited)) || (isFrozen(file) && existsSync(join(ROOT, today(cited)))),
  },
  "pages beside the README": {
    form: /(?<![\w/.-])([A-Z]{3,}\.md)\b/g,
    resolves: (cited) => existsSync(join(ROOT, cited)),
  },
  links: {
    form: /\]\((?!https?:|#)([^)\s]+)\)/g,
    resolves: (cited, { file }) =>
      !isPage(file) || existsSync(join(ROOT, dirname(file), cited.replace(/#.*/, ""))),
  },
  RFCs: { form: /\bRFC\b( \d{3,5})?/gi, resolves: (cited) => /^ \d/.test(cited) },
};

/** Names of lists and papers outside of the repository, which a stranger cannot open. */
const OUTSIDE = [
  /\bdecision list\b/i,
  /\bthe spec\b|\bspecification\b/i,
  /\b(?:SPEC|AHEAD|RELIABILITY|PERFORMANCE|STACK|CONVENTIONS|DECISIONS|DESIGN|HOUSE)(?:\.md\b| "| \d|:)/,
  /\b[DF]\d{1,3}\b-?/,
  /\b(?:house style|style|design|section|chapter|paragraph),? \d|§ ?\d/i,
];
/** Standards are named in pages, which say where they stand; code names the rule that follows from them. */
const STANDARDS = /\b(?:WCAG|NIST|OWASP|ASVS|WHATWG|ISO\/IEC)\b/;

const found = Object.entries(KINDS).map(([kind, { form, resolves, within }]) => ({
  kind,
  citations: texts.flatMap((text) =>
    [...text[within ?? "text"].matchAll(form)].map(([words, cited = ""]): Citation => ({
      file: text.file,
      words,
      resolves: resolves(cited, text),
    })),
  ),
}));

describe("citations", () => {
  it.each(found)("of $kind all $citations.length resolve", ({ citations }) => {
    expect(citations.filter(({ resolves }) => !resolves)).toEqual([]);
    expect(citations.length).toBeGreaterThan(0);
  });

  it("name nothing outside of the repository", () => {
    expect(texts.flatMap((text) => linesWith(text, OUTSIDE))).toEqual([]);
    expect(texts.filter(({ file }) => !isPage(file)).flatMap((text) => linesWith(text, [STANDARDS]))).toEqual(
      [],
    );
  });
});

describe("docs/rules.md", () => {
  it("has each number once, and a word on what holds it", () => {
    expect(rules.map(({ number }) => number)).toEqual([...RULES]);
    expect([...RULES].slice(0, 190)).toEqual(Array.from({ length: 190 }, (_, index) => String(index + 1)));
    const unheld = rules.filter(({ heldBy }) => !/^`[^`]+`|^not built|^no test of its own/.test(heldBy));
    expect(unheld).toEqual([]);
  });

  it("names files that are there, with the sentences that stand in them", () => {
    const holders = rules.flatMap(({ number, heldBy }) =>
      [...heldBy.matchAll(/`([^`]+)`(?: "([^"]+)")?/g)].map(([, file = "", sentence]) => ({
        number,
        file,
        sentence,
      })),
    );
    const missing = holders.filter(
      ({ file, sentence }) =>
        !existsSync(join(ROOT, file)) || (sentence && !readSource(file).includes(sentence)),
    );
    expect(missing).toEqual([]);
    expect(holders.length).toBeGreaterThan(RULES.size);
  });
});

/** Applied migrations keep the names that they were written with, and so does the table that explains them. */
function isFrozen(file: string): boolean {
  return file.endsWith(".sql") || file === "docs/rules.md";
}

/** Of a decision record the number counts. */
function today(cited: string): string {
  const number = /^docs\/decisions\/(\d{4})/.exec(cited)?.[1];
  const record = number && records.find((name) => name.startsWith(number));
  return record ? `docs/decisions/${record}` : (MOVED.get(cited) ?? cited);
}

function commentsOf(code: string): string {
  return [...code.matchAll(/(?:^|\s)(?:\/\*[\s\S]*?\*\/|\/\/.*$)/gm)].map(([comment]) => comment).join("\n");
}

function numbered(noun: string, isThere: (number: string) => boolean): Kind {
  return {
    form: new RegExp(String.raw`\b${noun}(?:e?s)? (${NUMBERS})`, "gi"),
    within: "flow",
    resolves: (cited) => allOf(cited, isThere),
  };
}

function numbersOf(names: string[]): Set<string> {
  return new Set(names.map((name) => name.slice(0, 4)));
}

function padded(number: string): string {
  return number.padStart(4, "0");
}

/** Of "76 to 80" each number between, since a gap would be as wrong as a wrong end. */
function allOf(cited: string, resolves: (number: string) => boolean): boolean {
  return cited.split(/, | and | or /).every((part) => {
    const [first = "", last = first] = part.split(" to ");
    const length = Number(last) - Number(first) + 1;
    return length > 0 && Array.from({ length }, (_, index) => String(Number(first) + index)).every(resolves);
  });
}

function linesWith({ file, text }: Text, forms: RegExp[]): string[] {
  return text
    .split("\n")
    .map((line, index) => `${file}:${index + 1}: ${line.trim()}`)
    .filter((line) => forms.some((form) => form.test(line.slice(file.length))));
}
