import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { once } from "node:events";
import { connect, createServer } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { makePeople } from "../../test/support/app/signed-in-people.ts";
import { command, look } from "../../test/support/database/data-directory-and-database.ts";
import { makeServer15, missing15, type Server15 } from "../../test/support/database/postgres15-server.ts";
import { folderFor, makeStandby } from "../../test/support/database/standby-server.ts";
import { spawnApp } from "../../test/support/processes/app-for-one-test.ts";
import { makePool } from "./open-database.ts";
import { openReadReplica, type Reports, type DatabaseSource } from "./read-replica.ts";

const fast = { settings: ["fsync=off"] };
const said: string[] = [];
const log = {
  info: (words: string) => void said.push(words),
  warn: ({ reason }: { reason: string }, words: string) => void said.push(`${words}: ${reason}`),
};
const isStandby = async ({ pool }: DatabaseSource): Promise<boolean> => {
  const { rows } = await pool.query<{ answer: boolean }>("select pg_is_in_recovery() as answer");
  return rows[0]?.answer ?? false;
};

describe.skipIf(missing15 !== null)(`a replica for reports${missing15 ? ` (${missing15})` : ""}`, () => {
  let folder: string;
  let primary: Server15;
  let standby: Server15;
  let source: ReturnType<typeof makePool>;
  const opened: Reports[] = [];
  const open = (url: string, options = { patience: 200, rest: 0 }): Reports => {
    const reports = openReadReplica(source, url, log, options);
    opened.push(reports);
    return reports;
  };
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "waypost-reports-"));
    chmodSync(folder, 0o711);
    primary = await makeServer15(folderFor(folder, "primary"), fast);
    await primary.start();
    standby = await makeStandby(primary, folderFor(folder, "standby"), fast);
    source = makePool({ connectionString: primary.url });
    await source.pool.query("create table marks (n int)");
  });
  afterAll(async () => {
    for (const each of opened) await each.stop();
    await source?.pool.end();
    await standby?.stop("immediate");
    await primary?.stop("immediate");
    rmSync(folder, { recursive: true, force: true });
  });
  beforeEach(() => void (said.length = 0));

  it("answers, and never less than what was saved before the question", async () => {
    const reports = open(standby.url, { patience: 5000, rest: 0 });
    for (let n = 1; n <= 50; n += 1) {
      await source.pool.query("insert into marks values ($1)", [n]);
      const seen = await reports.read(async (from) => {
        const { rows } = await from.pool.query<{ n: number }>("select max(n) as n from marks");
        return { n: rows[0]?.n, standby: await isStandby(from) };
      });
      expect(seen).toEqual({ n, standby: true });
    }
    expect(said).toEqual(["reports are read from the replica"]);
  });

  it("that stays behind is left out, with one line in the log, until it has caught up", async () => {
    const reports = open(standby.url);
    await command({ connectionString: standby.url }, "select pg_wal_replay_pause()");
    await source.pool.query("insert into marks values (100)");
    expect(await reports.read(isStandby)).toBe(false);
    expect(await reports.read(isStandby)).toBe(false);
    expect(said).toEqual(["reports are read from the primary: it has not caught up within 200 ms"]);
    await command({ connectionString: standby.url }, "select pg_wal_replay_resume()");
    await expect.poll(() => reports.read(isStandby), { timeout: 20_000 }).toBe(true);
    expect(said.slice(1)).toEqual(["reports are read from the replica"]);
  });

  it("that ends in the middle of a report is replaced by the primary, and used again when it is back", async () => {
    const reports = open(standby.url, { patience: 5000, rest: 0 });
    expect(await reports.read(isStandby)).toBe(true);
    const ended = await reports.read(async (from) => {
      const isFirst = await isStandby(from);
      if (isFirst) await standby.stop("immediate");
      return isStandby(from);
    });
    expect(ended).toBe(false);
    expect(await reports.read(isStandby)).toBe(false);
    await standby.start();
    await expect.poll(() => reports.read(isStandby), { timeout: 20_000 }).toBe(true);
  });

  it("is one of several at one address, and each report is read from one that has everything", async () => {
    const other = await makeStandby(primary, folderFor(folder, "other"), fast);
    onTestFinished(() => other.stop("immediate"));
    const address = await balance([standby.port, other.port]);
    const reports = open(`postgres://waypost@127.0.0.1:${address}/postgres`, { patience: 200, rest: 0 });
    // Each takes a connection of its own.
    await Promise.all(
      Array.from({ length: 4 }, () => reports.read(({ pool }) => pool.query("select pg_sleep(0.2)"))),
    );
    await command({ connectionString: standby.url }, "select pg_wal_replay_pause()");
    await source.pool.query("insert into marks values (1000)");
    const seen = await Promise.all(
      Array.from({ length: 8 }, () =>
        reports.read(({ pool }) => pool.query("select max(n) as n from marks")),
      ),
    );
    expect(seen.map(({ rows }) => rows)).toEqual(Array.from({ length: 8 }, () => [{ n: 1000 }]));
    await command({ connectionString: standby.url }, "select pg_wal_replay_resume()");
  });

  it("passes on what is wrong with the report itself", async () => {
    const reports = open(standby.url);
    await expect(reports.read(({ pool }) => pool.query("select * from nowhere"))).rejects.toThrow("nowhere");
  });

  it("that is no copy of this database is never asked", async () => {
    expect(await open(primary.url).read(isStandby)).toBe(false);
    await source.pool.query("create database another");
    const url = new URL(standby.url);
    url.pathname = "/another";
    await expect
      .poll(async () => {
        said.length = 0;
        await open(url.href).read(isStandby);
        return said;
      })
      .toEqual(["reports are read from the primary: it is a copy of another database"]);
  });

  it("serves dashboards and exports of the app", { timeout: 120_000 }, async () => {
    const app = await spawnApp({
      DATABASE_URL: primary.url,
      REPORTS_DATABASE_URL: standby.url,
      DATA_DIR: join(folder, "data"),
    });
    await app.untilReady();
    const [person] = await makePeople({ connectionString: primary.url }, 1);
    const headers = { authorization: `Bearer ${person?.token}`, "content-type": "application/json" };
    const body = JSON.stringify({ subject: "Seen in the copy", issue: "At once." });
    await fetch(`${app.address}/api/tickets`, { method: "POST", headers, body });
    const answers: Record<string, string> = {};
    for (const path of ["dashboard/metrics", "tickets/export", "audit/export"]) {
      const answer = await fetch(`${app.address}/api/${path}`, { headers });
      expect(answer.status).toBe(200);
      answers[path] = await answer.text();
    }
    expect(JSON.parse(answers["dashboard/metrics"] ?? "").ticket_metrics.total).toBe(1);
    expect(answers["tickets/export"]).toContain("Seen in the copy");
    expect(answers["audit/export"]).toContain("ticket.created");
    const asked = await look({ connectionString: standby.url }, async (client) => {
      const { rows } = await client.query<{ query: string }>(
        "select query from pg_stat_activity where application_name = 'waypost reports'",
      );
      return rows.map(({ query }) => query).join("\n");
    });
    expect(asked).toMatch(/history|tickets|ticket_totals/);
    app.child.kill("SIGTERM");
    expect(await app.closed).toMatchObject({ status: 0 });
  });
});

/** A port behind which each connection leads to the next server. */
async function balance(ports: number[]): Promise<number> {
  let n = 0;
  const server = createServer((inside) => {
    const outside = connect(ports[n++ % ports.length] ?? 0, "127.0.0.1");
    inside.on("error", () => outside.destroy()).on("close", () => outside.destroy());
    outside.on("error", () => inside.destroy()).on("close", () => inside.destroy());
    inside.pipe(outside).pipe(inside);
  }).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const address = server.address();
  return typeof address === "object" && address ? address.port : 0;
}
