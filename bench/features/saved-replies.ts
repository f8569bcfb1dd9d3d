import type { FloorName } from "../floor/floor-statements.ts";
import type { Target } from "../measure/measure.ts";
import { openBare, openSession, type startFilledDesk } from "../measure/start-filled-desk.ts";
import { compare, get, patch, post, put } from "../measure/turn-by-turn.ts";

type Desk = Awaited<ReturnType<typeof startFilledDesk>>;
const MANY = 200;
const RENDER: FloorName = "reply, render";
const SAVE: FloorName = "draft, save";

/**
 * A saved reply filled in for a ticket and a draft kept, each against one hand-written statement behind node:http and pg (the goal is 1.5), and a
 * macro on two hundred tickets against the bulk change of the same fields (the goal is 1.3), turn by turn.
 */
export async function measureReplies(
  desk: Desk,
  rounds: number,
  say: (words: string) => void,
): Promise<void> {
  const { headers, end } = await openSession(desk.address);
  const ours: Target = {
    name: "ours",
    url: ({ path }) => `${desk.address}/api${path}`,
    headers,
  };
  const { rows } = await desk.pool.query<{ id: string }>(
    `select id from tickets where deleted_at is null and status <> 'closed' and client_id is not null
     order by updated desc, id desc limit ${MANY}`,
  );
  const ids = rows.map(({ id }) => id);
  const reply = await readReply(desk);
  const floor = await openBare({ poolConfig: desk.poolConfig }, "floor/floor.ts");
  const bare: Target = { ...ours, name: "floor", url: ({ path }) => `${floor.address}${path}` };
  const [ticket = ""] = ids;
  try {
    await compare(say, rounds, [
      {
        name: "reply, render",
        target: ours,
        next: () => post(`/replies/${reply}/render`, { ticket_id: ticket }),
      },
      {
        name: "floor",
        target: bare,
        next: () => get(`/${encodeURIComponent(RENDER)}?value=${reply}%20${ticket}`),
      },
    ]);
    await compare(say, rounds, [
      {
        name: "draft, save",
        target: ours,
        next: (round) => put(`/tickets/${ticket}/draft`, { text: `Thank you, we look at it, ${round}.` }),
      },
      {
        name: "floor",
        target: bare,
        next: () => get(`/${encodeURIComponent(SAVE)}?value=${ticket}`),
      },
    ]);
    await compare(say, rounds, [
      {
        name: `macro on ${ids.length}`,
        target: ours,
        next: (round) =>
          post("/macros/apply", { ticket_ids: ids, effects: { priority: priorityIn(2 * round) } }),
      },
      {
        name: `bulk change of ${ids.length}`,
        target: ours,
        next: (round) => patch("/tickets/bulk", { ids, priority: priorityIn(2 * round + 1) }),
      },
    ]);
  } finally {
    end();
    await floor.end();
  }
}

async function readReply(desk: Desk): Promise<string> {
  const { rows } = await desk.pool.query<{ id: string }>(
    `select r.id from saved_replies r join saved_reply_texts t on t.reply_id = r.id and t.language = 'en'
     where r.audience = 'everyone' and r.effects = '{}' order by r.name limit 1`,
  );
  const [reply] = rows;
  if (!reply) throw new Error("the desk has no saved replies: fill another one");
  return reply.id;
}

/** Another value each time, so that every ticket changes in each. */
function priorityIn(turn: number): string {
  return turn % 2 === 0 ? "high" : "low";
}
