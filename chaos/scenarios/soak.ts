import { readFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { openFolderStore } from "#server/lib/file-store/folder-store.ts";
import { openAttachments } from "#server/backup/attachments.ts";
import { createBackup } from "#server/backup/create-backup.ts";
import { findClusterFolder } from "#server/db/embedded/paths.ts";
import { freePort, type Running, runApp } from "../../test/support/processes/spawn-app.ts";
import { call } from "../load/call-api.ts";
import { compareLedger, findInconsistencies } from "../load/check-ledger.ts";
import { growthOf, type Sample } from "../load/resource-growth.ts";
import { listen } from "../load/event-listener.ts";
import { makeConcurrentWriters } from "../load/writers-through-rounds.ts";
import { MAIL_FAULTS, startMailServer } from "../faults/faulty-mail-server.ts";
import { makePeople, type Person } from "../../test/support/app/signed-in-people.ts";
import { look, type Place } from "../../test/support/database/data-directory-and-database.ts";
import { sizeOf } from "../../test/support/processes/process-size.ts";
import type { Outcome, Scenario, Settings } from "../scenario.ts";
import { signalGroup } from "../../test/support/database/postgres15-server.ts";
import { makeShared } from "../faults/shared-database.ts";

/** Milliseconds between two faults. */
export const EVERY = 10_000;

export const soak: Scenario = {
  name: "soak",
  rule: null,
  words: "a random fault every ten seconds for --minutes 30: memory and descriptors stay flat",
  rounds: { small: 6, full: 180 },
  run,
};

/** Parts of a hundred that memory may grow by over the run, once everything has been loaded and made. */
const MOST_GROWTH = 10;

type Rig = {
  settings: Settings;
  place: Place;
  /** Never ended, so that what it gathers shows. */
  steady: Running;
  other: Running;
  restart: (signal: NodeJS.Signals) => Promise<void>;
  mail: Awaited<ReturnType<typeof startMailServer>>;
  person: Person;
};

const FAULTS: Record<string, (rig: Rig) => Promise<void>> = {
  "the other instance is killed": ({ restart }) => restart("SIGKILL"),
  "the other instance is replaced": ({ restart }) => restart("SIGTERM"),
  "a connection of the database is ended": ({ place }) =>
    look(place.connection(), async (client) => {
      await client.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'waypost' limit 3",
      );
    }),
  "the database is killed": killDatabase,
  "the mail server changes its fault": async ({ mail, settings }) => {
    mail.fault = settings.dice.pick(MAIL_FAULTS);
  },
  "two hundred clients stall": async ({ steady }) => {
    const sockets = Array.from({ length: 200 }, () => stall(steady.port));
    await pause(4000);
    for (const socket of sockets) socket.resetAndDestroy();
  },
  "twenty browsers listen and vanish": async ({ steady, person }) => {
    const listeners = Array.from({ length: 20 }, () => listen(steady.address, person.token));
    await pause(2000);
    await Promise.all(listeners.map((listener) => listener.stop()));
  },
  "everything is exported": async ({ steady, person: { token } }) => {
    for (const path of ["/api/tickets/export", "/api/audit/export"])
      await call(steady.address, { method: "GET", path, token, patience: 60_000 });
  },
  "a backup is taken": async ({ place, settings }) => {
    const source = {
      poolConfig: place.connection(),
      ...openAttachments(openFolderStore(join(place.dataDir, "files"))),
    };
    await createBackup(source, join(settings.folder, `backup-${Date.now()}`), new Date());
  },
  "half of the answers are not read": async ({ steady, person: { token } }) => {
    await Promise.all(
      Array.from({ length: 100 }, () =>
        call(steady.address, { method: "GET", path: "/api/tickets?per_page=100", token, patience: 20 }),
      ),
    );
  },
};

async function run(settings: Settings): Promise<Outcome> {
  const place = await makeShared(settings, "soak");
  const mail = await startMailServer(settings.dice);
  const env = { ...place.env, SMTP_URL: mail.url, PUBLIC_URL: place.address };
  const names = ["steady", "other"] as const;
  const writerGroups = names.map((name) => makeConcurrentWriters(settings, name));
  const steady = await runApp(env);
  const otherEnv = { ...env, PORT: String(await freePort()) };
  let other = await runApp(otherEnv);
  const memory: Sample[] = [];
  const descriptors: Sample[] = [];
  const anomalies: string[] = [];
  try {
    const people = await makePeople(place.connection(), 4);
    const [person] = people;
    if (!person) throw new Error("nobody works here");
    const busy = [steady, other].map((app, index) =>
      writerGroups[index]?.begin(app.address, names[index] ?? "", people.slice(index * 2, index * 2 + 2)),
    );
    const restart = async (signal: NodeJS.Signals) => {
      await other.kill(signal);
      other = await runApp(otherEnv);
    };
    const began = performance.now();
    for (let round = 0; round < settings.rounds; round += 1) {
      const name = settings.dice.pick(Object.keys(FAULTS));
      const rig = { settings, place, steady, other, restart, mail, person };
      await FAULTS[name]?.(rig).catch((error: unknown) => {
        // A database that is being killed answers nobody.
        settings.say(`${name}: ${String(error)}`);
      });
      await pause(Math.max(0, (round + 1) * EVERY - (performance.now() - began)));
      const minute = (performance.now() - began) / 60_000;
      const size = sizeOf(steady);
      memory.push({ minute, value: size.megabytes });
      descriptors.push({ minute, value: size.descriptors });
      settings.say(
        `${round + 1} of ${settings.rounds}: ${name}, ${size.megabytes} MB, ${size.descriptors} open`,
      );
    }
    mail.fault = "well";
    for (const each of busy) await each?.stop();
    await untilReady(steady, anomalies);
    const ledgers = new Map<string, number>();
    let [acknowledged, lost] = [0, 0];
    for (const [index, writers] of writerGroups.entries()) {
      await writers.settle(steady.address, people.slice(index * 2, index * 2 + 2));
      const verdict = await look(place.connection(), (client) => compareLedger(client, writers.known()));
      acknowledged += verdict.acknowledged;
      lost += verdict.lost;
      anomalies.push(...writers.anomalies, ...verdict.anomalies);
      for (const [status, n] of writers.statuses)
        ledgers.set(String(status), (ledgers.get(String(status)) ?? 0) + n);
    }
    anomalies.push(...(await look(place.connection(), findInconsistencies)));
    if (steady.child.exitCode !== null) anomalies.push(`the steady instance ended: ${steady.errors()}`);
    const [grown, opened] = [growthOf(late(memory)), growthOf(late(descriptors))];
    if (settings.rounds >= 60 && grown.percent > MOST_GROWTH)
      anomalies.push(`memory grew by ${grown.percent.toFixed(1)} %`);
    if (settings.rounds >= 60 && opened.percent > MOST_GROWTH)
      anomalies.push(`open descriptors grew by ${opened.percent.toFixed(1)} %`);
    return {
      rounds: settings.rounds,
      acknowledged,
      lost,
      anomalies,
      metrics: {
        minutes: ((performance.now() - began) / 60_000).toFixed(1),
        "answers 503": ledgers.get("503") ?? 0,
        memory: `${memory[0]?.value} to ${memory.at(-1)?.value} MB, ${grown.anHour.toFixed(1)} MB an hour, ${grown.percent.toFixed(1)} %`,
        descriptors: `${descriptors[0]?.value} to ${descriptors.at(-1)?.value}, ${opened.anHour.toFixed(1)} an hour`,
      },
    };
  } finally {
    await Promise.all([steady, other].map((app) => app.kill("SIGTERM")));
    mail.stop();
    await place.drop();
  }
}

async function killDatabase({ settings: { server, url, folder } }: Rig): Promise<void> {
  if (server) {
    await server.kill();
    await server.start();
  } else if (url === null) {
    const cluster = findClusterFolder(join(folder, "soak", "database"));
    const pid = Number(readFileSync(join(cluster, "postmaster.pid"), "utf8").split("\n")[0]);
    signalGroup(pid, "SIGKILL");
  }
}

/** The first third loads and makes what then stays. */
const late = (samples: Sample[]) => samples.slice(Math.floor(samples.length / 3));

function stall(port: number): Socket {
  const socket = connect(port, "127.0.0.1", () =>
    socket.write("POST /api/tickets HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 900\r\n\r\n{"),
  );
  return socket.on("error", () => {});
}

async function untilReady({ address }: Running, anomalies: string[]): Promise<void> {
  for (let tries = 0; tries < 300; tries += 1) {
    if ((await call(address, { method: "GET", path: "/readyz", patience: 3000 })).status === 200) return;
    await pause(100);
  }
  anomalies.push("the steady instance is not ready at the end");
}
