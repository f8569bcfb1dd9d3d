import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PRESET_TARGETS } from "#contract/sla/preset.ts";
import { makeWorld, type Name, type World } from "../../test/support/app/app-with-people.ts";
import { refusalOf } from "../../test/support/refusal-of.ts";
import { moveTo, runClocks } from "../../test/support/sla-clock/service-levels.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
  moveTo(world, "16 08:00");
});
afterAll(() => world.end());

const draft = (more: object = {}) => ({ name: `Level ${Math.random()}`, targets: PRESET_TARGETS, ...more });
const create = (more: object = {}, name: Name = "maren") => world.as(name).post("/sla/policies", draft(more));
const rowsIn = async (table: string): Promise<number> =>
  (await world.pool.query(`select count(*)::int as n from ${table}`)).rows[0].n;
const KEPT = ["sla_policies", "sla_assignments", "sla_queue", "sla_due", "sla_clocks", "sla_verdicts"];

describe("while nobody has a service level", () => {
  it("nothing is written, and neither tickets nor lists nor figures say a word of it", async () => {
    const { id } = (await world.as("tomas").post("/tickets", { subject: "VPN", issue: "It drops." })).body
      .ticket;
    await world.as("idris").post(`/tickets/${id}/comments`, { comment: "Which client?" });
    await world.as("idris").post(`/tickets/${id}/solve`);
    await world.drain();
    await runClocks(world);
    for (const table of KEPT) expect([table, await rowsIn(table)]).toEqual([table, 0]);
    for (const name of ["maren", "tomas"] as const) {
      const page = (await world.as(name).get(`/tickets/${id}`)).body;
      expect(page).not.toHaveProperty("sla");
      const [row] = (await world.as(name).get("/tickets")).body.items;
      for (const field of ["due_at", "due_target", "due_state"]) expect(row).not.toHaveProperty(field);
      expect((await world.as(name).get(`/tickets/${id}/sla`)).body).toMatchObject({
        clocks: [],
        judged_by: null,
      });
      expect((await world.as(name).get("/tickets", { sla: "overdue" })).body.items).toEqual([]);
    }
    expect((await world.as("maren").get("/dashboard/metrics")).body).not.toHaveProperty("sla");
  });
});

describe("service levels", () => {
  it("are read by staff and set by administrators; clients have none", async () => {
    for (const name of ["rafael", "lena", "idris"] as const) {
      expect((await world.as(name).get("/sla/policies")).status).toBe(200);
      expect((await create({}, name)).status).toBe(403);
    }
    for (const name of ["priya", "tomas", "nobody"] as const) {
      expect((await world.as(name).get("/sla/policies")).status).toBe(403);
      expect((await create({}, name)).status).toBe(403);
    }
  });

  it("are refused with a sentence for each thing that is wrong", async () => {
    const minutes = "A target is a whole number of minutes from 1 to 525600";
    for (const resolution_minutes of [0, 1.5, -1, 1e9, "60"]) {
      const normal = { ...PRESET_TARGETS.normal, resolution_minutes };
      const answer = await create({ targets: { ...PRESET_TARGETS, normal } });
      expect([resolution_minutes, ...refusalOf(answer)]).toEqual([resolution_minutes, 422, minutes]);
    }
    expect(refusalOf(await create({ name: " " }))).toEqual([422, "Give the service level a name"]);
    const absent = "5f0c2d3e-8a7b-4c1d-9e2f-3a4b5c6d7e8f";
    expect(refusalOf(await create({ calendar_id: absent }))).toEqual([
      422,
      "There is no such calendar any more",
    ]);
    expect(refusalOf(await world.as("maren").get(`/sla/policies/${absent}`))).toEqual([
      404,
      "Service level not found",
    ]);
    const { low: _, ...incomplete } = PRESET_TARGETS;
    expect((await create({ targets: incomplete })).status).toBe(422);
  });

  it("may promise nothing for a priority, or for a target", async () => {
    const nothing = {
      first_response_minutes: null,
      next_response_minutes: null,
      resolution_minutes: null,
      around_the_clock: false,
    };
    const { status, body } = await create({ targets: { ...PRESET_TARGETS, low: nothing } });
    expect([status, body.targets.low]).toEqual([201, nothing]);
  });

  it("have names that are unique among those that are not archived, whatever their case", async () => {
    const { body } = await create({ name: "Priority care" });
    expect(refusalOf(await create({ name: "priority CARE" }))).toEqual([
      409,
      "There is a service level of this name",
    ]);
    expect((await world.as("maren").delete(`/sla/policies/${body.id}`)).status).toBe(204);
    expect((await create({ name: "priority CARE" })).status).toBe(201);
    const names = (await world.as("idris").get("/sla/policies")).body.policies.map(
      ({ name }: { name: string }) => name,
    );
    expect(names).not.toContain("Priority care");
    const archived_at = world.clock.now().toISOString();
    const archived = (await world.as("idris").get(`/sla/policies/${body.id}`)).body;
    expect([body.archived_at, archived]).toMatchObject([null, { name: "Priority care", archived_at }]);
  });

  it("are versions: the former ones can be read, and saving what is said already makes none", async () => {
    const { body: made } = await create({ name: "Versions" });
    const save = (more: object, base_version: number) =>
      world.as("maren").put(`/sla/policies/${made.id}`, {
        name: "Versions",
        targets: PRESET_TARGETS,
        ...more,
        base_version,
      });
    expect((await save({}, 1)).body.version).toBe(1);
    expect((await save({ pauses_for_client: false }, 1)).body).toMatchObject({
      version: 2,
      pauses_for_client: false,
    });
    expect(refusalOf(await save({ pauses_for_client: true }, 1))[0]).toBe(409);
    const first = await world.as("idris").get(`/sla/policies/${made.id}`, { version: "1" });
    expect(first.body.pauses_for_client).toBe(true);
    expect((await world.as("idris").get(`/sla/policies/${made.id}`, { version: "3" })).status).toBe(404);
  });

  it("of two who save at once the second is told", async () => {
    const { body: made } = await create({ name: "Twice" });
    const save = (name: string) =>
      world.as("maren").put(`/sla/policies/${made.id}`, { name, targets: PRESET_TARGETS, base_version: 1 });
    const statuses = (await Promise.all([save("One"), save("Other")])).map(({ status }) => status);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 409]);
  });

  it("are never changed nor deleted, whoever asks the database", async () => {
    for (const statement of [
      "update sla_policy_versions set pauses_for_client = not pauses_for_client",
      "delete from sla_policy_versions",
      "update sla_targets set resolution_minutes = 1",
      "delete from sla_targets",
    ])
      await expect(world.pool.query(statement)).rejects.toThrow("rows are only ever added");
  });

  it("are at most fifty, also for two who add one at once", async () => {
    const kept = await rowsIn("sla_policies where archived_at is null");
    for (let n = kept; n < 49; n += 1) await create();
    const answers = await Promise.all([create(), create()]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 422]);
    expect(refusalOf(await create())).toEqual([422, "There can be at most 50 service levels"]);
  });
});
