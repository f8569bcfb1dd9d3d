import { existsSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { command, look } from "../../../test/support/database/data-directory-and-database.ts";
import { missing15 } from "../../../test/support/database/postgres15-server.ts";
import { freePort } from "../../../test/support/processes/spawn-app.ts";
import { type Balancer, makeHaproxy, makePooler } from "./between.ts";
import { makeAuthority } from "./certificates.ts";
import { makeEtcd } from "./etcd.ts";
import { type ClusterNode, makeNode, SUPERUSER_PASSWORD } from "./node.ts";
import type { Service } from "./service.ts";

const PROGRAMS = ["/usr/bin/patroni", "/usr/bin/etcd", "/usr/sbin/haproxy", "/usr/sbin/pgbouncer"];

/** Why there can be no cluster on this machine, or null. */
export function missingCluster(): string | null {
  const missing = PROGRAMS.filter((path) => !existsSync(path));
  if (missing.length > 0)
    return `no ${missing.join(", no ")} (Debian: patroni etcd-server haproxy pgbouncer postgresql-15)`;
  return missing15;
}

export type Member = { name: string; role: string; state: string; lag: number | string };

export type Cluster = {
  nodes: ClusterNode[];
  etcd: Service[];
  haproxy: Balancer;
  pooler: Service & { port: number };
  /** Ports of the two instances. */
  ports: readonly [number, number];
  /** Of the nodes, as Patroni tells it; an empty list where nobody tells. */
  members(): Promise<Member[]>;
  leader(): Promise<ClusterNode>;
  replicas(): Promise<ClusterNode[]>;
  /** The node that has everything that was answered, beside the leader. */
  synchronous(): Promise<ClusterNode>;
  /** Until one leads and two follow closely, one of them synchronously. */
  untilWhole(): Promise<void>;
  /** URLs, of the node that leads unless said. */
  urls: {
    superuser(): Promise<string>;
    superuserOf(port: number): string;
    owner: string;
    app: string;
    guest: string;
    listen: { hosts: string; balancer: string };
    reports: { hosts: string; balancer: string };
  };
  stop(): Promise<void>;
};

const PASSWORDS = { waypost_owner: "of-the-owner", waypost_app: "of-the-app", waypost_guest: "of-guests" };

/** Three nodes, three members of etcd, HAProxy and PgBouncer, all on this machine, with a database for a desk. */
export async function makeCluster(folder: string): Promise<Cluster> {
  const tls = makeAuthority(folder);
  const etcd = await makeEtcd(folder);
  const nodes: ClusterNode[] = [];
  for (const name of ["db1", "db2", "db3"])
    nodes.push(await makeNode({ parent: folder, name, etcd: etcd.hosts, tls }));
  const ports = [await freePort(), await freePort()] as const;
  const haproxy = await makeHaproxy(folder, nodes, ports);
  const { waypost_app, waypost_guest } = PASSWORDS;
  const pooler = await makePooler(folder, haproxy, tls.ca, { waypost_app, waypost_guest });
  const checked = `sslmode=verify-full&sslrootcert=${tls.ca}`;
  const hosts = nodes.map(({ port }) => `localhost:${port}`).join(",");
  const login = (user: keyof typeof PASSWORDS) => `postgres://${user}:${PASSWORDS[user]}`;
  const superuserOf = (port: number) =>
    `postgres://postgres:${SUPERUSER_PASSWORD}@localhost:${port}/waypost?${checked}`;
  const members = () => readMembers(nodes);
  const find = async (role: string) => {
    const names = (await members()).filter((each) => each.role === role).map(({ name }) => name);
    return nodes.filter(({ name }) => names.includes(name));
  };
  const one = async (role: string) => {
    // A node that has just heard of etcd again may know of no leader yet.
    for (let wait = 0; wait < 40; wait += 1) {
      const [found] = await find(role);
      if (found) return found;
      await pause(250);
    }
    throw new Error(`no node is ${role}`);
  };
  const cluster: Cluster = {
    nodes,
    etcd: etcd.members,
    haproxy,
    pooler,
    ports,
    members,
    leader: () => one("leader"),
    replicas: async () => [...(await find("sync_standby")), ...(await find("replica"))],
    synchronous: () => one("sync_standby"),
    untilWhole: () => untilWhole(members),
    urls: {
      superuser: async () => superuserOf((await one("leader")).port),
      superuserOf,
      owner: `${login("waypost_owner")}@${hosts}/waypost?${checked}`,
      app: `${login("waypost_app")}@127.0.0.1:${pooler.port}/waypost`,
      guest: `${login("waypost_guest")}@127.0.0.1:${pooler.port}/waypost`,
      listen: {
        hosts: `${login("waypost_app")}@${hosts}/waypost?${checked}`,
        balancer: `${login("waypost_app")}@localhost:${haproxy.primary}/waypost?${checked}`,
      },
      reports: {
        hosts: `${login("waypost_app")}@${hosts}/waypost?target_session_attrs=standby&${checked}`,
        balancer: `${login("waypost_app")}@localhost:${haproxy.replicas}/waypost?${checked}`,
      },
    },
    async stop() {
      await Promise.all([pooler.end("SIGKILL"), haproxy.end("SIGKILL"), ...nodes.map((node) => node.stop())]);
      await Promise.all(etcd.members.map((member) => member.end("SIGKILL")));
    },
  };
  await startAll(cluster).catch(async (error: unknown) => {
    await cluster.stop();
    throw error;
  });
  return cluster;
}

async function startAll(cluster: Cluster): Promise<void> {
  await Promise.all(cluster.etcd.map((member) => member.start()));
  await Promise.all(cluster.nodes.map((node) => node.start()));
  await cluster.untilWhole();
  await cluster.haproxy.start();
  await makeDeskDatabase(await cluster.urls.superuser());
  await cluster.pooler.start();
}

/** As docs/operations/install.md and scaling.md tell an administrator. */
async function makeDeskDatabase(url: string): Promise<void> {
  const postgres = { connectionString: url.replace("/waypost?", "/postgres?") };
  for (const [role, password] of Object.entries(PASSWORDS))
    await command(postgres, `create role ${role} login password '${password}'`);
  await command(postgres, "grant waypost_guest to waypost_owner");
  await command(postgres, "create database waypost owner waypost_owner");
  for (const role of ["waypost_app", "waypost_guest"])
    for (const limit of [
      "statement_timeout = '30s'",
      "lock_timeout = '10s'",
      "idle_in_transaction_session_timeout = '30s'",
    ])
      await command(postgres, `alter role ${role} set ${limit}`);
}

/** Whichever node answers first; a frozen one never does. */
async function readMembers(nodes: ClusterNode[]): Promise<Member[]> {
  const asked = nodes.map(async ({ rest }) => {
    const answer = await fetch(`http://127.0.0.1:${rest}/cluster`, { signal: AbortSignal.timeout(2000) });
    const said: { members?: Member[] } = JSON.parse(await answer.text());
    return said.members ?? [];
  });
  return Promise.any(asked).catch(() => []);
}

const WHOLE_WITHIN = 180_000;

async function untilWhole(members: () => Promise<Member[]>): Promise<void> {
  const end = performance.now() + WHOLE_WITHIN;
  let last: Member[] = [];
  while (performance.now() < end) {
    last = await members();
    const works = last.filter(({ state }) => /^(running|streaming)$/.test(state));
    const roles = works.map(({ role }) => role);
    const closely = works.every(({ role, lag }) => role === "leader" || Number(lag) < 1_000_000);
    if (works.length === 3 && closely && roles.includes("leader") && roles.includes("sync_standby")) return;
    await pause(250);
  }
  throw new Error(`the cluster is not whole again: ${JSON.stringify(last)}`);
}

/** Asks the node that leads. */
export async function lookAtLeader<T>(cluster: Cluster, work: Parameters<typeof look<T>>[1]): Promise<T> {
  return look({ connectionString: await cluster.urls.superuser() }, work);
}
