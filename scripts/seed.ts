/*
 * `npm run seed -- --tickets 100000`: believable data at scale for measuring, beside a running Waypost or alone.
 * The same seed gives the same people and tickets; the demo's people come first on a desk that has nobody yet.
 */
import { parseArgs } from "node:util";
import type { Config } from "#server/config.ts";
import { seedDemo } from "#server/demo/seed-demo.ts";
import type { Database } from "#server/db/open-database.ts";
import type { FileStore } from "#server/lib/file-store/file-store.ts";
import { openFileStore } from "#server/lib/file-store/open-file-store.ts";
import { syncRoles } from "#server/roles/sync-roles.ts";
import { seedDesk } from "#server/seed/seed.ts";
import { readTicketPrefix } from "#server/settings/ticket-prefix.ts";
import { runTool, usage, wrongOptions } from "./command-line/run-command.ts";

const USAGE =
  "write npm run seed -- --tickets 100000 [--companies 500] [--agents 200] [--clients 20000] [--mails 0] [--seed 1] [--until 2026-11-20].";

await runTool((config) => {
  if (config.production) throw usage("NODE_ENV is production: invented data are never mixed with real ones.");
  const { until, mails, ...plan } = readPlan(process.argv.slice(2));
  return async ({ db, pool }) => {
    const began = performance.now();
    await syncRoles(db);
    const files = await openFileStore(config);
    await fillDemo(config, db, files);
    await seedDesk(pool, {
      plan,
      mail: { mails, files },
      until,
      prefix: await readTicketPrefix(db),
      onProgress: showProgress,
    }).finally(() => files.close());
    process.stdout.write(
      `seeded ${plan.tickets} tickets in ${((performance.now() - began) / 1000).toFixed(1)} s\n`,
    );
  };
});

function showProgress(words: string) {
  process.stdout.write(`  ${words}\n`);
}

/** Otherwise the first start would find people, and never make those who can sign in. */
async function fillDemo(config: Config, db: Database, files: FileStore) {
  const someone = await db.selectFrom("users").select("id").limit(1).executeTakeFirst();
  if (config.demo && !someone) await seedDemo(db, { now: new Date(), files });
}

function readPlan(args: string[]) {
  const values = parse(args);
  if (values.tickets === undefined) throw usage(USAGE);
  return {
    tickets: count("--tickets", values.tickets, 1),
    companies: count("--companies", values.companies ?? "500", 1),
    agents: count("--agents", values.agents ?? "200", 0),
    clients: count("--clients", values.clients ?? "20000", 1),
    mails: count("--mails", values.mails ?? "0", 0),
    seed: count("--seed", values.seed ?? "1", 0),
    until: day(values.until ?? new Date().toISOString().slice(0, 10)),
  };
}

function parse(args: string[]) {
  const one = { type: "string" } as const;
  const options = {
    tickets: one,
    companies: one,
    agents: one,
    clients: one,
    mails: one,
    seed: one,
    until: one,
  };
  try {
    return parseArgs({ args, options }).values;
  } catch (error) {
    throw wrongOptions(error, USAGE);
  }
}

/** At most ten million of anything. */
function count(option: string, text: string, least: number): number {
  const value = /^\d{1,8}$/.test(text) ? Number(text) : -1;
  if (value < least || value > 10_000_000)
    throw usage(`${option} ${text} is not a number from ${least} to 10,000,000: ${USAGE}`);
  return value;
}

function day(text: string): Date {
  const moment = new Date(`${text}T00:00:00Z`);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || Number.isNaN(moment.getTime()))
    throw usage(`--until ${text} is not a day like 2026-11-20.`);
  return moment;
}
