import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeWorld, type Name, type World } from "../support/app/app-with-people.ts";
import { type FailingStatements, type Fault, watchPools } from "../support/database/failing-statements.ts";
import { switchOn } from "../support/sla-clock/service-levels.ts";

/*
 * Every statement of an operation is made to fail in turn: the first, the second, ... until the operation gets through. Before
 * that the database has to be exactly as it was; and where only the database's own "try again" comes, the operation is done
 * all the same, once.
 */
let world: World;
let statements: FailingStatements;
let content = "";

beforeAll(async () => {
  world = await makeWorld();
  statements = watchPools([world.logins.app.pool, world.logins.guests.pool], PASSES);
  // What moves a clock queues its ticket in the same transaction, or neither.
  await switchOn(world);
  content = await contentQuery();
});
afterAll(() => world.end());

/** Authentication, statements after the answer, and limits that are read again now and then, are no part of an operation. */
const PASSES = /access_tokens|last_online|content of everything|rollback|"settings" where "key" in/i;

/** One statement that reads every row of the product. */
async function contentQuery(): Promise<string> {
  const { rows } = await world.pool.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public'
     and tablename not in ('rate_limits', 'allowances', 'live_streams', 'schema_migrations', 'access_tokens', 'refresh_tokens', 'sessions') order by 1`,
  );
  const parts = rows.map(
    ({ name }) =>
      `select '${name}' as name, count(*)::int as n, md5(string_agg((to_jsonb(t) - 'last_online')::text, '|' order by t::text)) as sum from "${name}" t`,
  );
  const jobs = "select 'jobs', count(*)::int, null from pgboss.job";
  return `/* content of everything */ ${[...parts, jobs].join(" union all ")}`;
}

/** Sorted: the tables may be read side by side. */
const everything = async () =>
  (await world.pool.query(content)).rows
    .map((row) => JSON.stringify(row))
    .toSorted()
    .join("\n");

type Operation = { name: string; does: () => Promise<{ status: number }> };

/** Fresh things for each attempt are made before statements are counted. */
async function operations(): Promise<Operation[]> {
  const maren = world.as("maren");
  const raisedBy = async (by: Name) =>
    (await world.as(by).post("/tickets", { subject: randomUUID(), issue: "It stopped." })).body.ticket.id;
  const raised = () => raisedBy("maren");
  const ticket = await raised();
  const doomed = await raised();
  const others = [await raised(), await raised()];
  const note = (await maren.post(`/tickets/${ticket}/comments`, { comment: "First" })).body.id;
  const name = randomUUID();
  const [kept, merged, apart, parted] = [await raised(), await raised(), await raised(), await raised()];
  for (const id of [merged, parted]) await maren.post(`/tickets/${id}/comments`, { comment: "Said there." });
  const { merges } = (await maren.post(`/tickets/${apart}/merge`, { ids: [parted] })).body;
  const held = { comment: "Sent later.", status: "pending", hold_seconds: 60 };
  const waiting = (await maren.post(`/tickets/${ticket}/scheduled`, held)).body.id;
  const reporters = [await raisedBy("tomas"), await raisedBy("helena")];
  const incident = await raised();
  await maren.post(`/tickets/${incident}/reporters`, { ticket_ids: reporters });
  return [
    {
      name: "raising a ticket",
      does: () =>
        maren.call("POST", "/tickets", {
          body: { subject: name, issue: "It stopped." },
          headers: { "idempotency-key": name },
        }),
    },
    {
      name: "changing a ticket",
      does: () => maren.patch(`/tickets/${ticket}`, { subject: name, priority: "high" }),
    },
    {
      name: "assigning it",
      does: () => maren.patch(`/tickets/${ticket}`, { assignee_id: world.idOf("idris") }),
    },
    {
      name: "answering and closing",
      does: () => maren.post(`/tickets/${ticket}/comments`, { comment: "Mended.", status: "closed" }),
    },
    {
      name: "editing a comment",
      does: () => maren.put(`/tickets/${ticket}/comments/${note}`, { comment: name }),
    },
    { name: "deleting a comment", does: () => maren.delete(`/tickets/${ticket}/comments/${note}`) },
    {
      name: "changing many",
      does: () => maren.patch("/tickets/bulk", { ids: others, status: "on_hold", priority: "low" }),
    },
    { name: "throwing a ticket away", does: () => maren.delete(`/tickets/${doomed}`) },
    { name: "bringing it back", does: () => maren.post(`/tickets/${doomed}/restore`) },
    { name: "merging tickets", does: () => maren.post(`/tickets/${kept}/merge`, { ids: [merged] }) },
    {
      name: "undoing a merge",
      does: () =>
        maren.post("/tickets/merges/undo", { merge_ids: merges.map(({ id }: { id: string }) => id) }),
    },
    {
      name: "sending an answer that waits",
      does: () => maren.post(`/tickets/${ticket}/scheduled/${waiting}/send-now`),
    },
    {
      name: "answering all reporters",
      does: () =>
        maren.post(`/tickets/${incident}/answer-all`, { comment: "It is back.", child_ids: reporters }),
    },
    {
      name: "closing an incident",
      does: () => maren.post(`/incidents/${incident}/close`, { child_ids: reporters }),
    },
    { name: "making a company", does: () => maren.post("/companies", { name }) },
    { name: "making a group", does: () => maren.post("/groups", { name }) },
  ];
}

describe.each<Fault>(["refused", "cut off"])("a statement that is %s", (kind) => {
  it("leaves all of an operation undone, whichever it is", { timeout: 240_000 }, async () => {
    let failed = 0;
    for (const { name, does } of await operations()) {
      for (let n = 1; ; n += 1) {
        const before = await everything();
        statements.fail(n, kind);
        const { status } = await does();
        const hit = statements.stop();
        if (!hit) {
          expect(status, name).toBeLessThan(300);
          break;
        }
        failed += 1;
        expect([status, n, name]).toEqual([kind === "cut off" ? 503 : 500, n, name]);
        expect(await everything(), `${name}, statement ${n}`).toBe(before);
      }
    }
    expect(failed).toBeGreaterThan(180);
  });
});

it("an operation that the database wants tried again is done, once", { timeout: 240_000 }, async () => {
  for (const { name, does } of await operations()) {
    // The second statement is the first inside the transaction.
    statements.fail(2, "try again");
    expect((await does()).status, name).toBeLessThan(300);
    expect(statements.stop(), name).toBe(true);
  }
});
