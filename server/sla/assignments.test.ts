import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PRESET_TARGETS } from "#contract/sla/preset.ts";
import { makeWorld, type Name, type World } from "../../test/support/app/app-with-people.ts";
import { refusalOf } from "../../test/support/refusal-of.ts";
import { moveTo, runClocks } from "../../test/support/sla-clock/service-levels.ts";
import { weekOf } from "../../test/support/calendars/week-of.ts";

let world: World;
let standard: string;
let care: string;
beforeAll(async () => {
  world = await makeWorld();
  moveTo(world, "16 08:00");
});
afterAll(() => world.end());

const post = async (name: string, more: object = {}) =>
  (await world.as("maren").post("/sla/policies", { name, targets: PRESET_TARGETS, ...more })).body.id;
const read = async (scope: string, name: Name = "idris") =>
  (await world.as(name).get(`/sla/assignments/${scope}`)).body;
const assign = async (scope: string, body: object) =>
  world.as("maren").put(`/sla/assignments/${scope}`, {
    base_assignment_id: (await read(scope)).assignment_id ?? null,
    ...body,
  });
const raise = async (name: Name) =>
  (await world.as(name).post("/tickets", { subject: "VPN", issue: "It drops." })).body.ticket.id;
const isMeasured = async (id: string) =>
  (await world.as("maren").get(`/tickets/${id}/sla`)).body.clocks.length > 0;

describe("which service level applies", () => {
  it("is refused without a calendar that would count the hours", async () => {
    standard = await post("Standard");
    expect(refusalOf(await assign("organization", { policy_id: standard }))).toEqual([
      422,
      "Choose a calendar: there is none that would count the hours",
    ]);
  });

  it("is that of everybody with one click, with the calendar Business hours", async () => {
    const early = await raise("tomas");
    world.pass(60_000);
    care = await post("Priority care", { for_everyone: true });
    await world.drain();
    expect(await read("organization")).toMatchObject({
      policy: { id: care, name: "Priority care", origin: "organization" },
      calendar: { name: "Business hours", origin: "organization" },
      shown_to_clients: true,
      shown_origin: "none",
    });
    expect(await read(world.companies.kestrel)).toMatchObject({
      inherits: true,
      assignment_id: null,
      policy: { id: care, origin: "organization" },
    });
    const { calendars } = (await world.as("maren").get("/calendars")).body;
    expect(calendars).toMatchObject([{ name: "Business hours", zone: "UTC", is_default: true }]);
    expect(await isMeasured(await raise("tomas"))).toBe(true);
    // What was raised before is judged by what was in force then: nothing.
    expect(await isMeasured(early)).toBe(false);
  });

  it("is the company's own where it has one, and none where it has none", async () => {
    const own = await assign(world.companies.aster, { policy_id: standard });
    expect(own.body).toMatchObject({
      inherits: false,
      policy: { id: standard, origin: "company" },
      calendar: { origin: "organization" },
    });
    await assign(world.companies.aster, { policy_id: null });
    world.pass(1000);
    expect(await isMeasured(await raise("jonas"))).toBe(false);
    expect((await read(world.companies.aster)).policy).toBeNull();
    await assign(world.companies.aster, { inherit: true });
    expect(await read(world.companies.aster)).toMatchObject({
      inherits: true,
      policy: { id: care, origin: "organization" },
    });
    world.pass(1000);
    expect(await isMeasured(await raise("jonas"))).toBe(true);
  });

  it("that is chosen again as it is stays the same choice, and nothing is recorded", async () => {
    const scope = world.companies.aster;
    await assign(scope, { policy_id: standard, shown_to_clients: false });
    const chosen = await read(scope);
    const recorded = async () =>
      (await world.pool.query("select from history where kind = 'sla.assigned'")).rowCount;
    const before = await recorded();
    world.pass(1000);
    for (const body of [{}, { policy_id: standard }, { policy_id: standard, shown_to_clients: false }])
      expect((await assign(scope, body)).body).toEqual(chosen);
    expect([await read(scope), await recorded()]).toEqual([chosen, before]);
    const inherited = (await assign(scope, { inherit: true })).body;
    expect((await assign(scope, { inherit: true })).body).toEqual(inherited);
    expect(await recorded()).toBe(Number(before) + 1);
  });

  it("names the company's calendar before that of the service level, and that before the organization's", async () => {
    const week = weekOf([["09:00", "17:00"]]);
    const { calendar } = (
      await world.as("maren").post("/calendars", { name: "Night desk", zone: "Europe/Oslo", week, days: [] })
    ).body;
    await assign(world.companies.kestrel, { calendar_id: calendar.id });
    expect(await read(world.companies.kestrel)).toMatchObject({
      inherits: true,
      policy: { id: care, origin: "organization" },
      calendar: { id: calendar.id, origin: "company" },
    });
    world.pass(1000);
    const { judged_by } = (await world.as("maren").get(`/tickets/${await raise("tomas")}/sla`)).body;
    expect(judged_by.calendar).toMatchObject({ name: "Night desk", zone: "Europe/Oslo" });
    await assign(world.companies.kestrel, { inherit: true });
  });

  it("is never left without the hours that count it, by whatever takes them away", async () => {
    const none = "Choose a calendar: there is none that would count the hours";
    expect(refusalOf(await assign("organization", { calendar_id: null }))).toEqual([422, none]);
    const { calendar } = await read("organization");
    // The organization's level names hours of its own now, a company's does not.
    const { version, targets } = (await world.as("maren").get(`/sla/policies/${care}`)).body;
    const save = (calendar_id: string | null, base_version: number) =>
      world
        .as("maren")
        .put(`/sla/policies/${care}`, { name: "Priority care", targets, calendar_id, base_version });
    expect((await save(calendar.id, version)).status).toBe(200);
    await assign(world.companies.aster, { policy_id: standard });
    expect(refusalOf(await assign("organization", { calendar_id: null }))).toEqual([422, none]);
    await assign(world.companies.aster, { inherit: true });
    expect((await assign("organization", { calendar_id: null })).status).toBe(200);
    expect(refusalOf(await assign(world.companies.aster, { policy_id: standard }))).toEqual([422, none]);
    expect(refusalOf(await save(null, version + 1))).toEqual([422, none]);
    expect((await assign("organization", { calendar_id: calendar.id })).status).toBe(200);
    expect((await save(null, version + 1)).status).toBe(200);
  });

  it("is refused to whoever does not know what somebody chose meanwhile", async () => {
    const stale = { policy_id: null, base_assignment_id: null };
    const answer = await world.as("maren").put("/sla/assignments/organization", stale);
    expect(answer.status).toBe(409);
    const { assignment_id: base_assignment_id } = await read("organization");
    const choose = () =>
      world.as("maren").put("/sla/assignments/organization", { shown_to_clients: true, base_assignment_id });
    const statuses = (await Promise.all([choose(), choose()])).map(({ status }) => status);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 409]);
  });

  it("is never that of the internal company, of a deleted one, nor an archived service level", async () => {
    const gone = (await world.as("maren").post("/companies", { name: "Gone" })).body.id;
    await world.as("maren").delete(`/companies/${gone}`);
    expect(refusalOf(await assign(world.companies.internal, { policy_id: care }))).toEqual([
      422,
      "The internal company has no service level",
    ]);
    expect((await assign(gone, { policy_id: care })).status).toBe(404);
    const old = await post("Old");
    await world.as("maren").delete(`/sla/policies/${old}`);
    expect(refusalOf(await assign(world.companies.kestrel, { policy_id: old }))).toEqual([
      422,
      "There is no such service level any more",
    ]);
    expect(refusalOf(await assign(world.companies.kestrel, { inherit: true, policy_id: care }))).toEqual([
      422,
      "Either the organization's service level, or one of its own",
    ]);
  });

  it("keeps a service level from the archive that is chosen for somebody", async () => {
    expect(refusalOf(await world.as("maren").delete(`/sla/policies/${care}`))).toEqual([
      409,
      "This service level applies to every company: choose another one first",
    ]);
    await assign(world.companies.aster, { policy_id: standard });
    expect(refusalOf(await world.as("maren").delete(`/sla/policies/${standard}`))).toEqual([
      409,
      "This service level is in use by 1 company",
    ]);
    await assign(world.companies.aster, { inherit: true });
  });

  it("stays as it was chosen in the history, whoever asks the database", async () => {
    for (const statement of ["update sla_assignments set policy_id = null", "delete from sla_assignments"])
      await expect(world.pool.query(statement)).rejects.toThrow("rows are only ever added");
  });

  it("switched off again, empties the lists and leaves what was decided and its receipt", async () => {
    const id = await raise("tomas");
    world.pass(60_000);
    await world.as("idris").post(`/tickets/${id}/comments`, { comment: "Which client?" });
    await runClocks(world);
    await assign("organization", { policy_id: null });
    await world.drain();
    const rows = await world.pool.query(
      "select (select count(*)::int from sla_due) as due, (select count(*)::int from sla_verdicts) as verdicts",
    );
    expect(rows.rows[0].due).toBe(0);
    expect(rows.rows[0].verdicts).toBeGreaterThan(0);
    expect(await isMeasured(id)).toBe(true);
    expect((await world.as("maren").get(`/tickets/${id}`)).body).not.toHaveProperty("sla");
    // Switched on again, what was measured has its due times back.
    await assign("organization", { policy_id: care });
    await world.drain();
    const due = await world.db
      .selectFrom("sla_due")
      .select("ticket_id")
      .where("ticket_id", "=", id)
      .execute();
    expect(due).toHaveLength(1);
  });

  it("switched off for a while, loses no verdict of what was closed shortly before or meanwhile", async () => {
    const [before, meanwhile] = [await raise("tomas"), await raise("tomas")];
    await runClocks(world);
    world.pass(60_000);
    await world.as("idris").post(`/tickets/${before}/solve`);
    await runClocks(world);
    await assign("organization", { policy_id: null });
    await world.drain();
    await world.as("idris").post(`/tickets/${meanwhile}/solve`);
    world.pass(3_600_000);
    await assign("organization", { policy_id: care });
    await world.drain();
    await runClocks(world);
    const { rows } = await world.pool.query(
      "select ticket_id from sla_verdicts where target = 'resolution' and ticket_id = any($1)",
      [[before, meanwhile]],
    );
    expect(new Set(rows.map(({ ticket_id }) => ticket_id))).toEqual(new Set([before, meanwhile]));
  });
});
