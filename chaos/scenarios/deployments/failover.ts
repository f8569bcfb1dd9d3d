import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { freePort, type Running, runApp } from "../../../test/support/processes/spawn-app.ts";
import { call } from "../../load/call-api.ts";
import { verifyLedger } from "../../load/check-ledger.ts";
import { startForwarder } from "../../faults/port-forwarder.ts";
import { makeConcurrentWriters } from "../../load/writers-through-rounds.ts";
import { makePeople } from "../../../test/support/app/signed-in-people.ts";
import { command, look } from "../../../test/support/database/data-directory-and-database.ts";
import type { Outcome, Scenario, Settings } from "../../scenario.ts";
import { makeServer15, missing15, type Server15 } from "../../../test/support/database/postgres15-server.ts";
import { configure, folderFor, makeStandby } from "../../../test/support/database/standby-server.ts";

export const failover: Scenario = {
  name: "failover",
  rule: 506,
  words: "the database is restarted under load, or killed and its synchronous standby promoted",
  rounds: { small: 2, full: 40 },
  missing: () => missing15,
  run,
};

async function run(settings: Settings): Promise<Outcome> {
  const writers = makeConcurrentWriters(settings, "failover");
  const forwarder = await startForwarder();
  let primary = await makeServer15(folderFor(settings.folder, "server-0"));
  await primary.start();
  forwarder.lead(primary.port);
  const port = await freePort();
  const url = `postgres://waypost@127.0.0.1:${forwarder.port}/postgres`;
  const app = await runApp({
    DATABASE_URL: url,
    DATA_DIR: join(settings.folder, "data"),
    PORT: String(port),
  });
  let slowest = 0;
  let promoted = 0;
  try {
    const people = await makePeople({ connectionString: primary.url }, 6);
    for (let round = 0; round < settings.rounds; round += 1) {
      const isPromotion = round % 4 === 1;
      const standby = isPromotion
        ? await makeSynchronous(primary, folderFor(settings.folder, `server-${round + 1}`))
        : null;
      const busy = writers.begin(app.address, `r${round}`, people);
      await pause(settings.dice.between(300, 900));
      if (standby) {
        promoted += 1;
        await primary.kill();
        await promote(standby);
        primary = standby;
      } else {
        await primary.stop(round % 2 === 0 ? "fast" : "immediate");
        await primary.start();
      }
      const back = performance.now();
      forwarder.lead(primary.port);
      await untilWorking(app);
      slowest = Math.max(slowest, performance.now() - back);
      await busy.stop();
      await writers.settle(app.address, people);
      settings.say(`${round + 1} of ${settings.rounds}`);
    }
    const verdict = await look({ connectionString: primary.url }, (client) =>
      verifyLedger(client, writers.known()),
    );
    return {
      rounds: settings.rounds,
      acknowledged: verdict.acknowledged,
      lost: verdict.lost,
      anomalies: [...writers.anomalies, ...verdict.anomalies],
      metrics: {
        "standbys promoted": promoted,
        "answers 503": writers.statuses.get(503) ?? 0,
        "at work after it was back": `${Math.round(slowest)} ms`,
      },
    };
  } finally {
    await app.kill("SIGTERM");
    forwarder.stop();
    await primary.stop("immediate");
  }
}

/** The primary answers nothing before the copy has it on its disk. */
async function makeSynchronous(primary: Server15, folder: string): Promise<Server15> {
  const standby = await makeStandby(primary, folder);
  await configure(primary, "alter system set synchronous_standby_names = '*'");
  await look({ connectionString: primary.url }, async (client) => {
    for (;;) {
      const { rowCount } = await client.query(
        "select from pg_stat_replication where sync_state in ('sync', 'quorum')",
      );
      if (rowCount) return;
      await pause(20);
    }
  });
  return standby;
}

async function promote(standby: Server15): Promise<void> {
  const connection = { connectionString: standby.url };
  await command(connection, "select pg_promote(true, 60)");
  // It is alone now, and would wait for a copy of its own.
  await configure(standby, "alter system reset synchronous_standby_names");
}

async function untilWorking({ address }: Running): Promise<void> {
  const end = performance.now() + 30_000;
  while (performance.now() < end) {
    const { status } = await call(address, { method: "GET", path: "/readyz", patience: 3000 });
    if (status === 200) return;
    await pause(25);
  }
}
