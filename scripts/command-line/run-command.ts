import { existsSync } from "node:fs";
import { type Config, readConfig, readEnvironment } from "#server/config.ts";
import { findClusterFolder } from "#server/db/embedded/paths.ts";
import { migrate } from "#server/db/migrate.ts";
import { type OpenDatabase, openDatabase } from "#server/db/open-database.ts";
import { FilesAway } from "#server/lib/file-store/file-store.ts";
import { Refusal } from "#server/lib/refusal.ts";
import { makeProgress } from "#server/start/progress.ts";
import { writePrivately } from "#server/start/private-files.ts";
import { StartError } from "#server/start/start-error.ts";
import { escapeControls } from "./terminal-text.ts";

type Work = (database: OpenDatabase) => Promise<void>;

type Options = {
  /** Whether the tables are brought up to this code first; they are, unless said. */
  migrates?: boolean;
  /** Refuses where no desk is yet, and makes none there: a wrong DATA_DIR would be backed up as an empty one. */
  needsDesk?: boolean;
};

/**
 * Runs a command of the shell on the database of the settings: beside a running Waypost, or on an embedded server
 * started for it. `prepare` reads what was asked before anything starts. What a person can mend ends the process with 1
 * and one sentence.
 */
export async function runTool(
  prepare: (config: Config) => Work | Promise<Work>,
  { migrates = true, needsDesk = false }: Options = {},
): Promise<void> {
  writePrivately();
  const progress = makeProgress(process.stderr);
  const interrupted = new AbortController();
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const)
    process.once(signal, () => interrupted.abort());
  let database: OpenDatabase | undefined;
  try {
    const config = readConfig(readEnvironment());
    const work = await prepare(config);
    if (needsDesk && config.databaseUrl === null && !existsSync(findClusterFolder(config.dataDir)))
      throw new StartError(`There is no desk in ${config.dataDir}: set DATA_DIR to the folder of yours.`);
    database = await openDatabase(config, progress.say, { attach: true, signal: interrupted.signal });
    if (needsDesk) await refuseWithoutTables(database);
    if (migrates) await migrate(database.pool, progress.say);
    progress.done();
    await Promise.race([work(database), untilAborted(interrupted.signal)]);
  } catch (error) {
    progress.stop();
    if (!interrupted.signal.aborted) process.stderr.write(`${wordsFor(error)}\n`);
    process.exitCode = interrupted.signal.aborted ? 130 : 1;
  } finally {
    await database?.stop();
  }
}

async function refuseWithoutTables({ pool }: OpenDatabase): Promise<void> {
  const { rowCount } = await pool.query("select where to_regclass('public.tickets') is not null");
  if (rowCount === 0)
    throw new StartError(
      "The database holds no desk: check its address, or let the first npm start make one.",
    );
}

/** A wrong use of a command, answered with how to use it. */
export function usage(words: string): StartError {
  return new StartError(words);
}

/** Options that cannot be read: what is wrong, in the first sentence of what read them, and how to use the command. */
export function wrongOptions(error: unknown, how: string): StartError {
  const reason = error instanceof Error ? error.message.split(/\.\s/)[0] : String(error);
  return usage(`${reason}: ${how}`);
}

function wordsFor(error: unknown): string {
  if (error instanceof StartError || error instanceof Refusal || error instanceof FilesAway)
    return `waypost: ${escapeControls(error.message)}`;
  const stack = String(error instanceof Error ? error.stack : error);
  return stack.split("\n").map(escapeControls).join("\n");
}

function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => signal.addEventListener("abort", () => reject(new Error("interrupted"))));
}
