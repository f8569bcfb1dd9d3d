import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = fileURLToPath(new URL("../../..", import.meta.url));

/** One import as the source says it: both ends as paths from the root, a package by its name. */
export type Import = { from: string; to: string };

/** A file of the repository as text. */
export function readSource(file: string): string {
  return readFileSync(join(ROOT, file), "utf8");
}

/** All files below a folder of the repository, as paths from the root. */
export function filesIn(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)));
}

/** Programs below a folder of the repository, as paths from the root; tests only where they are asked for. */
export function programsIn(folder: string, { withTests = false } = {}): string[] {
  return filesIn(folder)
    .filter((file) => /\.(tsx?|mjs)$/.test(file))
    .filter((file) => withTests || !/\.(test|spec)\.tsx?$/.test(file));
}

/** Every import of a file: static, dynamic, for its types alone, or for its effect. */
export function importsOf(file: string): Import[] {
  const found = readSource(file).matchAll(
    /(?:^|\n)\s*(?:import|export)\b[^"';]*?from\s*"([^"]+)"|import\(\s*"([^"]+)"\s*\)|(?:^|\n)import\s*"([^"]+)"/g,
  );
  return [...found].map(([, fromClause, dynamic, bare]) => ({
    from: file,
    to: resolveImport(file, fromClause ?? dynamic ?? bare ?? ""),
  }));
}

/** The packages' own `imports` lead from `#server/...` to the folder; all others are relative, or packages. */
function resolveImport(file: string, specifier: string): string {
  if (specifier.startsWith("#")) return specifier.slice(1);
  if (!specifier.startsWith(".")) return specifier;
  return relative(ROOT, resolve(ROOT, dirname(file), specifier));
}

/** A chain of places that leads back to its beginning, or null. `placeOf` null leaves an end out. */
export function findCircle(
  imports: readonly Import[],
  placeOf: (path: string) => string | null,
): string[] | null {
  const edges = edgesBetween(imports, placeOf);
  const done = new Set<string>();
  const visit = (place: string, path: string[]): string[] | null => {
    if (path.includes(place)) return [...path.slice(path.indexOf(place)), place];
    if (done.has(place)) return null;
    for (const next of edges.get(place) ?? []) {
      const found = visit(next, [...path, place]);
      if (found) return found;
    }
    done.add(place);
    return null;
  };
  for (const place of edges.keys()) {
    const found = visit(place, []);
    if (found) return found;
  }
  return null;
}

function edgesBetween(imports: readonly Import[], placeOf: (path: string) => string | null) {
  const edges = new Map<string, Set<string>>();
  for (const { from, to } of imports) {
    const [start, end] = [placeOf(from), placeOf(to)];
    if (start === null || end === null || start === end) continue;
    edges.set(start, (edges.get(start) ?? new Set()).add(end));
  }
  return edges;
}
