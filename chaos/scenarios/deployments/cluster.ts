import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { look } from "../../../test/support/database/data-directory-and-database.ts";
import { makePeople, type Person } from "../../../test/support/app/signed-in-people.ts";
import { type Running, runApp } from "../../../test/support/processes/spawn-app.ts";
import { type Cluster, lookAtLeader, makeCluster, missingCluster } from "../../faults/cluster/cluster.ts";
import { CLUSTER_FAULTS, type ClusterFault } from "../../faults/cluster/faults.ts";
import { compareLedger, findInconsistencies } from "../../load/check-ledger.ts";
import { listen } from "../../load/event-listener.ts";
import { type RecordedOperation, readLedger } from "../../load/ledger.ts";
import { type Answered, openSteadyLoad } from "../../load/steady-load.ts";
import { watchReports } from "../../load/watch-reports.ts";
import type { Outcome, Scenario, Settings } from "../../scenario.ts";

/** Requests a second that two shared cores carry beside all of this. */
const RATE = 150;
const AT_ONCE = 60;
/** Milliseconds of work before a fault, and after everything is well again. */
const [BEFORE, AFTER] = [3000, 3000];
const PATIENCE = 90_000;

export const cluster: Scenario = {
  name: "cluster",
  rule: 529,
  words:
    "three PostgreSQL nodes under Patroni behind HAProxy and PgBouncer, of which one part after the other breaks",
  rounds: { small: 1, full: 50 },
  missing: ({ url }) => (url ? "the cluster is its own" : missingCluster()),
  run,
};

type Rig = {
  settings: Settings;
  cluster: Cluster;
  address: string;
  people: Person[];
  apps: Running[];
  start(index: number): Promise<void>;
  load: ReturnType<typeof openSteadyLoad>;
  anomalies: string[];
  rounds: Round[];
  path: string;
};

type Round = {
  fault: string;
  seconds: number;
  /** Seconds of the answer that took longest. */
  slowest: number;
  asked: number;
  failed: number;
  acknowledged: number;
  lost: number;
  doubled: number;
};

async function run(settings: Settings): Promise<Outcome> {
  const made = await makeCluster(settings.folder);
  const apps: Running[] = [];
  try {
    const address = `http://127.0.0.1:${made.haproxy.desk}`;
    const start = async (index: number) => {
      apps[index] = await runApp(envOf(made, settings, index));
    };
    await start(0);
    await start(1);
    const people = await makePeople({ connectionString: await made.urls.superuser() }, 10);
    const path = join(settings.folder, "cluster.ledger");
    const load = openSteadyLoad(address, people, { name: "cluster", path, rate: RATE, atOnce: AT_ONCE });
    const rig = {
      settings,
      cluster: made,
      address,
      people,
      apps,
      start,
      load,
      anomalies: [],
      rounds: [],
      path,
    };
    try {
      return await allRounds(rig);
    } finally {
      await load.stop();
    }
  } finally {
    await Promise.all(apps.map((app) => app.kill("SIGKILL")));
    await made.stop();
  }
}

/** The first instance names the nodes themselves, the second HAProxy: both ways past the pooler are gone. */
function envOf(
  { urls, ports, haproxy }: Cluster,
  { folder }: Settings,
  index: number,
): Record<string, string> {
  const past = index === 0 ? "hosts" : "balancer";
  return {
    DATABASE_URL: urls.app,
    DATABASE_GUEST_URL: urls.guest,
    DATABASE_OWNER_URL: urls.owner,
    DATABASE_LISTEN_URL: urls.listen[past],
    REPORTS_DATABASE_URL: urls.reports[past],
    PREPARED_STATEMENTS: "off",
    DATA_DIR: join(folder, "data"),
    SECRET_KEY: "5e".repeat(32),
    PORT: String(ports[index]),
    PUBLIC_URL: `http://localhost:${haproxy.desk}`,
    TRUSTED_PROXIES: "127.0.0.1",
  };
}

async function allRounds(rig: Rig): Promise<Outcome> {
  const { settings, cluster: made, address, people, load } = rig;
  const listener = listen(address, people[0]?.token ?? "");
  await listener.ready;
  const [reader] = people;
  if (!reader) throw new Error("nobody works here");
  const reports = watchReports(address, reader, () => load.created.size);
  const wanted = settings.fault?.split(",") ?? [""];
  const faults = CLUSTER_FAULTS.filter(({ name }) => wanted.some((words) => name.includes(words)));
  if (faults.length === 0) throw new Error(`no fault is called ${settings.fault}`);
  for (let n = 0; n < settings.rounds && rig.anomalies.length === 0; n += 1) {
    const fault = faults[n % faults.length];
    if (!fault) break;
    // What was found by then is told all the same.
    await oneRound(rig, fault, n).catch((error: unknown) =>
      rig.anomalies.push(`${fault.name}: ${String(error)}`),
    );
    settings.say(`${n + 1} of ${settings.rounds}`);
  }
  await load.stop();
  load.close();
  await reports.stop();
  rig.anomalies.push(...reports.anomalies);
  await untilHeard(rig, listener.heard);
  await listener.stop();
  const unheard = [...load.created].filter((id) => !listener.heard.has(id)).length;
  if (unheard > 0 && listener.metrics().missed === 0)
    rig.anomalies.push(`${unheard} tickets were never heard of`);
  rig.anomalies.push(...(await lookAtLeader(made, findInconsistencies)), ...(await undoneJobs(made)));
  const figures: Record<string, string> = {};
  for (const { name } of CLUSTER_FAULTS) {
    const rounds = rig.rounds.filter(({ fault }) => fault === name);
    if (rounds.length > 0) figures[name] = describe(rounds);
  }
  return {
    rounds: rig.rounds.length,
    acknowledged: sum(rig.rounds, ({ acknowledged }) => acknowledged),
    lost: sum(rig.rounds, ({ lost }) => lost),
    anomalies: rig.anomalies,
    metrics: {
      requests: load.answered.length,
      "a second": Math.round(load.rate()),
      "streams opened": listener.metrics().connections,
      reports: `${reports.seen.answered} of ${reports.seen.asked} answered, the slowest after ${Math.round(reports.seen.slowest)} ms`,
      ...figures,
    },
  };
}

async function oneRound(rig: Rig, fault: ClusterFault, n: number): Promise<void> {
  const { cluster: made, load, apps, anomalies } = rig;
  load.begin(keyOf(fault.name, n));
  await pause(BEFORE);
  const from = performance.now();
  const killApp = async () => void (await apps[n % 2]?.kill("SIGKILL"));
  const repair = await fault.begin(made, killApp);
  await untilWriting(rig, from, fault.lasts);
  await repair?.();
  for (const [index, app] of apps.entries()) {
    const { exitCode, signalCode } = app.child;
    if (exitCode !== null)
      anomalies.push(`${fault.name}: an instance ended with ${exitCode}: ${app.errors().slice(-1500)}`);
    if (exitCode !== null || signalCode !== null) await rig.start(index);
  }
  await made.untilWhole();
  await pause(AFTER);
  if (!(await areReportsOfReplica(made))) anomalies.push(`${fault.name}: reports stayed with the leader`);
  const during = load.answered.filter(({ ended }) => ended >= from);
  anomalies.push(...oddAnswers(during, fault).map((each) => `${fault.name}: ${each}`));
  const left = await load.settle();
  if (left > 0) anomalies.push(`${fault.name}: ${left} writes got no answer when they were repeated`);
  const verdict = await lookAtLeader(made, (client) =>
    compareLedger(client, operationsOf(rig.path, keyOf(fault.name, n))),
  );
  anomalies.push(...verdict.anomalies);
  const doubled = verdict.anomalies.filter((each) => /^\d+ times/.test(each)).length;
  const { acknowledged, lost } = verdict;
  rig.rounds.push({ fault: fault.name, ...measure(during, from), acknowledged, lost, doubled });
  process.stderr.write(`${describe(rig.rounds.slice(-1))} ${fault.name}\n`);
}

const keyOf = (fault: string, n: number) => `${fault.replaceAll(" ", "_")}-${n}`;

/** The next round's keys begin with another number. */
function operationsOf(path: string, key: string): Map<string, RecordedOperation> {
  return new Map([...readLedger(path)].filter(([each]) => each.startsWith(`${key}-`)));
}

/** One of the replicas has been asked for figures in the last seconds. */
async function areReportsOfReplica(made: Cluster): Promise<boolean> {
  for (let wait = 0; wait < 60; wait += 1) {
    for (const { port } of await made.replicas()) {
      const asked = await look({ connectionString: made.urls.superuserOf(port) }, async (client) =>
        client.query(
          `select from pg_stat_activity where application_name = 'waypost reports' and query_start > now() - interval '5 s'`,
        ),
      );
      if (asked.rowCount) return true;
    }
    await pause(250);
  }
  return false;
}

/** A write that began after the fault, and a while of them: the first may have been let through just before. */
async function untilWriting({ load, anomalies }: Rig, from: number, lasts: number): Promise<void> {
  await pause(lasts);
  const since = performance.now();
  while (performance.now() - from < PATIENCE) {
    if (load.answered.some(({ began, isWrite, status }) => isWrite && status === 201 && began > since))
      return;
    await pause(50);
  }
  anomalies.push(`nothing was written for ${PATIENCE / 1000} s`);
}

/** The longest time in which no write was answered with success, and what failed. */
function measure(during: Answered[], from: number): Pick<Round, "seconds" | "slowest" | "asked" | "failed"> {
  const saved = during.filter(({ isWrite, status }) => isWrite && status === 201).map(({ ended }) => ended);
  const times = [from, ...saved.toSorted((a, b) => a - b)];
  const gaps = times.slice(1).map((time, index) => time - (times[index] ?? time));
  const failed = during.filter(({ status }) => status < 200 || status >= 300).length;
  const slowest = Math.max(...during.map(({ began, ended }) => ended - began), 0) / 1000;
  return { seconds: Math.max(...gaps, 0) / 1000, slowest, asked: during.length, failed };
}

/** Whoever is not served is told when to come again; only a killed instance cuts answers off. */
function oddAnswers(during: Answered[], { excuses }: ClusterFault): string[] {
  const odd = new Map<string, number>();
  for (const { status, retryAfter, words } of during) {
    if (status >= 200 && status < 300) continue;
    if (status === 503 && retryAfter !== null) continue;
    if (excuses.includes(status)) continue;
    const what = status === 503 ? "503 without Retry-After" : `${status} ${words}`;
    odd.set(what, (odd.get(what) ?? 0) + 1);
  }
  return [...odd].map(([what, times]) => `${times} times ${what}`);
}

function describe(rounds: Round[]): string {
  const seconds = rounds.map((round) => round.seconds).toSorted((a, b) => a - b);
  const half = seconds[Math.floor((seconds.length - 1) / 2)] ?? 0;
  const slowest = Math.max(...rounds.map((round) => round.slowest));
  const failed = `${sum(rounds, (round) => round.failed)} of ${sum(rounds, ({ asked }) => asked)} failed`;
  const kept = `${sum(rounds, ({ acknowledged }) => acknowledged)} acknowledged, ${sum(rounds, ({ lost }) => lost)} lost, ${sum(rounds, ({ doubled }) => doubled)} doubled`;
  return `${rounds.length} rounds, writes again after ${half.toFixed(1)} s (p50), ${(seconds.at(-1) ?? 0).toFixed(1)} s (worst), slowest answer ${slowest.toFixed(1)} s, ${failed}, ${kept}`;
}

const sum = (rounds: Round[], of: (round: Round) => number) =>
  rounds.reduce((total, round) => total + of(round), 0);

async function untilHeard({ load }: Rig, heard: Set<string>): Promise<void> {
  for (let wait = 0; wait < 200 && [...load.created].some((id) => !heard.has(id)); wait += 1)
    await pause(100);
}

/** What was queued is worked off, whoever was killed meanwhile. */
async function undoneJobs(made: Cluster): Promise<string[]> {
  const count = async () =>
    lookAtLeader(made, async (client) => {
      const { rows } = await client.query<{ state: string; n: number }>(
        `select state, count(*)::int as n from pgboss.job
         where state = 'failed' or (state in ('created', 'retry', 'active') and start_after < now()) group by 1`,
      );
      return rows;
    });
  for (let wait = 0; wait < 240; wait += 1) {
    if ((await count()).every(({ state }) => state === "failed")) break;
    await pause(500);
  }
  return (await count()).map(({ state, n }) => `${n} jobs are ${state}`);
}
