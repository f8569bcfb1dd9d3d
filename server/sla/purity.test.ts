import { afterAll, beforeAll, expect, it } from "vitest";
import { makeWorld, type Name, type World } from "../../test/support/app/app-with-people.ts";
import {
  type FailingStatements,
  type Fault,
  watchPools,
} from "../../test/support/database/failing-statements.ts";
import { moveTo, openSecond, runClocks, switchOn } from "../../test/support/sla-clock/service-levels.ts";

let world: World;
let statements: FailingStatements;
beforeAll(async () => {
  world = await makeWorld();
  statements = watchPools([world.logins.app.pool, world.logins.guests.pool], /rollback/i);
  moveTo(world, "16 08:00");
  await switchOn(world);
});
afterAll(() => world.end());

const post = async (path: string, body: object, name: Name = "idris") =>
  (await world.as(name).post(path, body)).body;
const raise = async (): Promise<string> =>
  (await post("/tickets", { subject: "VPN", issue: "It drops." }, "tomas")).ticket.id;

/** One that waits for an answer, one that is paused, one that was closed an hour ago and asked about since. */
async function liveThrough(): Promise<string[]> {
  moveTo(world, "16 09:00");
  const ids = [await raise(), await raise(), await raise()];
  const [, paused = "", closed = ""] = ids;
  moveTo(world, "16 10:00");
  await post(`/tickets/${paused}/comments`, { comment: "Which client?", status: "pending" });
  await post(`/tickets/${closed}/comments`, { comment: "Mended." });
  await post(`/tickets/${closed}/solve`, {});
  moveTo(world, "16 11:00");
  await post(`/tickets/${closed}/comments`, { comment: "It is not." }, "tomas");
  // Three quarters of the first response are used.
  moveTo(world, "16 12:10");
  return ids;
}

const NAMES = /"(ticket_id|uid)":"[^"]*"/g;
/** Everything that is told and kept of the tickets, but for what they are called. */
async function everythingOf(ids: readonly string[]): Promise<string> {
  const receipts = [];
  for (const id of ids) receipts.push((await world.as("maren").get(`/tickets/${id}/sla`)).body);
  for (const table of ["sla_due", "sla_clocks", "sla_verdicts", "sla_warnings"]) {
    const { rows } = await world.pool.query(
      `select to_jsonb(t) - 'id' - 'ticket_id' as row from ${table} t where ticket_id = any($1)
       order by array_position($1, ticket_id), 1`,
      [ids],
    );
    receipts.push(rows);
  }
  return JSON.stringify(receipts).replaceAll(NAMES, "");
}
/** Works until nothing is left: for a moment the database keeps the locks of a connection that is gone. */
const finish = (work: () => Promise<void>) =>
  expect
    .poll(
      async () => {
        await work();
        const { rows } = await world.pool.query(
          `select (select count(*)::int from sla_queue where wait_until is null)
             + (select count(*)::int from sla_clocks where warned_at is null and warn_at <= $1) as n`,
          [world.clock.now()],
        );
        return rows[0].n;
      },
      { timeout: 30_000 },
    )
    .toBe(0);

it.each<Fault>(["refused", "cut off"])(
  "due times come to the same, told of once, whichever statement of computing them is %s",
  { timeout: 300_000 },
  async (fault) => {
    await runClocks(world);
    const undisturbed = await liveThrough();
    await runClocks(world);
    const expected = await everythingOf(undisturbed);
    let hits = 0;
    for (let nth = 1; ; nth += 1) {
      const ids = await liveThrough();
      statements.fail(nth, fault);
      await runClocks(world).catch(() => {});
      if (!statements.stop()) break;
      hits += 1;
      await finish(() => runClocks(world));
      expect(await everythingOf(ids), `statement ${nth}`).toBe(expected);
    }
    expect(hits).toBeGreaterThan(15);
  },
);

it("two instances that share the work in any order, and one of which is broken off, come to the same", async () => {
  const other = await openSecond(world);
  await runClocks(world);
  const undisturbed = await liveThrough();
  await runClocks(world);
  const expected = await everythingOf(undisturbed);
  for (let turn = 1; turn <= 12; turn += 1) {
    const sets = [await liveThrough(), await liveThrough(), await liveThrough()];
    await world.pool.query(
      `update sla_queue q set seq = s.place
       from (select ticket_id, seq, -1000 - row_number() over (order by random()) as place from sla_queue
         where wait_until is null and seq > 0) s
       where q.ticket_id = s.ticket_id and q.seq = s.seq`,
    );
    statements.fail(turn * 2, "cut off");
    await Promise.allSettled([runClocks(world), runClocks(other), runClocks(world), runClocks(other)]);
    statements.stop();
    await finish(() => runClocks(other));
    for (const ids of sets) expect(await everythingOf(ids), `turn ${turn}`).toBe(expected);
  }
});
