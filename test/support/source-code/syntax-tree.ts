import { parseSync } from "vite";

/** A node of a program as the ESTree names it. */
export type Node = { type: string; [member: string]: unknown };

/** The root of a program's syntax tree; `file` tells the parser the language of `source`. */
export function parseProgram(file: string, source: string): unknown {
  return parseSync(file, source).program;
}

/** Every node of a program, the outer before the inner; properties named in `without` are left out with their values. */
export function nodesIn(file: string, source: string, without: ReadonlySet<string> = new Set()): Node[] {
  return nodesBelow(parseProgram(file, source), without);
}

function nodesBelow(value: unknown, without: ReadonlySet<string>): Node[] {
  if (Array.isArray(value)) return value.flatMap((each) => nodesBelow(each, without));
  if (!isNode(value)) return [];
  if (value.type === "Property" && without.has(lastName(value["key"]))) return [];
  return [value, ...Object.values(value).flatMap((each) => nodesBelow(each, without))];
}

export function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";
}

/** The text of a literal, or of a piece of a template between its values; nothing for other nodes. */
export function literalText(node: Node): string[] {
  const { value } = node;
  if (node.type === "Literal") return typeof value === "string" ? [value] : [];
  if (node.type !== "TemplateElement" || typeof value !== "object" || value === null) return [];
  return "cooked" in value ? [String(value.cooked)] : [];
}

/** The last name of `name`, `a.name` and `a?.b.name`; nothing for other nodes. */
export function lastName(node: unknown): string {
  if (!isNode(node)) return "";
  if (node.type === "Identifier") return String(node["name"]);
  if (node.type === "ChainExpression") return lastName(node["expression"]);
  return node.type === "MemberExpression" ? lastName(node["property"]) : "";
}
