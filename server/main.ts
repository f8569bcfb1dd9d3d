import { sql } from "kysely";
import { type Config, readConfig, readEnvironment } from "./config.ts";
import { makeDataDirectory } from "#server/db/embedded/paths.ts";
import { prepareDatabase } from "#server/lib/db/prepare-database.ts";
import { type OpenDatabase, openDatabase } from "#server/db/open-database.ts";
import { openReadReplica } from "#server/db/read-replica.ts";
import { openDatabaseClock } from "#server/lib/db/database-clock.ts";
import { makeLog } from "#server/lib/log.ts";
import { explainHeld, findHolder } from "#server/start/directory-lock.ts";
import { checkPort, explainListenError } from "#server/start/check-port.ts";
import { closeToOthers, writePrivately } from "#server/start/private-files.ts";
import { makeProgress, formatSeconds } from "#server/start/progress.ts";
import { formatReadyMessage } from "#server/start/ready-message.ts";
import { StartError, explainSystemError } from "#server/start/start-error.ts";

const began = performance.now();
const progress = makeProgress(process.stdout);
const interrupted = new AbortController();

/** Clean-ups that run when the process ends, last in first out. */
const cleanups: (() => Promise<void>)[] = [];
let ending: Promise<never> | null = null;

for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, () => void endProcess(0));
start().catch((error: unknown) => {
  // An error after the end has begun is a consequence of it, not a failure.
  if (!interrupted.signal.aborted) failStart(error);
});

async function start() {
  writePrivately();
  const config = readConfig(readEnvironment());
  const held = config.databaseUrl ? null : findHolder(config.dataDir);
  if (held) throw new StartError(explainHeld(config.dataDir, held.pid));
  await checkPort(config.host, config.port);
  const { app, ...details } = await openDesk(config).catch((error: unknown) => {
    throw explainError(error, config);
  });
  progress.done();
  await listen(app, config);
  process.stdout.write(
    formatReadyMessage(config, { took: formatSeconds(performance.now() - began), ...details }),
  );
}

/** Opens everything up to, but not including, the first answer. */
async function openDesk(config: Config) {
  makeDataDirectory(config.dataDir);
  closeToOthers(config.dataDir);
  // The app's code is read while the database starts.
  const reading = import("./app.ts");
  reading.catch(() => {});
  const log = makeLog(config);
  let isFilling = false;
  // The demo is filled with a thousand rows at once, which is slow and no news.
  const onSlow = (statement: string, ms: number) => {
    if (!isFilling) log.warn({ statement, ms }, "slow statement");
  };
  const opening = openDatabase(config, progress.say, {
    signal: interrupted.signal,
    onLost: handleLostDatabase,
    onSlow,
  });
  // Also while it still opens: an interrupted start must not leave a server behind.
  cleanups.push(() =>
    opening.then(
      (opened) => opened.stop(),
      () => {},
    ),
  );
  const database = await opening;
  await prepareDatabase(database.pool, progress.say);
  interrupted.signal.throwIfAborted();
  isFilling = config.demo;
  if (config.demo) await fillDemo(database, config);
  const { refuseSampleAccounts } = await import("#server/demo/sample-accounts.ts");
  const { app: login, guests, sessions } = await database.openLogins();
  const sampleAccounts = await refuseSampleAccounts(login.pool, config);
  isFilling = false;
  interrupted.signal.throwIfAborted();
  progress.say("Starting the app");
  const { buildApp } = await reading;
  const clock = await openDatabaseClock(login.pool, log);
  const reports = openReadReplica(login, config.reportsDatabaseUrl, log);
  const built = await buildApp({ ...login, guests, sessions, reports, config, clock, log });
  cleanups.push(async () => {
    clock.stop();
    await built.close();
    await reports.stop();
  });
  cleanups.push(() => built.leaving.begin());
  const { openDoors } = await import("#server/incoming/doors/doors.ts");
  const doors = await openDoors(built.app);
  cleanups.push(() => doors.stop());
  const { offerSetupCode: offerSetup } = await import("#server/users/create/first-setup.ts");
  const setupCode = await offerSetup(login.db, new Date());
  const { countSamples } = await import("#server/onboarding/read.ts");
  const hasSamples = (await countSamples(login.db)).people > 0;
  return { app: built.fastify, place: database.place, setupCode, hasSamples, sampleAccounts };
}

/** Fills an empty demo on its first start only: invented people never join real ones. */
async function fillDemo({ pool, db }: OpenDatabase, config: Config) {
  // Two starts on one database: the second waits here, and then finds the people.
  const turn = await pool.connect();
  try {
    await turn.query("set lock_timeout = 0; set statement_timeout = 0");
    await turn.query("select pg_advisory_lock(hashtext('waypost demo'))");
    const someone = await db.selectFrom("users").select("id").limit(sql.lit(1)).executeTakeFirst();
    if (someone) return;
    progress.say("Filling the demo");
    const { seedDemo } = await import("#server/demo/seed-demo.ts");
    const { openFileStore } = await import("#server/lib/file-store/open-file-store.ts");
    const files = await openFileStore(config);
    await seedDemo(db, { now: new Date(), files }).finally(() => files.close());
  } finally {
    turn.release(true);
  }
}

async function listen(app: Awaited<ReturnType<typeof openDesk>>["app"], config: Config) {
  try {
    await app.listen({ host: config.host, port: config.port });
  } catch (error) {
    const words = explainListenError(error, config.host, config.port);
    throw words ? new StartError(words) : error;
  }
}

function explainError(error: unknown, config: Config): unknown {
  const words = error instanceof StartError ? null : explainSystemError(error, config.dataDir);
  return words ? new StartError(words) : error;
}

function handleLostDatabase(reason: string) {
  failStart(new StartError(`The database ended and could not be brought back. ${reason}`));
}

/** Prints one sentence where the cause is known, the whole error where it is a bug. */
function failStart(error: unknown) {
  progress.stop();
  process.stderr.write(
    `${error instanceof StartError ? `waypost: ${error.message}` : String(error instanceof Error ? error.stack : error)}\n`,
  );
  void endProcess(1);
}

function endProcess(status: number): Promise<never> {
  ending ??= endOnce(status);
  return ending;
}

async function endOnce(status: number): Promise<never> {
  interrupted.abort();
  progress.stop();
  for (const undo of cleanups.toReversed()) {
    // One that fails must not keep the others from ending: the database above all.
    await limitSeconds(8, undo()).catch((error: unknown) =>
      process.stderr.write(`waypost: ${String(error)}\n`),
    );
  }
  process.exit(status);
}

/** Gives up on slower work: a supervisor that waits for us would kill everything, the database included. */
async function limitSeconds(limit: number, work: Promise<void>) {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, limit * 1000);
  });
  await Promise.race([work, over]);
  clearTimeout(timer);
}
