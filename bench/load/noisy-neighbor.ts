import { Agent, request } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { setLimits } from "../../test/support/app/set-limits.ts";
import { signIn, type startFilledDesk } from "../measure/start-filled-desk.ts";

type Desk = Awaited<ReturnType<typeof startFilledDesk>>;
type Noise = { address: string; token: string; ticket: string };

/** What one hostile client sends at once. */
const PARALLEL = 120;
const ROUNDS = 3;
const LISTS = 200;
/** Milliseconds after which every instance has read the limits again. */
const LIMITS_READ = 6000;

/**
 * One client comments on one ticket at full speed, from a thread of its own; another company's list is fetched with and
 * without that, in turn. The limits are those of a new desk. Prints the medians in ms and their ratio; the goal is 1.5.
 */
export async function measureNoise({ address, pool }: Desk, say: (words: string) => void): Promise<void> {
  await setLimits(pool, {});
  await pause(LIMITS_READ);
  const hostile = await signIn(address, "client@asterlegal.example");
  const other = await signIn(address, "client@kestrel.example");
  const ticket = await ownTicket(address, hostile.token);
  const times: Record<"quiet" | "noisy", number[]> = { quiet: [], noisy: [] };
  let sent = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    times.quiet.push(...(await fetchLists(address, other.token)));
    const noise = new Worker(new URL(import.meta.url), {
      workerData: { address, token: hostile.token, ticket },
    });
    await pause(1000);
    times.noisy.push(...(await fetchLists(address, other.token)));
    const stopped = new Promise<number>((resolve) => noise.once("message", resolve));
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    noise.postMessage("stop");
    sent += await stopped;
    await noise.terminate();
    await pause(1000);
  }
  const [quiet, noisy] = [median(times.quiet), median(times.noisy)];
  say(
    `another company's list: quiet ${quiet.toFixed(1)} ms, noisy ${noisy.toFixed(1)} ms, ${(noisy / quiet).toFixed(2)} times`,
  );
  say(`the hostile client sent ${sent} comments, ${PARALLEL} at once`);
}

async function ownTicket(address: string, token: string): Promise<string> {
  const answer = await fetch(`${address}/api/tickets?per_page=1`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const { items }: { items: { id: string }[] } = JSON.parse(await answer.text());
  const [first] = items;
  if (!first) throw new Error("the client of the demo has no ticket");
  return first.id;
}

async function fetchLists(address: string, token: string): Promise<number[]> {
  const times: number[] = [];
  for (let n = 0; n < LISTS; n += 1) {
    const began = performance.now();
    const answer = await fetch(`${address}/api/tickets?per_page=25`, {
      headers: { authorization: `Bearer ${token}` },
    });
    await answer.arrayBuffer();
    if (answer.status !== 200) throw new Error(`the other client's list answered ${answer.status}`);
    times.push(performance.now() - began);
  }
  return times;
}

function median(times: number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? NaN;
}

/** Runs in the thread: sends until it is told to stop, and answers how often. */
function makeNoise({ address, token, ticket }: Noise): void {
  const agent = new Agent({ keepAlive: true, maxSockets: PARALLEL });
  const { port } = new URL(address);
  const body = JSON.stringify({ comment: "Noise." });
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  let sent = 0;
  let isOver = false;
  const send = () => {
    if (isOver) return;
    sent += 1;
    request({ port, agent, method: "POST", path: `/api/tickets/${ticket}/comments`, headers }, (answer) => {
      answer.resume().once("end", send);
    })
      .once("error", send)
      .end(body);
  };
  for (let n = 0; n < PARALLEL; n += 1) send();
  parentPort?.once("message", () => {
    isOver = true;
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    parentPort?.postMessage(sent);
  });
}

if (!isMainThread) makeNoise(workerData);
