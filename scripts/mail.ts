/*
 * `npm run mail -- --replay ...`: reads mails once more that are there already (scripts/command-line/replay-mail.ts).
 * `npm run mail -- PATH... --mailbox ADDRESS`: hands in the mails of files, mboxes and Maildirs, beside a running Waypost
 * or alone; what is known already stays as it is, so that it can be repeated. Ends with 0 when everything was read, with
 * 1 when it could not be, with 130 when it was stopped, which leaves whole mails in.
 */
import { parseArgs } from "node:util";
import type { Config } from "#server/config.ts";
import type { OpenDatabase } from "#server/db/open-database.ts";
import { type FilesReport, storeFiles } from "#server/incoming/doors/shell/store-files.ts";
import { openFileStore } from "#server/lib/file-store/open-file-store.ts";
import { systemClock } from "#server/lib/request-context.ts";
import { findMailboxByAddress } from "#server/mailboxes/read.ts";
import { StartError } from "#server/start/start-error.ts";
import { makeBar } from "./command-line/progress-bar.ts";
import { REPLAY_USAGE, readReplay, replayMail } from "./command-line/replay-mail.ts";
import { runTool, usage } from "./command-line/run-command.ts";
import { escapeControls } from "./command-line/terminal-text.ts";

const USAGE =
  "write npm run mail -- PATH... --mailbox ADDRESS [--dry-run]; a path is a mail (.eml), an mbox or a Maildir; " +
  REPLAY_USAGE;

/** Refused files that the terminal shows. */
const SHOWN = 20;

const args = process.argv.slice(2);
await runTool((config) => (args.includes("--replay") ? replay(config) : handIn(config, args)));

function replay(config: Config) {
  const order = readReplay(args);
  if (!order) throw usage(USAGE);
  return (database: OpenDatabase) => replayMail(config, database, { ...order, signal: stopOnSignal() });
}

function handIn(config: Config, args: string[]) {
  const { paths, address, dryRun } = readOrder(args);
  return async ({ db }: OpenDatabase) => {
    const mailbox = await findMailboxByAddress(db, address);
    if (!mailbox) throw new StartError(`${address} is no mailbox: add it under Settings > Mail first.`);
    const files = await openFileStore(config);
    const app = { db, files, clock: systemClock };
    const bar = makeBar();
    const report = await storeFiles(app, paths, {
      mailboxId: mailbox.id,
      dryRun,
      signal: stopOnSignal(),
      onProgress: (done, total, { stored, known, refused }) =>
        bar.draw({ done, total, words: `${(stored + known + refused.length).toLocaleString("en")} mails` }),
    }).finally(() => {
      bar.clear();
      files.close();
    });
    // The words quote names of files, whose control characters the terminal would obey.
    process.stdout.write(`${wordsFor(report, dryRun).map(escapeControls).join("\n")}\n`);
  };
}

function readOrder(args: string[]) {
  const { values, positionals } = parse(args);
  if (positionals.length === 0 || values.mailbox === undefined) throw usage(USAGE);
  return { paths: positionals, address: values.mailbox, dryRun: values["dry-run"] ?? false };
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: { mailbox: { type: "string" }, "dry-run": { type: "boolean" } },
    });
  } catch {
    throw usage(USAGE);
  }
}

function stopOnSignal(): AbortSignal {
  const stop = new AbortController();
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.once(signal, () => stop.abort());
  return stop.signal;
}

function wordsFor({ stored, known, refused }: FilesReport, dryRun: boolean): string[] {
  const shown = refused.slice(0, SHOWN).map(({ path, words }) => `  ${path}: ${words}`);
  const more = refused.length > SHOWN ? [`  ... and ${refused.length - SHOWN} more`] : [];
  const tried = dryRun ? ["  Nothing was stored: this was a dry run"] : [];
  return [...shown, ...more, ...tried, `stored ${stored}, known ${known}, refused ${refused.length}`];
}
