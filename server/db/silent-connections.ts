import type { Pool, PoolClient } from "pg";
import { NamedQuery } from "./ask-named.ts";
import { SESSION_LIMITS } from "./session-limits.ts";

/** Milliseconds after which a server would have ended the statement by itself, were it there. */
const SILENT_FOR = SESSION_LIMITS.statement_timeout + 5000;

/** A connection whose statements were given another time may take it. */
const TIME = "statement_timeout";

/**
 * Gives up connections on which a statement gets no answer for longer than any may take: a server that froze, or a machine that
 * lost its line, closes none. Whoever waits is told that the connection is lost, and the pool opens another.
 */
export function giveUpSilent(pool: Pool, milliseconds = SILENT_FOR): void {
  pool.on("connect", (client) => watch(client, milliseconds));
}

function watch(client: PoolClient, milliseconds: number): void {
  let isAsking = false;
  let takesItsTime = false;
  const timer = setTimeout(() => {
    if (isAsking && !takesItsTime) giveUp(client);
  }, milliseconds).unref();
  const query = client.query.bind(client);
  const watched = (asked: unknown, ...rest: unknown[]): unknown => {
    const text = textOf(asked);
    takesItsTime ||= text.includes(TIME);
    // What is no text is a COPY, whose rows come when they come.
    isAsking = text !== "";
    timer.refresh();
    return Reflect.apply(query, client, [asked, ...rest]);
  };
  Object.assign(client, { query: watched });
  client.on("drain", () => {
    isAsking = false;
  });
  client.once("end", () => clearTimeout(timer));
}

/** Whoever waits for an answer is told that there will be none; the pool replaces the connection. */
export function giveUp(client: object): void {
  const { connection }: { connection?: { stream?: { destroy(): void } } } = Object(client);
  connection?.stream?.destroy();
}

function textOf(asked: unknown): string {
  if (typeof asked === "string") return asked;
  if (asked instanceof NamedQuery) return asked.text;
  const isStatement = typeof asked === "object" && asked !== null && "text" in asked && !("submit" in asked);
  return isStatement ? String(asked.text) : "";
}
