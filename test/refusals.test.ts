import { describe, expect, it } from "vitest";
import { REFUSALS_BY_STATUS } from "#contract/refusals/by-status.ts";
import { REFUSALS } from "#contract/refusals/catalogue.ts";
import { listRefusals } from "#server/reference/refusals.ts";
import { programsIn, readSource } from "./support/source-code/source-tree.ts";
import { isNode, lastName, literalText, type Node, nodesIn } from "./support/source-code/syntax-tree.ts";

/** The catalogue of refusals holds every sentence that says no, and nothing else says one. */
const server = programsIn("server");
const contract = programsIn("contract").filter((file) => !file.startsWith("contract/refusals/"));
const ids = new Set(Object.keys(REFUSALS));

describe("the server", () => {
  const calls = server.flatMap((file) =>
    nodesIn(file, readSource(file)).flatMap((node) => refusalOf(file, node)),
  );

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
      .filter(
        (file) =>
          !/^contract\/(access[/-]|operation|labels|replies\/placeholder-labels|sla\/messages|macros\/stale-words|incidents\/left-out-words)|\.de\.ts$/.test(
            file,
          ),
      )
      .flatMap((file) => nodesIn(file, readSource(file), FOR_READERS).flatMap(literalText))
      .filter((text) => /\w \w/.test(text));
    expect(prose).toEqual([]);
  });
});

describe("the catalogue", () => {
  const literals = new Set(
    [...server, ...contract].flatMap((file) => nodesIn(file, readSource(file)).flatMap(literalText)),
  );

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

type Call = { file: string; text: string; literals: string[]; isBuilt: boolean };

/** The index of the argument of these functions that is the id. */
const ID_AT: Record<string, number> = { refuse: 1, refuseField: 2, fieldError: 1, refuseIfTaken: 2 };
/** Properties that are written for a reader of the reference. */
const FOR_READERS = new Set(["summary", "description", "example", "examples", "title", "path"]);

function refusalOf(file: string, node: Node): Call[] {
  const at = node.type === "CallExpression" ? ID_AT[lastName(node["callee"])] : undefined;
  if (at === undefined || !Array.isArray(node["arguments"])) return [];
  const id = valuesOf(node["arguments"][at]);
  const isBuilt = id.some(({ type }) => type === "TemplateLiteral" || type === "BinaryExpression");
  const text = readSource(file).slice(Number(node["start"]), Number(node["end"]));
  return [{ file, text, literals: id.flatMap(literalText), isBuilt }];
}

/** The values that an expression can have: both ways of a choice, without its condition. */
function valuesOf(node: unknown): Node[] {
  if (!isNode(node)) return [];
  if (node.type === "ConditionalExpression")
    return [...valuesOf(node["consequent"]), ...valuesOf(node["alternate"])];
  if (node.type === "LogicalExpression") return [...valuesOf(node["left"]), ...valuesOf(node["right"])];
  return isNode(node["expression"]) ? valuesOf(node["expression"]) : [node];
}
