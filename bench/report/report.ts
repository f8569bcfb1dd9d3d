import type { BrowserFigures } from "../browser/browser.ts";
import type { CounterRow } from "../compare/counters-against-counting.ts";
import type { FloorRow } from "../floor/against-floor.ts";
import type { Figures } from "../measure/measure.ts";
import { describeFailures, type Phase } from "../load/mixed-load.ts";
import type { RtRow } from "../compare/compare-with-request-tracker.ts";
import type { SizeRow, Sizes } from "../load/desk-sizes.ts";
import { countOf, draw, fine, keep, spread } from "./report-parts.ts";

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

/** Keeps the figures, and draws the table of this size into docs/performance/by-size.md. */
export function writeReport(report: Report): string {
  const size = report.tickets >= 900_000 ? "1000000" : String(report.tickets);
  draw(report.tickets >= 900_000 ? "1000000" : "100000", tableOf(report));
  return keep(size, report);
}

export type BrowserReport = {
  taken: string;
  tickets: number;
  load: { before: number; highest: number };
  isQuiet: boolean;
  versions: Record<string, string>;
  figures: BrowserFigures[];
};

export function writeBrowserReport(report: BrowserReport): string {
  draw("browser", browserTable(report));
  return keep("browser", report);
}

/** One column for each speed of the processor. */
export function browserTable({ figures, tickets, taken, load, isQuiet, versions }: BrowserReport): string {
  const line = (name: string, of: (each: BrowserFigures) => string) =>
    `| ${name} | ${figures.map(of).join(" | ")} |`;
  const changes = figures[0]?.changes.map(({ name }) => name) ?? [];
  return [
    `${tickets.toLocaleString("en")} tickets, ${taken.slice(0, 10)}; load ${load.before.toFixed(1)} before${isQuiet ? "" : " (NOT QUIET)"}; ${versionsIn(versions)}. Times in ms, min / p50 / p95.`,
    "",
    `| | ${figures.map(({ slowdown }) => (slowdown === 1 ? "this machine" : `${slowdown}x slower`)).join(" | ")} |`,
    `|---|${figures.map(() => "---|").join("")}`,
    line("largest paint of /tickets, nothing cached", ({ lcpCold }) => spread(lcpCold)),
    line("the same, second visit", ({ lcpAgain }) => spread(lcpAgain)),
    line(
      "keys and clicks until the next paint",
      ({ interactions: { count, p50, p98, worst } }) => `p50 ${p50}, p98 ${p98} of ${count}; worst: ${worst}`,
    ),
    ...changes.map((name) =>
      line(`${name}: title / all of it`, (each) => {
        const change = each.changes.find((one) => one.name === name);
        return change ? `${change.shown.p50.toFixed(0)} / ${change.whole.p50.toFixed(0)} (p50)` : "";
      }),
    ),
    line(
      "frames while scrolling",
      ({ scroll: { rows, frames, p50, p99, worst, over33 } }) =>
        `${countOf(rows)} rows: ${frames} frames, p50 ${p50}, p99 ${p99}, worst ${worst}; ${over33} over 33`,
    ),
    line("layout shift, all added up", ({ cls }) => String(cls)),
    "",
  ].join("\n");
}

export type FloorReport = {
  taken: string;
  tickets: number;
  rounds: number;
  load: { before: number; highest: number };
  isQuiet: boolean;
  rows: FloorRow[];
};

export function writeFloorReport(report: FloorReport): string {
  draw(report.tickets >= 900_000 ? "floor 1000000" : "floor 100000", floorTable(report));
  return keep(`floor-${report.tickets}`, report);
}

/** Ratios of p50; the processor's are of app and database together. */
export function floorTable({ rows, tickets, rounds, taken, load, isQuiet }: FloorReport): string {
  return [
    `${countOf(tickets)} tickets, ${rounds} rounds, ${taken.slice(0, 10)}; load ${load.before.toFixed(1)} before${isQuiet ? "" : " (NOT QUIET: read the ratios, not the times)"}. Times in ms, min / p50 / p95.`,
    "",
    "| operation | ours | GET /api/auth/me | floor | against `/auth/me` | against the floor | processor: ours | floor | ratio |",
    "|---|---|---|---|--:|--:|---|---|--:|",
    ...rows.map(
      ({ operation, ours, me, floor }) =>
        `| ${operation} | ${spread(ours.wall)} | ${spread(me.wall)} | ${spread(floor.wall)} | ${ratioOf(ours.wall, me.wall)} | ${ratioOf(ours.wall, floor.wall)} | ${spread(ours.processor)} | ${spread(floor.processor)} | ${ratioOf(ours.processor, floor.processor)} |`,
    ),
    "",
  ].join("\n");
}

export type RtReport = {
  taken: string;
  version: string;
  tickets: number;
  load: { before: number; highest: number };
  isQuiet: boolean;
  rows: RtRow[];
};

export function writeRtReport(report: RtReport): string {
  draw("rt", rtTable(report));
  return keep("request-tracker", report);
}

export function rtTable({ rows, tickets, version, taken, load, isQuiet }: RtReport): string {
  return [
    `Request Tracker ${version} with ${countOf(tickets)} tickets, ${taken.slice(0, 10)}; load ${load.before.toFixed(1)} before${isQuiet ? "" : " (NOT QUIET: read the ratios, not the times)"}.`,
    "",
    "| operation | ours, ms min / p50 / p95 | Request Tracker, ms min / p50 / p95 | faster, p50 | min |",
    "|---|---|---|--:|--:|",
    ...rows.map(
      ({ operation, ours, rt, faster }) =>
        `| ${operation} | ${spread(ours)} | ${spread(rt)} | ${faster.toFixed(0)}x | ${(rt.min / ours.min).toFixed(0)}x |`,
    ),
    "",
  ].join("\n");
}

export type MixedReport = {
  taken: string;
  tickets: number;
  load: { before: number; highest: number };
  isQuiet: boolean;
  phases: Phase[];
};

export function writeMixedReport(report: MixedReport): string {
  draw("mixed", mixedTable(report));
  return keep("mixed", report);
}

export function mixedTable({ phases, tickets, taken, load, isQuiet }: MixedReport): string {
  return [
    `${countOf(tickets)} tickets, ${taken.slice(0, 10)}; load ${load.before.toFixed(1)} before${isQuiet ? "" : " (NOT QUIET)"}.`,
    "",
    "| | seconds | answered a second | answered 503, a second | failed | ms p50 / p95 / p99 | app, MB before / most / after |",
    "|---|--:|--:|--:|--:|---|---|",
    ...phases.map(
      ({ name, seconds, answered, refused, failed, times, memory }) =>
        `| ${name} | ${seconds} | ${answered.toFixed(0)} | ${refused.toFixed(0)} | ${describeFailures(failed)} | ${[times.p50, times.p95, times.p99].map((each) => each.toFixed(1)).join(" / ")} | ${memory.before} / ${memory.highest} / ${memory.after} |`,
    ),
    "",
  ].join("\n");
}

export type SizesReport = Sizes & {
  taken: string;
  rounds: number;
  load: { before: number; highest: number };
  isQuiet: boolean;
};

export function writeSizesReport(report: SizesReport): string {
  draw("sizes", sizesTable(report));
  return keep("sizes", report);
}

/** p50 a size, and the largest against the one before it. */
export function sizesTable({
  tickets,
  operations,
  counters,
  rounds,
  taken,
  load,
  isQuiet,
}: SizesReport): string {
  return [
    `${rounds} rounds, ${taken.slice(0, 10)}; load ${load.before.toFixed(1)} before${isQuiet ? "" : " (NOT QUIET: read the ratios, not the times)"}. p50 in ms.`,
    "",
    `| | ${tickets.map(countOf).join(" | ")} tickets | the largest against the one before |`,
    `|---|${tickets.map(() => "--:|").join("")}--:|`,
    ...operations.map(sizeLine),
    ...counters.map((row) => sizeLine({ ...row, what: `${row.what}, asked of the database alone` })),
    "",
  ].join("\n");
}

function sizeLine({ what, figures }: SizeRow): string {
  const [last, before] = [figures.at(-1), figures.at(-2)];
  const ratio = last && before ? (last.p50 / before.p50).toFixed(2) : "";
  return `| ${what} | ${figures.map(({ p50 }) => p50.toFixed(2)).join(" | ")} | ${ratio} |`;
}

const ratioOf = (a: Figures, b: Figures) => (a.p50 / b.p50).toFixed(2);

function versionsIn(versions: Record<string, string>): string {
  return Object.entries(versions)
    .map(([name, version]) => `${name} ${version}`)
    .join(", ");
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
    `${tickets.toLocaleString("en")} tickets, ${rounds} rounds, ${taken.slice(0, 10)}; load ${load.before.toFixed(1)} before, at most ${load.highest.toFixed(1)}${isQuiet ? "" : " (NOT QUIET: read the ratios, not the times)"}; ${versionsIn(versions)}; the app held ${memory} MB.`,
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
