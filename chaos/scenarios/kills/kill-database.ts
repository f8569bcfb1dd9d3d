import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { findClusterFolder } from "#server/db/embedded/paths.ts";
import { runApp, type Running } from "../../../test/support/processes/spawn-app.ts";
import { call } from "../../load/call-api.ts";
import { verifyLedger } from "../../load/check-ledger.ts";
import { makeConcurrentWriters } from "../../load/writers-through-rounds.ts";
import { makePeople } from "../../../test/support/app/signed-in-people.ts";
import { look, makePlace, type Place } from "../../../test/support/database/data-directory-and-database.ts";
import { sizeOf } from "../../../test/support/processes/process-size.ts";
import type { Outcome, Scenario, Settings } from "../../scenario.ts";
import { signalGroup } from "../../../test/support/database/postgres15-server.ts";

export const killDatabase: Scenario = {
  name: "kill-database",
  rule: 502,
  words: "the database is killed, whole or one process of it, under a working app",
  rounds: { small: 3, full: 100 },
  missing: ({ url, server }) =>
    url && !server ? "only a server that it may kill: --engine 15, or none" : null,
  run,
};

async function run(settings: Settings): Promise<Outcome> {
  const place = await makePlace(settings, "kill-database");
  const writers = makeConcurrentWriters(settings, "kill-database");
  const app = await runApp(place.env);
  try {
    const people = await makePeople(place.connection(), 6);
    let slowest = 0;
    let single = 0;
    let early = sizeOf(app);
    for (let round = 0; round < settings.rounds; round += 1) {
      const busy = writers.begin(place.address, `r${round}`, people);
      await pause(settings.dice.between(100, 500));
      // One process that dies unasked makes the server end all others and recover.
      if (round % 2 === 1 && (await killOne(place, settings))) single += 1;
      else await killAll(place, settings);
      slowest = Math.max(slowest, await untilWorking(app));
      await busy.stop();
      await writers.settle(place.address, people);
      // By then everything was loaded and made once.
      if (round === 5) early = sizeOf(app);
      settings.say(`${round + 1} of ${settings.rounds}`);
    }
    const late = sizeOf(app);
    const verdict = await look(place.connection(), (client) => verifyLedger(client, writers.known()));
    if (writers.anomalies.length > 0) writeFileSync(join(settings.folder, "app.log"), app.errors());
    const ended = app.child.exitCode === null ? [] : [`the app ended: ${app.errors()}`];
    const slow = slowest > 8000 ? [`work went on only after ${Math.round(slowest)} ms`] : [];
    return {
      rounds: settings.rounds,
      acknowledged: verdict.acknowledged,
      lost: verdict.lost,
      anomalies: [...writers.anomalies, ...verdict.anomalies, ...ended, ...slow],
      metrics: {
        "single processes": single,
        "answers 503": writers.statuses.get(503) ?? 0,
        "longest outage": `${Math.round(slowest)} ms`,
        memory: `${early.megabytes} to ${late.megabytes} MB`,
        descriptors: `${early.descriptors} to ${late.descriptors}`,
      },
    };
  } finally {
    await app.kill("SIGTERM");
    await place.drop();
  }
}

async function killAll(place: Place, { server }: Settings): Promise<void> {
  if (!server) return signalGroup(postmasterOf(place), "SIGKILL");
  await server.kill();
  await server.start();
}

async function killOne(place: Place, { dice }: Settings): Promise<boolean> {
  const pids = await look(place.connection(), async (client) => {
    const { rows } = await client.query<{ pid: number }>(
      "select pid from pg_stat_activity where application_name = 'waypost' order by pid",
    );
    return rows.map(({ pid }) => pid);
  });
  if (pids.length === 0) return false;
  try {
    process.kill(dice.pick(pids), "SIGKILL");
    return true;
  } catch {
    return false;
  }
}

function postmasterOf({ dataDir }: Place): number {
  return Number(readFileSync(join(findClusterFolder(dataDir), "postmaster.pid"), "utf8").split("\n")[0]);
}

/** Milliseconds until the app says that it is ready again. */
async function untilWorking({ address }: Running): Promise<number> {
  const began = performance.now();
  // The kill must have been noticed, or the old readiness would be taken for the new one.
  await pause(30);
  while (performance.now() - began < 30_000) {
    const { status } = await call(address, { method: "GET", path: "/readyz", patience: 3000 });
    if (status === 200) break;
    await pause(25);
  }
  return performance.now() - began;
}
