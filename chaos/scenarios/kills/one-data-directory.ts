import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { freePort, runApp, startApp } from "../../../test/support/processes/spawn-app.ts";
import { makePlace } from "../../../test/support/database/data-directory-and-database.ts";
import type { Outcome, Scenario, Settings } from "../../scenario.ts";

export const oneDirectory: Scenario = {
  name: "one-directory",
  rule: 521,
  words: "a second start on a held directory is refused at once, and a killed one's lock is taken over",
  rounds: { small: 2, full: 50 },
  missing: ({ url }) => (url ? "only the embedded database holds a directory" : null),
  run,
};

async function run(settings: Settings): Promise<Outcome> {
  const place = await makePlace(settings, "one");
  const anomalies: string[] = [];
  let slowest = 0;
  let refused = 0;
  for (let round = 0; round < settings.rounds; round += 1) {
    const app = await runApp(place.env);
    const began = performance.now();
    const second = startApp({ ...place.env, PORT: String(await freePort()) });
    const status = await second.ended;
    slowest = Math.max(slowest, performance.now() - began);
    const isNamed = second.printed().includes(`is in use by process ${app.child.pid}`);
    if (status === 1 && isNamed) refused += 1;
    else anomalies.push(`the second start ended with ${status}: ${second.printed().slice(-300)}`);
    const alive = await fetch(`${app.address}/readyz`).then(
      (answer) => answer.status,
      () => 0,
    );
    if (alive !== 200) anomalies.push(`the first answered ${alive} afterwards`);
    await app.kill("SIGKILL");
    // Also a lock that a power cut left half written.
    if (round % 3 === 2) writeFileSync(join(place.dataDir, "waypost.lock"), '{"pid":');
    settings.say(`${round + 1} of ${settings.rounds}`);
  }
  const last = await runApp(place.env);
  await last.kill("SIGTERM");
  return {
    rounds: settings.rounds,
    acknowledged: refused,
    lost: 0,
    anomalies,
    metrics: { "slowest refusal": `${Math.round(slowest)} ms` },
  };
}
