import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { workOffBacklog } from "./mail-backlog.ts";
import { measureMailSizes } from "./mail-sizes.ts";
import {
  countStored,
  type Desk,
  findSenders,
  holdJobs,
  type MailDoor,
  openDoor,
  openLmtp,
  rawMail,
  releaseJobs,
  type Say,
  type Sender,
  timeOf,
  WORDS,
} from "./mails-to-send.ts";
import { figuresOf } from "../measure/measure.ts";
import { spread } from "../report/report-parts.ts";
import { openBare, signIn } from "../measure/start-filled-desk.ts";
import { flushNames, storeBare } from "./store-bare.ts";

type Asked = {
  folder: string;
  port: number;
  rounds: number;
  /** Mails that wait when nobody has processed any for long; 0: left out. */
  backlog: string;
  /** How many mails the desk has kept, comma apart; empty: left out. */
  mails: string;
};
type Storing = Pick<Asked, "folder" | "rounds"> & { door: MailDoor };

/**
 * Mail that comes in, turn by turn with the least that could be done: stored by LMTP against the same bytes written,
 * flushed with their name and noted in one bare row (goal: at most 2.5 times); processed against `POST /tickets` with the same words (3
 * times); a backlog (mail-backlog.ts); and what is asked of many mails against few (mail-sizes.ts).
 */
export async function measureIncomingMail(desk: Desk, asked: Asked, say: Say): Promise<void> {
  const door = await openDoor(desk, asked.port);
  if (Number(asked.backlog) > 0)
    await workOffBacklog(desk, { folder: asked.folder, door, backlog: Number(asked.backlog) }, say);
  await measureStoring(desk, { ...asked, door }, say);
  await measureProcessing(desk, { ...asked, door }, say);
  const sizes = asked.mails.split(",").filter(Boolean).map(Number);
  if (sizes.length > 0) await measureMailSizes(desk, { ...asked, sizes }, say);
}

/**
 * Three floors, whose turns change places every round, so that none always comes behind the same one: the file and the row
 * as the goal says them, with the file's name flushed, which a power cut would take otherwise; the same without its name,
 * which promises less; and the first behind a socket, in a process of its own, which hears the same commands.
 */
async function measureStoring(desk: Desk, { folder, door, rounds }: Storing, say: Say): Promise<void> {
  const { pool, poolConfig } = desk;
  const bareFolder = join(folder, "bare-mails");
  await mkdir(bareFolder, { recursive: true });
  await pool.query(
    "create table bench_bare_mails (id uuid primary key, hash bytea not null, at timestamptz not null)",
  );
  // Storing is measured: what is stored is processed afterwards.
  await holdJobs(desk);
  const bareListener = await openBare({ poolConfig, folder: bareFolder }, "mail/bare-listener.ts");
  const [lmtp, bareLmtp] = [await openLmtp(door.port), await openLmtp(portOf(bareListener.address))];
  const ways: Way[] = [
    { name: "ours", store: (email, raw) => lmtp.sendMail({ from: email, to: door.to, raw }) },
    { name: "bare", store: (_email, raw) => storeBare(pool, bareFolder, raw) },
    { name: "safe", store: (_email, raw) => storeBare(pool, bareFolder, raw, flushNames) },
    { name: "socket", store: (email, raw) => bareLmtp.sendMail({ from: email, to: door.to, raw }) },
  ];
  try {
    const senders = await findSenders(desk, rounds + WARM.storing);
    tellStoring(await storeInTurn(ways, senders, door), say);
  } finally {
    for (const client of [lmtp, bareLmtp]) client.close();
    await bareListener.end();
    await releaseJobs(desk);
    await pool.query("drop table bench_bare_mails");
    await rm(bareFolder, { recursive: true });
  }
}

/** Rounds before those that count: caches, plans, and code that the engine compiles when it comes again. */
const WARM = { storing: 300, processing: 50 };

type WayName = "ours" | "bare" | "safe" | "socket";
type Way = { name: WayName; store: (email: string, raw: string) => Promise<void> };
type Times = Record<WayName, number[]>;

const portOf = (address: string) => Number(new URL(address).port);

async function storeInTurn(ways: Way[], senders: Sender[], door: MailDoor): Promise<Times> {
  const times: Times = { ours: [], bare: [], safe: [], socket: [] };
  for (const [round, { email }] of senders.entries()) {
    const raw = rawMail(email, door.to);
    const first = round % ways.length;
    const turned = [...ways.slice(first), ...ways.slice(0, first)];
    for (const { name, store } of round % 8 < 4 ? turned : turned.toReversed()) {
      const took = await timeOf(() => store(email, raw));
      if (round >= WARM.storing) times[name].push(took);
    }
  }
  return times;
}

function tellStoring({ ours, bare, safe, socket }: Times, say: Say): void {
  compare(say, ["store a mail of 8 kB by LMTP", ours], ["file and name flushed, one bare row", safe], 2.5);
  const against = (words: string, times: number[]) => {
    const [our, their] = [figuresOf(ours), figuresOf(times)];
    say(`  ${words}: ${spread(their)} ms, ${(our.p50 / their.p50).toFixed(2)} times`);
  };
  against("without the file's name, which a power cut may take", bare);
  against("the same behind a bare listener's socket", socket);
}

/** By the queue's own times: from the moment at which the app takes a mail's job to the one at which it is done. */
async function measureProcessing(desk: Desk, { door, rounds }: Storing, say: Say): Promise<void> {
  await waitUntilIdle(desk);
  const { token } = await signIn(desk.address);
  const senders = await findSenders(desk, rounds + WARM.processing);
  const lmtp = await openLmtp(door.port);
  const raised: number[] = [];
  // Turn by turn, so that both meet the same load.
  for (const { id, email } of senders) {
    raised.push(await timeOf(() => raise(desk.address, token, id)));
    await lmtp.sendMail({ from: email, to: door.to, raw: rawMail(email, door.to) });
    await waitUntilIdle(desk);
  }
  lmtp.close();
  const { rows } = await desk.pool.query<{ ms: number }>(
    `select (extract(epoch from completed_on - started_on) * 1000)::float8 as ms from pgboss.job
     where name = 'incoming.process' and state = 'completed' order by completed_on desc limit $1`,
    [rounds],
  );
  const ours = rows.map(({ ms }) => ms);
  compare(
    say,
    ["process a mail", ours],
    ["POST /tickets with the same words", raised.slice(WARM.processing)],
    3,
  );
}

async function raise(address: string, token: string, clientId: string): Promise<void> {
  const answer = await fetch(`${address}/api/tickets`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ subject: "Blank labels", issue: WORDS, client_id: clientId }),
  });
  await answer.arrayBuffer();
  if (answer.status !== 201) throw new Error(`a ticket was refused with ${answer.status}`);
}

async function waitUntilIdle(desk: Desk): Promise<void> {
  while ((await countStored(desk)) > 0) await pause(20);
}

function compare(
  say: Say,
  [what, ours]: [string, number[]],
  [against, floor]: [string, number[]],
  goal: number,
): void {
  const [our, their] = [figuresOf(ours), figuresOf(floor)];
  const ratio = our.p50 / their.p50;
  say(`${what}: ${spread(our)} ms; ${against}: ${spread(their)} ms (min / p50 / p95, ${ours.length} rounds)`);
  say(`  ${ratio.toFixed(2)} times by p50, goal ${goal}: ${ratio <= goal ? "met" : "MISSED"}`);
}
