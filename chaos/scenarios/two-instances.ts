import { setTimeout as pause } from "node:timers/promises";
import { freePort, type Running, runApp } from "../../test/support/spawn-app.ts";
import { type Answer, call, textOf } from "../load/call-api.ts";
import { verifyLedger } from "../load/check-ledger.ts";
import { openLedger, readLedger } from "../load/ledger.ts";
import { listen } from "../load/event-listener.ts";
import { makePeople, type Person } from "../../test/support/signed-in-people.ts";
import { look, type Place } from "../../test/support/data-directory-and-database.ts";
import { startProxy } from "../faults/reverse-proxy.ts";
import type { Outcome, Scenario, Settings } from "../scenario.ts";
import { makeShared } from "../faults/shared-database.ts";
import { resultOf, ticketOf } from "../load/write-and-record.ts";
import { join } from "node:path";

/** Requests a second, of which every fifth raises a ticket. */
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
  const load = openLoad(proxy.address, people, path);
  const anomalies: string[] = [];
  let allowed = 0;
  await pause(1000);
  for (let round = 0; round < settings.rounds; round += 1) {
    const port = ports[Math.floor(round / 2) % 2] ?? 0;
    const before = load.failures.length;
    const isKill = round % 2 === 1;
    await apps.get(port)?.kill(isKill ? "SIGKILL" : "SIGTERM");
    await pause(500);
    apps.set(port, await runApp(envOf(place, port)));
    while (!proxy.isReady(port)) await pause(50);
    await pause(500);
    const failed = load.failures.slice(before);
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
      requests: load.count(),
      "a second": Math.round(load.rate()),
      "failed when replaced": load.failures.length - allowed,
      "failed when killed": allowed,
      "streams opened": listener.metrics().connections,
    },
  };
}

function envOf(place: Place, port: number): Record<string, string> {
  return { ...place.env, PORT: String(port), PUBLIC_URL: place.address };
}

/** Sends requests at a fixed rate, whether or not answers come, so that a standstill shows. */
function openLoad(address: string, people: Person[], path: string) {
  const ledger = openLedger(path);
  const failures: string[] = [];
  const created = new Set<string>();
  const open = new Set<Promise<void>>();
  const began = performance.now();
  let n = 0;

  async function ask(index: number): Promise<void> {
    const person = people[index % people.length];
    if (!person) return;
    const answer = index % 5 === 0 ? await raise(person, `two-${index}`) : await read(person, index);
    if (answer.status < 200 || answer.status >= 300)
      failures.push(`${answer.status} ${textOf(answer.body, "detail") || String(answer.body).slice(0, 80)}`);
  }
  async function raise(person: Person, key: string): Promise<Answer> {
    const operation = {
      key,
      what: "ticket",
      method: "POST",
      path: "/api/tickets",
      body: { subject: `chaos ${key}`, issue: "It." },
    } as const;
    ledger.invoke(operation);
    const answer = await call(address, { ...operation, token: person.token, patience: 30_000 });
    ledger.complete(key, resultOf(answer.status));
    const id = ticketOf(answer.body);
    if (id) created.add(id);
    return answer;
  }
  const read = (person: Person, index: number) =>
    call(address, {
      method: "GET",
      path: index % 2 ? "/api/tickets?per_page=10" : "/api/auth/me",
      token: person.token,
      patience: 30_000,
    });

  const pace = setInterval(() => {
    const due = Math.floor(((performance.now() - began) / 1000) * RATE);
    for (; n < due && open.size < AT_ONCE; n += 1) {
      const asked = ask(n).finally(() => open.delete(asked));
      open.add(asked);
    }
  }, 5);
  return {
    failures,
    created,
    count: () => n,
    rate: () => n / ((performance.now() - began) / 1000),
    stop: async () => {
      clearInterval(pace);
      await Promise.all(open);
      ledger.close();
    },
  };
}
