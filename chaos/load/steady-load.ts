import { type Answer, call, textOf } from "./call-api.ts";
import { openLedger, type Operation } from "./ledger.ts";
import { resultOf, ticketOf } from "./write-and-record.ts";
import type { Person } from "../../test/support/app/signed-in-people.ts";

/** Milliseconds that a caller waits for an answer. */
const PATIENCE = 30_000;

export type Answered = {
  /** By `performance.now()`. */
  began: number;
  ended: number;
  isWrite: boolean;
  status: number;
  retryAfter: string | null;
  words: string;
};

type Options = {
  /** The first word of every key. */
  name: string;
  /** The ledger's file. */
  path: string;
  /** Requests a second, of which every fifth raises a ticket. */
  rate: number;
  /** Not more at once than a crowd of browsers would hold open. */
  atOnce: number;
};

/** Sends requests at a fixed rate, whether or not answers come, so that a standstill shows. */
export function openSteadyLoad(address: string, people: Person[], { name, path, rate, atOnce }: Options) {
  const ledger = openLedger(path);
  const answered: Answered[] = [];
  const created = new Set<string>();
  const open = new Set<Promise<void>>();
  const unclear = new Map<string, { person: Person; operation: Operation }>();
  const began = performance.now();
  let round = name;
  let n = 0;

  async function ask(index: number): Promise<void> {
    const person = people[index % people.length];
    if (!person) return;
    const isWrite = index % 5 === 0;
    const asked = performance.now();
    const answer = isWrite
      ? await raise(person, operationOf(`${round}-${index}`))
      : await read(person, index);
    const words = textOf(answer.body, "detail") || String(answer.body).slice(0, 120);
    const { status, retryAfter } = answer;
    answered.push({ began: asked, ended: performance.now(), isWrite, status, retryAfter, words });
  }
  async function raise(person: Person, operation: Operation): Promise<Answer> {
    ledger.invoke(operation);
    const answer = await call(address, { ...operation, token: person.token, patience: PATIENCE });
    const result = resultOf(answer.status);
    ledger.complete(operation.key, result);
    if (result === "info") unclear.set(operation.key, { person, operation });
    else unclear.delete(operation.key);
    const id = ticketOf(answer.body);
    if (id) created.add(id);
    return answer;
  }
  const read = (person: Person, index: number) =>
    call(address, {
      method: "GET",
      path: index % 2 ? "/api/tickets?per_page=10" : "/api/auth/me",
      token: person.token,
      patience: PATIENCE,
    });

  const pace = setInterval(() => {
    const due = Math.floor(((performance.now() - began) / 1000) * rate);
    for (; n < due && open.size < atOnce; n += 1) {
      const asked = ask(n).finally(() => open.delete(asked));
      open.add(asked);
    }
    // What could not be asked is not made up for: that would be a rush when it is over.
    n = Math.max(n, due);
  }, 5);
  return {
    answered,
    created,
    /** From now on keys begin with this. */
    begin: (next: string) => {
      round = next;
    },
    rate: () => answered.length / ((performance.now() - began) / 1000),
    /** Repeats what has no clear answer under the same keys, as browsers do: it is then done once, whether it had been done or not. */
    async settle() {
      for (const { person, operation } of unclear.values()) await raise(person, operation);
      return unclear.size;
    },
    stop: async () => {
      clearInterval(pace);
      await Promise.all(open);
    },
    close: () => ledger.close(),
  };
}

const operationOf = (key: string): Operation => ({
  key,
  what: "ticket",
  method: "POST",
  path: "/api/tickets",
  body: { subject: `chaos ${key}`, issue: "It." },
});
