import { readFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Engine } from "./case-events.ts";

/** One place of the engine's source, and what stands there instead. */
export type Edit = { file: string; from: string; to: string };

const ROOT = join(import.meta.dirname, "../../..");
const FOLDER = join(ROOT, "server/sla/clock");

/** The engine with one place of its source changed, beside the real one. Throws where the source no longer says that. */
export async function loadEngine(edit: Edit): Promise<Engine> {
  const urls = new Map<string, string>();
  const load = (file: string) => {
    const url = urls.get(file) ?? toUrl(file, edit, load);
    urls.set(file, url);
    return url;
  };
  const parts: object[] = await Promise.all(
    ["run-clock.ts", "stretches.ts", "in-force.ts"].map((file) => import(/* @vite-ignore */ load(file))),
  );
  return Object.assign({}, ...parts);
}

/** The program of a file as an address that can be imported; files of the engine's folder are part of it, others stay where they are. */
function toUrl(file: string, edit: Edit, load: (file: string) => string): string {
  const source = readFileSync(join(FOLDER, file), "utf8");
  if (edit.file === file && !source.includes(edit.from))
    throw new Error(`${file} no longer says: ${edit.from}`);
  const changed = edit.file === file ? source.replace(edit.from, () => edit.to) : source;
  const program = stripTypeScriptTypes(changed).replaceAll(
    /from "(\.\/|#)([^"]+)"/g,
    (_, where: string, path: string) =>
      `from "${where === "./" ? load(path) : pathToFileURL(join(ROOT, path)).href}"`,
  );
  return `data:text/javascript,${encodeURIComponent(program)}`;
}
