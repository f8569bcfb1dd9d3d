/*
 * The mixed load of a whole desk, on the processors that also run the database and the clients: lists, tickets,
 * conversations, searches, the dashboard, and one request in seven writes. First as much as goes through 16 connections,
 * then a steady rate, then five times of what went through. Times count from when a request was due, so that one who
 * has to wait for the answer before does not hide it.
 */
import { Agent, request } from "node:http";
import type { Pool } from "pg";
import { memoryOf } from "../../test/support/processes/process-size.ts";
import { createSeededRandom } from "#server/lib/seeded-random.ts";
import { openSession } from "../measure/start-filled-desk.ts";
import { figuresOf, type Figures } from "../measure/measure.ts";
import type { Material } from "../measure/pick-search-terms.ts";

export type Phase = {
  name: string;
  seconds: number;
  /** Answers within the phase, a second. */
  answered: number;
  /** Answers 503 (busy, try again later) a second; each of them costs next to nothing and comes at once. */
  refused: number;
  /** Any other answer that is none, by its status; 0 stands for no answer. */
  failed: Record<number, number>;
  times: Figures & { p99: number };
  /** Of the app process, MB: when the phase began, at most, when it ended. */
  memory: { before: number; highest: number; after: number };
};
type Desk = { address: string; pid: number; pool: Pool };
type Asked = { method: "GET" | "POST" | "PATCH"; path: string; body?: object };
/** Requests a second, or as many as so many connections carry. */
type Pace = { rate: number } | { connections: number };

const MOST_OPEN = 4000;

export async function measureMixed(
  desk: Desk,
  { material, seconds, rate }: { material: Material; seconds: number; rate: number },
  say: (words: string) => void,
): Promise<Phase[]> {
  const next = await requestsOn(desk.pool, material);
  const sessions = await Promise.all(STAFF.map((email) => openSession(desk.address, email)));
  const run = async (name: string, pace: Pace, length: number) => {
    const phase = await phaseOf(desk, { name, sessions, next, pace, seconds: length });
    say(
      `${name}: ${phase.answered.toFixed(0)}/s, p99 ${phase.times.p99} ms, failed: ${describeFailures(phase.failed)}`,
    );
    return phase;
  };
  const short = Math.min(seconds, 30);
  await run("warming up", { connections: 16 }, Math.min(seconds, 10));
  const peak = await run("as much as 16 connections carry", { connections: 16 }, short);
  const steady = await run(`${rate} requests a second`, { rate }, seconds);
  const flood = await run("five times of what goes through", { rate: Math.round(peak.answered * 5) }, short);
  for (const session of sessions) session.end();
  return [peak, steady, flood];
}

/** The staff of the demo: what one person may do at once is bounded, and a desk is not one person. */
const STAFF = [
  "admin@waypost.example",
  "manager@waypost.example",
  "lead@waypost.example",
  "agent@waypost.example",
];

type Session = Awaited<ReturnType<typeof openSession>>;

/** "12 (429: 10, no answer: 2)". */
export function describeFailures(failed: Phase["failed"]): string {
  const kinds = Object.entries(failed).map(
    ([status, count]) => `${status === "0" ? "no answer" : status}: ${count}`,
  );
  const all = Object.values(failed).reduce((sum, count) => sum + count, 0);
  return kinds.length === 0 ? "0" : `${all} (${kinds.join(", ")})`;
}

type Run = { name: string; sessions: readonly Session[]; next: () => Asked; pace: Pace; seconds: number };

async function phaseOf(desk: Desk, { name, sessions, next, pace, seconds }: Run): Promise<Phase> {
  const agent = new Agent({ keepAlive: true, maxSockets: "rate" in pace ? 500 : pace.connections });
  const counted = { answered: 0, refused: 0, failed: {} as Phase["failed"], times: [] as number[] };
  let asked = 0;
  const before = memoryOf(desk.pid);
  let highest = before;
  const watch = setInterval(() => (highest = Math.max(highest, memoryOf(desk.pid))), 500);
  const began = performance.now();
  const until = began + seconds * 1000;
  const ask = async (due: number) => {
    const { headers = {} } = sessions[(asked += 1) % sessions.length] ?? {};
    const status = await send(desk.address, next(), { agent, headers }).catch(() => 0);
    const now = performance.now();
    if (status === 503) counted.refused += 1;
    else if (status < 200 || status >= 300) counted.failed[status] = (counted.failed[status] ?? 0) + 1;
    else if (now <= until) {
      counted.answered += 1;
      counted.times.push(now - due);
    }
  };
  await ("rate" in pace ? openly(ask, { ...pace, began, until }) : byTurns(ask, { ...pace, until }));
  clearInterval(watch);
  agent.destroy();
  const sorted = counted.times.toSorted((a, b) => a - b);
  const p99 = Math.round((sorted[Math.floor(sorted.length * 0.99)] ?? 0) * 10) / 10;
  return {
    name,
    seconds,
    answered: counted.answered / seconds,
    refused: counted.refused / seconds,
    failed: counted.failed,
    times: { ...figuresOf(sorted), p99 },
    memory: { before, highest, after: memoryOf(desk.pid) },
  };
}

/** A closed loop: each connection sends its next request when the answer is there. */
async function byTurns(
  ask: (due: number) => Promise<void>,
  { connections, until }: { connections: number; until: number },
) {
  const one = async () => {
    while (performance.now() < until) await ask(performance.now());
  };
  await Promise.all(Array.from({ length: connections }, one));
}

/** An open loop: requests are sent when they are due, whether others have been answered or not. */
async function openly(
  ask: (due: number) => Promise<void>,
  { rate, began, until }: { rate: number; began: number; until: number },
) {
  const open = new Set<Promise<void>>();
  let sent = 0;
  while (performance.now() < until) {
    for (let due = began + (sent * 1000) / rate; due <= performance.now(); due += 1000 / rate) {
      sent += 1;
      // Clients have no more patience, nor more sockets, than that.
      if (open.size >= MOST_OPEN) continue;
      const asked = ask(due).finally(() => open.delete(asked));
      open.add(asked);
    }
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  await Promise.all(open);
}

type Sender = { agent: Agent; headers: Record<string, string> };

/** The status of the answer, once its last byte is there. */
function send(
  address: string,
  { method, path, body }: Asked,
  { agent, headers: own }: Sender,
): Promise<number> {
  const sent = body && JSON.stringify(body);
  const headers = {
    ...own,
    ...(sent ? { "content-type": "application/json", "content-length": Buffer.byteLength(sent) } : {}),
  };
  return new Promise((resolve, reject) => {
    const asked = request(
      `${address}/api${path}`,
      { method, agent, headers, timeout: 30_000 },
      (response) => {
        response.on("end", () => resolve(response.statusCode ?? 0)).on("error", reject);
        response.resume();
      },
    );
    asked.on("timeout", () => asked.destroy(new Error("no answer in 30 s")));
    asked.on("error", reject).end(sent);
  });
}

const get = (path: string): Asked => ({ method: "GET", path });
/** As the app asks for it. */
const list = (filter: string): Asked => get(`/tickets?per_page=50&brief=true${filter}`);

/** Draws one request of a working day at each call, the same ones in every run. */
async function requestsOn(pool: Pool, { frequent, middling, rare, company }: Material) {
  const { rows } = await pool.query<{ id: string }>(
    "select id from tickets where deleted_at is null order by updated desc limit 2000",
  );
  const dice = createSeededRandom(1);
  const ticket = () => dice.pick(rows).id;
  const word = () => dice.pick([...frequent, middling, rare]);
  const requests: [share: number, () => Asked][] = [
    [20, () => list("")],
    [8, () => list(`&status=${dice.pick(["open", "pending", "closed"])}`)],
    [4, () => list(`&company_id=${company}`)],
    [10, () => list(`&search=${word()}`)],
    [24, () => get(`/tickets/${ticket()}`)],
    [14, () => get(`/tickets/${ticket()}/comments`)],
    [5, () => get("/dashboard/metrics")],
    [7, () => ({ method: "POST", path: `/tickets/${ticket()}/comments`, body: { comment: SAID } })],
    [
      5,
      () => ({
        method: "PATCH",
        path: `/tickets/${ticket()}`,
        body: { priority: dice.pick(["low", "normal", "high"]) },
      }),
    ],
    [
      3,
      () => ({
        method: "POST",
        path: "/tickets",
        body: { subject: "Measured under load", issue: SAID.repeat(6) },
      }),
    ],
  ];
  const bag = requests.flatMap(([share, request]) => Array.from({ length: share }, () => request));
  return () => dice.pick(bag)();
}

const SAID = "The printer of the third floor takes every job, shows it as done and prints nothing. ";
