import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { filesIn, readSource } from "./support/source-code/source-tree.ts";
import { isNode, lastName, literalText, type Node, parseProgram } from "./support/source-code/syntax-tree.ts";

/** The rules of ARCHITECTURE.md for style sheets, held on every sheet and on every class that a component names. */
const INDEX = "web/styles/index.css";
/** Sheets that come with the pages that need them. */
const LATE = [
  "mail",
  "administration",
  "settings",
  "follow-up",
  "sending",
  "merge",
  "replies",
  "incident",
  "service-levels",
  "due",
  "reports",
  "selection",
  "second-factor",
].map((name) => `web/styles/${name}.css`);
const LAYERS = "reset, tokens, parts, features, utilities";
/** The sheets of `web/styles`, which stand beside no component. */
const OWN_LAYER: Record<string, string> = {
  "web/styles/base.css": "reset",
  "web/styles/tokens.css": "tokens",
  "web/styles/utilities.css": "utilities",
  "web/styles/on-paper.css": "utilities",
};
/** Declares fonts only, which no layer orders. */
const FONTS = "web/styles/fonts.css";
const SHORTEST_CLASS = 4;
/** Words that a story types to be refused, which are no classes. */
const HOSTILE = "e2e/comments/conversation.spec.ts: x";

const files = filesIn("web");
const sheets = files.filter((file) => file.endsWith(".css"));
const components = files.filter((file) => /\.tsx?$/.test(file) && !/\.test\.|messages/.test(file));
const sources = [...components, ...["e2e", "test", "chaos", "bench", "scripts"].flatMap(filesIn)].filter(
  (file) => /\.(tsx?|m?js)$/.test(file),
);
const styled = new Map(sheets.map((sheet) => [sheet, classesOfSheet(readSource(sheet))]));
const known = new Set([...styled.values()].flat());

describe("style sheets", () => {
  const index = readSource(INDEX);
  const imported = [index, ...LATE.map(readSource)].flatMap((list) =>
    [...list.matchAll(/@import "([^"]+)"(?: layer\((\w+)\))?;/g)].map(
      ([, path = "", layer = "without"]) => `${join(dirname(INDEX), path)} ${layer}`,
    ),
  );

  it("declare the order of the layers first of all", () => {
    expect(withoutComments(index).trim()).toMatch(new RegExp(`^@layer ${LAYERS};`));
  });

  it("are each imported once, into the layer of what they style", () => {
    const wanted = sheets
      .filter((sheet) => sheet !== INDEX && !LATE.includes(sheet))
      .map((sheet) => `${sheet} ${sheet === FONTS ? "without" : layerOf(sheet)}`);
    expect(imported.toSorted(inOrder)).toEqual(wanted.toSorted(inOrder));
  });

  it("stand beside a component", () => {
    const folders = new Set(files.filter((file) => file.endsWith(".tsx")).map(dirname));
    expect(sheets.filter((sheet) => !folders.has(dirname(sheet)) && dirname(sheet) !== "web/styles")).toEqual(
      [],
    );
  });

  it("outweigh nothing by !important", () => {
    expect(sheets.filter((sheet) => /!\s*important/.test(withoutComments(readSource(sheet))))).toEqual([]);
  });

  it("hold what a width changes inside the part, not in a sheet of its own", () => {
    expect(sheets.filter((sheet) => /responsive|mobile|phone|desktop|media/.test(sheet))).toEqual([]);
  });
});

describe("classes", () => {
  const named = new Map(components.map((file) => [file, classesOfComponent(file)]));
  const literals = new Set(components.flatMap(wordsOfLiterals));
  const beginnings = [...named.values()].flat().filter((name) => name.endsWith("-"));

  it("are found in sheets and components", () => {
    expect(known.size).toBeGreaterThan(300);
    expect(known).toContain("card-head");
    expect(named.get("web/ui/badge.tsx")).toContain("badge-dot");
    expect(beginnings).toContain("status-");
  });

  it("are whole words of at least four letters", () => {
    expect([...known].filter((name) => name.length < SHORTEST_CLASS)).toEqual([]);
  });

  it("have a style where a component names them", () => {
    const unknown = [...named].flatMap(([file, names]) =>
      names.filter((name) => !isKnown(name)).map((name) => `${file}: ${name}`),
    );
    expect(unknown).toEqual([]);
  });

  it("have a component that names them where they have a style", () => {
    const unused = [...styled].flatMap(([sheet, names]) =>
      names
        .filter((name) => !literals.has(name) && !beginnings.some((beginning) => name.startsWith(beginning)))
        .map((name) => `${sheet}: ${name}`),
    );
    expect(unused).toEqual([]);
  });

  it("have a style where a test or a script finds an element by them", () => {
    const stale = sources.flatMap((file) =>
      selectorsOf(file)
        .filter((name) => !known.has(name))
        .map((name) => `${file}: ${name}`),
    );
    expect(stale).toEqual([HOSTILE]);
  });
});

function isKnown(name: string): boolean {
  return name.endsWith("-") ? [...known].some((each) => each.startsWith(name)) : known.has(name);
}

function inOrder(one: string, other: string): number {
  return one.localeCompare(other);
}

function layerOf(sheet: string): string {
  return OWN_LAYER[sheet] ?? (sheet.startsWith("web/ui/") ? "parts" : "features");
}

/** In what stands before a brace; a number such as 0.5rem stands only behind one. */
function classesOfSheet(text: string): string[] {
  const heads = withoutComments(text)
    .replaceAll(/"[^"]*"|url\([^)]*\)/g, "")
    .matchAll(/([^{};]+)\{/g);
  const names = [...heads].flatMap(([, head = ""]) =>
    head.trim().startsWith("@") ? [] : [...head.matchAll(/\.([a-z][\w-]*)/gi)].map(([, name = ""]) => name),
  );
  return [...new Set(names)];
}

function withoutComments(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\//g, "");
}

/**
 * Names in `className` and in `cx(...)`. Of a template the part before its value, such as "status-", and not the part
 * behind it, which belongs to an id.
 */
function classesOfComponent(file: string): string[] {
  const found: string[] = [];
  visit(parseProgram(file, readSource(file)), (node, isClass) => {
    if (isClass) found.push(...literalText(node).flatMap(words));
    if (isAttribute(node, "className") || isCall(node, "cx")) return true;
    // A condition is no class, and a call with a class gives none back.
    if (node.type === "BinaryExpression" || node.type === "CallExpression" || node.type === "JSXElement")
      return false;
    return isClass;
  });
  return [...new Set(found)].filter((name) => !name.startsWith("-"));
}

/** Every word of every literal: classes also come from values, such as the tone of a badge. */
function wordsOfLiterals(file: string): string[] {
  const found: string[] = [];
  visit(parseProgram(file, readSource(file)), (node) => {
    if (node.type === "ImportDeclaration") return null;
    const texts = literalText(node);
    found.push(...texts.flatMap(words), ...texts.flatMap(classesInMarkup));
    return false;
  });
  return found;
}

function classesInMarkup(text: string): string[] {
  return [...text.matchAll(/class="([^"]*)"/g)].flatMap(([, names = ""]) => words(names));
}

const FINDERS = /^(locator|frameLocator|querySelector|querySelectorAll|closest|matches|shown)$/;

/** Classes in the selectors of stories. */
function selectorsOf(file: string): string[] {
  const found: string[] = [];
  visit(parseProgram(file, readSource(file)), (node, isFinder) => {
    if (isFinder)
      for (const text of literalText(node))
        found.push(
          ...[...text.replaceAll(/\[[^\]]*\]/g, "").matchAll(/\.([a-z][\w-]*)/gi)].map(
            ([, name = ""]) => name,
          ),
        );
    if (node.type === "CallExpression") return FINDERS.test(lastName(node["callee"]));
    return isFinder;
  });
  return found;
}

/** Visits a tree; `enter` gives the state for the nodes inside, or null to leave them out. */
function visit(node: unknown, enter: (node: Node, state: boolean) => boolean | null, state = false): void {
  if (Array.isArray(node)) {
    for (const each of node) visit(each, enter, state);
    return;
  }
  if (!isNode(node)) return;
  const next = enter(node, state);
  if (next === null) return;
  for (const value of Object.values(node)) visit(value, enter, next);
}

function words(text: string): string[] {
  return text.split(/\s+/).filter(Boolean);
}

function isAttribute(node: Node, name: string): boolean {
  return node.type === "JSXAttribute" && isNode(node["name"]) && node["name"]["name"] === name;
}

function isCall(node: Node, name: string): boolean {
  return node.type === "CallExpression" && lastName(node["callee"]) === name;
}
