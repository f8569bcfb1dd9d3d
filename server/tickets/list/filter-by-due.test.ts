import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { LIMITS } from "#contract/limits.ts";
import { makeWorld, type World } from "../../../test/support/app/app-with-people.ts";
import { switchOn } from "../../../test/support/sla-clock/service-levels.ts";

let world: World;
/** More than are counted are overdue; few are due soon, and some of both are closed without having been renewed. */
const OPEN = { overdue: LIMITS.countedByDue + 2500, soon: 300 };

beforeAll(async () => {
  world = await makeWorld();
  await switchOn(world);
  await world.pool.query(
    `insert into tickets (number, uid, subject, issue, status, priority, client_id, company_id, created_by, created, updated)
     select 100000 + n, 'WP-' || (100000 + n), 'Subject ' || n % 50, 'x',
       (array['open', 'pending', 'on_hold', 'closed'])[1 + n % 4], case when n % 40 = 1 then 'urgent' else (array['low', 'normal'])[1 + n % 2] end, $1, $2, $1,
       $4::timestamptz - interval '1 minute' * n, $4::timestamptz - interval '1 second' * (n * 7919 % 9000)
     from generate_series(1, $3::int) as n`,
    [
      world.idOf("tomas"),
      world.companies.kestrel,
      Math.ceil(((OPEN.overdue + OPEN.soon) * 4) / 3),
      world.clock.at,
    ],
  );
  await world.pool.query(
    `insert into sla_due (ticket_id, target, due_at, warn_at, is_paused)
     select id, 'resolution', $1::timestamptz + case when number % 20 = 0 then interval '1 hour' else interval '-1 hour' end,
       $1::timestamptz - interval '2 hours', false
     from tickets where number > 100000 on conflict do nothing`,
    [world.clock.at],
  );
  await world.pool.query("analyze tickets, sla_due");
});
afterAll(() => world.end());

type Query = Record<string, string>;
const list = async (query: Query) =>
  (await world.as("idris").get("/tickets", { per_page: "1000", ...query })).body;

/** What the list has to be, without a thought of speed. */
async function expected({ sla, priority, status }: Query, order: string): Promise<string[]> {
  const { rows } = await world.pool.query<{ id: string }>(
    `select t.id from tickets t join sla_due d on d.ticket_id = t.id
     where t.deleted_at is null and t.status <> 'closed' and ($2::text is null or t.priority = $2) and ($3::text is null or t.status = $3)
       and case when $1 = 'overdue' then d.due_at < $4 else d.due_at >= $4 and d.warn_at <= $4 end
     order by ${order}`,
    [sla, priority ?? null, status ?? null, world.clock.at],
  );
  return rows.map(({ id }) => id);
}

/** Every page by its cursor. */
async function listAll(query: Query): Promise<string[]> {
  const ids: string[] = [];
  for (let after: string | null = ""; after !== null;) {
    // oxlint-disable-next-line no-await-in-loop
    const { items, meta } = await list(after ? { ...query, after } : query);
    ids.push(...items.map(({ id }: { id: string }) => id));
    after = meta.next;
  }
  return ids;
}

const NEWEST = "t.updated desc, t.id desc";
const LISTS: [words: string, query: Query, order: string][] = [
  ["many, newest first", { sla: "overdue" }, NEWEST],
  ["many of a priority", { sla: "overdue", priority: "low" }, NEWEST],
  ["few of many", { sla: "overdue", priority: "urgent" }, NEWEST],
  ["many of a status", { sla: "overdue", status: "pending" }, NEWEST],
  ["many by subject", { sla: "overdue", sort: "subject", order: "asc" }, "lower(t.subject), t.id"],
  ["few, newest first", { sla: "due_soon" }, NEWEST],
  ["few of a status", { sla: "due_soon", status: "open" }, NEWEST],
  ["few by subject", { sla: "due_soon", sort: "subject", order: "asc" }, "lower(t.subject), t.id"],
  ["closed ones", { sla: "overdue", status: "closed" }, NEWEST],
];

describe("a list of what is due", () => {
  it.each(LISTS)(
    "holds every ticket once, in its order, by cursor and by page: %s",
    async (_, query, order) => {
      const wanted = await expected(query, order);
      if (query.status !== "closed")
        expect(wanted.length).toBeGreaterThan(query.priority === "urgent" ? 100 : 300);
      expect(await listAll(query)).toEqual(wanted);
      const { items } = await list({ ...query, per_page: "100", page: "3" });
      expect(items.map(({ id }: { id: string }) => id)).toEqual(wanted.slice(200, 300));
    },
  );

  it("counts few exactly, and says of many that there are at least so many", async () => {
    const few = (await list({ sla: "due_soon" })).meta;
    const all = await expected({ sla: "due_soon" }, NEWEST);
    expect([few.total, few.total_is_capped]).toEqual([all.length, false]);
    const { meta: some } = await list({ sla: "overdue", priority: "urgent" });
    const { length } = await expected({ sla: "overdue", priority: "urgent" }, NEWEST);
    expect([some.total, some.total_is_capped]).toEqual([length, false]);
    const narrower: Query[] = [{}, { company_id: world.companies.kestrel ?? "" }, { status: "open" }];
    for (const more of narrower) {
      const { meta } = await list({ sla: "overdue", ...more });
      expect([meta.total_is_capped, meta.total > 500, meta.total <= LIMITS.countedByDue + 1]).toEqual([
        true,
        true,
        true,
      ]);
    }
  });
});
