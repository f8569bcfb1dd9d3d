import { type Config, readConfig, readEnvironment } from "#server/config.ts";
import { migrate } from "#server/db/migrate.ts";
import { type OpenDatabase, openDatabase } from "#server/db/open-database.ts";
import { FilesAway } from "#server/lib/file-store/file-store.ts";
import { Refusal } from "#server/lib/refusal.ts";
import { makeProgress } from "#server/start/progress.ts";
import { writePrivately } from "#server/start/private-files.ts";
import { StartError } from "#server/start/start-error.ts";
import { escapeControls } from "./terminal-text.ts";

type Work = (database: OpenDatabase) => Promise<void>;

/**
 * Runs a command of the shell on the database of the settings: beside a running Waypost, or on an embedded server
 * started for it. `prepare` reads what was asked before anything starts. With `migrates` false the tables stay as
 * they are found. What a person can mend ends the process with 1 and one sentence.
 */
export async function runTool(
  prepare: (config: Config) => Work | Promise<Work>,
  { migrates = true }: { migrates?: boolean } = {},
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
    database = await openDatabase(config, progress.say, { attach: true, signal: interrupted.signal });
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

/** A wrong use of a command, answered with how to use it. */
export function usage(words: string): StartError {
  return new StartError(words);
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
