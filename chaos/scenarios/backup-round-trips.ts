import { join } from "node:path";
import type { Client } from "pg";
import { openFolderStore } from "#server/lib/file-store/folder-store.ts";
import { openAttachments } from "#server/backup/attachments.ts";
import { restoreAndMigrate } from "#server/backup/restore.ts";
import { createBackup } from "#server/backup/create-backup.ts";
import { makePool } from "#server/db/open-database.ts";
import { runApp } from "../../test/support/processes/spawn-app.ts";
import { findInconsistencies } from "../load/check-ledger.ts";
import { makeConcurrentWriters } from "../load/writers-through-rounds.ts";
import { makePeople } from "../../test/support/app/signed-in-people.ts";
import { command, look, withDatabase } from "../../test/support/database/data-directory-and-database.ts";
import type { Outcome, Scenario, Settings } from "../scenario.ts";
import { makeShared } from "../faults/shared-database.ts";

export const roundTrips: Scenario = {
  name: "round-trips",
  rule: 518,
  words: "backups are taken while people work, and restored beside: one moment, whole, again and again",
  rounds: { small: 2, full: 20 },
  run,
};

async function run(settings: Settings): Promise<Outcome> {
  const place = await makeShared(settings, "trips");
  const app = await runApp({ ...place.env, PUBLIC_URL: place.address });
  const writers = makeConcurrentWriters(settings, "round-trips");
  const anomalies: string[] = [];
  let rows = 0;
  try {
    const people = await makePeople(place.connection(), 4);
    const busy = writers.begin(place.address, "trips", people);
    const files = openAttachments(openFolderStore(join(place.dataDir, "files")));
    for (let round = 0; round < settings.rounds; round += 1) {
      const source = { poolConfig: place.connection(), ...files };
      const path = await createBackup(source, join(settings.folder, `backups-${round}`), new Date());
      const first = await restored(settings, place.connection(), path, `a${round}`);
      // The restored desk is backed up and restored once more: nothing may wear off.
      rows += first.rows;
      anomalies.push(...first.inconsistencies);
      if (first.once !== first.twice) anomalies.push(`round ${round}: the second copy is not the first`);
      settings.say(`${round + 1} of ${settings.rounds}`);
    }
    await busy.stop();
    const worked = [...writers.known().values()].filter(({ result }) => result === "ok").length;
    return {
      rounds: settings.rounds,
      acknowledged: worked,
      lost: 0,
      anomalies: [...anomalies, ...writers.anomalies],
      metrics: { "rows restored": rows },
    };
  } finally {
    await app.kill("SIGTERM");
    await place.drop();
  }
}

async function restored(
  settings: Settings,
  base: Parameters<typeof withDatabase>[0],
  path: string,
  name: string,
) {
  const [one, two] = [`waypost_trip_${name}`, `waypost_trip_${name}_again`];
  for (const each of [one, two]) await command(base, `create database ${each}`);
  try {
    const files = openAttachments(openFolderStore(join(settings.folder, name, "files")));
    const first = withDatabase(base, one);
    const manifest = await restoreInto(first, path, files);
    const again = await createBackup(
      { poolConfig: first, ...files },
      join(settings.folder, `again-${name}`),
      new Date(),
    );
    const second = withDatabase(base, two);
    await restoreInto(second, again, files);
    return {
      rows: manifest.tables.reduce((sum, table) => sum + table.rows, 0),
      inconsistencies: await look(first, findInconsistencies),
      once: await look(first, contentOf),
      twice: await look(second, contentOf),
    };
  } finally {
    for (const each of [one, two]) await command(base, `drop database ${each} with (force)`);
  }
}

async function restoreInto(
  target: ReturnType<typeof withDatabase>,
  path: string,
  files: ReturnType<typeof openAttachments>,
) {
  const { pool } = makePool(target);
  try {
    return await restoreAndMigrate(pool, { poolConfig: target, ...files }, path);
  } finally {
    await pool.end();
  }
}

/** One text for every row of every table, but for the sign-ins that a restore ends. */
async function contentOf(client: Client): Promise<string> {
  const { rows } = await client.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' and tablename not in
     ('sessions', 'refresh_tokens', 'access_tokens', 'rate_limits', 'allowances', 'live_streams', 'idempotency_keys',
     'schema_migrations') order by 1`,
  );
  const parts: string[] = [];
  for (const { name } of rows) {
    const sum = await client.query<{ sum: string }>(
      `select count(*) || coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as sum from "${name}" t`,
    );
    parts.push(`${name} ${sum.rows[0]?.sum ?? ""}`);
  }
  return parts.join("\n");
}
