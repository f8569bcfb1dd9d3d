import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { readFreeBytes } from "#server/lib/guard/disk-space.ts";
import { freePort, runApp, type Running, startApp } from "../../../test/support/processes/spawn-app.ts";
import { call, textOf } from "../../load/call-api.ts";
import { verifyLedger } from "../../load/check-ledger.ts";
import { makeDisk, missingDisk } from "../../faults/disk-image.ts";
import { makeConcurrentWriters } from "../../load/writers-through-rounds.ts";
import { makePeople, type Person } from "../../../test/support/app/signed-in-people.ts";
import { look, makePlace } from "../../../test/support/database/data-directory-and-database.ts";
import type { Outcome, Scenario, Settings } from "../../scenario.ts";

export const diskFull: Scenario = {
  name: "disk-full",
  rule: 505,
  words: "the disk fills up under people at work, stays full, and has free space again",
  rounds: { small: 1, full: 5 },
  missing: ({ url }) => (url ? "the disk under that server is not ours" : missingDisk()),
  run,
};

async function run(settings: Settings): Promise<Outcome> {
  const disk = makeDisk(settings.folder, 700);
  const place = await makePlace({ folder: disk.at, url: null }, "desk");
  const writers = makeConcurrentWriters(settings, "disk-full");
  const filler = join(disk.at, "filler");
  const anomalies: string[] = [];
  let app: Running | null = await runApp(place.env);
  let slowest = 0;
  try {
    const people = await makePeople(place.connection(), 4);
    const [person] = people;
    if (!person) throw new Error("nobody works here");
    for (let round = 0; round < settings.rounds; round += 1) {
      const busy = writers.begin(place.address, `r${round}`, people);
      await pause(500);
      // The last round leaves nothing at all, the others less than the desk wants.
      const rest = round % 2 === 0 ? 0 : 100_000_000;
      fill(filler, ((await readFreeBytes(disk.at)) ?? 0) - rest);
      await untilStatus(place.address, person, 507);
      anomalies.push(...(await complaints(place.address, person)));
      await pause(3000);
      rmSync(filler);
      slowest = Math.max(slowest, await untilStatus(place.address, person, 201));
      await busy.stop();
      await writers.settle(place.address, people);
      settings.say(`${round + 1} of ${settings.rounds}`);
    }
    if (app.child.exitCode !== null) anomalies.push(`the app ended: ${app.errors()}`);
    await app.kill("SIGTERM");
    fill(filler, (await readFreeBytes(disk.at)) ?? 0);
    anomalies.push(...(await startOnFullDisk(place.env)));
    rmSync(filler);
    app = await runApp(place.env);
    const verdict = await look(place.connection(), (client) => verifyLedger(client, writers.known()));
    // 507 is what must be answered here.
    const others = writers.anomalies.filter((each) => !each.startsWith("507"));
    return {
      rounds: settings.rounds,
      acknowledged: verdict.acknowledged,
      lost: verdict.lost,
      anomalies: [...anomalies, ...others, ...verdict.anomalies],
      metrics: {
        "answers 507": writers.statuses.get(507) ?? 0,
        "longest until work went on": `${Math.round(slowest)} ms`,
      },
    };
  } finally {
    await app?.kill("SIGKILL");
    await pause(500);
    disk.remove();
  }
}

const raise = (address: string, { token }: Person) =>
  call(address, {
    method: "POST",
    path: "/api/tickets",
    token,
    body: { subject: "Disk", issue: "Is there free space?" },
  });

/** Milliseconds until raising a ticket is answered with this. */
async function untilStatus(address: string, person: Person, status: number): Promise<number> {
  const began = performance.now();
  while (performance.now() - began < 60_000) {
    if ((await raise(address, person)).status === status) return performance.now() - began;
    await pause(100);
  }
  throw new Error(`nobody was answered ${status} within a minute`);
}

/** On a full disk reading goes on, and writing says why it does not. */
async function complaints(address: string, person: Person): Promise<string[]> {
  const read = await call(address, { method: "GET", path: "/api/tickets", token: person.token });
  const written = await raise(address, person);
  const said: string[] = [];
  if (read.status !== 200) said.push(`reading on a full disk was answered ${read.status}`);
  if (!textOf(written.body, "detail").includes("disk")) said.push("the refusal does not name the disk");
  return said;
}

async function startOnFullDisk(env: Record<string, string>): Promise<string[]> {
  const starting = startApp({ ...env, PORT: String(await freePort()) });
  const outcome = await Promise.race([starting.ended, starting.ready.catch(() => -1)]);
  if (typeof outcome === "object" && outcome !== null) {
    // The space was just enough: then the server has to serve.
    await outcome.kill("SIGTERM");
    return [];
  }
  return /is full/.test(starting.printed())
    ? []
    : [`a start on a full disk said: ${starting.printed().slice(-300)}`];
}

function fill(path: string, bytes: number): void {
  const megabytes = Math.ceil(bytes / 1_048_576) + 1;
  spawnSync("dd", ["if=/dev/zero", `of=${path}`, "bs=1M", `count=${megabytes}`], { stdio: "ignore" });
}
