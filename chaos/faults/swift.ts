import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, existsSync, mkdirSync, openSync, writeFileSync } from "node:fs";
import { userInfo } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { BUCKET, filesUrl } from "../../test/support/object-store/object-store.ts";
import { freePort } from "../../test/support/processes/spawn-app.ts";

const SERVERS = ["proxy", "account", "container", "object"] as const;
type Kind = (typeof SERVERS)[number];

/** The reason why there is no OpenStack Swift here, or null. */
export const missingSwift: string | null = [
  ...SERVERS.map((kind) => `/usr/bin/swift-${kind}-server`),
  "/usr/bin/swift-ring-builder",
].every((path) => existsSync(path))
  ? null
  : "OpenStack Swift is not installed (Debian: swift, swift-proxy, swift-account, swift-container, swift-object)";

/** Whom its servers run as, where this process is root. */
const NOBODY = 65_534;

/**
 * OpenStack Swift with its face of S3 on loopback, one of each server, as an account without rights. Its disk is a folder; a
 * `page` of a list has so many objects.
 */
export async function startSwift(parent: string, { page = 1000 }: { page?: number } = {}) {
  const folder = join(parent, "swift");
  const account = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  const user = process.getuid?.() === 0 ? "nobody" : userInfo().username;
  for (const each of ["etc", "disk/d1", "run"]) mkdirSync(join(folder, each), { recursive: true });
  for (const each of ["", "etc", "disk", "disk/d1", "run"]) {
    chmodSync(join(folder, each), 0o755);
    if ("uid" in account) chownSync(join(folder, each), NOBODY, NOBODY);
  }
  const ports = {
    proxy: await freePort(),
    account: await freePort(),
    container: await freePort(),
    object: await freePort(),
  };
  writeConfigurations(folder, { ports, user, page });
  makeRings(folder, ports);
  const running = new Map<Kind, ChildProcess>();

  async function start(kind: Kind): Promise<void> {
    const log = openSync(join(folder, `${kind}.log`), "a");
    const child = spawn(`/usr/bin/swift-${kind}-server`, [join(folder, "etc", `${kind}.conf`), "-v"], {
      ...account,
      cwd: folder,
      env: { PATH: "/usr/bin:/bin", SWIFT_DIR: join(folder, "etc"), HOME: folder },
      stdio: ["ignore", log, log],
      detached: true,
    });
    running.set(kind, child);
    for (let tries = 0; !(await answers(ports[kind])); tries += 1) {
      if (tries === 300)
        throw new Error(`swift-${kind}-server does not answer: see ${join(folder, `${kind}.log`)}`);
      await pause(100);
    }
  }

  /** The whole group: each server has a worker. */
  function signal(kind: Kind, name: NodeJS.Signals): void {
    const pid = running.get(kind)?.pid;
    if (pid !== undefined) process.kill(-pid, name);
  }

  async function stop(): Promise<void> {
    for (const [kind, child] of running) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      const ended = once(child, "exit");
      signal(kind, "SIGCONT");
      signal(kind, "SIGKILL");
      await ended;
    }
  }

  try {
    for (const kind of SERVERS.toReversed()) await start(kind);
    await makeBucket(`http://127.0.0.1:${ports.proxy}`);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    port: ports.proxy,
    /** Kills the servers of objects at once, and starts them again. */
    async killObjects(): Promise<void> {
      const child = running.get("object");
      const ended = child && once(child, "exit");
      signal("object", "SIGKILL");
      await ended;
    },
    startObjects: () => start("object"),
    freezeObjects: () => signal("object", "SIGSTOP"),
    thawObjects: () => signal("object", "SIGCONT"),
    /** FILES_URL for its bucket, at its own address or at that of what stands before it. */
    urlAt: (endpoint = `http://127.0.0.1:${ports.proxy}`) => filesUrl(endpoint, KEY),
    stop,
  };
}

/** In an address the colon of an access key stands encoded. */
const KEY = "desk%3Awaypost:secret-of-the-desk";

async function answers(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/healthcheck`, { signal: AbortSignal.timeout(2000) }).then(
    ({ ok }) => ok,
    () => false,
  );
}

async function makeBucket(endpoint: string): Promise<void> {
  const { CreateBucketCommand, S3Client } = await import("@aws-sdk/client-s3");
  const credentials = { accessKeyId: "desk:waypost", secretAccessKey: "secret-of-the-desk" };
  const client = new S3Client({ endpoint, region: "us-east-1", forcePathStyle: true, credentials });
  await client.send(new CreateBucketCommand({ Bucket: BUCKET }));
  client.destroy();
}

function makeRings(folder: string, ports: Record<Kind, number>): void {
  for (const kind of ["account", "container", "object"] as const) {
    const builder = join(folder, "etc", `${kind}.builder`);
    for (const parameters of [
      ["create", "4", "1", "1"],
      ["add", `r1z1-127.0.0.1:${ports[kind]}/d1`, "1"],
      ["rebalance"],
    ]) {
      const { status, stdout, stderr } = spawnSync("/usr/bin/swift-ring-builder", [builder, ...parameters], {
        encoding: "utf8",
      });
      // 1 is a warning: there is one device alone.
      if (status === null || status > 1) throw new Error(`swift-ring-builder: ${stdout}${stderr}`);
    }
    chmodSync(join(folder, "etc", `${kind}.ring.gz`), 0o644);
  }
}

function writeConfigurations(
  folder: string,
  { ports, user, page }: { ports: Record<Kind, number>; user: string; page: number },
): void {
  const write = (name: string, text: string) => {
    writeFileSync(join(folder, "etc", name), text);
    chmodSync(join(folder, "etc", name), 0o644);
  };
  write(
    "swift.conf",
    "[swift-hash]\nswift_hash_path_suffix = waypost\nswift_hash_path_prefix = chaos\n[storage-policy:0]\nname = one\ndefault = yes\n",
  );
  const common = (kind: Kind) =>
    `[DEFAULT]\nbind_ip = 127.0.0.1\nbind_port = ${ports[kind]}\nuser = ${user}\nswift_dir = ${folder}/etc\ndevices = ${folder}/disk\nmount_check = false\nworkers = 1\nlog_level = WARNING\n`;
  for (const kind of ["account", "container", "object"] as const) {
    write(
      `${kind}.conf`,
      `${common(kind)}[pipeline:main]\npipeline = healthcheck ${kind}-server\n[app:${kind}-server]\nuse = egg:swift#${kind}\n[filter:healthcheck]\nuse = egg:swift#healthcheck\n`,
    );
  }
  // Nobody listens at the cache's address: everything is looked up.
  write(
    "proxy.conf",
    `${common("proxy")}[pipeline:main]
pipeline = catch_errors healthcheck cache listing_formats bulk s3api tempauth slo proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
# Otherwise it leaves its one server of objects alone for a minute after some errors.
error_suppression_interval = 1
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:healthcheck]
use = egg:swift#healthcheck
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:1
[filter:listing_formats]
use = egg:swift#listing_formats
[filter:bulk]
use = egg:swift#bulk
[filter:s3api]
use = egg:swift#s3api
allow_no_owner = true
max_bucket_listing = ${page}
[filter:tempauth]
use = egg:swift#tempauth
user_desk_waypost = secret-of-the-desk .admin
[filter:slo]
use = egg:swift#slo
`,
  );
}
