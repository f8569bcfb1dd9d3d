import { once } from "node:events";
import type { Pool, PoolClient } from "pg";

export type Fault = "refused" | "try again" | "cut off";

export type FailingStatements = {
  /** Makes the nth statement from now on fail. */
  fail(nth: number, fault: Fault): void;
  /** Lets all statements through again; answers whether one was made to fail. */
  stop(): boolean;
};

/** Statements of some pools that fail on demand, in their order. What `passes` matches is not counted. */
export function watchPools(pools: readonly Pool[], passes: RegExp): FailingStatements {
  const wrapped = new WeakSet<PoolClient>();
  let countdown = Number.POSITIVE_INFINITY;
  let fault: Fault = "refused";
  for (const pool of pools)
    pool.on("acquire", (client) => {
      if (wrapped.has(client)) return;
      wrapped.add(client);
      wrap(client);
    });

  function wrap(client: PoolClient): void {
    const original: (...asked: unknown[]) => unknown = Reflect.get(client, "query").bind(client);
    Reflect.set(client, "query", (...asked: unknown[]) => {
      if (passes.test(textOf(asked[0]))) return original(...asked);
      countdown -= 1;
      if (countdown !== 0) return original(...asked);
      const error = Object.assign(new Error(`statement made to fail: ${fault}`), { code: CODES[fault] });
      const answer = asked.at(-1);
      const closed = fault === "cut off" ? cutOff(client) : Promise.resolve();
      if (typeof answer === "function") return void closed.then(() => answer(error));
      return closed.then(() => Promise.reject(error));
    });
  }

  return {
    fail(nth, kind) {
      countdown = nth;
      fault = kind;
    },
    stop() {
      const hit = countdown <= 0;
      countdown = Number.POSITIVE_INFINITY;
      return hit;
    },
  };
}

const CODES: Record<Fault, string> = { refused: "XX000", "try again": "40001", "cut off": "ECONNRESET" };

/** Resolves when the pool has heard of it, which in life comes before anybody's statement fails. */
async function cutOff(client: PoolClient): Promise<void> {
  const { stream } = Reflect.get(client, "connection");
  const closed = once(stream, "close");
  stream.destroy();
  await closed;
}

function textOf(asked: unknown): string {
  return typeof asked === "object" && asked !== null ? String(Reflect.get(asked, "text")) : String(asked);
}
