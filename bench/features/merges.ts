import { ask, figuresOf, type Target } from "../measure/measure.ts";
import type { Operation } from "../measure/operations.ts";
import { spread } from "../report/report-parts.ts";
import { signIn, type startFilledDesk } from "../measure/start-filled-desk.ts";

type Desk = Awaited<ReturnType<typeof startFilledDesk>>;
export type Send = (path: string, body: object) => Promise<{ sent: unknown; ms: number }>;

const COMMENTS = 300;
const GOAL_MS = 150;
/** Rounds that warm caches and plans, and are not counted. */
const WARMING = 3;

/** Two tickets of 300 comments each, merged and taken apart again (the goal is 150 ms each). */
export async function measureMerges(desk: Desk, rounds: number, say: (words: string) => void): Promise<void> {
  const { token } = await signIn(desk.address);
  const send = sendAs({
    name: "merges",
    url: ({ path }) => `${desk.address}/api${path}`,
    headers: { authorization: `Bearer ${token}` },
  });
  const { rows } = await desk.pool.query<{ id: string }>(
    "select id from users where user_type = 'external' and company_id is not null and deleted_at is null limit 1",
  );
  const client = rows[0]?.id ?? "";
  const [stays, goes] = [await fillTicket(send, client), await fillTicket(send, client)];
  const times = { merge: [] as number[], undo: [] as number[] };
  for (let round = -WARMING; round < rounds; round += 1) {
    const merged = await send(`/tickets/${stays}/merge`, { ids: [goes] });
    const undone = await send("/tickets/merges/undo", { merge_ids: readIds(merged.sent) });
    if (round < 0) continue;
    times.merge.push(merged.ms);
    times.undo.push(undone.ms);
  }
  for (const [what, all] of Object.entries(times)) {
    const figures = figuresOf(all);
    say(
      `${what} ${COMMENTS} + ${COMMENTS} comments: ${spread(figures)} ms (min / p50 / p95, ${all.length} rounds), goal ${GOAL_MS}: ${figures.p50 <= GOAL_MS ? "met" : "MISSED"}`,
    );
  }
}

/** Sends as somebody who is signed in; throws for what is refused. */
export function sendAs(target: Target): Send {
  return async (path, body) => {
    const operation: Operation = { name: path, method: "POST", path, body, statements: [] };
    const { status, body: answer, ms } = await ask(target, operation);
    if (status >= 300) throw new Error(`${path}: ${status} ${answer.slice(0, 300)}`);
    const sent: unknown = answer === "" ? null : JSON.parse(answer);
    return { sent, ms };
  };
}

/** A ticket with its comments, a third of them notes; resolves with its id. */
async function fillTicket(send: Send, client: string): Promise<string> {
  const { sent } = await send("/tickets", {
    subject: "Blank labels",
    issue: "The printer prints blank labels.",
    client_id: client,
  });
  const id = readId(sent);
  for (let n = 0; n < COMMENTS; n += 1)
    await send(`/tickets/${id}/comments`, {
      comment: `We looked at the printer, part ${n}.`,
      visibility: n % 3 === 0 ? "internal" : "public",
    });
  return id;
}

export function readId(sent: unknown): string {
  if (typeof sent !== "object" || sent === null) throw new Error("nothing was answered");
  if ("ticket" in sent) return readId(sent.ticket);
  if (!("id" in sent)) throw new Error("no id was answered");
  return String(sent.id);
}

function readIds(sent: unknown): string[] {
  if (typeof sent !== "object" || sent === null || !("merges" in sent) || !Array.isArray(sent.merges))
    throw new Error("no merges were answered");
  return sent.merges.map(readId);
}
