import { createHash, randomBytes } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { freePort, type Running, runApp } from "../../../test/support/processes/spawn-app.ts";
import { call, textOf } from "../../load/call-api.ts";
import { findInconsistencies } from "../../load/check-ledger.ts";
import { listen } from "../../load/event-listener.ts";
import { makePeople, type Person } from "../../../test/support/app/signed-in-people.ts";
import { look, type Place } from "../../../test/support/database/data-directory-and-database.ts";
import { PROXIES, type RealProxy } from "../../faults/nginx-and-caddy.ts";
import type { Outcome, Scenario, Settings } from "../../scenario.ts";
import { makeShared } from "../../faults/shared-database.ts";
import { ticketOf } from "../../load/write-and-record.ts";

export const realProxies: Scenario = {
  name: "real-proxies",
  rule: 507,
  words: "nginx and Caddy with the examples of ops/: uploads, live events, an instance replaced",
  rounds: { small: 1, full: 6 },
  missing: () => (Object.keys(PROXIES).length > 0 ? null : "neither nginx nor Caddy"),
  run,
};

/** Bytes of the largest attachment, nearly. */
const LARGE = 24 * 1024 * 1024;

async function run(settings: Settings): Promise<Outcome> {
  const place = await makeShared(settings, "real");
  const seen = { asked: 0, anomalies: new Array<string>(), slowest: 0 };
  try {
    for (const [name, start] of Object.entries(PROXIES)) {
      const ports = [await freePort(), await freePort()];
      const proxy = await start(settings.folder, ports);
      const env = { ...place.env, PUBLIC_URL: proxy.address, TRUSTED_PROXIES: "127.0.0.1" };
      const apps: Running[] = [];
      for (const port of ports) apps.push(await runApp({ ...env, PORT: String(port) }));
      try {
        await pause(1500);
        const rig = { name, place, proxy, env, apps, rounds: settings.rounds, seen };
        await tryProxy(rig);
      } finally {
        await Promise.all(apps.map((app) => app.kill("SIGTERM")));
        await proxy.stop();
      }
      settings.say(name);
    }
    const inconsistencies = await look(place.connection(), findInconsistencies);
    return {
      rounds: settings.rounds,
      acknowledged: seen.asked,
      lost: 0,
      anomalies: [...seen.anomalies, ...inconsistencies],
      metrics: {
        proxies: Object.keys(PROXIES).join(" and "),
        "slowest live event": `${Math.round(seen.slowest)} ms`,
      },
    };
  } finally {
    await place.drop();
  }
}

type Rig = {
  name: string;
  place: Place;
  proxy: RealProxy;
  env: Record<string, string>;
  apps: Running[];
  rounds: number;
  seen: { asked: number; anomalies: string[]; slowest: number };
};

async function tryProxy(rig: Rig): Promise<void> {
  const { proxy, place } = rig;
  const [person] = await makePeople(place.connection(), 1);
  if (!person) throw new Error("nobody works here");
  const listener = listen(proxy.address, person.token);
  try {
    await listener.ready;
    await tryAll(rig, person, listener);
  } finally {
    await listener.stop();
  }
}

async function tryAll(rig: Rig, person: Person, listener: ReturnType<typeof listen>): Promise<void> {
  const { name, proxy, seen } = rig;
  const began = performance.now();
  const id = await raise(proxy.address, person);
  while (!listener.heard.has(id) && performance.now() - began < 10_000) await pause(10);
  if (!listener.heard.has(id)) seen.anomalies.push(`${name}: the live event did not come through`);
  seen.slowest = Math.max(seen.slowest, performance.now() - began);
  await tryUpload(rig, person, id);
  const figures = await call(proxy.address, { method: "GET", path: "/metrics" });
  if (![401, 404].includes(figures.status))
    seen.anomalies.push(`${name}: /metrics answered ${figures.status}`);
  for (let round = 0; round < rig.rounds; round += 1) await replaceOne(rig, person, round);
}

async function raise(address: string, { token }: Person): Promise<string> {
  const body = { subject: "Through the proxy", issue: "And back." };
  const answer = await call(address, { method: "POST", path: "/api/tickets", token, body });
  const id = ticketOf(answer.body);
  if (!id) throw new Error(`raising was answered ${answer.status} ${textOf(answer.body, "detail")}`);
  return id;
}

/** The largest file goes in and comes out as it was. */
async function tryUpload({ name, proxy, seen }: Rig, { token }: Person, ticket: string): Promise<void> {
  const bytes = randomBytes(LARGE);
  const form = new FormData();
  form.set("file", new Blob([bytes]), "large.bin");
  const headers = { authorization: `Bearer ${token}` };
  const sent = await fetch(`${proxy.address}/api/tickets/${ticket}/attachments`, {
    method: "POST",
    headers,
    body: form,
  });
  const said: unknown = await sent.json();
  if (sent.status !== 201) seen.anomalies.push(`${name}: the upload was answered ${sent.status}`);
  const id = textOf(said, "id");
  const back = await fetch(`${proxy.address}/api/attachments/${id}`, { headers });
  const got = Buffer.from(await back.arrayBuffer());
  if (sum(got) !== sum(bytes)) seen.anomalies.push(`${name}: ${got.length} bytes came back, not the same`);
}

const sum = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

/** One instance ends in order and another takes its place, while eight people work. */
async function replaceOne(rig: Rig, { token }: Person, round: number): Promise<void> {
  const { name, proxy, apps, env, seen } = rig;
  const over = new AbortController();
  const failed = new Map<number, number>();
  const alone = async (n: number) => {
    while (!over.signal.aborted) {
      const answer = await (n % 4 === 0
        ? call(proxy.address, {
            method: "POST",
            path: "/api/tickets",
            token,
            body: { subject: "Meanwhile", issue: "It." },
          })
        : call(proxy.address, { method: "GET", path: "/api/auth/me", token }));
      seen.asked += 1;
      if (answer.status < 200 || answer.status >= 300)
        failed.set(answer.status, (failed.get(answer.status) ?? 0) + 1);
      await pause(20);
    }
  };
  const busy = Promise.all(Array.from({ length: 8 }, (_, n) => alone(n)));
  await pause(500);
  const index = round % 2;
  const leaving = apps[index];
  await leaving?.kill("SIGTERM");
  apps[index] = await runApp({ ...env, PORT: String(leaving?.port) });
  await pause(1500);
  over.abort();
  await busy;
  for (const [status, n] of failed) seen.anomalies.push(`${name}: ${n} requests were answered ${status}`);
}
