import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeWorld, type World } from "../../test/support/app/app-with-people.ts";
import { refusalOf } from "../../test/support/refusal-of.ts";
import { OFFICE_WEEK } from "../../test/support/calendars/week-of.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.end());

describe("a calendar in use", () => {
  it("says by how many service levels and companies, and cannot be archived", async () => {
    const [whole, special, own] = [await add("Whole"), await add("Special"), await add("Own")];
    const usual = await addPolicy("Standard", null);
    const better = await addPolicy("Better", special);
    await choose(null, usual, whole);
    await choose(world.companies.kestrel, better, null);
    expect(await usedBy(whole)).toEqual([true, 1, 1]);
    expect(await usedBy(special)).toEqual([false, 1, 1]);
    expect(await usedBy(own)).toEqual([false, 0, 0]);
    // A company's own calendar wins over that of its service level; without one it still names it.
    await choose(world.companies.aster, null, own);
    await choose(world.companies.kestrel, better, own);
    expect(await usedBy(whole)).toEqual([true, 1, 0]);
    expect(await usedBy(special)).toEqual([false, 1, 0]);
    expect(await usedBy(own)).toEqual([false, 0, 2]);
    const lines = (await world.as("idris").get("/calendars")).body.calendars;
    expect(lines.find((line: { id: string }) => line.id === own).used_by).toEqual({
      policies: 0,
      companies: 2,
    });
    expect(refusalOf(await world.as("maren").delete(`/calendars/${whole}`))).toEqual([
      409,
      "This calendar is in use by the organization and 1 policy",
    ]);
    expect(refusalOf(await world.as("maren").delete(`/calendars/${special}`))).toEqual([
      409,
      "This calendar is in use by 1 policy",
    ]);
    expect(refusalOf(await world.as("maren").delete(`/calendars/${own}`))).toEqual([
      409,
      "This calendar is in use by 2 companies",
    ]);
    await choose(world.companies.aster, null, null);
    await choose(world.companies.kestrel, better, null);
    expect((await world.as("maren").delete(`/calendars/${own}`)).status).toBe(204);
  });
});

async function add(name: string): Promise<string> {
  const { body } = await world
    .as("maren")
    .post("/calendars", { name, zone: "UTC", week: OFFICE_WEEK, days: [] });
  return body.calendar.id;
}

async function usedBy(id: string) {
  const { is_default, used_by } = (await world.as("idris").get(`/calendars/${id}`)).body.calendar;
  return [is_default, used_by.policies, used_by.companies];
}

/** A row as service levels are chosen, past their own rules. */
async function choose(company: string | null, policy: string | null, calendar: string | null) {
  await world.pool.query(
    `insert into sla_assignments (company_id, policy_id, calendar_id, from_at, assigned_by)
     values ($1, $2, $3, now(), $4)`,
    [company, policy, calendar, world.idOf("maren")],
  );
}

async function addPolicy(name: string, calendar: string | null): Promise<string> {
  const { rows } = await world.pool.query(
    `with made as (insert into sla_policies (name) values ($1) returning id)
     insert into sla_policy_versions (policy_id, number, calendar_id, pauses_for_client, pauses_for_third_party,
       created_at, created_by) select id, 1, $2, true, true, now(), $3 from made returning policy_id`,
    [name, calendar, world.idOf("maren")],
  );
  return rows[0].policy_id;
}
