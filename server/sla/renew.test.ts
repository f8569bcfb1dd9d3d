import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Name, World } from "../../test/support/app/app-with-people.ts";
import {
  HOUR,
  makeMeasuredWorld,
  MINUTE,
  moveTo,
  openSecond,
  raise,
  runClocks,
} from "../../test/support/sla-clock/service-levels.ts";
import { checkTimeZones } from "./check-zones.ts";
import { reconcileServiceLevels } from "./reconcile.ts";
import { knownVersions } from "./service-levels.ts";

let world: World;
beforeAll(async () => {
  world = await makeMeasuredWorld();
});
afterAll(() => world.end());
beforeEach(() => {
  moveTo(world, "16 09:00");
});
const say = (id: string, name: Name, comment = "Well.") =>
  world.as(name).post(`/tickets/${id}/comments`, { comment });
const receipt = async (id: string) => (await world.as("maren").get(`/tickets/${id}/sla`)).body;
const stateOf = async (id: string) =>
  (await receipt(id)).clocks.map(
    (clock: { target: string; cycle: number; state: string; used_seconds: number }) => [
      clock.target,
      clock.cycle,
      clock.state,
      clock.used_seconds,
    ],
  );
const count = async (table: string, id?: string): Promise<number> =>
  (
    await world.pool.query(
      `select count(*)::int as n from ${table} ${id ? "where ticket_id = $1" : ""}`,
      id ? [id] : [],
    )
  ).rows[0].n;
/** Every row that is kept of tickets, in one order. */
const rows = async () => {
  const tables = ["sla_due", "sla_clocks", "sla_verdicts"];
  const kept = [];
  for (const table of tables) {
    const { rows: all } = await world.pool.query(
      `select to_jsonb(t) - 'id' - 'decided_at' as row from ${table} t order by 1`,
    );
    kept.push(all);
  }
  return JSON.stringify(kept);
};

describe("the rows of due times", () => {
  it("come to the same however often, by however many and in whatever order they are computed", async () => {
    const other = await openSecond(world);
    const ids = await Promise.all(Array.from({ length: 8 }, () => raise(world)));
    moveTo(world, "16 10:00");
    await Promise.all(ids.slice(0, 5).map((id) => say(id, "idris")));
    await Promise.all([runClocks(world), runClocks(other), runClocks(world), runClocks(other)]);
    await runClocks(world);
    const once = await rows();
    expect(await count("sla_queue")).toBe(0);
    await world.pool.query(
      "insert into sla_queue (ticket_id, seq) select id, 0 from tickets order by random()",
    );
    await Promise.all([runClocks(other), runClocks(world)]);
    await runClocks(world);
    expect(await rows()).toBe(once);
  });

  it("are there again after somebody emptied them, and no verdict is recorded twice", async () => {
    const before = await rows();
    await world.pool.query("delete from sla_due");
    await world.pool.query("delete from sla_clocks");
    await world.pool.query("insert into sla_queue (ticket_id, seq) select id, 0 from tickets");
    await runClocks(world);
    expect(await rows()).toBe(before);
  });

  it("stay as they are when somebody else is assigned, so that no list is read again for it", async () => {
    const id = await raise(world);
    await runClocks(world);
    const versions = async () =>
      (
        await world.pool.query(
          "select d.xmin as due, c.xmin as clock from sla_due d join sla_clocks c using (ticket_id) where ticket_id = $1 order by c.target",
          [id],
        )
      ).rows;
    const before = await versions();
    expect(before).toHaveLength(2);
    const moved = await world.as("maren").put(`/tickets/${id}`, { assignee_id: world.idOf("idris") });
    expect(moved.status).toBe(200);
    expect(await count("sla_queue", id)).toBe(1);
    await runClocks(world);
    expect(await count("sla_queue", id)).toBe(0);
    expect(await versions()).toEqual(before);
  });

  it("are in the queue in the commit of what happened, and not where that is rolled back", async () => {
    await runClocks(world);
    const id = await raise(world);
    expect(await count("sla_queue", id)).toBe(1);
    await runClocks(world);
    await world.as("idris").post(`/tickets/${id}/comments`, { comment: "A note", visibility: "internal" });
    expect(await count("sla_queue", id)).toBe(0);
    expect((await world.as("idris").put(`/tickets/${id}`, { priority: "nonsense" })).status).toBe(422);
    expect(await count("sla_queue", id)).toBe(0);
  });

  it("go with a ticket that is closed, put into the trash or merged, and come back with it", async () => {
    const id = await raise(world);
    await runClocks(world);
    expect(await count("sla_due", id)).toBe(1);
    await world.as("maren").delete(`/tickets/${id}`);
    await runClocks(world);
    expect([await count("sla_due", id), await count("sla_clocks", id)]).toEqual([0, 0]);
    world.pass(HOUR);
    await world.as("maren").post(`/tickets/${id}/restore`);
    await runClocks(world);
    expect(await count("sla_due", id)).toBe(1);
    world.pass(HOUR);
    expect(await stateOf(id)).toEqual([
      ["first_response", 1, "running", 3600],
      ["resolution", 1, "running", 3600],
    ]);
    await world.as("idris").post(`/tickets/${id}/solve`);
    await runClocks(world);
    expect(await count("sla_due", id)).toBe(0);
  });
});

describe("a merge", () => {
  it("ends what runs without a verdict, hands an unanswered question on, and its undo brings the clock back", async () => {
    const kept = await raise(world);
    const double = await raise(world);
    await say(kept, "idris");
    await say(double, "idris");
    world.pass(30 * MINUTE);
    await say(double, "tomas", "Still?");
    world.pass(30 * MINUTE);
    await runClocks(world);
    const merged = await world.as("idris").post(`/tickets/${kept}/merge`, { ids: [double] });
    expect(merged.status).toBe(200);
    await runClocks(world);
    expect(await count("sla_due", double)).toBe(0);
    world.pass(HOUR);
    expect(await stateOf(kept)).toEqual([
      ["first_response", 1, "met", 0],
      // Since it was asked, an hour and a half ago.
      ["next_response", 1, "running", 5400],
      ["resolution", 1, "running", 7200],
    ]);
    const undone = await world
      .as("idris")
      .post("/tickets/merges/undo", { merge_ids: merged.body.merges.map(({ id }: { id: string }) => id) });
    expect(undone.status).toBe(200);
    await runClocks(world);
    expect((await stateOf(kept)).map(([target]: string[]) => target)).toEqual([
      "first_response",
      "resolution",
    ]);
    expect(await stateOf(double)).toEqual([
      ["first_response", 1, "met", 0],
      // Without the hour in which it was part of the other one.
      ["next_response", 1, "running", 1800],
      ["resolution", 1, "running", 3600],
    ]);
  });
});

describe("a change of company", () => {
  it("judges the ticket by what the new company has, and leaves what was decided with the old one", async () => {
    const fast = await world.as("maren").post("/sla/policies", {
      name: "Fast",
      targets: Object.fromEntries(
        ["low", "normal", "high", "urgent"].map((priority) => [
          priority,
          { first_response_minutes: 10, next_response_minutes: 10, resolution_minutes: 60 },
        ]),
      ),
    });
    await world.as("maren").put(`/sla/assignments/${world.companies.aster}`, {
      policy_id: fast.body.id,
      base_assignment_id: null,
    });
    world.pass(MINUTE);
    const id = await raise(world);
    world.pass(30 * MINUTE);
    await say(id, "idris");
    world.pass(30 * MINUTE);
    await world
      .as("maren")
      .put(`/tickets/${id}`, { company_id: world.companies.aster, client_id: world.idOf("jonas") });
    world.pass(30 * MINUTE);
    const { clocks } = await receipt(id);
    expect(clocks).toMatchObject([
      { target: "first_response", state: "met", target_seconds: 4 * 3600 },
      { target: "resolution", state: "running", target_seconds: 3600, over_seconds: 1800 },
    ]);
    // The job comes late, and decides no other way.
    await runClocks(world);
    const { rows: verdicts } = await world.pool.query(
      "select target, verdict, company_id from sla_verdicts where ticket_id = $1",
      [id],
    );
    expect(verdicts).toEqual([
      { target: "first_response", verdict: "met", company_id: world.companies.kestrel },
    ]);
  });
});

describe("a ticket of a company that was promised nothing", () => {
  it("counts for the company that it comes to, whose promise judges what had ended by then", async () => {
    const none = await world.as("maren").get(`/sla/assignments/${world.companies.aster}`);
    await world.as("maren").put(`/sla/assignments/${world.companies.aster}`, {
      policy_id: null,
      base_assignment_id: none.body.assignment_id,
    });
    world.pass(MINUTE);
    const id = await raise(world, {}, "jonas");
    world.pass(MINUTE);
    await say(id, "idris");
    await runClocks(world);
    expect(await count("sla_verdicts", id)).toBe(0);
    await world
      .as("maren")
      .put(`/tickets/${id}`, { company_id: world.companies.kestrel, client_id: world.idOf("tomas") });
    await runClocks(world);
    const { rows: verdicts } = await world.pool.query(
      "select target, verdict, company_id from sla_verdicts where ticket_id = $1",
      [id],
    );
    expect(verdicts).toEqual([
      { target: "first_response", verdict: "met", company_id: world.companies.kestrel },
    ]);
  });
});

describe("an imported ticket", () => {
  it("is measured where it was raised after the service level began, and its events warn of nothing", async () => {
    const id = await raise(world);
    const insert = async (created: string, status = "open") => {
      const { rows: made } = await world.pool.query(
        `with t as (insert into tickets (number, uid, subject, issue, status, priority, company_id, client_id, created_by,
             created, updated, source)
           select nextval('ticket_numbers_seq'), 'I-' || gen_random_uuid(), 'Old', 'Old', $3, 'normal', company_id, client_id,
             created_by, $2, $2, 'import' from tickets where id = $1 returning *)
         insert into history (id, entity, entity_id, kind, occurred_at, principal_id, via, audience, company_id, after)
           select gen_random_uuid(), 'ticket', id, 'ticket.created', created, '00000000-0000-4000-8000-000000000002',
             'import', 'public', company_id,
             jsonb_build_object('status', status, 'priority', priority, 'company_id', company_id) from t
           returning entity_id as id`,
        [id, created, status],
      );
      return made[0].id;
    };
    const early = await insert("2026-11-12T10:00:00Z");
    const later = await insert("2026-11-16T08:30:00Z");
    const closed = await insert("2026-11-16T08:30:00Z", "closed");
    await runClocks(world);
    expect([
      await count("sla_due", early),
      await count("sla_due", later),
      await count("sla_due", closed),
    ]).toEqual([0, 1, 0]);
    expect((await receipt(closed)).clocks).toEqual([]);
    moveTo(world, "16 16:00");
    await runClocks(world);
    expect(await count("sla_warnings", later)).toBe(0);
  });
});

it("other time zone data compute open clocks again, are noted once, and leave what was decided", async () => {
  await checkTimeZones(world.app, "2025a");
  const verdicts = await count("sla_verdicts");
  await checkTimeZones(world.app, "2026b");
  await checkTimeZones(world.app, "2026b");
  await world.pool.query("update sla_clocks set due_at = due_at + interval '1 hour'");
  await world.drain();
  const noted = await world.pool.query(
    "select after from history where kind = 'settings.time_zones_updated'",
  );
  expect(noted.rows).toEqual([{ after: { time_zone_data: "2026b" } }]);
  expect(await count("sla_verdicts")).toBe(verdicts);
  const { rows: stale } = await world.pool.query(
    "select count(*)::int as n from sla_clocks c join sla_due d using (ticket_id, target) where c.due_at <> d.due_at",
  );
  expect(stale).toEqual([{ n: 0 }]);
});

it("a reconciliation finds nothing to mend, until somebody wrote around the queue", async () => {
  await raise(world);
  await runClocks(world);
  const look = async () => reconcileServiceLevels(world.db, knownVersions(world.app), world.clock.now());
  expect(await look()).toEqual({ due_times: 0, reports: 0 });
  await world.pool.query("update sla_due set due_at = due_at + interval '1 hour' where due_at is not null");
  const { rowCount } = await world.pool.query("select from sla_due where due_at is not null");
  await world.pool.query(
    "update sla_monthly set missed = missed + 1 where slot = (select min(slot) from sla_monthly)",
  );
  const found = await look();
  expect(found.due_times).toBe(rowCount);
  expect(found.reports).toBeGreaterThan(0);
  expect(await look()).toEqual({ due_times: 0, reports: 0 });
});

it("of an erased ticket no row and no warning is left", async () => {
  const id = await raise(world);
  await runClocks(world);
  moveTo(world, "16 14:00");
  await runClocks(world);
  expect(await count("sla_warnings", id)).toBeGreaterThan(0);
  await world.as("maren").delete(`/tickets/${id}`);
  world.clock.at = new Date("2027-02-10T09:00:00Z");
  const { emptyTrash } = await import("#server/trash/empty-trash.ts");
  await emptyTrash(world.app);
  for (const table of ["sla_due", "sla_clocks", "sla_warnings", "sla_queue"])
    expect([table, await count(table, id)]).toEqual([table, 0]);
});
