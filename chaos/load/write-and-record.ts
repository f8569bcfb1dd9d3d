import type { SeededRandom } from "#server/lib/seeded-random.ts";
import { type Answer, call, textOf } from "./call-api.ts";
import type { Operation, OperationResult, Ledger } from "./ledger.ts";
import type { Person } from "../../test/support/app/signed-in-people.ts";

export type Load = {
  address: string;
  ledger: Ledger;
  dice: SeededRandom;
  /** Answers that no fault excuses, such as a 500. */
  anomalies: string[];
  /** Number of answers by status; 0 stands for no answer. */
  statuses: Map<number, number>;
  /** The first word of every key, so that several loads share a ledger. */
  round: string;
  signal: AbortSignal;
};

/** People who raise tickets, comment on them and rename them, each one operation after the other, until the signal. */
export async function work(load: Load, people: Person[]): Promise<void> {
  await Promise.all(people.map((person, index) => workAlone(load, person, index)));
}

async function workAlone(load: Load, person: Person, index: number): Promise<void> {
  let ticket: string | null = null;
  for (let n = 0; !load.signal.aborted; n += 1) {
    const key = `${load.round}-${index}-${n}`;
    const answer = await attempt(load, person, actionOf(load, key, ticket));
    if (answer.status === 201 && (ticket === null || load.dice.chance(0.3)))
      ticket = ticketOf(answer.body) ?? ticket;
    if (answer.status === 404) ticket = null;
    if (answer.status === 0 || answer.status === 503) await pause(load, 150);
  }
}

function actionOf({ dice }: Load, key: string, ticket: string | null): Operation {
  const draw = dice.next();
  if (ticket === null || draw < 0.4)
    return {
      key,
      what: "ticket",
      method: "POST",
      path: "/api/tickets",
      body: { subject: `chaos ${key}`, issue: "It stopped." },
    };
  if (draw < 0.75)
    return {
      key,
      what: "comment",
      method: "POST",
      path: `/api/tickets/${ticket}/comments`,
      body: { comment: `chaos ${key}` },
    };
  return {
    key,
    what: "subject",
    method: "PATCH",
    path: `/api/tickets/${ticket}`,
    body: { subject: `chaos renamed ${key}` },
  };
}

/** Does one operation and writes its result into the ledger. */
export async function attempt(load: Load, person: Person, operation: Operation): Promise<Answer> {
  load.ledger.invoke(operation);
  const answer = await call(load.address, { ...operation, token: person.token });
  load.ledger.complete(operation.key, resultOf(answer.status));
  load.statuses.set(answer.status, (load.statuses.get(answer.status) ?? 0) + 1);
  if (answer.status >= 500 && answer.status !== 503)
    load.anomalies.push(
      `${answer.status} ${textOf(answer.body, "detail")} to ${operation.method} ${operation.path}`,
    );
  if (answer.status === 503 && answer.retryAfter === null) load.anomalies.push("503 without Retry-After");
  return answer;
}

/** The id of the ticket that an answer tells of; a comment's answer tells of none. */
export function ticketOf(body: unknown): string | null {
  const ticket: unknown = typeof body === "object" && body !== null ? Reflect.get(body, "ticket") : undefined;
  return textOf(ticket, "id") || null;
}

/**
 * Repeats operations without a clear answer under the same keys: each of them is then done once, whether it had been
 * done or not. Changes carry no key, so they stay as they are.
 */
export async function settle(load: Load, person: Person, open: Operation[]): Promise<void> {
  for (const operation of open) {
    if (operation.method === "POST") await attempt(load, person, operation);
  }
}

/** A refusal says that nothing happened; an operation cut off in the middle says nothing. */
export function resultOf(status: number): OperationResult {
  if (status >= 200 && status < 300) return "ok";
  return status >= 400 && status < 500 ? "fail" : "info";
}

async function pause({ signal }: Load, milliseconds: number): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener("abort", () => (clearTimeout(timer), resolve()), { once: true });
  });
}
