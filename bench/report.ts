import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Figures } from "./measure.ts";

export type Row = { operation: string; ours: Figures; bare: Figures; ratio: number; ratioOfMin: number };
export type Report = {
  taken: string;
  tickets: number;
  rounds: number;
  /** Of one minute: before, highest meanwhile. */
  load: { before: number; highest: number };
  /** False: other work was measured with it, and ratios are all that can be read. */
  isQuiet: boolean;
  versions: Record<string, string>;
  /** Of the app process after the rounds, in MB. */
  memory: number;
  rows: Row[];
  /** Milliseconds from the statement to its rows, without HTTP. */
  counters: CounterRow[];
};
export type CounterRow = { what: string; counted: Figures; plain: Figures; faster: number };

const path = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const PAGE = path("../docs/performance.md");

/** Keeps the figures, and draws the table of this size into docs/performance.md. */
export function writeReport(report: Report): string {
  mkdirSync(path("results"), { recursive: true });
  const file = path(`results/${report.tickets >= 900_000 ? "1000000" : String(report.tickets)}.json`);
  writeFileSync(file, `${JSON.stringify(report, null, 2)}\n`);
  const size = report.tickets >= 900_000 ? "1000000" : "100000";
  const page = readFileSync(PAGE, "utf8");
  const [begin, end] = [`<!-- bench ${size} -->`, `<!-- end ${size} -->`];
  const at = page.indexOf(begin);
  const until = page.indexOf(end);
  if (at >= 0 && until > at)
    writeFileSync(PAGE, `${page.slice(0, at + begin.length)}\n\n${tableOf(report)}\n${page.slice(until)}`);
  return file;
}

export function tableOf({
  rows,
  counters,
  tickets,
  rounds,
  load,
  isQuiet,
  versions,
  memory,
  taken,
}: Report): string {
  return [
    `${tickets.toLocaleString("en")} tickets, ${rounds} rounds, ${taken.slice(0, 10)}; load ${load.before.toFixed(1)} before, at most ${load.highest.toFixed(1)}${isQuiet ? "" : " (NOT QUIET: read the ratios, not the times)"}; ${Object.entries(
      versions,
    )
      .map(([name, version]) => `${name} ${version}`)
      .join(", ")}; the app held ${memory} MB.`,
    "",
    "| operation | ours, ms min / p50 / p95 | bare, ms min / p50 / p95 | ratio of p50 | ratio of min |",
    "|---|---|---|--:|--:|",
    ...rows.map(lineOf),
    "",
    "| figures, asked of the database alone | from counters, ms min / p50 / p95 | plain aggregates, ms min / p50 / p95 | times faster |",
    "|---|---|---|--:|",
    ...counters.map(
      ({ what, counted, plain, faster }) =>
        `| ${what} | ${fine(counted)} | ${spread(plain)} | ${Math.round(faster).toLocaleString("en")} |`,
    ),
    "",
  ].join("\n");
}

function lineOf({ operation, ours, bare, ratio, ratioOfMin }: Row): string {
  return `| ${operation} | ${spread(ours)} | ${spread(bare)} | ${ratio.toFixed(2)} | ${ratioOfMin.toFixed(2)} |`;
}

function fine({ min, p50, p95 }: Figures): string {
  return [min, p50, p95].map((value) => value.toFixed(2)).join(" / ");
}

function spread({ min, p50, p95 }: Figures): string {
  return [min, p50, p95].map((value) => value.toFixed(1)).join(" / ");
}
