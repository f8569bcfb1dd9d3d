import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Figures } from "./measure.ts";

const path = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const PAGE = path("../docs/performance.md");

/** In bench/results; answers where. */
export function keep(name: string, report: object): string {
  mkdirSync(path("results"), { recursive: true });
  const file = path(`results/${name}.json`);
  writeFileSync(file, `${JSON.stringify(report, null, 2)}\n`);
  return file;
}

/** Into docs/performance.md, between the marks of that name. */
export function draw(name: string, table: string): void {
  const page = readFileSync(PAGE, "utf8");
  const [begin, end] = [`<!-- bench ${name} -->`, `<!-- end ${name} -->`];
  const at = page.indexOf(begin);
  const until = page.indexOf(end);
  if (at >= 0 && until > at)
    writeFileSync(PAGE, `${page.slice(0, at + begin.length)}\n\n${table}\n${page.slice(until)}`);
}

export const countOf = (n: number) => n.toLocaleString("en");

export function fine({ min, p50, p95 }: Figures): string {
  return [min, p50, p95].map((value) => value.toFixed(2)).join(" / ");
}

export function spread({ min, p50, p95 }: Figures): string {
  return [min, p50, p95].map((value) => value.toFixed(1)).join(" / ");
}
