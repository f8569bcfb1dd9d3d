/*
 * `npm run import -- tickets FILE.csv --map subject=title --map issue=body ...`: streams a CSV file into tickets,
 * beside a running Waypost or alone. Ends with 0 when the file was read to its end, whatever it held; with 1 when it
 * could not be; with 130 when it was stopped, which leaves whole batches in.
 */
import { parseArgs } from "node:util";
import { parseField, FIELDS } from "#server/import/column-mapping.ts";
import type { ImportReport } from "#server/import/import-report.ts";
import { importTickets } from "#server/import/import-tickets.ts";
import type { DayOrder } from "#server/import/read-time.ts";
import { listColumns } from "#server/import/shorten.ts";
import { PRIORITY_NUMBERS, makeValueKey } from "#server/import/value-map.ts";
import { readTicketPrefix } from "#server/settings/ticket-prefix.ts";
import { runTool, usage } from "./command-line/run-command.ts";
import { escapeControls } from "./command-line/terminal-text.ts";

const USAGE = `write npm run import -- tickets FILE.csv --map issue=COLUMN [--map subject=COLUMN ...] [--company NAME] [--key COLUMN] [--value priority:3=urgent ...] [--dates day-first|month-first] [--dry-run]; a column can become ${FIELDS.join(", ")}.`;

/** Kinds of reasons that the terminal shows, those of most rows first. */
const SHOWN_REASONS = 5;

await runTool(() => {
  const order = readOrder(process.argv.slice(2));
  return async ({ db, pool }) => {
    const stop = new AbortController();
    for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.once(signal, () => stop.abort());
    const began = performance.now();
    const bar = makeBar();
    const report = await importTickets(pool, await readTicketPrefix(db), {
      ...order,
      now: new Date(),
      signal: stop.signal,
      onProgress: bar.draw,
    }).finally(bar.clear);
    const words = wordsFor(report, order, (performance.now() - began) / 1000);
    // The words quote the file, whose control characters the terminal would obey.
    process.stdout.write(`${words.map(escapeControls).join("\n")}\n`);
  };
});

function readOrder(args: string[]) {
  const { values, positionals } = parse(args);
  const [what, file, ...rest] = positionals;
  if (what !== "tickets" || file === undefined || rest.length > 0) throw usage(USAGE);
  const map = new Map((values.map ?? []).map((each) => pair(each, "--map", "issue=COLUMN")));
  for (const field of map.keys()) parseField(field);
  return {
    file,
    map,
    values: new Map((values.value ?? []).map(valuePair)),
    key: values.key ?? null,
    dates: dayOrder(values.dates),
    company: values.company ?? null,
    dryRun: values["dry-run"] ?? false,
  };
}

function parse(args: string[]) {
  const many = { type: "string", multiple: true } as const;
  const one = { type: "string" } as const;
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: { map: many, value: many, company: one, key: one, dates: one, "dry-run": { type: "boolean" } },
    });
  } catch (error) {
    const reason = error instanceof Error ? error.message.split(". ")[0] : String(error);
    throw usage(`${reason}: ${USAGE}`);
  }
}

/** The first equals sign parts: columns may have others in their names. */
function pair(text: string, option: string, example: string): [string, string] {
  const [, left = "", right = ""] = /^([^=]+)=(.+)$/s.exec(text) ?? [];
  if (right === "") throw usage(`${option} ${text} says too little: write ${option} ${example}.`);
  return [left.trim(), right];
}

function dayOrder(text: string | undefined): DayOrder | null {
  if (text === undefined || text === "day-first" || text === "month-first") return text ?? null;
  throw usage(`--dates ${text} says nothing: write --dates day-first or --dates month-first.`);
}

function valuePair(text: string): [string, string] {
  const [left, meaning] = pair(text, "--value", "priority:3=urgent");
  const [, field = "", value = ""] = /^(status|priority):(.+)$/s.exec(left) ?? [];
  if (value === "")
    throw usage(
      `--value ${text} says too little: write --value priority:3=urgent or --value status:parked=on_hold.`,
    );
  return [makeValueKey(field, value), meaning];
}

/** A bar on a terminal; nothing elsewhere. */
function makeBar() {
  const output = process.stderr;
  const clear = () => {
    if (output.isTTY) output.write("\r\u001b[2K");
  };
  const draw = (share: number, { imported, skipped, rejected }: ImportReport) => {
    if (!output.isTTY) return;
    const full = Math.round(Math.min(share, 1) * 30);
    const done = (imported + skipped + rejected).toLocaleString("en");
    output.write(
      `\r\u001b[2K  ${"█".repeat(full)}${"░".repeat(30 - full)} ${Math.floor(Math.min(share, 1) * 100)} % · ${done} rows`,
    );
  };
  return { draw, clear };
}

function wordsFor(report: ImportReport, { dryRun }: { dryRun: boolean }, seconds: number): string[] {
  const rows = report.imported + report.skipped + report.rejected;
  const rate = Math.round(rows / seconds).toLocaleString("en");
  return [
    `  ${number(rows, "row")} in ${seconds.toFixed(1)} s (${rate} a second)`,
    ...readingWords(report),
    ...settledWords(report),
    ...rejectedWords(report),
    ...(report.stopped ? ["  Stopped: whole batches are in, and the same command brings in the rest"] : []),
    ...(dryRun ? ["  Dry run: nothing was written, this is what would happen"] : []),
    `imported ${report.imported}, skipped ${report.skipped}, rejected ${report.rejected}`,
  ];
}

function readingWords({ encoding, delimiter, unused, empty }: ImportReport): string[] {
  const said: string[] = [];
  if (empty > 0)
    said.push(`  ${number(empty, "row")} without any value ${empty === 1 ? "was" : "were"} passed over`);
  if (encoding.name !== "utf-8") said.push(`  The file is not UTF-8, it was read as ${encoding.name}`);
  if (encoding.damaged) said.push("  Some bytes are no text: the rows that hold them are rejected");
  if (delimiter !== ",") said.push(`  Its values are parted by ${delimiter === ";" ? "semicolons" : "tabs"}`);
  if (unused.length > 0) said.push(`  Not mapped to anything: ${listColumns(unused)}`);
  return said;
}

function settledWords({ subjectsFromIssue, prioritiesFromNumbers }: ImportReport): string[] {
  const said: string[] = [];
  if (subjectsFromIssue > 0)
    said.push(`  ${number(subjectsFromIssue, "row")} had no subject and got the first line of the issue`);
  if (prioritiesFromNumbers > 0) {
    const meanings = PRIORITY_NUMBERS.map((priority, index) => `${index} = ${priority}`).join(", ");
    said.push(`  Priorities were numbers: ${meanings}, unless --value priority:0=... said otherwise`);
  }
  return said;
}

function rejectedWords({ rejected, reasons, rejectsFile }: ImportReport): string[] {
  if (rejected === 0) return [];
  const shown = reasons.toSorted((a, b) => b.count - a.count).slice(0, SHOWN_REASONS);
  const told = shown.reduce((sum, { count }) => sum + count, 0);
  const more = rejected > told ? [`  ... and ${number(rejected - told, "row")} more`] : [];
  const where = rejectsFile === null ? [] : [`  Rejected rows with reasons: ${rejectsFile}`];
  return [...shown.map(tellReason), ...more, ...where];
}

function tellReason({ line, reason, count }: ImportReport["reasons"][number]): string {
  return count === 1
    ? `  Line ${line}: ${reason}`
    : `  ${number(count, "row")}, first line ${line}: ${reason}`;
}

function number(count: number, noun: string): string {
  return `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;
}
