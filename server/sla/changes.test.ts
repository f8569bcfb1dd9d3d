import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { PRESET_TARGETS } from "#contract/sla/preset.ts";
import { makeWorld, type Name, type World } from "../../test/support/app/app-with-people.ts";
import { refusalOf } from "../../test/support/refusal-of.ts";
import { MINUTE, moveTo, runClocks, switchOn } from "../../test/support/sla-clock/service-levels.ts";
import { OFFICE_WEEK } from "../../test/support/calendars/week-of.ts";

let world: World;
let policy: string;
let calendar: string;
beforeAll(async () => {
  world = await makeWorld();
  moveTo(world, "02 08:00");
  policy = (await switchOn(world)).id;
  calendar = (await world.as("maren").get("/calendars")).body.calendars[0].id;
});
afterAll(() => world.end());
let start = 3;
beforeEach(async () => {
  await world.pool.query("update tickets set status = 'closed' where status <> 'closed'");
  // A day of its own for each, so that versions saved before are in force.
  moveTo(world, `${String(start).padStart(2, "0")} 09:00`);
  start += 1;
  if (start === 7) start = 9;
});

const raise = async (name: Name = "tomas"): Promise<string> =>
  (await world.as(name).post("/tickets", { subject: "VPN", issue: "It drops." })).body.ticket.id;
const dueOf = async (id: string): Promise<string> =>
  (await world.as("maren").get(`/tickets/${id}`)).body.sla?.resolution.due_at;
const preview = async (draft: object) => (await world.as("maren").post("/sla/preview", draft)).body;
const apply = async (scope: object) => world.as("maren").post("/sla/apply", scope);
const choose = async (scope: string, choice: object) => {
  const { assignment_id } = (await world.as("maren").get(`/sla/assignments/${scope}`)).body;
  const body = { ...choice, base_assignment_id: assignment_id };
  expect((await world.as("maren").put(`/sla/assignments/${scope}`, body)).status).toBe(200);
};
const targets = (resolution: number) => ({
  ...PRESET_TARGETS,
  normal: { ...PRESET_TARGETS.normal, resolution_minutes: resolution },
});
const savePolicy = async (resolution: number) => {
  const { version, name } = (await world.as("maren").get(`/sla/policies/${policy}`)).body;
  const body = { name, targets: targets(resolution), base_version: version };
  return world.as("maren").put(`/sla/policies/${policy}`, body);
};

describe("a preview", () => {
  it("is for administrators, and takes exactly one draft", async () => {
    for (const name of ["rafael", "idris", "priya"] as const)
      expect((await world.as(name).post("/sla/preview", { assignment: { company_id: null } })).status).toBe(
        403,
      );
    expect(refusalOf(await world.as("maren").post("/sla/preview", {}))).toEqual([
      422,
      "Choose exactly one change",
    ]);
  });

  it("of what is not there is refused, and says nothing of it", async () => {
    await raise();
    const { name } = (await world.as("maren").get(`/sla/policies/${policy}`)).body;
    const absent = "5f0c2d3e-8a7b-4c1d-9e2f-3a4b5c6d7e8f";
    const cases: [object, string][] = [
      [{ assignment: { company_id: null, policy_id: absent } }, "Service level not found"],
      [{ assignment: { company_id: null, calendar_id: absent } }, "Calendar not found"],
      [{ assignment: { company_id: absent, policy_id: policy } }, "Company not found"],
      [{ policy: { policy_id: absent, name, targets: PRESET_TARGETS } }, "Service level not found"],
      [{ policy: { name, targets: PRESET_TARGETS, calendar_id: absent } }, "Calendar not found"],
    ];
    for (const [draft, sentence] of cases)
      expect([draft, ...refusalOf(await world.as("maren").post("/sla/preview", draft))]).toEqual([
        draft,
        404,
        sentence,
      ]);
  });

  it("says what a calendar would do to open tickets, and writes nothing", async () => {
    const id = await raise();
    const before = await dueOf(id);
    const day = before.slice(0, 10);
    const draft = {
      calendar: {
        calendar_id: calendar,
        name: "Business hours",
        zone: "UTC",
        week: OFFICE_WEEK,
        days: [{ day, name: "Staff training", hours: null }],
      },
    };
    const said = await preview(draft);
    expect(said).toMatchObject({
      open_tickets: 1,
      looked_at: 1,
      changed: 1,
      overdue_more: 0,
      only_later_days: true,
    });
    expect(said.changes).toMatchObject([{ ticket_id: id, target: "resolution", due_now: before }]);
    expect(said.changes[0].due_then > before).toBe(true);
    expect(await dueOf(id)).toBe(before);
    const week = { ...OFFICE_WEEK, mon: [] };
    expect(await preview({ calendar: { ...draft.calendar, week } })).toMatchObject({
      only_later_days: false,
    });
  });

  it("is no rule for later days where an earlier change was kept from a ticket", async () => {
    await raise();
    world.pass(MINUTE);
    await savePolicy(150);
    const days = [{ day: "2099-01-02", name: "Holiday", hours: null }];
    const hours = { name: "Business hours", zone: "UTC", week: OFFICE_WEEK, days };
    const draft = { calendar: { calendar_id: calendar, ...hours } };
    expect(await preview(draft)).toMatchObject({ open_tickets: 1, only_later_days: false });
    await apply({ policy_id: policy });
    world.pass(MINUTE);
    expect(await preview(draft)).toMatchObject({ open_tickets: 1, only_later_days: true });
  });

  it("says of a ticket that waits that it is paused, not that nothing is measured", async () => {
    const id = await raise();
    world.pass(MINUTE);
    await world.as("idris").put(`/tickets/${id}`, { status: "pending" });
    world.pass(MINUTE);
    const { name } = (await world.as("maren").get(`/sla/policies/${policy}`)).body;
    const draft = { policy_id: policy, name, targets: targets(150), pauses_for_client: false };
    const { changes } = await preview({ policy: draft });
    const resolution = { target: "resolution", due_now: null, paused_now: true, paused_then: false };
    expect(changes).toMatchObject([resolution]);
  });

  it("counts what would become overdue, and what would no longer be", async () => {
    await raise();
    world.pass(90 * MINUTE);
    const { version: _, name } = (await world.as("maren").get(`/sla/policies/${policy}`)).body;
    const said = await preview({ policy: { policy_id: policy, name, targets: targets(60) } });
    expect(said).toMatchObject({ changed: 1, overdue_more: 1, overdue_less: 0 });
    expect(await preview({ assignment: { company_id: null, policy_id: null } })).toMatchObject({
      changed: 1,
      changes: [{ due_then: null }],
    });
  });

  it("of the first service level says what it would mean for tickets without one", async () => {
    const { changes, open_tickets } = await preview({ policy: { name: "New", targets: targets(60) } });
    expect([changes, open_tickets]).toEqual([[], 0]);
    await raise();
    expect((await preview({ policy: { name: "New", targets: targets(60) } })).changed).toBe(1);
  });
});

describe("a saved change", () => {
  it("leaves open tickets as they are judged, until it is applied, and again after the undo", async () => {
    const id = await raise();
    const before = await dueOf(id);
    world.pass(MINUTE);
    await savePolicy(120);
    expect(await dueOf(id)).toBe(before);
    world.pass(MINUTE);
    const applied = await apply({ policy_id: policy });
    expect([applied.status, applied.body]).toMatchObject([
      202,
      { state: "done", applied: 1, open_tickets: 1 },
    ]);
    const day = before.slice(0, 8) + world.clock.now().toISOString().slice(8, 10);
    expect(await dueOf(id)).toBe(`${day}T11:00:00.000Z`);
    await runClocks(world);
    const rows = await world.db.selectFrom("sla_due").select("due_at").where("ticket_id", "=", id).execute();
    expect(rows).toHaveLength(1);
    const history = (await world.as("idris").get(`/tickets/${id}/history`)).body.items;
    expect(history.at(-1)).toMatchObject({ kind: "ticket.sla_applied", audience: "internal" });
    expect((await apply({ policy_id: policy })).body).toMatchObject({ applied: 0 });
    const undone = await world.as("maren").post(`/sla/undo/${applied.body.group_id}`);
    expect([undone.status, undone.body.state]).toEqual([200, "undone"]);
    expect(await dueOf(id)).toBe(before);
    expect((await world.as("maren").post(`/sla/undo/${applied.body.group_id}`)).status).toBe(404);
  });

  it("has judged what was answered before its undo: the receipt says what the report counts", async () => {
    const id = await raise();
    world.pass(MINUTE);
    const strict = { ...targets(2400), normal: { ...targets(2400).normal, first_response_minutes: 1 } };
    const { version, name } = (await world.as("maren").get(`/sla/policies/${policy}`)).body;
    await world.as("maren").put(`/sla/policies/${policy}`, { name, targets: strict, base_version: version });
    world.pass(MINUTE);
    const { group_id } = (await apply({ policy_id: policy })).body;
    world.pass(MINUTE);
    await world.as("idris").post(`/tickets/${id}/comments`, { comment: "Which client?" });
    await runClocks(world);
    world.pass(MINUTE);
    expect((await world.as("maren").post(`/sla/undo/${group_id}`)).status).toBe(200);
    await runClocks(world);
    const { clocks } = (await world.as("maren").get(`/tickets/${id}/sla`)).body;
    expect(clocks).toMatchObject([
      { target: "first_response", state: "missed", target_seconds: 60, verdicts: [{ verdict: "missed" }] },
      { target: "resolution", state: "running" },
    ]);
    expect(clocks[1].target_seconds).not.toBe(2400 * 60);
  });

  it("is not undone after ten minutes", async () => {
    await raise();
    world.pass(MINUTE);
    await savePolicy(180);
    const { group_id } = (await apply({ policy_id: policy })).body;
    world.pass(11 * MINUTE);
    expect(refusalOf(await world.as("maren").post(`/sla/undo/${group_id}`))).toEqual([
      409,
      "It is too late to undo this",
    ]);
  });

  it("decided nothing anew: what was answered before it stays as it was judged", async () => {
    const id = await raise();
    world.pass(60 * MINUTE);
    await world.as("idris").post(`/tickets/${id}/comments`, { comment: "Which client?" });
    world.pass(MINUTE);
    const strict = { ...targets(2400), normal: { ...targets(2400).normal, first_response_minutes: 5 } };
    const { version, name } = (await world.as("maren").get(`/sla/policies/${policy}`)).body;
    await world.as("maren").put(`/sla/policies/${policy}`, { name, targets: strict, base_version: version });
    await apply({ policy_id: policy });
    const { clocks } = (await world.as("maren").get(`/tickets/${id}/sla`)).body;
    expect(clocks[0]).toMatchObject({ target: "first_response", state: "met", target_seconds: 4 * 3600 });
  });

  it("goes through more open tickets than fit the reply by a job, and says how far it is", async () => {
    const id = await raise();
    await world.pool.query(
      `with made as (
         insert into tickets (number, uid, subject, issue, status, priority, company_id, client_id, created_by, created, updated)
           select nextval('ticket_numbers_seq'), 'M-' || n, 'Many', 'Many', 'open', 'normal', company_id, client_id, created_by,
             created, updated from tickets, generate_series(1, 600) n where id = $1 returning *)
       insert into history (id, entity, entity_id, kind, occurred_at, principal_id, via, audience, company_id, after)
         select gen_random_uuid(), 'ticket', id, 'ticket.created', created, created_by, 'import', 'public', company_id,
           jsonb_build_object('status', status, 'priority', priority, 'company_id', company_id) from made`,
      [id],
    );
    world.pass(MINUTE);
    await savePolicy(240);
    const started = (await apply({ policy_id: policy })).body;
    expect(started).toMatchObject({ state: "running", open_tickets: 601, applied: 500 });
    await world.drain();
    const done = (await world.as("maren").get(`/sla/applications/${started.group_id}`)).body;
    expect(done).toMatchObject({ state: "done", applied: 601 });
    const undone = await world.as("maren").post(`/sla/undo/${started.group_id}`);
    expect(undone.status).toBe(200);
    const left = await world.pool.query(
      "select count(*)::int as n from sla_pins where group_id = $1 and undone_at is null",
      [started.group_id],
    );
    expect(left.rows[0].n).toBe(0);
    expect((await preview({ assignment: { company_id: null, policy_id: null } })).open_tickets).toBe(601);
  });

  it("of a company is applied to that company's tickets alone", async () => {
    const [ours, theirs] = [await raise("tomas"), await raise("jonas")];
    world.pass(MINUTE);
    const fast = (await world.as("maren").post("/sla/policies", { name: "Fast", targets: targets(30) })).body
      .id;
    await world
      .as("maren")
      .put(`/sla/assignments/${world.companies.aster}`, { policy_id: fast, base_assignment_id: null });
    const before = await dueOf(ours);
    expect((await apply({ company_id: world.companies.aster })).body).toMatchObject({ applied: 1 });
    expect(await dueOf(ours)).toBe(before);
    expect((await dueOf(theirs)) < before).toBe(true);
  });
});

describe("other hours of the organization", () => {
  it("are applied to every company that counts by them, as the preview says, and another level to those without one", async () => {
    const { name, week, zone } = { name: "Mornings", zone: "UTC", week: { ...OFFICE_WEEK, fri: [] } };
    const made = await world.as("maren").post("/calendars", { name, zone, week, days: [] });
    const calendar_id = made.body.calendar.id;
    const [, theirs] = [await raise("tomas"), await raise("jonas")];
    // Its level names no hours.
    const fast = await world.as("maren").post("/sla/policies", { name: "Week", targets: targets(2400) });
    await choose(world.companies.aster, { policy_id: fast.body.id });
    await apply({ company_id: world.companies.aster });
    const before = await dueOf(theirs);
    world.pass(MINUTE);
    const said = await preview({ assignment: { company_id: null, calendar_id } });
    expect(said.open_tickets).toBe(2);
    await choose("organization", { calendar_id });
    expect((await apply({ company_id: null })).body).toMatchObject({ open_tickets: 2, applied: 2 });
    expect((await dueOf(theirs)) > before).toBe(true);
    world.pass(MINUTE);
    await choose("organization", { policy_id: fast.body.id });
    expect((await apply({ company_id: null })).body).toMatchObject({ open_tickets: 1 });
    await choose("organization", { policy_id: policy, calendar_id: calendar });
  });
});

it("a holiday added in the past changes no verdict, and unapplied no due time", async () => {
  const id = await raise();
  world.pass(30 * MINUTE);
  await world.as("idris").post(`/tickets/${id}/comments`, { comment: "Which client?" });
  await runClocks(world);
  const read = async () => {
    const { as_of: _, ...receipt } = (await world.as("maren").get(`/tickets/${id}/sla`)).body;
    return receipt;
  };
  const before = await read();
  const { version } = (await world.as("maren").get(`/calendars/${calendar}`)).body.calendar;
  const day = world.clock.now().toISOString().slice(0, 10);
  const body = {
    name: "Business hours",
    zone: "UTC",
    week: OFFICE_WEEK,
    days: [{ day, name: "Strike", hours: null }],
  };
  const saved = await world.as("maren").put(`/calendars/${calendar}`, { ...body, base_version: version });
  expect(saved.status).toBe(200);
  expect(await read()).toEqual(before);
});
