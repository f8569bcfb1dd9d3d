import type { SeededRandom } from "#server/lib/seeded-random.ts";
import { type Answer, call, textOf } from "./call-api.ts";
import type { Deed, Fate, MetricsPanel } from "./ledger.ts";
import type { Person } from "../../test/support/signed-in-people.ts";

export type Load = {
  address: string;
  ledger: MetricsPanel;
  dice: SeededRandom;
  /** Answers that no fault excuses, such as a 500. */
  anomalies: string[];
  /** How often each status was answered; 0 stands for no answer. */
  statuses: Map<number, number>;
  /** The first word of every key, so that several loads share a ledger. */
  round: string;
  signal: AbortSignal;
};

/** People who raise tickets, comment on them and rename them, each one deed after the other, until the signal. */
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

function actionOf({ dice }: Load, key: string, ticket: string | null): Deed {
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

/** Does one deed and writes down what came of it. */
export async function attempt(load: Load, person: Person, deed: Deed): Promise<Answer> {
  load.ledger.invoke(deed);
  const answer = await call(load.address, { ...deed, token: person.token });
  load.ledger.tell(deed.key, fateOf(answer.status));
  load.statuses.set(answer.status, (load.statuses.get(answer.status) ?? 0) + 1);
  if (answer.status >= 500 && answer.status !== 503)
    load.anomalies.push(`${answer.status} ${textOf(answer.body, "detail")} to ${deed.method} ${deed.path}`);
  if (answer.status === 503 && answer.retryAfter === null) load.anomalies.push("503 without Retry-After");
  return answer;
}

/** The id of the ticket that an answer tells of; a comment's answer tells of none. */
export function ticketOf(body: unknown): string | null {
  const ticket: unknown = typeof body === "object" && body !== null ? Reflect.get(body, "ticket") : undefined;
  return textOf(ticket, "id") || null;
}

/**
 * Asks again, under the same keys, for what got no clear answer: whether it had been done or not, now it is done once.
 * Changes carry no key, so they stay as they are.
 */
export async function settle(load: Load, person: Person, open: Deed[]): Promise<void> {
  for (const deed of open) {
    if (deed.method === "POST") await attempt(load, person, deed);
  }
}

/** A refusal says that nothing happened; whatever ended in the middle says nothing. */
export function fateOf(status: number): Fate {
  if (status >= 200 && status < 300) return "ok";
  return status >= 400 && status < 500 ? "fail" : "info";
}

async function pause({ signal }: Load, milliseconds: number): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener("abort", () => (clearTimeout(timer), resolve()), { once: true });
  });
}
