import { parseSync } from "vite";

/** A node of a program as the ESTree names it. */
export type Node = { type: string; [member: string]: unknown };

/** Every node of a program, the outer before the inner. */
export function nodesIn(file: string, source: string): Node[] {
  return nodesBelow(parseSync(file, source).program);
}

function nodesBelow(value: unknown): Node[] {
  if (Array.isArray(value)) return value.flatMap(nodesBelow);
  if (!isNode(value)) return [];
  return [value, ...Object.values(value).flatMap(nodesBelow)];
}

export function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";
}

/** The last name of `name`, `a.name` and `a?.b.name`; nothing for other nodes. */
export function lastName(node: unknown): string {
  if (!isNode(node)) return "";
  if (node.type === "Identifier") return String(node["name"]);
  if (node.type === "ChainExpression") return lastName(node["expression"]);
  return node.type === "MemberExpression" ? lastName(node["property"]) : "";
}
