/*
 * The size table of ARCHITECTURE.md, counted anew (`node scripts/sizes.ts`), and the longest files with their lines.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";

const ROOT = join(import.meta.dirname, "..");
const LONGEST = 5;
const isTest = (file: string) => /\.(test|spec)\.ts$|^(test|e2e)\//.test(file);

const PARTS: { name: string; folders: string[]; ending?: RegExp; tests?: true }[] = [
  { name: "contract", folders: ["contract"] },
  { name: "server", folders: ["server"] },
  { name: "web", folders: ["web"] },
  { name: "style sheets", folders: ["web/styles"], ending: /\.css$/ },
  { name: "migrations", folders: ["server/db/migrations"], ending: /\.sql$/ },
  { name: "scripts, bench, chaos", folders: ["scripts", "bench", "chaos"] },
  {
    name: "tests and stories",
    folders: ["contract", "server", "web", "scripts", "test", "e2e"],
    tests: true,
  },
];

process.stdout.write(
  "| part | files | lines | lines of a file: median | most |\n| --- | --: | --: | --: | --: |\n",
);
for (const { name, folders, ending = /\.(m?ts|tsx|m?js)$/, tests = false } of PARTS) {
  const files = folders
    .flatMap(filesBelow)
    .filter((file) => ending.test(file) && isTest(file) === tests)
    .map((file) => ({ file, lines: readFileSync(join(ROOT, file), "utf8").split("\n").length - 1 }))
    .toSorted((a, b) => b.lines - a.lines);
  const total = files.reduce((sum, { lines }) => sum + lines, 0);
  const median = files[Math.floor(files.length / 2)]?.lines ?? 0;
  process.stdout.write(`| ${name} | ${files.length} | ${total} | ${median} | ${files[0]?.lines ?? 0} |\n`);
  for (const { file, lines } of files.slice(0, LONGEST)) process.stderr.write(`  ${lines}  ${file}\n`);
}

function filesBelow(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)));
}
