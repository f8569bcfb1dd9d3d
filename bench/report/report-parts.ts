import { globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Figures } from "../measure/measure.ts";

const path = (name: string) => fileURLToPath(new URL(`../${name}`, import.meta.url));

/** The tables that a bench draws: each stands between its two marks on one page, docs/performance.md or one below it. */
export const TABLES = [
  "100000",
  "1000000",
  "browser",
  "floor 100000",
  "floor 1000000",
  "mixed",
  "rt",
  "searches",
  "sizes",
] as const;
export type Table = (typeof TABLES)[number];

/** In bench/results; answers where. */
export function keep(name: string, report: object): string {
  mkdirSync(path("results"), { recursive: true });
  const file = path(`results/${name}.json`);
  writeFileSync(file, `${JSON.stringify(report, null, 2)}\n`);
  return file;
}

/** Onto the page that has the marks of that name, whichever it is. */
export function draw(name: Table, table: string): void {
  for (const page of pagesWith(name))
    writeFileSync(page, putBetween(readFileSync(page, "utf8"), name, table));
}

export function pagesWith(name: Table): string[] {
  return listPages().filter((page) => placeOf(readFileSync(page, "utf8"), name));
}

export function putBetween(page: string, name: Table, table: string): string {
  const place = placeOf(page, name);
  return place ? `${page.slice(0, place.begin)}\n\n${table}\n${page.slice(place.end)}` : page;
}

const listPages = () =>
  globSync("docs/performance{.md,/*.md}", { cwd: path("..") }).map((page) => path(`../${page}`));

function placeOf(page: string, name: Table): { begin: number; end: number } | undefined {
  const mark = `<!-- bench ${name} -->`;
  const at = page.indexOf(mark);
  const end = page.indexOf(`<!-- end ${name} -->`);
  return at >= 0 && end > at ? { begin: at + mark.length, end } : undefined;
}

export const countOf = (n: number) => n.toLocaleString("en");

export function fine({ min, p50, p95 }: Figures): string {
  return [min, p50, p95].map((value) => value.toFixed(2)).join(" / ");
}

export function spread({ min, p50, p95 }: Figures): string {
  return [min, p50, p95].map((value) => value.toFixed(1)).join(" / ");
}
