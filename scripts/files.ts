/*
 * `npm run files -- move [--delete]`: copies the attachments to where the settings keep them, from a folder to an object
 * store or back, beside a running Waypost or alone; with `--delete` each leaves the old place once its copy was read back.
 * `npm run files -- check` counts what is where. Ends with 1 when something is missing or damaged.
 */
import { openPlaces } from "#server/lib/file-store/open-file-store.ts";
import type { OpenDatabase } from "#server/db/open-database.ts";
import type { Config } from "#server/config.ts";
import { findPlaces, moveBlobs } from "#server/uploads/move-blobs.ts";
import { makeBar } from "./command-line/progress-bar.ts";
import { runTool, usage } from "./command-line/run-command.ts";

const USAGE =
  "write npm run files -- move, npm run files -- move --delete, or npm run files -- check; FILES_URL names the object store, and FILES_IN=folder leads back from it.";
/** Names of missing files that the terminal shows. */
const SHOWN = 20;

await runTool(
  (config) => {
    const [verb, option, ...rest] = process.argv.slice(2);
    const isKnown =
      verb === "move" ? option === undefined || option === "--delete" : verb === "check" && !option;
    if (!isKnown || rest.length > 0) throw usage(USAGE);
    if (!config.filesStore)
      throw usage("FILES_URL is not set: all attachments are in one place, the folder files of DATA_DIR.");
    return async (database) => {
      const wrong = await work(config, database, { verb, deletes: option === "--delete" });
      if (wrong) process.exitCode = 1;
    };
  },
  { migrates: false, needsDesk: true },
);

async function work(
  config: Config,
  { db }: OpenDatabase,
  { verb, deletes }: { verb: string | undefined; deletes: boolean },
): Promise<boolean> {
  const { kept: to, other: from } = await openPlaces(config);
  if (!from) throw usage(USAGE);
  const place = config.filesIn === "store" ? ["store", "folder"] : ["folder", "store"];
  const bar = makeBar();
  try {
    await Promise.all([to.check(), from.check()]);
    if (verb === "check") {
      const found = await findPlaces(db, { from, to }, bar.draw);
      bar.clear();
      tell(
        `${found.files} files: ${found.here} in the ${place[0]}, ${found.elsewhere} in the ${place[1]}, ${found.both} in both, ${found.missing.length} missing`,
      );
      tellNames("missing", found.missing);
      return found.missing.length > 0;
    }
    const options = { deletes, signal: stopOnSignal(), onProgress: bar.draw };
    const report = await moveBlobs(db, { from, to }, options);
    bar.clear();
    tellNames("missing", report.missing);
    tellNames("damaged", report.damaged);
    tell(
      `${report.moved} copied to the ${place[0]}, ${report.there} were there, ${report.deleted} deleted from the ${place[1]}, ${report.missing.length} missing, ${report.damaged.length} damaged`,
    );
    return report.missing.length + report.damaged.length > 0;
  } finally {
    bar.clear();
    to.close();
    from.close();
  }
}

function tell(words: string): void {
  process.stdout.write(`${words}\n`);
}

function tellNames(what: string, names: readonly string[]): void {
  for (const name of names.slice(0, SHOWN)) tell(`  ${what}: ${name}`);
  if (names.length > SHOWN) tell(`  ... and ${names.length - SHOWN} more`);
}

function stopOnSignal(): AbortSignal {
  const stop = new AbortController();
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.once(signal, () => stop.abort());
  return stop.signal;
}
