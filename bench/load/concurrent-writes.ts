import { Agent, request } from "node:http";
import { signIn, type startFilledDesk } from "../measure/start-filled-desk.ts";

type Desk = Awaited<ReturnType<typeof startFilledDesk>>;

const CONNECTIONS = 16;
const ROUNDS = 5;
/** Milliseconds of each operation in each round. */
const SPAN = 3000;
/** Tickets that are answered in turn, so that few answers wait for each other's ticket. */
const TICKETS = 400;

/** How changes are announced: as shipped; within their transaction, as before migration 0030; not at all. */
const ANNOUNCED = {
  "after the commit": "alter table history enable trigger history_announced",
  "in the transaction": `create or replace function announce_history() returns trigger language plpgsql as $$
    begin
      perform pg_notify('waypost', seq || ' ' || entity || ' ' || entity_id) from fresh;
      return null;
    end $$`,
  "not at all": "alter table history disable trigger history_announced",
} as const;
type Way = keyof typeof ANNOUNCED;
const WAYS = ["after the commit", "in the transaction", "not at all"] as const satisfies Way[];

/**
 * Raises tickets and answers them through 16 connections, turn by turn with each way of announcing the changes. Prints how
 * many a second there were, as medians, and the share of what goes through where nothing is announced; the goal is 0.9.
 */
export async function measureConcurrentWrites(desk: Desk, say: (words: string) => void): Promise<void> {
  const { token } = await signIn(desk.address);
  const tickets = (
    await desk.pool.query<{ id: string }>("select id from tickets where deleted_at is null limit $1", [
      TICKETS,
    ])
  ).rows;
  const shipped = await desk.pool.query<{ text: string }>(
    "select pg_get_functiondef('announce_history'::regproc) as text",
  );
  let turn = 0;
  const operations = {
    "raise a ticket": () => ({ path: "/tickets", body: { subject: "Load", issue: "As it says above." } }),
    "answer a ticket": () => {
      turn += 1;
      return { path: `/tickets/${tickets[turn % tickets.length]?.id}/comments`, body: { comment: "Noted." } };
    },
  };
  const restore = async () => {
    await desk.pool.query(shipped.rows[0]?.text ?? "");
    await desk.pool.query("alter table history enable trigger history_announced");
  };
  const rates = new Map<string, number[]>();
  try {
    for (let round = 0; round <= ROUNDS; round += 1) {
      for (const way of WAYS.toSorted(() => Math.random() - 0.5)) {
        await restore();
        await desk.pool.query(ANNOUNCED[way]);
        // All of it is more than one person may raise in an hour.
        await desk.pool.query("delete from allowances where key like 'tickets:%'");
        for (const [name, next] of Object.entries(operations)) {
          const rate = await writeFor(SPAN, { address: desk.address, token, next });
          // The first round warms up.
          if (round > 0) rates.set(`${name} ${way}`, [...(rates.get(`${name} ${way}`) ?? []), rate]);
        }
      }
    }
  } finally {
    await restore();
  }
  for (const name of Object.keys(operations)) {
    const free = median(rates.get(`${name} not at all`));
    for (const way of WAYS) {
      const rate = median(rates.get(`${name} ${way}`));
      say(`${name}, announced ${way}: ${Math.round(rate)} a second, ${(rate / free).toFixed(2)}`);
    }
  }
}

type Writing = { address: string; token: string; next: () => { path: string; body: object } };

/** Writes through all connections at once. Returns how many a second were accepted; fails where one was not. */
async function writeFor(span: number, { address, token, next }: Writing): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const began = performance.now();
  let accepted = 0;
  const write = async () => {
    while (performance.now() - began < span) {
      const { path, body } = next();
      await post(`${address}/api${path}`, { agent, token, body });
      accepted += 1;
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, write));
  agent.destroy();
  return (accepted * 1000) / (performance.now() - began);
}

function post(url: string, { agent, token, body }: { agent: Agent; token: string; body: object }) {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  return new Promise<void>((resolve, reject) => {
    request(url, { method: "POST", agent, headers }, (answer) => {
      answer.resume().once("end", () => {
        if (answer.statusCode === 201) resolve();
        else reject(new Error(`a write answered ${answer.statusCode}`));
      });
    })
      .once("error", reject)
      .end(JSON.stringify(body));
  });
}

function median(numbers: number[] = []): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? NaN;
}
