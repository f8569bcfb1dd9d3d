import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Name, World } from "../../test/support/app/app-with-people.ts";
import {
  HOUR,
  makeMeasuredWorld,
  MINUTE,
  moveTo,
  raise,
  runClocks,
} from "../../test/support/sla-clock/service-levels.ts";

let world: World;
beforeAll(async () => {
  world = await makeMeasuredWorld();
});
afterAll(() => world.end());
beforeEach(() => {
  moveTo(world, "16 09:00");
});

type Clock = { target: string; cycle: number; state: string; used_seconds: number; due_at: string | null };
const receipt = async (id: string, name: Name = "maren") =>
  (await world.as(name).get(`/tickets/${id}/sla`)).body;
const clockOf = async (id: string, target: string, cycle = 1): Promise<Clock | undefined> =>
  (await receipt(id)).clocks.find((clock: Clock) => clock.target === target && clock.cycle === cycle);
const row = async (id: string, name: Name = "maren") =>
  (await world.as(name).get("/tickets", { per_page: "100" })).body.items.find(
    (each: { id: string }) => each.id === id,
  );

describe("a ticket of a company with a service level", () => {
  it("says when it is due, on its page, in its receipt and in the list", async () => {
    const id = await raise(world);
    const page = (await world.as("idris").get(`/tickets/${id}`)).body;
    expect(page.sla).toMatchObject({
      first_response: {
        state: "running",
        due_at: "2026-11-16T13:00:00.000Z",
        remaining_seconds: 4 * 3600,
        counts_now: true,
        changes_at: "2026-11-16T18:00:00.000Z",
      },
      next_response: null,
      resolution: { state: "running", due_at: "2026-11-20T09:00:00.000Z" },
    });
    expect(await clockOf(id, "first_response")).toMatchObject({ state: "running", used_seconds: 0 });
    await runClocks(world);
    expect(await row(id)).toMatchObject({
      due_at: "2026-11-16T13:00:00.000Z",
      due_target: "first_response",
      due_state: "running",
    });
    moveTo(world, "16 12:00");
    expect(await row(id)).toMatchObject({ due_state: "due_soon" });
    moveTo(world, "16 13:01");
    expect(await row(id)).toMatchObject({ due_state: "overdue" });
  });

  it("is answered, waits, goes on and is solved, and the receipt adds up", async () => {
    const id = await raise(world);
    moveTo(world, "16 10:00");
    await world.as("idris").post(`/tickets/${id}/comments`, { comment: "Which client?", status: "pending" });
    await runClocks(world);
    expect(await row(id)).toMatchObject({ due_at: null, due_target: "resolution", due_state: "paused" });
    moveTo(world, "16 12:00");
    await world.as("tomas").post(`/tickets/${id}/comments`, { comment: "7.4" });
    await runClocks(world);
    expect(await row(id)).toMatchObject({ due_at: "2026-11-17T10:00:00.000Z", due_target: "next_response" });
    moveTo(world, "16 13:00");
    await world.as("idris").post(`/tickets/${id}/comments`, { comment: "Mended." });
    await world.as("idris").post(`/tickets/${id}/solve`);
    moveTo(world, "16 13:20");
    await runClocks(world);
    const told = await receipt(id, "tomas");
    expect(told.clocks.map((clock: Clock) => [clock.target, clock.state, clock.used_seconds])).toEqual([
      ["first_response", "met", 3600],
      ["next_response", "met", 3600],
      ["resolution", "met", 2 * 3600],
    ]);
    expect(told.clocks[2].stretches.map(({ why }: { why: string }) => why)).toEqual([
      "open_hours",
      "waiting_for_client",
      "open_hours",
    ]);
    expect(await row(id)).toMatchObject({ due_at: null, due_target: null, due_state: null });
    const verdicts = await world.db
      .selectFrom("sla_verdicts")
      .select(["target", "verdict", "month"])
      .where("ticket_id", "=", id)
      .orderBy("target")
      .execute();
    expect(verdicts).toEqual([
      { target: "first_response", verdict: "met", month: "2026-11-01" },
      { target: "next_response", verdict: "met", month: "2026-11-01" },
      { target: "resolution", verdict: "met", month: "2026-11-01" },
    ]);
  });

  it("says of a response whether an answer ended it, or a closing that answered nobody", async () => {
    const [closed, answered] = [await raise(world), await raise(world)];
    moveTo(world, "16 15:00");
    await world.as("idris").post(`/tickets/${closed}/solve`);
    await world.as("idris").post(`/tickets/${answered}/comments`, { comment: "Mended.", status: "closed" });
    moveTo(world, "16 15:30");
    const endsOf = async (id: string) => {
      const { sla } = (await world.as("tomas").get(`/tickets/${id}`)).body;
      const { clocks } = await receipt(id, "tomas");
      const ends = clocks.map(({ state, ended_by }: Clock & { ended_by: string }) => [state, ended_by]);
      return [sla.first_response.ended_by, sla.resolution.ended_by, ends];
    };
    const [missed, met] = [
      ["missed", "answer"],
      ["met", "closing"],
    ];
    expect(await endsOf(closed)).toEqual(["closing", "closing", [["missed", "closing"], met]]);
    expect(await endsOf(answered)).toEqual(["answer", "closing", [missed, met]]);
  });

  it("has no verdict by a closing that is taken back within ten minutes", async () => {
    const id = await raise(world);
    await world.as("idris").post(`/tickets/${id}/solve`);
    expect(await clockOf(id, "resolution")).toMatchObject({ state: "met" });
    await runClocks(world);
    world.pass(9 * MINUTE);
    await runClocks(world);
    await world.as("idris").post(`/tickets/${id}/reopen`);
    world.pass(HOUR);
    await runClocks(world);
    expect(await clockOf(id, "resolution")).toMatchObject({ state: "running", used_seconds: 3600 });
    const kept = await world.db.selectFrom("sla_verdicts").where("ticket_id", "=", id).selectAll().execute();
    expect(kept).toEqual([]);
  });
});

it("a target that the hours never reach runs without a due time, and the receipt says why", async () => {
  const week = { mon: [["08:00", "09:00"]], tue: [], wed: [], thu: [], fri: [], sat: [], sun: [] };
  const draft = { name: "An hour a week", zone: "UTC", week, days: [] };
  const { calendar } = (await world.as("maren").post("/calendars", draft)).body;
  const path = `/sla/assignments/${world.companies.aster}`;
  const choice = { calendar_id: calendar.id, base_assignment_id: null };
  expect((await world.as("maren").put(path, choice)).status).toBe(200);
  world.pass(MINUTE);
  const normal = await raise(world, {}, "jonas");
  expect(await clockOf(normal, "resolution")).toMatchObject({ unreachable: false });
  const [{ id: policy }] = (await world.as("maren").get("/sla/policies")).body.policies;
  const { targets, version } = (await world.as("maren").get(`/sla/policies/${policy}`)).body;
  // The target of Low holds for Normal as well.
  const long = {
    ...targets,
    normal: { ...targets.normal, resolution_minutes: 525_600 },
    low: { ...targets.low, resolution_minutes: null },
  };
  const saved = { name: "Standard", targets: long, base_version: version };
  expect((await world.as("maren").put(`/sla/policies/${policy}`, saved)).status).toBe(200);
  world.pass(MINUTE);
  const id = await raise(world, {}, "jonas");
  await runClocks(world);
  const without = { state: "running", due_at: null, warn_at: null, unreachable: true };
  expect(await clockOf(id, "resolution")).toMatchObject(without);
});
