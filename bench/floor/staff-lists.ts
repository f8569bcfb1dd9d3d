import type { Pool } from "pg";
import type { FloorRequest } from "./floor-statements.ts";

/** Ten lists, as people keep them in their sidebar; the floor counts the same by hand (`ten views` in floor-statements.ts). */
const VIEWS = [
  { active: true },
  { mine: true, active: true },
  { unassigned: true },
  { status: "pending" },
  { status: "on_hold", priority: "high" },
  { priority: "urgent", active: true },
  { active: true, group_id: "none" },
  { follow_up: "due" },
  { follow_up: "set" },
];
const TAG = "vpn";
/** Rows of an Inbox that is not empty. */
const ROWS = 2000;

/** What only the staff's own lists ask: a tag, the Inbox, the numbers of ten views. `undo` takes the views away. */
export async function askStaffLists(
  pool: Pool,
  { address, headers, id }: { address: string; headers: Record<string, string>; id: string },
): Promise<{ requests: FloorRequest[]; undo: () => Promise<void> }> {
  await fillInbox(pool, id);
  const keys: string[] = [];
  for (const query of [...VIEWS, { tag: TAG, active: true }]) {
    // One after the other: a view more is refused while another is being saved.
    // oxlint-disable-next-line no-await-in-loop
    const answer = await fetch(`${address}/api/views`, {
      method: "POST",
      headers: { ...headers, "content-type": "application/json" },
      body: JSON.stringify({ name: "Measured", audience: "me", query }),
    });
    if (answer.status !== 201) throw new Error(`a view was answered with ${answer.status}`);
    const { view }: { view: { id: string } } = JSON.parse(await answer.text());
    keys.push(view.id);
  }
  return {
    requests: [
      { name: "list, tag", path: `/tickets?per_page=25&tag=${TAG}`, value: TAG },
      { name: "inbox", path: "/inbox?tab=all", shown: readPlaces },
      { name: "inbox, count", path: "/inbox/count", shown: readUnread },
      { name: "ten views", path: `/views/counts?keys=${keys.join(",")}`, value: TAG, shown: readCounts },
    ],
    undo: async () => {
      await pool.query("delete from views where id = any($1::uuid[])", [keys]);
    },
  };
}

/** As the seed fills the Inbox of agents; whoever measures is none of them. */
async function fillInbox(pool: Pool, id: string): Promise<void> {
  await pool.query(
    `insert into inbox_items (ticket_id, user_id, reason, mentioned, comment_id, actor_id, happened_at, news, last_event,
      read_at, done_at, in_trash)
     select ticket_id, $1, reason, mentioned, comment_id, actor_id, happened_at, news, last_event, read_at, done_at, in_trash
     from inbox_items where user_id = (
       select user_id from inbox_items where user_id <> $1 group by 1 order by count(*) desc, 1 limit 1)
     limit ${ROWS} on conflict do nothing`,
    [id],
  );
}

type Rows = { items: Record<string, unknown>[] };

function readPlaces(body: string): unknown {
  const { items }: Rows = JSON.parse(body);
  return items.map(({ ticket_id }) => ticket_id).slice(0, 25);
}

function readUnread(body: string): unknown {
  const read: { unread?: number } & Partial<Rows> = JSON.parse(body);
  return read.unread ?? read.items?.[0]?.["unread"];
}

/** Numbers in the order of the views, as far as both count. */
function readCounts(body: string): unknown {
  const read: { counts?: Record<string, { n: number }> } & Partial<Rows> = JSON.parse(body);
  const numbers = read.counts
    ? Object.values(read.counts).map(({ n }) => n)
    : (read.items ?? []).map(({ n }) => Number(n));
  return numbers.map((n) => Math.min(n, 99));
}
