import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { freePort, runApp, startApp } from "../../../test/support/processes/spawn-app.ts";
import { look, makePlace } from "../../../test/support/database/data-directory-and-database.ts";
import type { Outcome, Scenario, Settings } from "../../scenario.ts";
import { hashSchema } from "../../faults/schema-hash.ts";

export const firstStart: Scenario = {
  name: "first-start",
  rule: 522,
  words: "a first start is killed at any moment; the next one has to work by itself",
  rounds: { small: 3, full: 200 },
  run,
};

async function run(settings: Settings): Promise<Outcome> {
  const clean = await startedOnce(settings, "clean", null);
  const anomalies: string[] = [];
  let whole = 0;
  let slowest = 0;
  for (let round = 0; round < settings.rounds; round += 1) {
    // From the first breath to a little after it is ready.
    const delay = settings.dice.between(0, clean.took * 1.1);
    try {
      const { schema, took, wasReady } = await startedOnce(settings, `start-${round}`, delay);
      slowest = Math.max(slowest, took);
      if (wasReady) whole += 1;
      if (schema !== clean.schema)
        anomalies.push(`killed after ${Math.round(delay)} ms: the tables are not those of a whole start`);
    } catch (error) {
      anomalies.push(
        `killed after ${Math.round(delay)} ms: ${error instanceof Error ? error.message : String(error)}`,
      );
    }
    settings.say(`${round + 1} of ${settings.rounds}`);
  }
  return {
    rounds: settings.rounds,
    acknowledged: settings.rounds - anomalies.length,
    lost: 0,
    anomalies,
    metrics: { "killed after they were ready": whole, "slowest next start": `${Math.round(slowest)} ms` },
  };
}

/** A start that is killed after `delay` milliseconds (or not at all), and then another. */
async function startedOnce(settings: Settings, name: string, delay: number | null) {
  const place = await makePlace({ ...settings, template: null }, name);
  mkdirSync(join(settings.folder, name), { recursive: true });
  let wasReady = false;
  try {
    if (delay !== null) {
      const doomed = startApp(place.env);
      doomed.ready.then(
        () => (wasReady = true),
        () => {},
      );
      await pause(delay);
      doomed.child.kill("SIGKILL");
      await doomed.ended;
    }
    const app = await runApp({ ...place.env, PORT: String(await freePort()) });
    try {
      const answer = await fetch(`${app.address}/readyz`);
      if (answer.status !== 200) throw new Error(`the next start answered ${answer.status}`);
      return { schema: await look(place.connection(), hashSchema), took: app.took, wasReady };
    } finally {
      await app.kill("SIGTERM");
    }
  } finally {
    await place.drop();
    rmSync(join(settings.folder, name), { recursive: true, force: true, maxRetries: 5 });
  }
}
