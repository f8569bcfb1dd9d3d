import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "../../../test/support/processes/spawn-app.ts";
import { folderFor } from "../../../test/support/database/standby-server.ts";
import { fillExample } from "../changed-file.ts";
import type { ClusterNode } from "./node.ts";
import { makeService, type Service } from "./service.ts";

export type Balancer = Service & { desk: number; primary: number; replicas: number };

/** HAProxy before two instances and all nodes. */
export async function makeHaproxy(
  parent: string,
  nodes: readonly ClusterNode[],
  [one, two]: readonly [number, number],
): Promise<Balancer> {
  const folder = folderFor(parent, "haproxy");
  const [desk, primary, replicas] = [await freePort(), await freePort(), await freePort()];
  const file = join(folder, "haproxy.cfg");
  const text = fillExample("haproxy.cfg", [
    ["127.0.0.1:8080", `127.0.0.1:${desk}`],
    ["127.0.0.1:5000", `127.0.0.1:${primary}`],
    ["127.0.0.1:5001", `127.0.0.1:${replicas}`],
    ["desk1.internal:3000", `127.0.0.1:${one}`],
    ["desk2.internal:3000", `127.0.0.1:${two}`],
    ...nodes.map(
      ({ name, port, rest }) =>
        [`${name}.internal:5432 check port 8008`, `127.0.0.1:${port} check port ${rest}`] as const,
    ),
  ]);
  writeFileSync(file, text, { mode: 0o644 });
  const command = ["/usr/sbin/haproxy", "-db", "-f", file];
  return { ...makeService({ folder, name: "haproxy", command, port: desk }), desk, primary, replicas };
}

/** PgBouncer between the instances and HAProxy's way to the leader. */
export async function makePooler(
  parent: string,
  { primary }: Balancer,
  ca: string,
  users: Record<string, string>,
): Promise<Service & { port: number }> {
  const folder = folderFor(parent, "pgbouncer");
  const port = await freePort();
  const [file, list] = [join(folder, "pgbouncer.ini"), join(folder, "userlist.txt")];
  const text = fillExample("pgbouncer.ini", [
    ["host=db.internal port=5000", `host=localhost port=${primary}`],
    ["listen_port = 6432", `listen_port = ${port}`],
    ["/var/run/pgbouncer", folder],
    ["/etc/pgbouncer/userlist.txt", list],
    ["/etc/waypost/ca.crt", ca],
  ]);
  writeFileSync(file, text, { mode: 0o644 });
  const lines = Object.entries(users).map(([name, password]) => `"${name}" "${password}"\n`);
  writeFileSync(list, lines.join(""), { mode: 0o644 });
  return {
    ...makeService({ folder, name: "pgbouncer", command: ["/usr/sbin/pgbouncer", file], port }),
    port,
  };
}
