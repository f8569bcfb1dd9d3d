/*
 * `node bench/due-dates.ts --data DIR [--tickets 100000] [--dates 10000]`: how long two instances on one database take to wake
 * so many tickets whose follow-up dates come at the same moment, from when the first is awake, and whether each was woken once.
 * Takes about two minutes on a desk that is filled.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { freePort, runApp } from "../test/support/processes/spawn-app.ts";
import { startFilledDesk } from "./measure/start-filled-desk.ts";

const { values } = parseArgs({
  options: {
    data: { type: "string" },
    tickets: { type: "string", default: "100000" },
    dates: { type: "string", default: "10000" },
  },
});
if (values.data === undefined) throw new Error("write node bench/due-dates.ts --data DIR");
const MINUTE = 60_000;
/** Milliseconds for both instances to have started their work, before the dates come. */
const CALM = 15_000;
/** Milliseconds between two looks, each of which counts thousands of rows beside the work. */
const LOOKS = 200;
const say = (words: string) => void process.stdout.write(`${words}\n`);

const desk = await startFilledDesk(values.data, Number(values.tickets), say);
const folder = mkdtempSync(join(tmpdir(), "waypost-dates-"));
const { host = "localhost", user = "waypost", database = "waypost" } = desk.poolConfig;
const beside = await runApp({
  DATA_DIR: folder,
  PORT: String(await freePort()),
  DATABASE_URL: `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}`,
});
try {
  const due = new Date(Math.ceil((Date.now() + CALM) / MINUTE) * MINUTE);
  const held = await hold(due, Number(values.dates));
  if (held === 0) throw new Error("no ticket of the desk can wait: fill another one");
  say(`${held} tickets are on hold until ${due.toISOString()}`);
  const left = () =>
    count("select count(*)::int as n from tickets where follow_up_at = $1 and deleted_at is null", due);
  while ((await left()) === held) await pause(LOOKS);
  const [first, late] = [performance.now(), Date.now() - due.getTime()];
  while ((await left()) > 0) await pause(LOOKS);
  const took = performance.now() - first;
  say(`all awake in ${(took / 1000).toFixed(1)} s, the first ${(late / 1000).toFixed(1)} s after its moment`);
  const events = await count(
    `select count(*)::int as n from history
     where kind = 'ticket.follow_up_due' and (before ->> 'follow_up_at')::timestamptz = $1`,
    due,
  );
  if (events !== held) throw new Error(`${held} dates came, and ${events} are in the history`);
  say("each of them once");
} finally {
  await beside.end();
  await desk.end();
  rmSync(folder, { recursive: true, force: true });
}

/** Puts tickets of assignees on hold until then; answers how many. */
async function hold(due: Date, most: number): Promise<number> {
  const { rowCount } = await desk.pool.query(
    `update tickets set status = 'on_hold', follow_up_at = $1, follow_up_status = 'open', follow_up_by = assignee_id
     where id in (select id from tickets
       where deleted_at is null and assignee_id is not null and follow_up_at is null order by id limit $2)`,
    [due, most],
  );
  return rowCount ?? 0;
}

async function count(statement: string, due: Date): Promise<number> {
  const { rows } = await desk.pool.query<{ n: number }>(statement, [due]);
  return rows[0]?.n ?? 0;
}
