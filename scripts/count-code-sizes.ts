/*
 * The size table of ARCHITECTURE.md, counted anew (`node scripts/count-code-sizes.ts`): files and functions with their lines, and on
 * the error output the longest of both by name.
 */
import { filesIn, readSource } from "../test/support/source-code/source-tree.ts";
import { nodesIn } from "../test/support/source-code/syntax-tree.ts";

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
    .flatMap(filesIn)
    .filter((file) => ending.test(file) && isTest(file) === tests)
    .map((name) => ({ name, lines: readSource(name).split("\n").length - 1 }));
}

/** Functions of every kind, named or not, each with the lines from its head to its end. */
function functionsIn(file: string): Sized[] {
  if (!/\.(m?ts|tsx|m?js)$/.test(file)) return [];
  const text = readSource(file);
  const lineAt = lineFinder(text);
  return nodesIn(file, text)
    .filter(({ type }) => /^(Function(Declaration|Expression)|ArrowFunctionExpression)$/.test(type))
    .map((node) => {
      const [first, last] = [lineAt(Number(node["start"])), lineAt(Number(node["end"]))];
      return { name: `${file}:${first}`, lines: last - first + 1 };
    });
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
