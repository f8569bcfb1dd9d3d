import { join } from "node:path";
import { freePort } from "../../../test/support/processes/spawn-app.ts";
import { folderFor } from "../../../test/support/database/standby-server.ts";
import { makeService, type Service } from "./service.ts";

/** Three members that agree on who leads. */
export async function makeEtcd(parent: string): Promise<{ hosts: string; members: Service[] }> {
  const names = ["etcd1", "etcd2", "etcd3"];
  const places = await Promise.all(
    names.map(async (name) => ({ name, client: await freePort(), peer: await freePort() })),
  );
  const all = places.map(({ name, peer }) => `${name}=http://127.0.0.1:${peer}`).join(",");
  const members = places.map(({ name, client, peer }) => {
    const folder = folderFor(parent, name);
    const [own, others] = [`http://127.0.0.1:${client}`, `http://127.0.0.1:${peer}`];
    const flags = {
      name,
      "data-dir": join(folder, "data"),
      logger: "zap",
      // Patroni 3.0.2 takes over safely by this API alone (ops/patroni.yml).
      "enable-v2": "true",
      "listen-client-urls": own,
      "advertise-client-urls": own,
      "listen-peer-urls": others,
      "initial-advertise-peer-urls": others,
      "initial-cluster": all,
      "initial-cluster-state": "new",
      // Seconds of a busy machine are no reason to elect anew.
      "heartbeat-interval": "250",
      "election-timeout": "2500",
    };
    const command = [
      "/usr/bin/etcd",
      ...Object.entries(flags).flatMap(([flag, value]) => [`--${flag}=${value}`]),
    ];
    return makeService({ folder, name, command, port: client });
  });
  return { hosts: places.map(({ client }) => `127.0.0.1:${client}`).join(","), members };
}
