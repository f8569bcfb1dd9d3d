import { Agent, get } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { makeCustomers, makePeople } from "../../test/support/app/signed-in-people.ts";
import { figuresOf } from "../measure/measure.ts";
import { signIn, type startFilledDesk } from "../measure/start-filled-desk.ts";

type Desk = Awaited<ReturnType<typeof startFilledDesk>>;
type Window = { hear(fits: (text: string) => boolean): Promise<void> };

const CHANGES = 60;
/** Milliseconds from one change to the next: a desk of some twenty busy people. */
const APART = 100;

/**
 * How soon a change of a ticket is heard in the window of a member of staff that was opened last, beside the windows of `clients`
 * clients of as many other companies, and what the changes take the database; without those windows first. In milliseconds.
 */
export async function measureOpenWindows(
  { address, pool, poolConfig }: Desk,
  clients: number,
  say: (words: string) => void,
): Promise<void> {
  const { token } = await signIn(address, "agent@waypost.example");
  const agent = new Agent({ keepAlive: true });
  const { rows } = await pool.query<{ id: string }>(
    "select id from tickets where deleted_at is null and status = 'open' order by updated desc limit $1",
    [CHANGES],
  );
  const measure = async (beside: number) => {
    const [colleague] = await makePeople(poolConfig, 1);
    const window = await openWindow(agent, address, colleague?.token ?? "");
    const began = await transactionsOf(pool);
    const times = await Promise.all(
      rows.map(async ({ id }, place) => {
        await pause(place * APART);
        const heard = window.hear((text) => text.includes(id));
        const at = performance.now();
        await change(address, token, id);
        await heard;
        return performance.now() - at;
      }),
    );
    const { p50, p95 } = figuresOf(times);
    const transactions = ((await transactionsOf(pool)) - began) / CHANGES;
    say(
      `${beside} windows of clients: heard after p50 ${p50}, p95 ${p95}, at most ${Math.max(...times).toFixed(0)} ms; ${transactions.toFixed(1)} transactions a change`,
    );
  };
  try {
    await measure(0);
    const customers = await makeCustomers(poolConfig, clients);
    for (const customer of customers) await openWindow(agent, address, customer.token);
    await measure(clients);
  } finally {
    agent.destroy();
  }
}

/** Opens the stream of a window, and resolves once it hears. */
function openWindow(agent: Agent, address: string, token: string): Promise<Window> {
  return new Promise((resolve, reject) => {
    const waiting = new Map<(text: string) => boolean, () => void>();
    const window: Window = {
      hear: (fits) => new Promise((heard) => void waiting.set(fits, heard)),
    };
    get(`${address}/api/events`, { agent, headers: { authorization: `Bearer ${token}` } }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`a window answered ${answer.statusCode}`));
      answer.setEncoding("utf8").on("data", (text: string) => {
        if (text.includes("event: ready")) resolve(window);
        for (const [fits, heard] of waiting)
          if (fits(text)) {
            waiting.delete(fits);
            heard();
          }
      });
      answer.on("error", () => {});
    }).on("error", reject);
  });
}

async function change(address: string, token: string, id: string): Promise<void> {
  const answer = await fetch(`${address}/api/tickets/${id}/comments`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ comment: "Noted." }),
  });
  if (answer.status !== 201) throw new Error(`an answer answered ${answer.status}`);
  await answer.arrayBuffer();
}

async function transactionsOf(pool: Desk["pool"]): Promise<number> {
  await pool.query("select pg_stat_force_next_flush()");
  const { rows } = await pool.query<{ n: number }>(
    "select (xact_commit + xact_rollback)::int as n from pg_stat_database where datname = current_database()",
  );
  return rows[0]?.n ?? 0;
}
