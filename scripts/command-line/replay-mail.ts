/*
 * `npm run mail -- --replay failed|held|ID|--since DATE [--dry-run] [--apply]`: what was not done is processed anew, of what
 * was done the difference is shown, and written with `--apply`. Beside a running Waypost or alone; nobody is mailed.
 */
import { parseArgs } from "node:util";
import type { Config } from "#server/config.ts";
import type { OpenDatabase } from "#server/db/open-database.ts";
import type { Wish } from "#server/incoming/replay/list-replayed.ts";
import type { Replayed } from "#server/incoming/replay/replay-mails.ts";
import { makeLog } from "#server/lib/log.ts";
import { diffLines } from "./diff-lines.ts";
import { escapeControls } from "./terminal-text.ts";

export const REPLAY_USAGE =
  "or npm run mail -- --replay failed|held|ID|--since DATE [--dry-run] [--apply]; a date is 2026-11-20.";

export type Order = { wish: Wish; dryRun: boolean; apply: boolean };

/** Null for what is no right use. */
export function readReplay(args: readonly string[]): Order | null {
  const at = args.indexOf("--replay");
  const value = args[at + 1];
  const isNamed = value !== undefined && !value.startsWith("--");
  const rest = args.filter((_, place) => place !== at && !(isNamed && place === at + 1));
  const options = parse(rest);
  if (!options) return null;
  const state = value === "failed" || value === "held" ? value : undefined;
  const id = isNamed && !state ? value.toLowerCase() : undefined;
  const since = options.since === undefined ? undefined : readDate(options.since);
  if (since === null || (id !== undefined && !UUID.test(id)) || (!isNamed && !since)) return null;
  return { wish: { state, id, since }, dryRun: options["dry-run"] ?? false, apply: options.apply ?? false };
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      options: { since: { type: "string" }, "dry-run": { type: "boolean" }, apply: { type: "boolean" } },
    }).values;
  } catch {
    return null;
  }
}

/** The beginning of a day, UTC. */
function readDate(text: string): Date | null {
  const date = new Date(`${text}T00:00:00.000Z`);
  return Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== text ? null : date;
}

type Options = Order & { signal: AbortSignal };

export async function replayMail(config: Config, database: OpenDatabase, options: Options): Promise<void> {
  const { wish, dryRun, apply, signal } = options;
  // Loaded for this alone: handing mails in needs none of the app.
  const { buildApp } = await import("#server/app.ts");
  const { replayMails } = await import("#server/incoming/replay/replay-mails.ts");
  const { app: login, guests } = await database.openLogins();
  const log = makeLog({ ...config, logLevel: "error" });
  const running = await buildApp({ ...login, guests, config, log, background: false });
  const counts = new Map<Replayed["became"], number>();
  try {
    for await (const replayed of replayMails(running.app, wish, { dryRun, apply, signal })) {
      counts.set(replayed.became, (counts.get(replayed.became) ?? 0) + 1);
      const lines = describe(replayed, dryRun);
      if (lines.length > 0) process.stdout.write(`${lines.map(escapeControls).join("\n")}\n`);
    }
  } finally {
    await running.close();
  }
  process.stdout.write(`${sum(counts, dryRun, apply)}\n`);
}

/** Nothing of a mail whose text is what it would be now. */
function describe(
  { id, from_address, subject, state, became, ticket, reason, difference }: Replayed,
  dryRun: boolean,
) {
  if (became === "same") return [];
  const title = `${id}  ${from_address ?? "nobody"}  ${subject}`;
  const why = reason === null ? "" : `: ${reason}`;
  if (became === "done") return [title, `  ${state} -> done${ticket === null ? "" : `: ${ticket}`}`];
  if (became === "not_done")
    return [title, `  ${dryRun ? `${state}, would be processed` : `${state} -> not done`}${why}`];
  if (became === "left") return [title, `  left as it is${why}`];
  const { before, after } = difference ?? { before: "", after: "" };
  const lines = diffLines(before, after).map((line) => `    ${line}`);
  return [
    title,
    `  ${ticket ?? "no ticket"} ${became === "rewritten" ? "written anew" : "reads otherwise now"}`,
    ...lines,
  ];
}

function sum(counts: Map<Replayed["became"], number>, dryRun: boolean, apply: boolean): string {
  const of = (became: Replayed["became"]) => counts.get(became) ?? 0;
  const hint = of("differs") > 0 && !apply ? "  Nothing was written anew: add --apply for that\n" : "";
  const notDone = dryRun ? "would be processed" : "not done";
  const anew = `done ${of("done")}, ${notDone} ${of("not_done")}`;
  return `${hint}${anew}, same ${of("same")}, different ${of("differs")}, written anew ${of("rewritten")}, left ${of("left")}`;
}
