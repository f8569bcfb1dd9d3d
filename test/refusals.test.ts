import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { parseSync } from "vite";
import { describe, expect, it } from "vitest";
import { REFUSALS_BY_STATUS } from "#contract/refusals/by-status.ts";
import { REFUSALS } from "#contract/refusals/catalogue.ts";
import { listRefusals } from "#server/reference/refusals.ts";

/** The catalogue of refusals holds every sentence that says no, and nothing else says one. */
const ROOT = fileURLToPath(new URL("..", import.meta.url));
const server = filesBelow("server");
const contract = filesBelow("contract").filter((file) => !file.startsWith("contract/refusals/"));
const ids = new Set(Object.keys(REFUSALS));

describe("the server", () => {
  const calls = server.flatMap((file) => nodesOf(parse(file)).flatMap((node) => refusalOf(file, node)));

  it("is read whole", () => {
    expect(calls.length).toBeGreaterThan(150);
    expect(calls.map(({ literals }) => literals)).toContainEqual(["ticket.assign_staff_only"]);
  });

  it("refuses by an id of the catalogue, never in prose", () => {
    const prose = calls.filter(
      ({ literals, isBuilt }) => isBuilt || literals.some((literal) => !ids.has(literal)),
    );
    expect(prose.map(({ file, text }) => `${file}: ${text}`)).toEqual([]);
  });
});

describe("the contract", () => {
  it("says in its schemas what stands in the catalogue, never prose of its own", () => {
    const prose = contract
      .filter((file) => !/^contract\/(access[/-]|operation|labels)|\.de\.ts$/.test(file))
      .flatMap((file) => nodesOf(parse(file), FOR_READERS).flatMap(textOf))
      .filter((text) => /\w \w/.test(text));
    expect(prose).toEqual([]);
  });
});

describe("the catalogue", () => {
  const literals = new Set([...server, ...contract].flatMap((file) => nodesOf(parse(file)).flatMap(textOf)));

  it("holds nothing that nobody says", () => {
    expect([...ids].filter((id) => !literals.has(id))).toEqual([]);
  });

  it("names every refusal as feature.what, and gives it a status", () => {
    expect(listRefusals().filter(({ statuses }) => statuses.length === 0)).toEqual([]);
    expect([...ids].filter((id) => !/^[a-z]+\.[a-z]+(_[a-z]+)*$/.test(id))).toEqual([]);
  });

  it("has one id for each sentence of a schema, by which the server finds it again", () => {
    const said = new Set<string>(REFUSALS_BY_STATUS[422]);
    const sentences = listRefusals().flatMap(({ id, sentence }) => (said.has(id) ? [sentence] : []));
    expect(sentences.filter((sentence, index) => sentences.indexOf(sentence) !== index)).toEqual([]);
  });
});

type Node = { type: string; [member: string]: unknown };
type Call = { file: string; text: string; literals: string[]; isBuilt: boolean };

/** Which argument of these functions is the id. */
const ID_AT: Record<string, number> = { refuse: 1, refuseField: 2, fieldError: 1, refuseIfTaken: 2 };
/** What is written for a reader of the reference. */
const FOR_READERS = new Set(["summary", "description", "example", "examples", "title", "path"]);

function refusalOf(file: string, node: Node): Call[] {
  const at = node.type === "CallExpression" ? ID_AT[nameOf(node["callee"])] : undefined;
  if (at === undefined || !Array.isArray(node["arguments"])) return [];
  const id = valuesOf(node["arguments"][at]);
  const isBuilt = id.some(({ type }) => type === "TemplateLiteral" || type === "BinaryExpression");
  const text = read(file).slice(Number(node["start"]), Number(node["end"]));
  return [{ file, text, literals: id.flatMap(textOf), isBuilt }];
}

/** What an expression can come to: both ways of a choice, without what it is chosen by. */
function valuesOf(node: unknown): Node[] {
  if (!isNode(node)) return [];
  if (node.type === "ConditionalExpression")
    return [...valuesOf(node["consequent"]), ...valuesOf(node["alternate"])];
  if (node.type === "LogicalExpression") return [...valuesOf(node["left"]), ...valuesOf(node["right"])];
  return isNode(node["expression"]) ? valuesOf(node["expression"]) : [node];
}

function filesBelow(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter(({ name }) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)));
}

function read(file: string): string {
  return readFileSync(join(ROOT, file), "utf8");
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

/** A literal text, or what stands between the braces of a template. */
function textOf(node: Node): string[] {
  const { value } = node;
  if (node.type === "Literal") return typeof value === "string" ? [value] : [];
  if (node.type !== "TemplateElement" || typeof value !== "object" || value === null) return [];
  return "cooked" in value ? [String(value.cooked)] : [];
}
