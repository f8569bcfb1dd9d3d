import { setTimeout as pause } from "node:timers/promises";
import { runApp, type Running } from "../../../test/support/processes/spawn-app.ts";
import { verifyLedger } from "../../load/check-ledger.ts";
import { makeConcurrentWriters } from "../../load/writers-through-rounds.ts";
import { makePeople, type Person } from "../../../test/support/app/signed-in-people.ts";
import { look, makePlace } from "../../../test/support/database/data-directory-and-database.ts";
import type { Outcome, Scenario, Settings } from "../../scenario.ts";

export const killApp: Scenario = {
  name: "kill-app",
  rule: 501,
  words: "the app is killed in the middle of writing, and started again",
  rounds: { small: 3, full: 200 },
  run,
};

/** Milliseconds: five seconds are promised on a machine that does nothing else. */
const SLOW = 15_000;

async function run(settings: Settings): Promise<Outcome> {
  const place = await makePlace(settings, "kill-app");
  const writers = makeConcurrentWriters(settings, "kill-app");
  let people: Person[] = [];
  let slowest = 0;
  let app: Running | null = null;
  try {
    for (let round = 0; round < settings.rounds; round += 1) {
      app = await runApp(place.env);
      if (round > 0) slowest = Math.max(slowest, app.took);
      if (round === 0) people = await makePeople(place.connection(), 8);
      await writers.settle(place.address, people);
      const busy = writers.begin(place.address, `r${round}`, people);
      await pause(settings.dice.between(50, 600));
      await app.kill("SIGKILL");
      await busy.stop();
      settings.say(`${round + 1} of ${settings.rounds}`);
    }
    app = await runApp(place.env);
    slowest = Math.max(slowest, app.took);
    await writers.settle(place.address, people);
    const verdict = await look(place.connection(), (client) => verifyLedger(client, writers.known()));
    const slow = slowest > SLOW ? [`a start after a kill took ${Math.round(slowest)} ms`] : [];
    return {
      rounds: settings.rounds,
      acknowledged: verdict.acknowledged,
      lost: verdict.lost,
      anomalies: [...writers.anomalies, ...verdict.anomalies, ...slow],
      metrics: { "slowest start": `${Math.round(slowest)} ms` },
    };
  } finally {
    await app?.kill("SIGTERM");
    await place.drop();
  }
}
