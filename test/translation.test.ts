import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { parseSync } from "vite";
import { describe, expect, it } from "vitest";
import { OPERATIONS } from "#contract/operation-names.de.ts";
import { listOperations } from "#contract/access-matrix.ts";
import { MESSAGES as GERMAN } from "#contract/messages.de.ts";
import { MESSAGES } from "#contract/messages.ts";
import { serverText } from "#web/lib/api/server-text.de.ts";

/** What the other language of the web has to say (decision 13): nothing may stay English unnoticed. */
const ROOT = fileURLToPath(new URL("..", import.meta.url));
const files = ["contract", "server", "web"].flatMap(filesBelow);
const germanFiles = files.filter((file) => file.endsWith(".de.ts"));
const wordFiles = files.filter((file) => /^(contract|web)\/(.*[/-])?(messages|labels)\.ts$/.test(file));

describe("words", () => {
  it("stand in German beside the English ones, in every room", () => {
    expect(wordFiles.length).toBeGreaterThan(20);
    expect(wordFiles.filter((file) => !germanFiles.includes(twinOf(file)))).toEqual([]);
  });

  it("are in German only where there are English ones", () => {
    const helpers = new Set(["web/lib/api/refusals.de.ts"]);
    const alone = germanFiles.filter((file) => !helpers.has(file) && !existsSync(ROOT + englishOf(file)));
    expect(alone).toEqual([]);
  });

  it.each(wordFiles)("%s has the same names in German, and functions of the same facts", async (file) => {
    const [english, german] = await Promise.all([load(file), load(twinOf(file))]);
    expect(shapeOf(german)).toEqual(shapeOf(english));
  });
});

describe("the server's sentences", () => {
  const sentences = [...sentencesOfServer(), ...sentencesOfContract()];

  it("are found in its source", () => {
    expect(sentences.length).toBeGreaterThan(100);
    expect(sentences).toContain("Only staff can write internal notes");
    expect(sentences).toContain("Expiry must be at least 1 hour");
    expect(sentences).toContain("Too many attempts. Try again in 7.");
  });

  it("have their German ones, those with numbers or names too", () => {
    expect(sentences.filter((sentence) => serverText(sentence) === sentence)).toEqual([]);
  });

  it("are shown as they came when nobody has translated them", () => {
    expect(serverText("A sentence of tomorrow")).toBe("A sentence of tomorrow");
  });

  it("keep their numbers and names", () => {
    expect(serverText(MESSAGES.emailTaken)).toBe(GERMAN.emailTaken);
    expect(serverText("Too many attempts. Try again in 1 second.")).toContain("in 1 Sekunde ");
    expect(serverText("Too many attempts. Try again in 12 minutes.")).toContain("in 12 Minuten ");
    expect(serverText("Full name must be at most 20,000 characters")).toBe(
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

function filesBelow(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)));
}

function read(file: string): string {
  return readFileSync(join(ROOT, file), "utf8");
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

type Node = { type: string; [member: string]: unknown };

/** What is handed to `refuse` and `refuseField`, at once or through a function or a constant. */
function sentencesOfServer(): string[] {
  const programs = files
    // What the commands of the shell say is read by nobody in a browser.
    .filter((file) => /^server\/(?!import|seed|start|demo|users\/(administrator|ensure-staff))/.test(file))
    .map((file) => nodesOf(parse(file)));
  const constants = new Map(programs.flat().flatMap(constantOf));
  const said = programs.flatMap((nodes) => {
    const refusers = refusersAmong(nodes);
    const calls = nodes.filter(
      (node) => node.type === "CallExpression" && refusers.has(nameOf(node["callee"])),
    );
    return calls.flatMap((call) => nodesOf(call["arguments"]));
  });
  const named = said.flatMap((node) => constants.get(nameOf(node)) ?? []).flatMap((value) => nodesOf(value));
  return unique([...said, ...named].flatMap(sentenceOf));
}

/** The functions of a file that say no, and those of its own that say it in the words they are given. */
function refusersAmong(nodes: Node[]): Set<string> {
  const names = new Set(["refuse", "refuseField"]);
  const functions = nodes.filter(
    ({ type, init }) =>
      type === "FunctionDeclaration" ||
      (type === "VariableDeclarator" && isNode(init) && init.type === "ArrowFunctionExpression"),
  );
  for (const each of functions) {
    const made = isNode(each["init"]) ? each["init"] : each;
    const taken = nodesOf(made["params"]).map(nameOf);
    const passed = nodesOf(made["body"])
      .filter((node) => node.type === "CallExpression" && names.has(nameOf(node["callee"])))
      .flatMap((node) => nodesOf(node["arguments"]).map(nameOf));
    if (passed.some((name) => name !== "" && name !== "status" && taken.includes(name)))
      names.add(nameOf(each["id"]));
  }
  return names;
}

/** Every text of a schema or a refusal in the contract, which the forms show as well; descriptions are for the API's reader. */
function sentencesOfContract(): string[] {
  const programs = files.filter((file) =>
    /^contract\/(?!access\/|access-matrix|labels|.*\.de\.ts)/.test(file),
  );
  const forReaders = new Set(["summary", "description", "example", "examples", "title", "path"]);
  const texts = programs.flatMap((file) => nodesOf(parse(file), forReaders)).flatMap(sentenceOf);
  return unique(texts);
}

function parse(file: string): unknown {
  return parseSync(file, read(file)).program;
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";
}

/** A node and all below it; properties of the given names are left out with what they hold. */
function nodesOf(value: unknown, without = new Set<string>()): Node[] {
  if (Array.isArray(value)) return value.flatMap((each) => nodesOf(each, without));
  if (!isNode(value)) return [];
  if (value.type === "Property" && without.has(nameOf(value["key"]))) return [];
  return [value, ...Object.values(value).flatMap((each) => nodesOf(each, without))];
}

function nameOf(node: unknown): string {
  return isNode(node) && node.type === "Identifier" ? String(node["name"]) : "";
}

function constantOf({ type, id, init }: Node): [string, unknown][] {
  return type === "VariableDeclarator" && /^[A-Z_]{4,}$/.test(nameOf(id)) ? [[nameOf(id), init]] : [];
}

/** A text with a space that begins as a sentence does; 7 stands for what is filled in. */
function sentenceOf(node: Node): string[] {
  const text =
    node.type === "TemplateLiteral"
      ? filledIn(node["quasis"])
      : node.type === "Literal"
        ? node["value"]
        : null;
  return typeof text === "string" && /^[A-Z7]\w*,? .*\w/.test(text) ? [text] : [];
}

function filledIn(quasis: unknown): string {
  return nodesOf(quasis)
    .map(({ value }) =>
      typeof value === "object" && value !== null && "cooked" in value ? String(value.cooked) : "",
    )
    .join("7");
}

function unique(texts: string[]): string[] {
  return [...new Set(texts)];
}
