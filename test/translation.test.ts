import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { OPERATIONS } from "#contract/access-matrix/operation-names.de.ts";
import type { RefusalId } from "#contract/refusals/catalogue.ts";
import { FILE_FAULTS } from "#contract/refusals/import-reasons.ts";
import { listOperations } from "#contract/access-matrix/access-matrix.ts";
import { listRefusals } from "#server/reference/refusals.ts";
import { refusalText, statusWords } from "#web/lib/api/refusal-text.de.ts";
import { programsIn, ROOT } from "./support/source-code/source-tree.ts";

/** The web in its other language (decision 13): nothing may stay English unnoticed. */
const files = ["contract", "server", "web"].flatMap((layer) => programsIn(layer));
const germanFiles = files.filter((file) => file.endsWith(".de.ts"));
const wordFiles = files.filter(
  (file) =>
    /^(contract|web)\/(.*[/-])?(messages|labels)\.ts$/.test(file) ||
    /^contract\/refusals\/(?!sentence)[a-z]+\.ts$/.test(file),
);

describe("words", () => {
  it("stand in German beside the English ones, in every feature", () => {
    expect(wordFiles.length).toBeGreaterThan(20);
    expect(wordFiles.filter((file) => !germanFiles.includes(twinOf(file)))).toEqual([]);
  });

  it("are in German only where there are English ones", () => {
    const alone = germanFiles.filter((file) => !existsSync(join(ROOT, englishOf(file))));
    expect(alone).toEqual([]);
  });

  it.each(wordFiles)("%s has the same names in German, and functions of the same values", async (file) => {
    const [english, german] = await Promise.all([load(file), load(twinOf(file))]);
    expect(shapeOf(german)).toEqual(shapeOf(english));
  });
});

describe("refusals", () => {
  it.each(listRefusals())("$id is said in German, with its names and numbers", ({ id, sentence, params }) => {
    const said = refusalText({ code: id, params, sentence });
    const isHandedOn = id === "request.malformed";
    expect(said === sentence).toBe(isHandedOn);
    expect(said).not.toMatch(/undefined|NaN|\[object/);
  });

  it("are shown as they came when this build does not know them", () => {
    const sentence = "A sentence of tomorrow";
    expect(refusalText({ code: "ticket.of_tomorrow", sentence })).toBe(sentence);
    expect(refusalText({ sentence })).toBe(sentence);
    expect(refusalText({ code: "auth.too_many_attempts", sentence })).toBe(sentence);
  });

  it.each(Object.keys(FILE_FAULTS))("say in German what is wrong with a file to import: %s", (fault) => {
    const reason = "It cannot be read.";
    const facts = { line: "3", why: "open_quote", most: "", sheet: "Two", sheets: "One" };
    const said = german("import.unreadable", { ...facts, fault, reason });
    expect(said).toMatch(/\b(Die|Zeile|Das|In)\b/);
    expect(said).not.toMatch(/The |undefined|NaN|cannot/);
    expect(german("import.unreadable", { fault: "of_tomorrow", reason })).toContain(reason);
  });

  it("leave the English of a status line out", () => {
    expect(statusWords("Internal Server Error")).toBe("");
  });

  it("keep their numbers and names", () => {
    expect(german("auth.too_many_attempts", { seconds: 1 })).toContain("in 1 Sekunde ");
    expect(german("auth.too_many_attempts", { seconds: 89 })).toContain("in 89 Sekunden ");
    expect(german("auth.too_many_attempts", { seconds: 700 })).toContain("in 12 Minuten ");
    expect(german("field.too_long", { name: "full_name", max: 20_000 })).toBe(
      "Der Name darf höchstens 20.000 Zeichen haben",
    );
  });
});

describe("the page of rights", () => {
  it("names every operation in German", () => {
    const english = listOperations().map(({ label }) => label);
    expect(english.filter((label) => !(label in OPERATIONS))).toEqual([]);
  });
});

function german(code: RefusalId, params: object): string {
  return refusalText({ code, params, sentence: "" });
}

function twinOf(file: string): string {
  return file.replace(/\.ts$/, ".de.ts");
}

function englishOf(file: string): string {
  return file.replace(/\.de\.ts$/, ".ts");
}

async function load(file: string): Promise<object> {
  const module: unknown = await import(join(ROOT, file));
  return Object.fromEntries(Object.entries(Object(module)));
}

/** The names of a catalogue without its texts. */
function shapeOf(words: unknown): unknown {
  if (typeof words === "function") return `takes ${words.length}`;
  if (typeof words !== "object" || words === null) return typeof words;
  return Object.fromEntries(
    Object.entries(words)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, inner]) => [name, shapeOf(inner)]),
  );
}
