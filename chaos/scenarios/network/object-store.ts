import { setTimeout as pause } from "node:timers/promises";
import { type Running, runApp } from "../../../test/support/processes/spawn-app.ts";
import { look } from "../../../test/support/database/data-directory-and-database.ts";
import {
  startFaultyStore,
  STORE_FAULTS,
  type StoreFault,
} from "../../../test/support/object-store/faulty-object-store.ts";
import { makePeople } from "../../../test/support/app/signed-in-people.ts";
import { makeShared } from "../../faults/shared-database.ts";
import { missingSwift, startSwift } from "../../faults/swift.ts";
import {
  beginTraffic,
  type Desk,
  downloadOne,
  type Ledger,
  newTally,
  type Tally,
  uploadOne,
} from "../../load/file-traffic.ts";
import type { Outcome, Scenario, Settings } from "../../scenario.ts";

export const objectStore: Scenario = {
  name: "object-store",
  rule: 528,
  words:
    "the object store of attachments is slow, silent, wrong, cut off, killed and frozen; the app is killed meanwhile",
  rounds: { small: 4, full: 26 },
  missing: () => missingSwift,
  run,
};

/** Milliseconds for which something is wrong, and after which it has to work again. */
const WRONG = 8000;
const HEALED_WITHIN = 15_000;

const FAULTS = [...STORE_FAULTS, "killed", "frozen"] as const;
type Fault = (typeof FAULTS)[number];

type Rig = {
  swift: Awaited<ReturnType<typeof startSwift>>;
  faulty: Awaited<ReturnType<typeof startFaultyStore>>;
};

async function run(settings: Settings): Promise<Outcome> {
  const swift = await startSwift(settings.folder);
  const faulty = await startFaultyStore(swift.port);
  const place = await makeShared(settings, "objects");
  const env = {
    ...place.env,
    FILES_URL: swift.urlAt(faulty.endpoint),
    PUBLIC_URL: place.address,
    LOG_LEVEL: "warn",
  };
  let app: Running = await runApp(env);
  const ledger: Ledger = new Map();
  const anomalies: string[] = [];
  const metrics: Record<string, string> = {};
  try {
    const [person] = await makePeople(place.connection(), 1);
    const desk = (): Desk => ({ address: place.address, token: person?.token ?? "" });
    const first = { tally: newTally(), began: performance.now() };
    for (let n = 0; n < 10; n += 1) await uploadOne(desk(), ledger, { ...first, size: 100_000 });
    if (ledger.size < 10) throw new Error(`the store took ${ledger.size} of 10 files: ${app.errors()}`);
    const traffic = beginTraffic(desk, ledger, settings.dice);
    for (let round = 0; round < settings.rounds; round += 1) {
      const fault = FAULTS[round % FAULTS.length] ?? "well";
      traffic.turn();
      await begin({ swift, faulty }, fault);
      await pause(WRONG / 2);
      if (round % 3 === 2) {
        await app.kill("SIGKILL");
        app = await runApp(env);
      }
      await pause(WRONG / 2);
      const tally = traffic.turn();
      await end({ swift, faulty }, fault);
      const healed = await waitUntilHealed(desk(), ledger);
      if (healed > HEALED_WITHIN) anomalies.push(`${fault}: it took ${Math.round(healed)} ms to heal`);
      anomalies.push(...tally.anomalies.filter(isWrong(fault)).map((each) => `${fault}: ${each}`));
      metrics[fault] = describe(tally, healed);
      settings.say(`${round + 1} of ${settings.rounds}`);
    }
    await traffic.stop();
    const last = traffic.turn();
    anomalies.push(...last.anomalies);
    const lost = await countLost(desk(), ledger, anomalies);
    const pointless = await look(place.connection(), async (client) =>
      client.query<{ n: number }>(
        "select count(*)::int as n from attachments a left join blobs b on b.hash = a.blob_hash where b.hash is null",
      ),
    );
    if (pointless.rows[0]?.n !== 0) anomalies.push("attachments without their bytes");
    return { rounds: settings.rounds, acknowledged: ledger.size, lost, anomalies, metrics };
  } finally {
    await app.end();
    faulty.stop();
    await swift.stop();
    await place.drop();
  }
}

async function begin({ swift, faulty }: Rig, fault: Fault): Promise<void> {
  if (fault === "killed") await swift.killObjects();
  else if (fault === "frozen") swift.freezeObjects();
  else faulty.fault = fault;
}

async function end({ swift, faulty }: Rig, fault: Fault): Promise<void> {
  if (fault === "killed") await swift.startObjects();
  if (fault === "frozen") swift.thawObjects();
  const well: StoreFault = "well";
  faulty.fault = well;
}

/** Milliseconds until an upload is taken. */
async function waitUntilHealed(desk: Desk, ledger: Ledger): Promise<number> {
  const began = performance.now();
  while (!(await uploadOne(desk, ledger, { tally: newTally(), began, size: 1000 })))
    if (performance.now() - began > 60_000) throw new Error("the store is well, and no file is taken");
  return performance.now() - began;
}

/** Every acknowledged file has to come, whole and the same. */
async function countLost(desk: Desk, ledger: Ledger, anomalies: string[]): Promise<number> {
  let lost = 0;
  for (const id of ledger.keys()) {
    const tally = newTally();
    if (await downloadOne(desk, ledger, { tally, began: performance.now(), id })) continue;
    lost += 1;
    anomalies.push(`${id} was acknowledged and does not come`, ...tally.anomalies);
  }
  return lost;
}

/** A small file that is damaged is found to be before anything of it was sent. */
const isWrong = (fault: Fault) => (words: string) =>
  fault !== "damages-down" || words !== "a download was answered 500";

const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`;

function describe({ sent, fetched, refused, cut, slowest, firstRefusal }: Tally, healed: number): string {
  const first = firstRefusal === null ? "" : `, the first 503 after ${seconds(firstRefusal)}`;
  return `${sent} up, ${fetched} down, ${refused} refused, ${cut} cut off, slowest ${seconds(slowest)}${first}, healed in ${seconds(healed)};`;
}
