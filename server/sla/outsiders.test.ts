import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Name, World } from "../../test/support/app/app-with-people.ts";
import { asGuest, everythingIn } from "../../test/support/app/as-external-user.ts";
import { makeMeasuredWorld, moveTo, runClocks } from "../../test/support/sla-clock/service-levels.ts";

let world: World;
let own: string;
let other: string;
beforeAll(async () => {
  world = await makeMeasuredWorld();
  moveTo(world, "16 09:00");
  own = await raise("tomas");
  other = await raise("jonas");
  for (const id of [own, other]) {
    moveTo(world, "16 10:00");
    await world.as("idris").post(`/tickets/${id}/comments`, { comment: "Which client?" });
  }
  await runClocks(world);
});
afterAll(() => world.end());

const raise = async (name: Name): Promise<string> =>
  (await world.as(name).post("/tickets", { subject: "VPN", issue: "It drops." })).body.ticket.id;
const attack = (statement: string, name: Name = "tomas") =>
  asGuest(world, name, async (tx) => sql.raw(statement).execute(tx));
const show = async (scope: string, shown_to_clients: boolean | null) => {
  const { assignment_id: base_assignment_id } = (await world.as("maren").get(`/sla/assignments/${scope}`))
    .body;
  const answer = await world
    .as("maren")
    .put(`/sla/assignments/${scope}`, { shown_to_clients, base_assignment_id });
  expect(answer.status).toBe(200);
};

const facts = (name: Name, id: string) =>
  asGuest(
    world,
    name,
    async (tx) =>
      (await sql<{ facts: object | null }>`select sla_facts(${id}::uuid) as facts`.execute(tx)).rows[0]
        ?.facts,
  );

const CLOSED = [
  "sla_policies",
  "sla_policy_versions",
  "sla_targets",
  "sla_assignments",
  "sla_pins",
  "sla_applications",
  "sla_state",
  "sla_clocks",
  "sla_queue",
  "sla_warnings",
  "sla_verdicts",
];

describe("an outsider who speaks SQL", () => {
  it.each(CLOSED)("reads and writes nothing of %s", async (table) => {
    for (const statement of [
      `select * from ${table}`,
      `delete from ${table}`,
      `insert into ${table} default values`,
    ])
      await expect(attack(statement)).rejects.toThrow(/permission denied/);
  });

  it("reads due times of the tickets that they see, and changes none", async () => {
    const shown = await everythingIn(world, "sla_due", "tomas");
    expect(shown).toContain(own);
    expect(shown).not.toContain(other);
    for (const statement of [
      "update sla_due set due_at = null",
      "delete from sla_due",
      "update sla_monthly set met = 0",
      "update sla_monthly_totals set met = 0",
      "delete from sla_monthly_totals",
    ])
      await expect(attack(statement)).rejects.toThrow(/permission denied/);
  });

  it("reads the facts of a clock of those tickets alone, and the figures of the own company as its administrator", async () => {
    expect(await facts("tomas", own)).toMatchObject({ events: [expect.anything()] });
    expect(await facts("tomas", other)).toBeNull();
    for (const counters of ["sla_monthly", "sla_monthly_totals"]) {
      expect(await everythingIn(world, counters, "tomas")).toBe("[]");
      const figures = await everythingIn(world, counters, "priya");
      expect(figures).toContain(world.companies.kestrel);
      expect(figures).not.toContain(world.companies.aster);
    }
    for (const statement of [
      "select recount_sla()",
      "select add_sla_counts(null)",
      "select add_sla_counts(null, null)",
    ])
      await expect(attack(statement)).rejects.toThrow(/permission denied/);
  });
});

describe("the receipt of a client", () => {
  it("has hours, targets and verdicts, and neither the name of what judges nor who judged", async () => {
    const { clocks, judged_by } = (await world.as("tomas").get(`/tickets/${own}/sla`)).body;
    expect(clocks[0]).toMatchObject({ target: "first_response", state: "met" });
    expect(clocks[0]).not.toHaveProperty("verdicts");
    expect(clocks[0]).not.toHaveProperty("may_judge_again");
    expect(judged_by).toMatchObject({
      policy: { name: null, targets: null },
      calendar: { name: "Business hours", zone: "UTC" },
      agreed: { priority: "normal", first_response_minutes: 240, resolution_minutes: 2400 },
    });
    const staff = (await world.as("idris").get(`/tickets/${own}/sla`)).body;
    expect(staff.judged_by.policy.name).toBe("Standard");
    const { verdicts, may_judge_again, ...open } = staff.clocks[0];
    expect(open).toEqual(clocks[0]);
    expect([verdicts.length, may_judge_again]).toEqual([1, false]);
  });

  it("of a ticket that they do not see is not found", async () => {
    for (const name of ["tomas", "priya"] as const)
      expect((await world.as(name).get(`/tickets/${other}/sla`)).status).toBe(404);
  });

  it("is hidden with every due time where their company does not see service levels", async () => {
    await show(world.companies.kestrel, false);
    for (const name of ["tomas", "priya"] as const) {
      expect((await world.as(name).get(`/tickets/${own}/sla`)).status).toBe(404);
      expect((await world.as(name).get(`/tickets/${own}`)).body).not.toHaveProperty("sla");
      const { items } = (await world.as(name).get("/tickets")).body;
      expect(items.length).toBeGreaterThan(0);
      for (const field of ["due_at", "due_target", "due_state"]) expect(items[0]).not.toHaveProperty(field);
      expect((await world.as(name).get("/tickets", { sla: "running" })).body.items).toEqual([]);
    }
    expect((await world.as("priya").get("/reports/sla", { by: "month" })).status).toBe(403);
    expect(await everythingIn(world, "sla_due", "tomas")).toBe("[]");
    for (const counters of ["sla_monthly", "sla_monthly_totals"])
      expect(await everythingIn(world, counters, "priya")).toBe("[]");
    expect((await world.as("idris").get(`/tickets/${own}/sla`)).status).toBe(200);
    expect((await world.as("jonas").get(`/tickets/${other}/sla`)).status).toBe(200);
    await show(world.companies.kestrel, null);
    expect((await world.as("tomas").get(`/tickets/${own}/sla`)).status).toBe(200);
  });

  it("is in no file either, for a role of clients that may export", async () => {
    const { id } = await world.db
      .insertInto("roles")
      .values({ key: "bookkeeper", name: "bookkeeper", type: "external", description: "Exports" })
      .returning("id")
      .executeTakeFirstOrThrow();
    const permissions = ["tickets.read", "tickets.export", "sla.read_own"];
    await world.db
      .insertInto("role_permissions")
      .values(permissions.map((permission) => ({ role_id: id, permission })))
      .execute();
    await world.db
      .insertInto("user_roles")
      .values({ user_id: world.idOf("tomas"), role_id: id })
      .execute();
    const lines = async (query: Record<string, string>): Promise<string[]> =>
      (await world.as("tomas").get("/tickets/export", query)).text.trim().split("\r\n");
    const [head, row] = await lines({ sla: "running", sort: "due" });
    expect([head?.endsWith("due,due_target,due_state"), row?.endsWith("resolution,running")]).toEqual([
      true,
      true,
    ]);
    await show(world.companies.kestrel, false);
    const hidden = await lines({ sort: "due" });
    expect([hidden.length > 1, hidden[0]?.includes("due")]).toEqual([true, false]);
    expect(await lines({ sla: "running" })).toHaveLength(1);
    await show(world.companies.kestrel, null);
  });

  it("is hidden from every company with the organization's switch, but from those with one of their own", async () => {
    await show("organization", false);
    await show(world.companies.aster, true);
    expect((await world.as("tomas").get(`/tickets/${own}/sla`)).status).toBe(404);
    expect((await world.as("jonas").get(`/tickets/${other}/sla`)).status).toBe(200);
  });
});
