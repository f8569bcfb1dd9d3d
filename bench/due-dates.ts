/*
 * `node bench/due-dates.ts --data DIR [--tickets 100000] [--dates 10000] [--answers 2000]`: how long two instances on one
 * database take to wake so many tickets whose follow-up dates come at the same moment, and then to send so many answers,
 * from when the first is done, and whether each was done once. Takes about three minutes on a desk that is filled.
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
    answers: { type: "string", default: "2000" },
  },
});
if (values.data === undefined) throw new Error("write node bench/due-dates.ts --data DIR");
const MINUTE = 60_000;
/** Milliseconds for both instances to have started their work, and for what follows the preparation, before the dates come. */
const CALM = 30_000;
/** Milliseconds between two looks. */
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
  await work("follow-up dates", hold, {
    // From the end at which the instances arrive last: at the other one a look reads past all that are awake by then.
    waiting: "select from tickets where follow_up_at <= $1 and deleted_at is null order by follow_up_at desc",
    done: `select count(*)::int as n from history
      where kind = 'ticket.follow_up_due' and (before ->> 'follow_up_at')::timestamptz = $1`,
    most: Number(values.dates),
  });
  await work("answers", schedule, {
    waiting: "select from scheduled_comments where send_at = $1 and state = 'waiting'",
    // One whose readers changed meanwhile is stopped.
    done: `select count(*)::int as n from scheduled_comments s left join comments c on c.id = s.id
      where s.send_at = $1 and (s.state = 'sent') = (c.id is not null)`,
    most: Number(values.answers),
  });
} finally {
  await beside.end();
  await desk.end();
  rmSync(folder, { recursive: true, force: true });
}

/** `waiting` finds those that are left, `done` counts those that were done. */
type Kind = { waiting: string; done: string; most: number };

/** Makes so much due at the next minute, waits until it is done, and counts. */
async function work(
  name: string,
  prepare: (due: Date, most: number) => Promise<number>,
  { waiting, done, most }: Kind,
): Promise<void> {
  const due = new Date(Math.ceil((Date.now() + CALM) / MINUTE) * MINUTE);
  const held = await prepare(due, most);
  if (held === 0) throw new Error("no ticket of the desk can wait: fill another one");
  // So many changes at once would be tidied up amid the work that is timed.
  await desk.pool.query("vacuum analyze tickets, ticket_words");
  await desk.pool.query("checkpoint");
  say(`${held} ${name} come at ${due.toISOString()}`);
  const left = (atMost: number) =>
    count(`select count(*)::int as n from (${waiting} limit ${atMost}) as left_over`, due);
  while ((await left(held)) === held) await pause(LOOKS);
  const [first, late] = [performance.now(), Date.now() - due.getTime()];
  while ((await left(1)) > 0) await pause(LOOKS);
  const took = performance.now() - first;
  say(
    `all settled ${(took / 1000).toFixed(1)} s after the first, which was ${(late / 1000).toFixed(1)} s after its moment`,
  );
  const times = await count(done, due);
  if (times !== held) throw new Error(`${held} ${name} came, and ${times} were settled once`);
  say("each of them once");
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

/** Lets answers of assignees wait until then, one a ticket. */
async function schedule(due: Date, most: number): Promise<number> {
  const { rowCount } = await desk.pool.query(
    `insert into scheduled_comments (ticket_id, author_id, visibility, comment, group_id, readers, send_at, try_at, hold,
       stop_if_answered, created_at)
     select t.id, t.assignee_id, 'public', 'As agreed I come back to this today.', gen_random_uuid(),
       jsonb_build_object(u.id, u.company_id), $1, $1, false, false, now()
     from tickets t join users u on u.id = t.client_id and u.deleted_at is null
     join users author on author.id = t.assignee_id and author.deleted_at is null
     where not exists (select from participants p where p.ticket_id = t.id) and t.deleted_at is null and t.merged_into_id is null
     order by t.id desc limit $2`,
    [due, most],
  );
  return rowCount ?? 0;
}

async function count(statement: string, due: Date): Promise<number> {
  const { rows } = await desk.pool.query<{ n: number }>(statement, [due]);
  return rows[0]?.n ?? 0;
}
