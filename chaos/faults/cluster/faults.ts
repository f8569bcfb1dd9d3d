import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { readFreeBytes } from "#server/lib/guard/disk-space.ts";
import { command } from "../../../test/support/database/data-directory-and-database.ts";
import { missingDisk } from "../disk-image.ts";
import { type Cluster, lookAtLeader } from "./cluster.ts";

export type ClusterFault = {
  name: string;
  /** Milliseconds until it is asked whether writes go on. */
  lasts: number;
  /** Answers that it may cause, beside 503; 0 stands for none. */
  excuses: number[];
  /** Breaks something; answers what mends it. */
  begin(cluster: Cluster, killApp: () => Promise<void>): Promise<(() => Promise<void>) | undefined>;
};

export const CLUSTER_FAULTS: ClusterFault[] = [
  {
    name: "leader killed",
    lasts: 0,
    excuses: [],
    async begin(cluster) {
      const leader = await cluster.leader();
      await leader.kill();
      return () => leader.start();
    },
  },
  {
    name: "leader frozen",
    lasts: 1000,
    excuses: [],
    async begin(cluster) {
      const leader = await cluster.leader();
      leader.freeze();
      return async () => leader.thaw();
    },
  },
  ...(missingDisk() === null
    ? [
        {
          name: "leader's disk full",
          lasts: 1000,
          // The disk of the database is full, and that is what is said.
          excuses: [507],
          begin: fillDisk,
        },
      ]
    : []),
  {
    name: "planned switchover",
    lasts: 0,
    excuses: [],
    async begin(cluster) {
      const [leader, candidate] = [await cluster.leader(), await cluster.synchronous()];
      await order(leader.rest, "switchover", { leader: leader.name, candidate: candidate.name });
      return undefined;
    },
  },
  {
    name: "replica killed",
    lasts: 0,
    excuses: [],
    async begin(cluster) {
      const replica = await cluster.synchronous();
      await replica.kill();
      return () => replica.start();
    },
  },
  {
    name: "etcd without quorum",
    // Longer than the leader's word counts.
    lasts: 25_000,
    excuses: [],
    async begin({ etcd }) {
      const two = etcd.slice(0, 2);
      await Promise.all(two.map((member) => member.end("SIGKILL")));
      return async () => void (await Promise.all(two.map((member) => member.start())));
    },
  },
  {
    name: "PgBouncer restarted",
    lasts: 0,
    excuses: [],
    async begin({ pooler }) {
      await pooler.end("SIGKILL");
      await pooler.start();
      return undefined;
    },
  },
  {
    name: "replicas lag",
    lasts: 8000,
    excuses: [],
    async begin(cluster) {
      const replicas = await cluster.replicas();
      const say = async (sql: string) => {
        for (const { port } of replicas)
          await command({ connectionString: cluster.urls.superuserOf(port) }, sql);
      };
      await say("select pg_wal_replay_pause()");
      return async () => say("select pg_wal_replay_resume()");
    },
  },
  {
    name: "replica made anew",
    lasts: 0,
    excuses: [],
    async begin(cluster) {
      const synchronous = await cluster.synchronous();
      const other = (await cluster.replicas()).find(({ name }) => name !== synchronous.name);
      if (!other) throw new Error("there is no second replica");
      await order(other.rest, "reinitialize", { force: true });
      return undefined;
    },
  },
  {
    name: "instance and leader killed",
    lasts: 0,
    // What the instance was answering is cut off.
    excuses: [0, 502],
    async begin(cluster, killApp) {
      const leader = await cluster.leader();
      await Promise.all([leader.kill(), killApp()]);
      return () => leader.start();
    },
  },
];

/** Until the write-ahead log has no room either, which is when a server gives up. */
async function fillDisk(cluster: Cluster): Promise<(() => Promise<void>) | undefined> {
  const leader = await cluster.leader();
  if (!leader.disk) throw new Error("there is no disk to be filled");
  const filler = join(leader.disk.at, "filler");
  const free = (await readFreeBytes(leader.disk.at)) ?? 0;
  spawnSync("dd", ["if=/dev/zero", `of=${filler}`, "bs=1M", `count=${Math.ceil(free / 1_048_576) + 1}`], {
    stdio: "ignore",
  });
  await lookAtLeader(cluster, async (client) => {
    for (let segment = 0; segment < 40; segment += 1)
      await client.query("select pg_logical_emit_message(true, 'chaos', 'full'); select pg_switch_wal()");
  }).catch(() => {});
  return async () => {
    rmSync(filler);
    // Patroni may have ended for want of room.
    await leader.start();
  };
}

/** Asks Patroni, as `patronictl` does. */
export async function order(rest: number, what: string, body: object): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${rest}/${what}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`Patroni answered ${what} with ${answer.status} ${await answer.text()}`);
}
