import { join } from "node:path";
import { Readable } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";
import { Kysely, PostgresDialect } from "kysely";
import type { Tables } from "#server/db/tables.ts";
import { storeMail } from "#server/incoming/store.ts";
import { openFolderStore } from "#server/lib/file-store/folder-store.ts";
import { memoryOf } from "../../test/support/processes/process-size.ts";
import {
  countStored,
  type Desk,
  findSenders,
  holdJobs,
  type MailDoor,
  rawMail,
  releaseJobs,
  type Say,
} from "./mails-to-send.ts";
import { ask, openShares } from "../measure/measure.ts";
import { openSession } from "../measure/start-filled-desk.ts";
import { get } from "../measure/turn-by-turn.ts";

/** Mails of one sender, below every limit of one sender. */
const OF_ONE = 15;
/** Files that are written at once while the backlog is made. */
const AT_ONCE = 8;
/** The share of a backlog that is compared at its beginning and its end, and at most so many mails. */
const PART = { share: 0.1, most: 5000 };
/** A backlog is worked off in so many parts, with quiet lists before each: what else goes on meanwhile falls on both alike. */
const PARTS = 4;
/** Lists that are asked for while nothing else is done: enough for a p99 that is more than the worst few. */
const QUIET = 2000;
/** Lists before those that count. */
const WARM = 300;
/** Milliseconds between two lists, so that asking is not a load of its own. */
const BREATH = 20;

/**
 * Many mails that were stored while nobody processed them, as after an outage. The goals: the app holds at most 60 MB more
 * than before, the last tenth is done at 0.9 of the first tenth's rate, and the list of tickets has a p99 of at most 1.5
 * times the quiet one.
 */
export async function workOffBacklog(
  desk: Desk,
  { folder, door, backlog }: { folder: string; door: MailDoor; backlog: number },
  say: Say,
): Promise<void> {
  await timeLists(desk.address, (n) => n < WARM);
  const without = memoryOf(desk.pid);
  await workOffOne(desk, { folder, door });
  // The thread that reads mails has ended by then.
  await timeLists(desk.address, (n) => n < WARM);
  const idle = memoryOf(desk.pid);
  say(`storing ${backlog} mails`);
  const since = new Date();
  await storeBacklog(desk, { folder, door, backlog });
  const watch = watchMemory(desk.pid);
  const [quiet, asked]: [number[], number[]] = [[], []];
  let seconds = 0;
  for (let part = 1; part <= PARTS; part += 1) {
    quiet.push(...(await timeLists(desk.address, (n) => n < QUIET / PARTS)));
    const done = await workOffPart(desk, backlog, part);
    asked.push(...done.asked);
    seconds += done.seconds;
    await untilIdle(desk);
  }
  const most = watch.end();
  say(`backlog of ${backlog}: ${seconds.toFixed(0)} s, ${(backlog / seconds).toFixed(1)} a second`);
  say(`  became ${await describeStates(desk, since)}`);
  const { first, last } = await readRates(desk, backlog);
  tell(
    say,
    `rate: ${first.toFixed(1)} a second at first, ${last.toFixed(1)} at last`,
    last / first,
    0.9,
    "above",
  );
  say(`  memory of the app before its first mail: ${without} MB`);
  tell(say, `memory of the app: ${idle} MB before, ${most} MB at most`, most - idle, 60, "below");
  const refused = asked.filter((took) => took === Infinity).length;
  if (refused > 0)
    say(`  ${refused} of ${asked.length} lists were told to come again, which counts as never`);
  const [during, before] = [openShares(asked), openShares(quiet)];
  for (const share of [0.5, 0.95])
    say(`  p${share * 100}: ${during(share).toFixed(1)} ms meanwhile, ${before(share).toFixed(1)} ms quiet`);
  const lists = `list of tickets, p99: ${during(0.99).toFixed(1)} ms meanwhile, ${before(0.99).toFixed(1)} ms quiet`;
  tell(say, lists, during(0.99) / before(0.99), 1.5, "below");
}

/** Works off as much of a backlog as leaves its last parts, asking for lists meanwhile. */
async function workOffPart(desk: Desk, backlog: number, part: number) {
  const left = Math.round(backlog * (1 - part / PARTS));
  let waiting = await countStored(desk);
  const began = performance.now();
  await releaseJobs(desk, waiting - left);
  const asking = timeLists(desk.address, () => waiting > left);
  // Awaited below, when the part is done.
  asking.catch(() => {});
  for (; waiting > left; waiting = await countStored(desk)) await pause(500);
  return { seconds: (performance.now() - began) / 1000, asked: await asking };
}

/** What mails bring about goes on behind them. */
async function untilIdle({ pool }: Desk): Promise<void> {
  const isBusy = async () => {
    const { rows } = await pool.query<{ n: number }>(
      "select count(*)::int as n from pgboss.job where state in ('created', 'active') and start_after <= now()",
    );
    return (rows[0]?.n ?? 0) > 0;
  };
  while (await isBusy()) await pause(200);
}

function tell(say: Say, words: string, value: number, goal: number, is: "above" | "below"): void {
  const isMet = is === "above" ? value >= goal : value <= goal;
  say(`  ${words}: ${value.toFixed(2)}, goal ${is} ${goal}: ${isMet ? "met" : "MISSED"}`);
}

/** The first mail brings the code that reads mails and checks senders, which a desk that takes mail has before any backlog. */
async function workOffOne(desk: Desk, where: { folder: string; door: MailDoor }): Promise<void> {
  await storeBacklog(desk, { ...where, backlog: 1 });
  await releaseJobs(desk);
  while ((await countStored(desk)) > 0) await pause(100);
}

async function storeBacklog(
  desk: Desk,
  { folder, door, backlog }: { folder: string; door: MailDoor; backlog: number },
): Promise<void> {
  const senders = await findSenders(desk, Math.ceil(backlog / OF_ONE));
  const files = openFolderStore(join(folder, "files"));
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: desk.pool }) });
  const app = { db, files, clock: { now: () => new Date() } };
  await holdJobs(desk);
  let next = 0;
  const storeInTurn = async () => {
    for (let n = next++; n < backlog; n = next++) {
      const from = senders[n % senders.length]?.email ?? "";
      const envelope = { envelopeFrom: from, envelopeTo: [door.to] };
      const delivery = { door: "hook", mailboxId: door.mailboxId, ...envelope } as const;
      await storeMail(app, Readable.from([Buffer.from(rawMail(from, door.to))]), {
        ...delivery,
        envelopeTo: [door.to],
      });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, storeInTurn));
}

function watchMemory(pid: number) {
  let most = memoryOf(pid);
  const watching = setInterval(() => {
    most = Math.max(most, memoryOf(pid));
  }, 500);
  return {
    end: () => {
      clearInterval(watching);
      return most;
    },
  };
}

async function describeStates({ pool }: Desk, since: Date): Promise<string> {
  const { rows } = await pool.query<{ words: string }>(
    `select count(*) || ' ' || state || coalesce(' ' || reason, '') as words from incoming_mails
     where received_at >= $1 group by state, reason order by count(*) desc`,
    [since],
  );
  return rows.map(({ words }) => words).join(", ");
}

/** Mails a second of the first and the last part, by the times at which their jobs were done. */
async function readRates({ pool }: Desk, backlog: number): Promise<{ first: number; last: number }> {
  const part = Math.max(2, Math.min(PART.most, Math.floor(backlog * PART.share)));
  const { rows } = await pool.query<{ first: number; last: number }>(
    `with done as (
      select completed_on as at, row_number() over (order by completed_on) as n from (
        select completed_on from pgboss.job where name = 'incoming.process' and state = 'completed'
        order by completed_on desc limit $1) as latest
    )
    select ($2::float8 / extract(epoch from max(at) filter (where n <= $2) - min(at)))::float8 as first,
      ($2::float8 / extract(epoch from max(at) - min(at) filter (where n > $1 - $2)))::float8 as last
    from done`,
    [backlog, part],
  );
  return rows[0] ?? { first: 0, last: 0 };
}

async function timeLists(address: string, isWanted: (n: number) => boolean): Promise<number[]> {
  const times: number[] = [];
  const session = await openSession(address);
  try {
    while (isWanted(times.length)) {
      times.push(await timeList(address, session.headers));
      await pause(BREATH);
    }
  } finally {
    session.end();
  }
  return times;
}

/**
 * Milliseconds; never, where the app has too much to do and says so. Asked as the page asks, on one connection that stays: rows
 * with the words of their mails are garbage of the process that asks, whose collection would be measured.
 */
async function timeList(address: string, headers: Record<string, string>): Promise<number> {
  const target = { name: "lists", url: () => `${address}/api/tickets?per_page=50&brief=true`, headers };
  const { status, ms } = await ask(target, get("/tickets"));
  if (status !== 200 && status !== 503) throw new Error(`the list answered ${status}`);
  return status === 200 ? ms : Infinity;
}
