import { countOf, draw, keep, spread } from "../report/report-parts.ts";
import type { SweepRow } from "./search-sweep.ts";

export type SweepReport = {
  taken: string;
  tickets: number;
  rounds: number;
  load: { before: number; highest: number };
  isQuiet: boolean;
  rows: SweepRow[];
};

export function writeSweepReport(report: SweepReport): string {
  draw("searches", sweepTable(report));
  return keep(`searches-${report.tickets}`, report);
}

export function sweepTable({ rows, tickets, rounds, taken, load, isQuiet }: SweepReport): string {
  return [
    `${countOf(tickets)} tickets, ${rounds} rounds, ${taken.slice(0, 10)}; load ${load.before.toFixed(1)} before${isQuiet ? "" : " (NOT QUIET)"}. Times in ms, min / p50 / p95.`,
    "",
    "| asked by | word | found | until the answer | processor of the database |",
    "|---|---|--:|---|---|",
    ...rows.map(
      ({ who, word, wall, database, total, isCapped }) =>
        `| ${who} | ${word} | ${isCapped ? "at least " : ""}${countOf(total)} | ${spread(wall)} | ${spread(database)} |`,
    ),
    "",
  ].join("\n");
}
