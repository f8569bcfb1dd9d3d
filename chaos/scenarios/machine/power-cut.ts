import { chmodSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { findClusterFolder } from "#server/db/embedded/paths.ts";
import { freePort, type Running, runApp } from "../../../test/support/processes/spawn-app.ts";
import { checkIndexes, compareLedger, findInconsistencies } from "../../load/check-ledger.ts";
import { type Disk, makeDisk, missingDisk } from "../../faults/disk-image.ts";
import { makeConcurrentWriters } from "../../load/writers-through-rounds.ts";
import { makePeople, type Person } from "../../../test/support/app/signed-in-people.ts";
import { look, makePlace, type Place } from "../../../test/support/database/data-directory-and-database.ts";
import type { Outcome, Scenario, Settings } from "../../scenario.ts";
import {
  makeServer15,
  missing15,
  type Server15,
  signalGroup,
} from "../../../test/support/database/postgres15-server.ts";
import { isAlive } from "#server/start/pid-and-start-time.ts";

export const powerCut: Scenario = {
  name: "power-cut",
  rule: 503,
  words: "the power goes while people work; what the disk held is started again",
  rounds: { small: 1, full: 50 },
  missing: ({ url }) => (url ? "the disk under that server is not ours" : missingDisk()),
  run: (settings) => run(settings, embeddedOn),
};

/** The same with a database that does not wait for its disk: losses must be found, or the rig sees nothing. */
export const powerCutUnsafe: Scenario = {
  name: "power-cut-unsafe",
  rule: 503,
  words: "the negative control: a database that does not wait for its disk",
  rounds: { small: 1, full: 3 },
  missing: ({ url }) => (url ? "the disk under that server is not ours" : (missingDisk() ?? missing15)),
  mustFail: true,
  run: (settings) => run(settings, unsafeOn),
};

/** A desk whose database lies on the disk. */
type Rig = { place: Place; start(): Promise<Running>; database(): number; cut(): Promise<void> };

async function run(
  settings: Settings,
  build: (settings: Settings, disk: Disk) => Promise<Rig>,
): Promise<Outcome> {
  const disk = makeDisk(settings.folder, 900);
  const writers = makeConcurrentWriters(settings, "power-cut");
  const anomalies: string[] = [];
  let app: Running | null = null;
  try {
    const rig = await build(settings, disk);
    let people: Person[] = [];
    app = await rig.start();
    people = await makePeople(rig.place.connection(), 6);
    for (let round = 0; round < settings.rounds; round += 1) {
      const busy = writers.begin(rig.place.address, `r${round}`, people);
      await pause(settings.dice.between(300, 2500));
      app.child.kill("SIGSTOP");
      signalGroup(rig.database(), "SIGSTOP");
      signalGroup(rig.database(), "SIGSTOP");
      disk.snapshot();
      await app.kill("SIGKILL");
      await rig.cut();
      await busy.stop();
      disk.unmount();
      disk.comeBack();
      app = await rig.start();
      await writers.settle(rig.place.address, people);
      settings.say(`${round + 1} of ${settings.rounds}`);
    }
    const found = await look(rig.place.connection(), async (client) => ({
      verdict: await compareLedger(client, writers.known()),
      inconsistencies: await findInconsistencies(client),
      indexes: await checkIndexes(client),
    }));
    anomalies.push(
      ...writers.anomalies,
      ...found.verdict.anomalies,
      ...found.inconsistencies,
      ...(found.indexes ?? []),
    );
    return {
      rounds: settings.rounds,
      acknowledged: found.verdict.acknowledged,
      lost: found.verdict.lost,
      anomalies,
      metrics: { "indexes checked": found.indexes === null ? "no" : "yes" },
    };
  } catch (error) {
    // A database that does not come back is the loss of everything.
    const known = [...writers.known().values()].filter(({ result }) => result === "ok").length;
    const words = error instanceof Error ? error.message : String(error);
    return { rounds: settings.rounds, acknowledged: known, lost: known, anomalies: [...anomalies, words] };
  } finally {
    await app?.kill("SIGKILL");
    disk.remove();
  }
}

async function embeddedOn(settings: Settings, disk: Disk): Promise<Rig> {
  const place = await makePlace({ folder: disk.at, url: null }, "desk");
  const database = () =>
    Number(readFileSync(join(findClusterFolder(place.dataDir), "postmaster.pid"), "utf8").split("\n")[0]);
  let pid = 0;
  return {
    place,
    start: () => runApp(place.env),
    database: () => (pid = database()),
    cut: async () => {
      signalGroup(pid, "SIGKILL");
      while (isAlive(pid)) await pause(20);
      await pause(200);
    },
  };
}

async function unsafeOn(settings: Settings, disk: Disk): Promise<Rig> {
  const folder = join(disk.at, "server");
  mkdirSync(folder);
  chmodSync(folder, 0o711);
  const server: Server15 = await makeServer15(folder, { settings: ["fsync=off", "full_page_writes=off"] });
  const dataDir = join(settings.folder, "data");
  const port = await freePort();
  const place: Place = {
    env: { DATABASE_URL: server.url, DATA_DIR: dataDir, PORT: String(port) },
    dataDir,
    port,
    address: `http://127.0.0.1:${port}`,
    connection: () => ({ connectionString: server.url }),
    drop: async () => {},
  };
  return {
    place,
    start: async () => {
      await server.start();
      return runApp(place.env);
    },
    database: () => server.pid(),
    cut: async () => {
      await server.kill();
      await pause(300);
    },
  };
}
