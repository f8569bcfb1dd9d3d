import { createHash, randomBytes } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { SeededRandom } from "#server/lib/seeded-random.ts";
import { call, textOf } from "./call-api.ts";

/** What was acknowledged: the hash of the bytes by the id of the attachment. */
export type Ledger = Map<string, string>;

/** What came of the requests of one round. */
export type Tally = {
  sent: number;
  fetched: number;
  /** Answered 503 with Retry-After, and cut off without an answer. */
  refused: number;
  cut: number;
  /** Milliseconds: the longest request, when the first was refused, and when the first upload went after the repair. */
  slowest: number;
  firstRefusal: number | null;
  anomalies: string[];
};

export type Desk = { address: string; token: string };

/** Bytes of an upload: mostly small, now and then one that goes in parts. */
const SIZES = [800, 20_000, 20_000, 300_000, 300_000, 3_000_000, 18_000_000];
/** Milliseconds that a request may take at most: nothing hangs. */
const LONGEST = 60_000;

export const newTally = (): Tally => ({
  sent: 0,
  fetched: 0,
  refused: 0,
  cut: 0,
  slowest: 0,
  firstRefusal: null,
  anomalies: [],
});

/** Uploads and downloads at the same time until it is stopped; every whole answer is checked. */
export function beginTraffic(desk: () => Desk, ledger: Ledger, dice: SeededRandom) {
  const state = { isOver: false, tally: newTally(), began: performance.now() };
  const upload = async () => {
    while (!state.isOver) await uploadOne(desk(), ledger, { ...state, size: dice.pick(SIZES) });
  };
  const download = async () => {
    while (!state.isOver) await downloadOne(desk(), ledger, { ...state, id: dice.pick([...ledger.keys()]) });
  };
  const running = Promise.all([...Array.from({ length: 4 }, upload), ...Array.from({ length: 4 }, download)]);
  return {
    /** A new tally from now on; answers the one so far. */
    turn(): Tally {
      const { tally } = state;
      state.tally = newTally();
      state.began = performance.now();
      return tally;
    },
    async stop(): Promise<void> {
      state.isOver = true;
      await running;
    },
  };
}

type Round = { tally: Tally; began: number };

/** Sends a file to a ticket of its own. Answers whether it was acknowledged. */
export async function uploadOne(
  { address, token }: Desk,
  ledger: Ledger,
  { tally, began, size }: Round & { size: number },
): Promise<boolean> {
  const ticket = await call(address, {
    method: "POST",
    path: "/api/tickets",
    token,
    body: { subject: "Files", issue: "x" },
  });
  const ticketId = textOf(Reflect.get(Object(ticket.body), "ticket"), "id");
  if (ticketId === "") return pause(100, false);
  const bytes = randomBytes(size);
  const form = new FormData();
  form.append("file", new Blob([bytes]), "a.bin");
  const asked = performance.now();
  const answer = await ask(`${address}/api/tickets/${ticketId}/attachments`, token, form);
  note({ tally, began, what: `an upload of ${size} bytes` }, asked, answer);
  if (answer?.status !== 201) return pause(50, false);
  const id = textOf(await answer.json().catch(() => null), "id");
  // The answer itself may have been cut off: whether it was stored, nobody knows.
  if (id === "") return false;
  ledger.set(id, createHash("sha256").update(bytes).digest("hex"));
  tally.sent += 1;
  return true;
}

/** Fetches a file. Answers whether it came whole; a whole one that is another is an anomaly. */
export async function downloadOne(
  { address, token }: Desk,
  ledger: Ledger,
  { tally, began, id }: Round & { id: string | undefined },
): Promise<boolean> {
  if (id === undefined) return pause(50, false);
  const asked = performance.now();
  const answer = await ask(`${address}/api/attachments/${id}`, token);
  note({ tally, began, what: "a download" }, asked, answer);
  if (answer?.status !== 200) return pause(50, false);
  const bytes = await answer.arrayBuffer().catch(() => null);
  if (bytes === null) {
    tally.cut += 1;
    return false;
  }
  tally.fetched += 1;
  const hash = createHash("sha256").update(new Uint8Array(bytes)).digest("hex");
  if (hash === ledger.get(id)) return true;
  tally.anomalies.push(`${id} came whole, and is another file`);
  return false;
}

async function ask(url: string, token: string, body?: FormData): Promise<Response | null> {
  const signal = AbortSignal.timeout(LONGEST);
  const headers = { authorization: `Bearer ${token}` };
  return fetch(url, { headers, signal, ...(body && { method: "POST", body }) }).catch(() => null);
}

function note(
  { tally, began, what }: Round & { what: string },
  asked: number,
  answer: Response | null,
): void {
  const took = performance.now() - asked;
  tally.slowest = Math.max(tally.slowest, took);
  if (took >= LONGEST) tally.anomalies.push(`${what} hung`);
  if (answer === null) tally.cut += 1;
  else if (answer.status === 503) {
    tally.refused += 1;
    tally.firstRefusal ??= performance.now() - began;
    if (answer.headers.get("retry-after") === null)
      tally.anomalies.push(`${what} was answered 503 without Retry-After`);
  } else if (answer.status >= 400) tally.anomalies.push(`${what} was answered ${answer.status}`);
}
