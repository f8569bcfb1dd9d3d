import { setTimeout as pause } from "node:timers/promises";
import { freePort, type Running, runApp } from "../../../test/support/processes/spawn-app.ts";
import { verifyLedger } from "../../load/check-ledger.ts";
import { readLedger } from "../../load/ledger.ts";
import { openSteadyLoad } from "../../load/steady-load.ts";
import { listen } from "../../load/event-listener.ts";
import { makePeople, type Person } from "../../../test/support/app/signed-in-people.ts";
import { look, type Place } from "../../../test/support/database/data-directory-and-database.ts";
import { startProxy } from "../../faults/reverse-proxy.ts";
import type { Outcome, Scenario, Settings } from "../../scenario.ts";
import { makeShared } from "../../faults/shared-database.ts";
import { join } from "node:path";

/** Requests a second. */
const RATE = 200;
/** Not more at once than a crowd of browsers would hold open. */
const AT_ONCE = 60;

export const twoInstances: Scenario = {
  name: "two-instances",
  rule: 507,
  words: "two instances behind a proxy: one is replaced under load, or killed",
  rounds: { small: 2, full: 20 },
  run,
};

async function run(settings: Settings): Promise<Outcome> {
  const place = await makeShared(settings, "two");
  const ports = [place.port, await freePort()];
  const apps = new Map<number, Running>();
  try {
    for (const port of ports) apps.set(port, await runApp(envOf(place, port)));
    const people = await makePeople(place.connection(), 10);
    const proxy = await startProxy(ports);
    try {
      return await roundsOf(settings, { place, ports, apps, people, proxy });
    } finally {
      proxy.stop();
    }
  } finally {
    await Promise.all([...apps.values()].map((app) => app.end()));
    await place.drop();
  }
}

type Rig = {
  place: Place;
  ports: number[];
  apps: Map<number, Running>;
  people: Person[];
  proxy: Awaited<ReturnType<typeof startProxy>>;
};

async function roundsOf(settings: Settings, { place, ports, apps, people, proxy }: Rig): Promise<Outcome> {
  const path = join(settings.folder, "two.ledger");
  const listener = listen(proxy.address, people[0]?.token ?? "");
  await listener.ready;
  const load = openSteadyLoad(proxy.address, people, { name: "two", path, rate: RATE, atOnce: AT_ONCE });
  const listFailures = () =>
    load.answered
      .filter(({ status }) => status < 200 || status >= 300)
      .map(({ status, words }) => `${status} ${words}`);
  const anomalies: string[] = [];
  let allowed = 0;
  await pause(1000);
  for (let round = 0; round < settings.rounds; round += 1) {
    const port = ports[Math.floor(round / 2) % 2] ?? 0;
    const before = listFailures().length;
    const isKill = round % 2 === 1;
    await apps.get(port)?.kill(isKill ? "SIGKILL" : "SIGTERM");
    await pause(500);
    apps.set(port, await runApp(envOf(place, port)));
    while (!proxy.isReady(port)) await pause(50);
    await pause(500);
    const failed = listFailures().slice(before);
    allowed += isKill ? failed.length : 0;
    // Requests that a killed instance was answering are cut off, and no others.
    const odd = failed.filter((each) => !isKill || !each.includes("broke off"));
    if (odd.length > 0)
      anomalies.push(
        `${odd.length} failed, the instance was ${isKill ? "killed" : "replaced"}: ${[...new Set(odd)].join(", ")}`,
      );
    settings.say(`${round + 1} of ${settings.rounds}`);
  }
  await load.stop();
  load.close();
  const created = [...load.created];
  for (let wait = 0; wait < 50 && created.some((id) => !listener.heard.has(id)); wait += 1) await pause(100);
  await listener.stop();
  const unheard = created.filter((id) => !listener.heard.has(id)).length;
  if (unheard > 0 && listener.metrics().missed === 0)
    anomalies.push(`${unheard} tickets were never heard of`);
  const verdict = await look(place.connection(), (client) => verifyLedger(client, readLedger(path)));
  return {
    rounds: settings.rounds,
    acknowledged: verdict.acknowledged,
    lost: verdict.lost,
    anomalies: [...anomalies, ...verdict.anomalies],
    metrics: {
      requests: load.answered.length,
      "a second": Math.round(load.rate()),
      "failed when replaced": listFailures().length - allowed,
      "failed when killed": allowed,
      "streams opened": listener.metrics().connections,
    },
  };
}

function envOf(place: Place, port: number): Record<string, string> {
  return { ...place.env, PORT: String(port), PUBLIC_URL: place.address };
}
