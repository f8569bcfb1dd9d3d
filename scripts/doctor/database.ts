import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { Pool } from "pg";
import { GIGABYTE, STORAGE_WARNING } from "#contract/retention/retention-times.ts";
import type { Config } from "#server/config.ts";
import { explainSeparation, readSeparation } from "#server/db/database-roles.ts";
import { readMigrations } from "#server/db/migrate.ts";
import type { OpenDatabase } from "#server/db/open-database.ts";
import { explainMissingLimits } from "#server/db/session-limits.ts";
import { bad, fine, type Finding, note } from "./finding.ts";
import { incomingFindings } from "./incoming.ts";

const HOUR = 3_600_000;

/** Version, durability, tables, figures, what waits, backups and the clock. */
export async function databaseFindings(
  { pool, openLogins }: OpenDatabase,
  config: Config,
): Promise<Finding[]> {
  const missing = await migrations(pool);
  const findings = [...(await server(pool)), ...missing, await clock(pool), backups(config.dataDir)];
  if (missing.some(({ how }) => how === "bad")) return findings;
  if (missing.some(({ how }) => how === "note"))
    return [...findings, ...(await waiting(pool)), await figures(pool)];
  return [
    ...findings,
    ...(await roles(openLogins, config)),
    ...(await waiting(pool)),
    ...(await incomingFindings(pool, config)),
    await attachments(pool),
    await figures(pool),
  ];
}

/** As the app itself opens it. */
async function roles(openLogins: OpenDatabase["openLogins"], config: Config): Promise<Finding[]> {
  const { app, guests } = await openLogins();
  const missing = explainSeparation(await readSeparation(app.pool, guests?.pool ?? null));
  const apart = missing
    ? note("roles", missing)
    : fine("roles", "the app owns no table, and external users have a login of their own");
  if (config.preparedStatements) return [apart];
  const limits = [await explainMissingLimits(app.pool), guests && (await explainMissingLimits(guests.pool))];
  return [apart, ...limits.filter((words) => words !== null).map((words) => note("limits", words))];
}

async function server(pool: Pool): Promise<Finding[]> {
  const { rows } = await pool.query<
    Record<string, string>
  >(`select current_setting('server_version') as version,
    current_setting('fsync') as fsync, current_setting('full_page_writes') as pages,
    current_setting('synchronous_commit') as commits, current_setting('data_checksums') as checksums,
    current_setting('max_connections') as connections`);
  const { version = "", fsync, pages, commits, checksums, connections } = rows[0] ?? {};
  const isDurable = fsync === "on" && pages === "on" && commits !== "off";
  return [
    fine("postgresql", `${version.split(" ")[0]}, ${connections} connections (an instance takes up to 21)`),
    isDurable
      ? fine("durability", "every answer is on the disk before it is given")
      : bad(
          "durability",
          "fsync, full_page_writes or synchronous_commit is off: a power cut will lose work. Set them on.",
        ),
    checksums === "on"
      ? fine("checksums", "damaged pages are noticed")
      : note(
          "checksums",
          "off: a failing disk goes unnoticed. pg_checksums --enable turns them on while it is stopped.",
        ),
  ];
}

async function migrations(pool: Pool): Promise<Finding[]> {
  const there = await pool.query("select from pg_tables where tablename = 'schema_migrations'");
  if (there.rowCount === 0) return [note("tables", "none yet: the next start makes them")];
  const { rows } = await pool.query<{ version: number; checksum: string }>(
    "select version, checksum from schema_migrations",
  );
  const known = readMigrations();
  const waits = known.filter(({ version }) => rows.every((row) => row.version !== version)).length;
  const foreign = rows.some((row) => known.every(({ checksum }) => checksum !== row.checksum));
  if (foreign) return [bad("tables", "made by another version of Waypost: start that one.")];
  if (waits > 0)
    return [
      note(
        "tables",
        `${waits} migrations wait for the next start: npm run upgrade -- --rehearse tries them on a copy.`,
      ),
    ];
  return [fine("tables", `up to date (${known.at(-1)?.name})`)];
}

async function clock(pool: Pool): Promise<Finding> {
  const asked = Date.now();
  const { rows } = await pool.query<{ now: Date }>("select clock_timestamp() as now");
  const apart = Math.abs((rows[0]?.now.getTime() ?? 0) - (asked + Date.now()) / 2) / 1000;
  if (apart < 2) return fine("clock", "agrees with the database's");
  return note(
    "clock",
    `${apart.toFixed(0)} s apart from the database's, whose counts: set this machine's by NTP.`,
  );
}

function backups(dataDir: string): Finding {
  const folder = join(dataDir, "backups");
  let names: string[] = [];
  try {
    names = readdirSync(folder).filter((name) => /^waypost-.*Z$/.test(name));
  } catch {
    // None was taken yet.
  }
  const last = names.toSorted().at(-1);
  if (!last)
    return note("backup", `none in ${folder} yet: one is taken each night, or by npm run backup -- DIR.`);
  const taken = Date.parse(last.slice(8).replace(/T(\d\d)-(\d\d)-(\d\d)Z$/, "T$1:$2:$3Z"));
  const hours = Math.round((Date.now() - taken) / HOUR);
  if (hours > 50)
    return note("backup", `the last one is ${hours} hours old: read the log for "no nightly backup".`);
  return fine(
    "backup",
    `${names.length} kept, the last ${hours} hours old; copy them to another machine as well`,
  );
}

async function waiting(pool: Pool): Promise<Finding[]> {
  const { rows } = await pool.query<{ failed: number; late: number }>(`select
    count(*) filter (where state = 'failed')::int as failed,
    count(*) filter (where state = 'queued' and created_at < now() - interval '15 minutes')::int as late from mails`);
  const { failed = 0, late = 0 } = rows[0] ?? {};
  if (failed + late === 0) return [fine("mails", "none is late, none was given up")];
  return [note("mails", `${late} wait longer than 15 minutes, ${failed} were given up: see Settings, Mail.`)];
}

/** As the setting allows them space. */
async function attachments(pool: Pool): Promise<Finding> {
  const { rows } = await pool.query<{ gigabytes: number; most: number | null }>(`select
    coalesce((select sum(bytes) from blobs), 0)::float8 / ${GIGABYTE} as gigabytes,
    (select value #>> '{}' from settings where key = 'attachments_gigabytes' and company_id is null)::int as most`);
  const { gigabytes = 0, most = null } = rows[0] ?? {};
  const words = `${gigabytes.toFixed(1)} GB${most === null ? "" : ` of ${most} GB`}`;
  if (most === null || gigabytes < most * STORAGE_WARNING) return fine("attachments", words);
  return note("attachments", `${words}: once it is full no file can be attached. See Settings, Retention.`);
}

/** Recounted and thrown away again. */
async function figures(pool: Pool): Promise<Finding> {
  const client = await pool.connect();
  try {
    await client.query("begin; set local statement_timeout = '120s'");
    const { rows } = await client.query<{ drift: number }>("select drift from recount_figures()");
    const drift = rows.reduce((sum, row) => sum + row.drift, 0);
    if (drift === 0) return fine("figures", "a recount agrees with all of them");
    return note("figures", `${drift} rows are wrong: npm run reconcile mends them.`);
  } catch (error) {
    return note("figures", `not recounted (${error instanceof Error ? error.message : String(error)})`);
  } finally {
    await client.query("rollback").catch(() => {});
    client.release();
  }
}
