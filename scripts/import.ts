/*
 * `npm run import -- tickets FILE.csv --map subject=title --map issue=body ...`: streams a CSV file into tickets,
 * beside a running Waypost or alone. Ends with 0 when the file was read to its end, whatever it held; with 1 when it
 * could not be; with 130 when it was stopped, which leaves whole batches in. `list` shows the newest imports,
 * `undo ID` takes one back. `replies FILE.csv` reads saved replies.
 */
import { parseArgs } from "node:util";
import type { Pool } from "pg";
import { IMPORT_FIELDS, IMPORT_VALUE_FIELDS } from "#contract/import/import-fields.ts";
import { type ImportReason, sayReason } from "#contract/refusals/import-reasons.ts";
import type { OpenDatabase } from "#server/db/open-database.ts";
import { parseField } from "#server/import/rows/column-mapping.ts";
import type { ImportReport } from "#server/import/import-report.ts";
import { listImports } from "#server/import/import-record.ts";
import { importTickets } from "#server/import/import-tickets.ts";
import type { Make } from "#server/import/make-missing.ts";
import type { DayOrder } from "#server/import/rows/read-time.ts";
import { listColumns } from "#server/import/rows/shorten.ts";
import { PRIORITY_NUMBERS, makeValueKey } from "#server/import/rows/value-map.ts";
import { undoImport } from "#server/import/undo-import.ts";
import { IMPORT_PRINCIPAL } from "#server/lib/request-context.ts";
import { readTicketPrefix } from "#server/settings/ticket-prefix.ts";
import { importRepliesFrom } from "./command-line/import-replies.ts";
import { runTool, usage, wrongOptions } from "./command-line/run-command.ts";
import { escapeControls } from "./command-line/terminal-text.ts";

const USAGE = `write npm run import -- tickets FILE.csv --map issue=COLUMN [--map subject=COLUMN ...] [--company NAME] [--key COLUMN] [--value priority:3=urgent ...] [--dates day-first|month-first] [--make companies|people ...] [--sheet NAME] [--header-line N] [--dry-run], npm run import -- replies FILE.csv --map name=COLUMN --map text=COLUMN, npm run import -- list, or npm run import -- undo ID; a column can become ${IMPORT_FIELDS.join(", ")}.`;

/** Kinds of reasons that the terminal shows, those of most rows first. */
const SHOWN_REASONS = 5;

/** Imports that `list` shows. */
const LISTED = 20;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const VALUE_OF_FIELD = new RegExp(`^(${IMPORT_VALUE_FIELDS.join("|")}):(.+)$`, "s");

const [what, ...named] = process.argv.slice(2);
if (what === "list" && named.length === 0)
  await runTool(
    () =>
      ({ pool }) =>
        showImports(pool),
    { needsDesk: true },
  );
else if (what === "undo") await runTool(() => undo(named), { needsDesk: true });
else if (what === "replies") await runTool(() => importRepliesFrom(named));
else await runTool(() => importFile(process.argv.slice(2)));

function importFile(args: string[]) {
  const order = readOrder(args);
  return async ({ db, pool }: OpenDatabase) => {
    const began = performance.now();
    const bar = makeBar();
    const report = await importTickets(pool, await readTicketPrefix(db), {
      ...order,
      now: new Date(),
      signal: stopOnSignal(),
      onProgress: (share, before) => bar.draw(share, before.imported + before.skipped + before.rejected),
    }).finally(bar.clear);
    const words = wordsFor(report, order, (performance.now() - began) / 1000);
    // The words quote the file, whose control characters the terminal would obey.
    process.stdout.write(`${words.map(escapeControls).join("\n")}\n`);
  };
}

async function showImports(pool: Pool): Promise<void> {
  const found = await listImports(pool, LISTED);
  const lines = found.map(({ id, at, state, fileName, report }) => {
    const brought = number(report?.imported ?? 0, "ticket");
    return escapeControls(
      `${id}  ${at.toISOString().slice(0, 16).replace("T", " ")}  ${state}  ${brought}  ${fileName}`,
    );
  });
  process.stdout.write(`${lines.length === 0 ? "Nothing was imported yet." : lines.join("\n")}\n`);
}

function undo([id = "", ...rest]: string[]) {
  if (!UUID.test(id) || rest.length > 0)
    throw usage("say which import is undone: npm run import -- undo ID; npm run import -- list shows them.");
  return async ({ pool }: OpenDatabase) => {
    const began = performance.now();
    const signal = stopOnSignal();
    const report = await undoImport(pool, { id, by: IMPORT_PRINCIPAL, now: new Date(), signal });
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    const { tickets, kept, people, companies } = report;
    const lines = [
      `  ${number(tickets, "ticket")} in the trash after ${seconds} s, from which an administrator restores them`,
      ...(kept > 0 ? [`  ${number(kept, "ticket")} stayed: somebody worked on them since`] : []),
      ...(people + companies > 0
        ? [
            `  Made by the import and deleted again: ${number(people, "client")}, ${number(companies, "company", "companies")}`,
          ]
        : []),
      `undone ${tickets}, kept ${kept}`,
    ];
    process.stdout.write(`${lines.join("\n")}\n`);
  };
}

function stopOnSignal(): AbortSignal {
  const stop = new AbortController();
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.once(signal, () => stop.abort());
  return stop.signal;
}

function readOrder(args: string[]) {
  const { values, positionals } = parse(args);
  const [kind, file, ...rest] = positionals;
  if (kind !== "tickets" || file === undefined || rest.length > 0) throw usage(USAGE);
  const map = new Map((values.map ?? []).map((each) => pair(each, "--map", "issue=COLUMN")));
  for (const field of map.keys()) parseField(field);
  return {
    file,
    map,
    values: new Map((values.value ?? []).map(valuePair)),
    key: values.key ?? null,
    dates: dayOrder(values.dates),
    sheet: values.sheet ?? null,
    headerLine: readLine(values["header-line"]),
    company: values.company ?? null,
    make: readMake(values.make ?? []),
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
      options: {
        map: many,
        value: many,
        company: one,
        key: one,
        dates: one,
        make: many,
        sheet: one,
        "header-line": one,
        "dry-run": { type: "boolean" },
      },
    });
  } catch (error) {
    throw wrongOptions(error, USAGE);
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

function readLine(text: string | undefined): number | null {
  if (text === undefined) return null;
  if (!/^[1-9]\d{0,6}$/.test(text)) throw usage(`--header-line ${text} is no line: write --header-line 3.`);
  return Number(text);
}

function readMake(wanted: string[]): Make {
  const unknown = wanted.find((each) => each !== "companies" && each !== "people");
  if (unknown !== undefined)
    throw usage(`--make ${unknown} says nothing: write --make companies, --make people or both.`);
  return { companies: wanted.includes("companies"), people: wanted.includes("people") };
}

function valuePair(text: string): [string, string] {
  const [left, meaning] = pair(text, "--value", "priority:3=urgent");
  const [, field = "", value = ""] = VALUE_OF_FIELD.exec(left) ?? [];
  if (value === "")
    throw usage(
      `--value ${text} says too little: write --value priority:3=urgent or --value status:parked=on_hold.`,
    );
  return [makeValueKey(field, value), meaning === "-" ? "" : meaning];
}

/** A bar on a terminal; nothing elsewhere. */
function makeBar() {
  const output = process.stderr;
  const clear = () => {
    if (output.isTTY) output.write("\r\u001b[2K");
  };
  const draw = (share: number, rows: number) => {
    if (!output.isTTY) return;
    const full = Math.round(Math.min(share, 1) * 30);
    const done = rows.toLocaleString("en");
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
    ...(report.id === null || report.imported === 0
      ? []
      : [`  To take it back: npm run import -- undo ${report.id}`]),
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

function settledWords({ made, subjectsFromIssue, prioritiesFromNumbers }: ImportReport): string[] {
  const said: string[] = [];
  if (made.companies > 0) said.push(`  ${number(made.companies, "company", "companies")} made`);
  if (made.people > 0) said.push(`  ${number(made.people, "client")} made, who are not invited yet`);
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

function tellReason({ line, count, ...kind }: ImportReport["reasons"][number]): string {
  const reason = `${sayReason(kind)}${hintFor(kind)}`;
  return count === 1
    ? `  Line ${line}: ${reason}`
    : `  ${number(count, "row")}, first line ${line}: ${reason}`;
}

/** What the shell can do about it. */
function hintFor(reason: ImportReason): string {
  if (reason.code === "status_unknown")
    return `: say what it means with --value status:${reason.params.value}=...`;
  if (reason.code === "priority_unknown")
    return `: say what it means with --value priority:${reason.params.value}=...`;
  return reason.code === "two_days" ? ": say --dates day-first or --dates month-first" : "";
}

function number(count: number, noun: string, many = `${noun}s`): string {
  return `${count.toLocaleString("en")} ${count === 1 ? noun : many}`;
}
