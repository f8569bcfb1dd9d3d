import { memoryOf } from "../../test/support/processes/process-size.ts";
import { figuresOf } from "../measure/measure.ts";
import { readId, sendAs } from "./merges.ts";
import { spread } from "../report/report-parts.ts";
import { signIn, type startFilledDesk } from "../measure/start-filled-desk.ts";

type Desk = Awaited<ReturnType<typeof startFilledDesk>>;

/** Rounds that warm caches and plans, and are not counted. */
const WARMING = 3;
const REPORTERS = 200;
const GOAL_MS = 2000;
/** Each leaves two comments on every ticket. */
const MOST_ROUNDS = 20;

/**
 * One answer to the two hundred reporters of an incident (the goal is 2 s), turn by turn with the same words sent to each of
 * their tickets by itself, and what the app's memory grows by meanwhile.
 */
export async function measureAnswerAll(
  desk: Desk,
  asked: number,
  say: (words: string) => void,
): Promise<void> {
  const rounds = Math.min(asked, MOST_ROUNDS);
  const { token } = await signIn(desk.address);
  const send = sendAs({
    name: "answer all",
    url: ({ path }) => `${desk.address}/api${path}`,
    headers: { authorization: `Bearer ${token}` },
  });
  const ids = await readReporters(desk);
  const made = { subject: "The carrier's line is down", issue: "Fault 88-20417.", ticket_ids: ids };
  const incident = readId((await send("/incidents", made)).sent);
  const comment = "Hello {{client.first_name|there}}, the line of {{ticket.uid}} is back.";
  const together: number[] = [];
  const byThemselves: number[] = [];
  let memory = 0;
  for (let round = -WARMING; round < rounds; round += 1) {
    if (round === 0) memory = memoryOf(desk.pid);
    const { ms, sent } = await send(`/tickets/${incident}/answer-all`, { comment, child_ids: ids });
    refuseFewer(sent, ids.length);
    let sum = 0;
    for (const id of ids) sum += (await send(`/tickets/${id}/comments`, { comment: "It is back." })).ms;
    if (round < 0) continue;
    together.push(ms);
    byThemselves.push(sum);
  }
  const [one, each] = [figuresOf(together), figuresOf(byThemselves)];
  say(
    `one answer to ${ids.length} reporters: ${spread(one)} ms (min / p50 / p95, ${rounds} rounds), goal ${GOAL_MS}: ${one.p50 <= GOAL_MS ? "met" : "MISSED"}; by ${ids.length} requests ${each.p50.toFixed(0)} ms; memory ${memory} MB, ${memoryOf(desk.pid)} MB after them`,
  );
}

/** Open tickets with a client that belong to no incident, the newest first. */
async function readReporters(desk: Desk): Promise<string[]> {
  const { rows } = await desk.pool.query<{ id: string }>(
    `select id from tickets t where deleted_at is null and status <> 'closed' and client_id is not null
       and incident_of(id) is null and not exists (select from incident_children(t.id))
     order by updated desc, id desc limit ${REPORTERS}`,
  );
  if (rows.length < REPORTERS) throw new Error(`the desk has ${rows.length} tickets to answer`);
  return rows.map(({ id }) => id);
}

function refuseFewer(sent: unknown, wanted: number): void {
  const reached =
    typeof sent === "object" && sent !== null && "reached" in sent && Array.isArray(sent.reached)
      ? sent.reached.length
      : 0;
  if (reached !== wanted) throw new Error(`${reached} of ${wanted} were reached`);
}
