import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { signalGroup } from "../../../test/support/database/postgres15-server.ts";
import { freePort } from "../../../test/support/processes/spawn-app.ts";
import { folderFor } from "../../../test/support/database/standby-server.ts";
import { type Disk, makeDisk, missingDisk } from "../disk-image.ts";
import { fillExample } from "../changed-file.ts";
import { makeService } from "./service.ts";

export const SUPERUSER_PASSWORD = "of-the-superuser";

/** Megabytes of a node's disk. */
const DISK = 1500;

/** A machine of the cluster: Patroni, and the PostgreSQL that it keeps, on a disk of their own where one can be made. */
export type ClusterNode = {
  name: string;
  port: number;
  rest: number;
  disk: Disk | null;
  start(): Promise<void>;
  /** All at once, as when the machine loses its power. */
  kill(): Promise<void>;
  freeze(): void;
  thaw(): void;
  stop(): Promise<void>;
};

type Order = { parent: string; name: string; etcd: string; tls: { cert: string; key: string } };

export async function makeNode({ parent, name, etcd, tls }: Order): Promise<ClusterNode> {
  const folder = folderFor(parent, name);
  const disk = missingDisk() === null ? makeDisk(folder, DISK) : null;
  const data = folderFor(disk?.at ?? folder, "postgres");
  const [port, rest] = [await freePort(), await freePort()];
  const cluster = join(data, "cluster");
  const file = join(folder, "patroni.yml");
  const text = fillExample("patroni.yml", [
    ["etcd1.internal:2379,etcd2.internal:2379,etcd3.internal:2379", etcd],
    ["name: db1", `name: ${name}`],
    ["listen: db1.internal:5432", `listen: 127.0.0.1:${port}`],
    ["connect_address: db1.internal:5432", `connect_address: localhost:${port}`],
    ["db1.internal:8008", `127.0.0.1:${rest}`],
    ["/var/lib/postgresql/15/waypost", cluster],
    ["/var/lib/postgresql/.pgpass-patroni", join(data, ".pgpass")],
    ["/var/run/postgresql", data],
    ["/etc/waypost/db.crt", tls.cert],
    ["/etc/waypost/db.key", tls.key],
    ["SUPERUSER-PASSWORD", SUPERUSER_PASSWORD],
    ["REPLICATION-PASSWORD", "of-the-replicator"],
    // Patroni comes by the socket, as an account that is not called postgres.
    ["local all postgres peer", "local all all trust"],
  ]);
  writeFileSync(file, text, { mode: 0o644 });
  const patroni = makeService({
    folder: data,
    name: "patroni",
    command: ["/usr/bin/patroni", file],
    port: rest,
  });
  const postmaster = () => {
    const path = join(cluster, "postmaster.pid");
    return existsSync(path) ? Number(readFileSync(path, "utf8").split("\n")[0]) : 0;
  };
  /** Patroni first, or it would bring the server back. */
  const signal = (kind: NodeJS.Signals) => {
    for (const pid of [patroni.pid(), postmaster()]) if (pid > 1) signalGroup(pid, kind);
  };
  return {
    name,
    port,
    rest,
    disk,
    start: () => patroni.start(),
    async kill() {
      const server = postmaster();
      const ended = patroni.end("SIGKILL");
      signalGroup(server, "SIGKILL");
      await ended;
    },
    freeze: () => signal("SIGSTOP"),
    thaw: () => signal("SIGCONT"),
    async stop() {
      const server = postmaster();
      await patroni.end("SIGKILL");
      signalGroup(server, "SIGKILL");
      disk?.remove();
    },
  };
}
