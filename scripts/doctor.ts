/*
 * `npm run doctor`: looks at everything a desk stands on, changes nothing, and says what to do. Ends with 1 when
 * something keeps the desk from working.
 */
import { type Config, readConfig, readEnvironment } from "#server/config.ts";
import { findHolder } from "#server/start/directory-lock.ts";
import { openDatabase } from "#server/db/open-database.ts";
import { StartError } from "#server/start/start-error.ts";
import { existsSync } from "node:fs";
import { findClusterFolder } from "#server/db/embedded/paths.ts";
import { databaseFindings } from "./doctor/database.ts";
import { escapeControls } from "./command-line/terminal-text.ts";
import { bad, type Finding, fine, note } from "./doctor/finding.ts";
import { machineFindings } from "./doctor/machine.ts";
import { mailFindings } from "./doctor/mail.ts";
import { filesFindings } from "./doctor/files.ts";
import { promiseFindings } from "./doctor/promises.ts";

const signs = { fine: "ok  ", note: "look", bad: "BAD ", more: "    " } as const;
const found: Finding[] = [];

const asked = process.argv.slice(2);
if (asked.length > 0) {
  process.stderr.write("waypost: write npm run doctor: it takes nothing beside it.\n");
  process.exit(1);
}
const config = settings();
if (config) {
  found.push(
    ...(await machineFindings(config)),
    ...(await mailFindings(config)),
    ...(await filesFindings(config)),
    ...(await database(config)),
    ...promiseFindings(),
  );
}
// The words quote servers, whose control characters the terminal would obey.
for (const { how, about, words } of found)
  process.stdout.write(`${signs[how]}  ${about.padEnd(16)} ${escapeControls(words)}\n`);
const count = (how: Finding["how"]) => found.filter((each) => each.how === how).length;
process.stdout.write(`\n${count("fine")} in order, ${count("note")} to look at, ${count("bad")} to mend\n`);
process.exitCode = count("bad") > 0 ? 1 : 0;

function settings(): Config | null {
  try {
    const read = readConfig(readEnvironment());
    found.push(fine("settings", `all known and valid; data in ${read.dataDir}`));
    return read;
  } catch (error) {
    found.push(bad("settings", error instanceof Error ? error.message : String(error)));
    return null;
  }
}

async function database(wanted: Config): Promise<Finding[]> {
  const isNew = wanted.databaseUrl === null && !existsSync(findClusterFolder(wanted.dataDir));
  if (isNew) return [note("database", "not made yet: the first npm start makes it")];
  const isRunning = wanted.databaseUrl !== null || findHolder(wanted.dataDir) !== null;
  try {
    const opened = await openDatabase(wanted, () => {}, { attach: true });
    try {
      const where = isRunning ? "reached" : "started for this look, and ended again";
      return [fine("database", where), ...(await databaseFindings(opened, wanted))];
    } finally {
      await opened.stop();
    }
  } catch (error) {
    return [bad("database", error instanceof StartError ? error.message : String(error))];
  }
}
