/*
 * The size table of ARCHITECTURE.md, counted anew (`node scripts/sizes.ts`): files and functions with their lines, and on
 * the error output the longest of both by name.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { parseSync } from "vite";

const ROOT = join(import.meta.dirname, "..");
const LONGEST = 5;
const isTest = (file: string) => /\.(test|spec)\.ts$|^(test|e2e)\//.test(file);

type Part = { name: string; folders: string[]; ending?: RegExp; tests?: boolean };

const PARTS: Part[] = [
  { name: "contract", folders: ["contract"] },
  { name: "server", folders: ["server"] },
  { name: "web", folders: ["web"] },
  { name: "style sheets", folders: ["web"], ending: /\.css$/ },
  { name: "migrations", folders: ["server/db/migrations"], ending: /\.sql$/ },
  { name: "scripts, bench, chaos", folders: ["scripts", "bench", "chaos"] },
  {
    name: "tests and stories",
    folders: ["contract", "server", "web", "scripts", "test", "e2e"],
    tests: true,
  },
];

type Sized = { name: string; lines: number };

process.stdout.write(
  "| part | files | lines | file: median | p90 | most | functions | function: median | p90 | most |\n" +
    "| --- | --: | --: | --: | --: | --: | --: | --: | --: | --: |\n",
);
for (const part of PARTS) {
  const files = filesOf(part);
  const functions = files.flatMap(({ name }) => functionsIn(name));
  const total = files.reduce((sum, { lines }) => sum + lines, 0);
  const counts = [files.length, total, ...spread(files), ...functionCells(functions)];
  process.stdout.write(`| ${part.name} | ${counts.join(" | ")} |\n`);
  for (const { name, lines } of longest([...files])) process.stderr.write(`  ${lines}  ${name}\n`);
  for (const { name, lines } of longest(functions)) process.stderr.write(`    ${lines}  ${name}\n`);
}

function filesOf({ folders, ending = /\.(m?ts|tsx|m?js)$/, tests = false }: Part): Sized[] {
  return folders
    .flatMap(filesBelow)
    .filter((file) => ending.test(file) && isTest(file) === tests)
    .map((name) => ({ name, lines: readFileSync(join(ROOT, name), "utf8").split("\n").length - 1 }));
}

function filesBelow(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)));
}

/** Functions of every kind, named or not, each with the lines from its head to its end. */
function functionsIn(file: string): Sized[] {
  if (!/\.(m?ts|tsx|m?js)$/.test(file)) return [];
  const text = readFileSync(join(ROOT, file), "utf8");
  const lineAt = lineFinder(text);
  return nodesOf(parseSync(file, text).program)
    .filter(({ type }) => /^(Function(Declaration|Expression)|ArrowFunctionExpression)$/.test(type))
    .map(({ start, end }) => ({
      name: `${file}:${lineAt(start)}`,
      lines: lineAt(end) - lineAt(start) + 1,
    }));
}

type Node = { type: string; start: number; end: number };

function nodesOf(value: unknown): Node[] {
  if (Array.isArray(value)) return value.flatMap(nodesOf);
  if (typeof value !== "object" || value === null) return [];
  const below = Object.values(value).flatMap(nodesOf);
  return isNode(value) ? [value, ...below] : below;
}

function isNode(value: object): value is Node {
  return "type" in value && typeof value.type === "string" && "start" in value && "end" in value;
}

function lineFinder(text: string): (offset: number) => number {
  const ends = [...text.matchAll(/\n/g)].map(({ index }) => index);
  return (offset) => {
    const after = ends.findIndex((end) => end >= offset);
    return (after === -1 ? ends.length : after) + 1;
  };
}

function functionCells(functions: Sized[]): (number | string)[] {
  return functions.length === 0 ? ["", "", "", ""] : [functions.length, ...spread(functions)];
}

/** Median, nine of ten, most. */
function spread(sized: Sized[]): number[] {
  const lines = sized.map((each) => each.lines).toSorted((a, b) => a - b);
  const at = (share: number) => lines[Math.floor((lines.length - 1) * share)] ?? 0;
  return [at(0.5), at(0.9), at(1)];
}

function longest(sized: Sized[]): Sized[] {
  return sized.toSorted((a, b) => b.lines - a.lines).slice(0, LONGEST);
}
