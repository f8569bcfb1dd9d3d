import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { spawnApp } from "../../test/support/processes/app-for-one-test.ts";
import { makeCertificate } from "../../test/support/mail-servers/certificate.ts";
import { command, look } from "../../test/support/database/data-directory-and-database.ts";
import {
  account,
  makeServer15,
  missing15,
  type Server15,
  signalGroup,
} from "../../test/support/database/postgres15-server.ts";
import { makePeople } from "../../test/support/app/signed-in-people.ts";
import { folderFor, makeStandby } from "../../test/support/database/standby-server.ts";
import { makePool, openDatabase } from "./open-database.ts";
import { openClient, readHosts } from "./several-hosts.ts";

describe("a URL with several hosts", () => {
  it("is one URL for each, and leads to the one that writes", () => {
    expect(readHosts("postgres://u:p%40@one:5432,two/desk?sslmode=verify-full")).toEqual({
      urls: [
        "postgres://u:p%40@one:5432/desk?sslmode=verify-full",
        "postgres://u:p%40@two/desk?sslmode=verify-full",
      ],
      wanted: "read-write",
    });
  });

  it("is read as libpq reads it, wherever it says what is wanted", () => {
    expect(readTwo("?target_session_attrs=standby&sslmode=require")).toEqual({
      urls: ["postgres://u@[::1]:1/d?sslmode=require", "postgres://u@b/d?sslmode=require"],
      wanted: "standby",
    });
    expect(readTwo("?sslmode=require&target_session_attrs=any")?.urls[1]).toBe(
      "postgres://u@b/d?sslmode=require",
    );
    expect(readTwo("?target_session_attrs=primary")).toMatchObject({ wanted: "read-write" });
    expect(readTwo("?target_session_attrs=slow")).toBeNull();
    expect(readHosts("postgres://u@/d?host=%2Fsocket")).toEqual({
      urls: ["postgres://u@/d?host=%2Fsocket"],
      wanted: "any",
    });
  });
});

describe.skipIf(missing15 !== null)(`several hosts${missing15 ? ` (${missing15})` : ""}`, () => {
  let folder: string;
  let ca: string;
  let primary: Server15;
  let standby: Server15;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "waypost-hosts-"));
    chmodSync(folder, 0o711);
    const { key, cert } = makeCertificate("localhost");
    ca = join(folder, "ca.pem");
    const owned = { mode: 0o600 };
    writeFileSync(ca, cert, { mode: 0o644 });
    writeFileSync(join(folder, "key.pem"), key, owned);
    if (account.uid) chownSync(join(folder, "key.pem"), account.uid, account.gid ?? account.uid);
    const settings = [
      "fsync=off",
      "ssl=on",
      `ssl_cert_file=${ca}`,
      `ssl_key_file=${join(folder, "key.pem")}`,
    ];
    primary = await makeServer15(folderFor(folder, "one"), { settings });
    await primary.start();
    standby = await makeStandby(primary, folderFor(folder, "two"), { settings });
  });
  afterAll(async () => {
    await standby?.stop("immediate");
    await primary?.stop("immediate");
    rmSync(folder, { recursive: true, force: true });
  });
  const url = (rest = "", host = "localhost") =>
    `postgres://waypost@${host}:${standby.port},${host}:${primary.port}/postgres${rest}`;

  const secure = async (more: string, host?: string) =>
    openClient({ connectionString: url(`?sslmode=verify-full${more}`, host) });

  it("lead to the one that is wanted, in whatever order they are named", async () => {
    expect(await portOf(url())).toBe(primary.port);
    expect(await portOf(url("?target_session_attrs=standby"))).toBe(standby.port);
    expect(await portOf(url("?target_session_attrs=any"))).toBe(standby.port);
    const { pool } = makePool({ connectionString: url() });
    onTestFinished(() => pool.end());
    const all = await Promise.all(
      Array.from({ length: 8 }, () => pool.query("select inet_server_port() as port, pg_sleep(0.05)")),
    );
    expect(new Set(all.map(({ rows }) => rows[0].port))).toEqual(new Set([primary.port]));
  });

  it("that all only read are refused by name of the setting", async () => {
    const only = `postgres://waypost@localhost:${standby.port}/postgres?target_session_attrs=read-write`;
    await expect(openDatabase({ databaseUrl: only, dataDir: "/nowhere" }, () => {})).rejects.toThrow(
      "DATABASE_URL leads to no server that writes: name the primary.",
    );
  });

  it("are believed only with a certificate of the authority that is named, for the host that is named", async () => {
    const client = await secure(`&sslrootcert=${ca}`);
    const { rows } = await client.query("select ssl, version from pg_stat_ssl where pid = pg_backend_pid()");
    await client.end();
    expect(rows).toEqual([{ ssl: true, version: "TLSv1.3" }]);
    await expect(secure("")).rejects.toThrow(/self-signed|unable to verify/);
    const other = join(folder, "other.pem");
    writeFileSync(other, makeCertificate("localhost").cert);
    await expect(secure(`&sslrootcert=${other}`)).rejects.toThrow(/self-signed|unable to verify|signature/);
    await expect(secure(`&sslrootcert=${ca}`, "127.0.0.1")).rejects.toThrow(/127\.0\.0\.1/);
  });

  it(
    "carry the app over when the one that writes is gone and another takes its place",
    { timeout: 120_000 },
    async () => {
      const secure = `?sslmode=verify-full&sslrootcert=${ca}`;
      const app = await spawnApp({
        DATABASE_URL: url(secure),
        REPORTS_DATABASE_URL: url(secure),
        DATA_DIR: join(folder, "data"),
      });
      await app.untilReady();
      const [person] = await makePeople({ connectionString: primary.url }, 1);
      const raise = async () => {
        const headers = { authorization: `Bearer ${person?.token}`, "content-type": "application/json" };
        const body = JSON.stringify({ subject: "Through the change", issue: "It." });
        return fetch(`${app.address}/api/tickets`, { method: "POST", headers, body });
      };
      expect((await raise()).status).toBe(201);
      await primary.kill();
      const away = await raise();
      expect([away.status, away.headers.get("retry-after")]).toEqual([503, "2"]);
      await command({ connectionString: standby.url }, "select pg_promote(true, 60)");
      await expect.poll(async () => (await raise()).status, { timeout: 20_000 }).toBe(201);
      const [found] = await look({ connectionString: standby.url }, async (client) => {
        const { rows } = await client.query<{ n: number }>(
          "select count(*)::int as n from tickets where subject = 'Through the change'",
        );
        return rows;
      });
      expect(found?.n).toBeGreaterThanOrEqual(2);
      app.child.kill("SIGTERM");
      expect(await app.closed).toMatchObject({ status: 0 });
    },
  );

  it("are left when one freezes, once another writes", { timeout: 60_000 }, async () => {
    const third = await makeStandby(standby, folderFor(folder, "three"), { settings: ["fsync=off"] });
    onTestFinished(() => third.stop("immediate"));
    const { pool } = makePool({
      connectionString: `postgres://waypost@127.0.0.1:${standby.port},127.0.0.1:${third.port}/postgres`,
    });
    onTestFinished(() => pool.end());
    await pool.query("create table marks (port int)");
    const mark = async () => pool.query("insert into marks values (inet_server_port()) returning port");
    expect((await mark()).rows).toEqual([{ port: standby.port }]);
    signalGroup(standby.pid(), "SIGSTOP");
    const unanswered = mark().catch((error: unknown) => error);
    await command({ connectionString: third.url }, "select pg_promote(true, 60)");
    expect(await unanswered).toBeInstanceOf(Error);
    expect((await mark()).rows).toEqual([{ port: third.port }]);
    signalGroup(standby.pid(), "SIGCONT");
    expect((await mark()).rows).toEqual([{ port: third.port }]);
  });
});

const readTwo = (rest: string) => readHosts(`postgres://u@[::1]:1,b/d${rest}`);

const portOf = async (connectionString: string) => {
  const client = await openClient({ connectionString });
  const { rows } = await client.query<{ port: number }>("select inet_server_port() as port");
  await client.end();
  return rows[0]?.port;
};
