import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { PoolConfig } from "pg";
import { attachEmbedded } from "#server/db/embedded/embedded.ts";
import { command, look } from "../../../test/support/database/data-directory-and-database.ts";
import { startObjectStore } from "../../../test/support/object-store/object-store.ts";
import { makeServer15 } from "../../../test/support/database/postgres15-server.ts";
import { makePeople, type Person, signInAgain } from "../../../test/support/app/signed-in-people.ts";
import { type Running, runApp } from "../../../test/support/processes/spawn-app.ts";
import { folderFor } from "../../../test/support/database/standby-server.ts";
import { makeCluster, missingCluster } from "../../faults/cluster/cluster.ts";
import { type Block, type Machine, openShell, readGuide, readSettings } from "../../faults/guide.ts";
import { startForwarder } from "../../faults/port-forwarder.ts";
import { compareLedger, findInconsistencies } from "../../load/check-ledger.ts";
import { downloadOne, type Ledger, newTally, uploadOne } from "../../load/file-traffic.ts";
import { readLedger } from "../../load/ledger.ts";
import { type Answered, openSteadyLoad } from "../../load/steady-load.ts";
import type { Outcome, Scenario, Settings } from "../../scenario.ts";

export const PAGE = "operations/scale-out.md";
/** In the order of the walk, each with what the desk's name leads to afterwards. */
export const STEPS = [
  ["Step 1: the database on a server", "machine"],
  ["Step 2: a cluster with a pooler and a balancer", "balancer"],
  ["Step 3: attachments in an object store, and a second instance", "balancer"],
  ["Back from step 3", "balancer"],
  ["Back from step 2", "machine"],
  ["Back from step 1", "machine"],
] as const;
/** Requests a second: people who go on working, not a load to be measured. */
const RATE = 40;
const FILES = 40;
/** Milliseconds of work before a step and after it. */
const [BEFORE, AFTER] = [3000, 4000];

export const scaleOut: Scenario = {
  name: "scale-out",
  rule: 533,
  words:
    "the guide from one machine to a cluster and an object store, and back, walked command by command while people work; a round is a thousand tickets",
  rounds: { small: 1, full: 5 },
  missing: ({ url }) => (url ? "the servers are its own" : missingCluster()),
  run,
};

async function run(settings: Settings): Promise<Outcome> {
  const { folder } = settings;
  const made = await makeCluster(folder);
  const server = await makeServer15(folderFor(folder, "db0"));
  const store = await startObjectStore(folderFor(folder, "bucket"));
  const forwarder = await startForwarder();
  const apps = new Map<Machine, Running>();
  const steps = readGuide(PAGE, [
    ["/etc/waypost.env", join(folder, "waypost.env")],
    [" /backups", ` ${join(folder, "backups")}`],
    ["/var/lib/waypost", join(folder, "data")],
    ["postgres://waypost_owner:…@db0:5432/waypost", loginTo(server.port, "waypost_owner")],
    ["postgres://waypost_app:…@db0:5432/waypost", loginTo(server.port, "waypost_app")],
    ["postgres://waypost_guest:…@db0:5432/waypost", loginTo(server.port, "waypost_guest")],
    [CLUSTER("waypost_owner"), made.urls.owner],
    [CLUSTER("waypost_app"), made.urls.listen.hosts],
    ["postgres://waypost_app:…@127.0.0.1:6432/waypost", made.urls.app],
    ["postgres://waypost_guest:…@127.0.0.1:6432/waypost", made.urls.guest],
    ["s3://KEY:SECRET@BUCKET/desk?endpoint=https://s3.example.com", store.url],
  ]);
  const rig = makeRig({ settings, made, superuser: server.url, ports: made.ports, apps, steps });
  const shell = await openShell(folder, rig.supervise);
  try {
    await server.start();
    rig.useSettings("");
    rig.seed();
    await rig.supervise("start", "desk1");
    forwarder.lead(made.ports[0]);
    const people = await makePeople(await rig.connection(), 6);
    rig.people.push(...people);
    const address = `http://127.0.0.1:${forwarder.port}`;
    return await walk(rig, {
      shell,
      address,
      lead: (port) => forwarder.lead(port),
      balancer: made.haproxy.desk,
    });
  } finally {
    shell.close();
    await Promise.all([...apps.values()].map((app) => app.end()));
    forwarder.stop();
    await store.stop();
    await server.stop("fast");
    await made.stop();
  }
}

const CLUSTER = (user: string) =>
  `postgres://${user}:…@db1,db2,db3/waypost?sslmode=verify-full&sslrootcert=/etc/waypost/ca.crt`;

const loginTo = (port: number, user: string) => `postgres://${user}@127.0.0.1:${port}/waypost`;

type Rig = ReturnType<typeof makeRig>;
type Parts = {
  settings: Settings;
  made: Awaited<ReturnType<typeof makeCluster>>;
  superuser: string;
  ports: readonly [number, number];
  apps: Map<Machine, Running>;
  steps: Map<string, Block[]>;
};

/** The machines of the desk, and the file with their settings. */
function makeRig({ settings: { folder, rounds }, made, superuser, ports, apps, steps }: Parts) {
  const file = join(folder, "waypost.env");
  const people: Person[] = [];
  const base = {
    DATA_DIR: join(folder, "data"),
    SECRET_KEY: "5e".repeat(32),
    PUBLIC_URL: "http://localhost:8080",
    TRUSTED_PROXIES: "127.0.0.1",
  };
  let used: Record<string, string> = base;
  const useSettings = (text: string) => {
    used = { ...base, ...readSettings(text) };
    const lines = Object.entries(used).map(([name, value]) => `${name}='${value}'\n`);
    writeFileSync(file, lines.join(""), { mode: 0o600 });
  };
  const connection = async (): Promise<PoolConfig> => {
    const url = used["DATABASE_OWNER_URL"];
    if (url === made.urls.owner) return { connectionString: await made.urls.superuser() };
    if (url !== undefined) return { connectionString: superuser.replace(/postgres$/, "waypost") };
    const found = attachEmbedded(used["DATA_DIR"] ?? "");
    if (!found) throw new Error("the built-in database does not run");
    return found;
  };
  const supervise = async (verb: string, machine: Machine): Promise<void> => {
    if (verb !== "start") await apps.get(machine)?.kill("SIGTERM");
    if (verb === "stop") return;
    const own: Record<string, string> =
      machine === "desk1" ? {} : { DATA_DIR: join(folder, "data-of-desk2") };
    for (const place of Object.values(own)) mkdirSync(place, { recursive: true, mode: 0o711 });
    const port = String(ports[machine === "desk1" ? 0 : 1]);
    apps.set(machine, await runApp({ ...used, ...own, PORT: port }));
    await signInAgain(await connection(), people);
  };
  const seed = () => {
    const size = [
      "--tickets",
      String(rounds * 1000),
      "--clients",
      "2000",
      "--companies",
      "200",
      "--agents",
      "50",
    ];
    const script = new URL("../../../scripts/seed.ts", import.meta.url).pathname;
    const env = { PATH: "/usr/bin:/bin", DEMO: "off", ...base };
    const { status, stderr } = spawnSync(process.execPath, [script, ...size], { env, encoding: "utf8" });
    if (status !== 0) throw new Error(`the desk was not filled: ${stderr}`);
  };
  return { file, people, steps, superuser, folder, port: ports[0], supervise, useSettings, connection, seed };
}

type Walking = {
  shell: Awaited<ReturnType<typeof openShell>>;
  address: string;
  lead: (port: number) => void;
  balancer: number;
};

async function walk(rig: Rig, walking: Walking): Promise<Outcome> {
  const path = join(rig.folder, "scale-out.ledger");
  const { address, lead, balancer } = walking;
  const load = openSteadyLoad(address, rig.people, { name: "walk", path, rate: RATE, atOnce: 20 });
  const anomalies: string[] = [];
  const metrics: Record<string, string | number> = {};
  const machine = rig.port;
  const files = await sendFiles(rig, address);
  // Merged tickets of an invented desk have given their numbers and comments away.
  const known = await look(await rig.connection(), findInconsistencies);
  let steps = 0;
  try {
    for (const [heading, leads] of STEPS) {
      await pause(BEFORE);
      const from = performance.now();
      const seconds = await runStep(rig, walking, heading);
      lead(leads === "balancer" ? balancer : machine);
      await pause(AFTER);
      await load.settle();
      const during = load.answered.filter(({ ended }) => ended >= from);
      anomalies.push(...oddAnswers(during).map((each) => `${heading}: ${each}`));
      anomalies.push(
        ...(await checkDesk(rig, { address, files, path, known })).map((each) => `${heading}: ${each}`),
      );
      metrics[heading] = `away ${longestGap(during, from).toFixed(1)} s (${seconds})`;
      process.stderr.write(`${heading}: ${metrics[heading]}\n`);
      steps += 1;
      if (anomalies.length > 0) break;
    }
  } finally {
    await load.stop();
    load.close();
  }
  const verdict = await look(await rig.connection(), (client) => compareLedger(client, readLedger(path)));
  return {
    rounds: steps,
    acknowledged: verdict.acknowledged,
    lost: verdict.lost,
    anomalies: [...anomalies, ...verdict.anomalies],
    metrics: { ...metrics, ...(await sizes(rig)), requests: load.answered.length },
  };
}

/** Runs the blocks of a step; answers how long each block of commands took. */
async function runStep(rig: Rig, { shell }: Walking, heading: string): Promise<string> {
  const blocks = rig.steps.get(heading);
  if (!blocks?.length) throw new Error(`the guide has no step "${heading}"`);
  const took: string[] = [];
  for (const { kind, text } of blocks) {
    if (kind === "ini") rig.useSettings(text);
    else if (kind === "sql") await runSql(rig.superuser, text);
    else took.push(`${(await shell.run(text, rig.file)).toFixed(1)} s ${words(text)}`);
  }
  return took.join(", ");
}

async function runSql(superuser: string, text: string): Promise<void> {
  // A database is made outside of a transaction, so one after the other.
  for (const statement of text.split(/;\n/).filter((each) => each.trim() !== ""))
    await command({ connectionString: superuser }, statement);
}

/** "stop, backup" */
function words(text: string): string {
  return [...text.matchAll(/systemctl (\w+)|npm run (\w+)( -- \w+(?: --\w+)?)?/g)]
    .map(([, verb, name, rest = ""]) => verb ?? (name === "files" ? rest.replace(" -- ", "") : (name ?? "")))
    .join(", ");
}

async function sendFiles({ people }: Rig, address: string): Promise<Ledger> {
  const ledger: Ledger = new Map();
  const [person] = people;
  const round = { tally: newTally(), began: performance.now() };
  for (let n = 0; n < FILES; n += 1) {
    const size = n % 10 === 0 ? 6_000_000 : 100_000;
    if (!(await uploadOne({ address, token: person?.token ?? "" }, ledger, { ...round, size })))
      throw new Error("a file was not taken");
  }
  return ledger;
}

type Desk = { address: string; files: Ledger; path: string; known: string[] };

/** Every write that was acknowledged so far, every attachment, and what holds between rows. */
async function checkDesk(rig: Rig, { address, files, path, known }: Desk): Promise<string[]> {
  const token = rig.people[0]?.token ?? "";
  const round = { tally: newTally(), began: performance.now() };
  const found: string[] = [];
  for (const id of files.keys())
    if (!(await downloadOne({ address, token }, files, { ...round, id })))
      found.push(`attachment ${id} did not come`);
  return look(await rig.connection(), async (client) => {
    const { anomalies } = await compareLedger(client, readLedger(path));
    const broken = (await findInconsistencies(client)).filter((each) => !known.includes(each));
    return [...found, ...round.tally.anomalies, ...anomalies, ...broken];
  });
}

/** Seconds without an acknowledged write. */
function longestGap(during: Answered[], from: number): number {
  const saved = during.filter(({ isWrite, status }) => isWrite && status === 201).map(({ ended }) => ended);
  const times = [from, ...saved.toSorted((a, b) => a - b)];
  return Math.max(...times.slice(1).map((time, index) => time - (times[index] ?? time))) / 1000;
}

/** Whoever comes while the desk is away finds nobody, and whoever comes afterwards has to sign in again. */
function oddAnswers(during: Answered[]): string[] {
  const expected = new Set([0, 401, 502, 503]);
  const odd = during.filter(({ status }) => (status < 200 || status >= 300) && !expected.has(status));
  return [...new Set(odd.map(({ status, words: said }) => `answered ${status} ${said}`))];
}

async function sizes(rig: Rig): Promise<Record<string, number>> {
  return look(await rig.connection(), async (client) => {
    const { rows } = await client.query<{ tickets: number; files: number; bytes: number }>(
      `select (select count(*)::int from tickets) as tickets, (select count(*)::int from blobs) as files,
         (select sum(bytes)::float8 from blobs) as bytes`,
    );
    const [found] = rows;
    if (!found) throw new Error("nothing was counted");
    return { tickets: found.tickets, files: found.files, "MB of files": Math.round(found.bytes / 1e6) };
  });
}
