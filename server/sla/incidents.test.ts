import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { publishDue } from "#server/comments/scheduled/publish-due.ts";
import { wakeDueTickets } from "#server/tickets/follow-up/wake.ts";
import type { Name, World } from "../../test/support/app/app-with-people.ts";
import {
  HOUR,
  makeMeasuredWorld,
  MINUTE,
  moveTo,
  runClocks,
} from "../../test/support/sla-clock/service-levels.ts";

let world: World;
let incident: string;
let reporters: string[];
beforeAll(async () => {
  world = await makeMeasuredWorld();
});
afterAll(() => world.end());
beforeEach(async () => {
  moveTo(world, "16 09:00");
  incident = await raise("idris");
  reporters = [await raise("tomas"), await raise("helena"), await raise("priya")];
  await world.as("idris").post(`/tickets/${incident}/reporters`, { ticket_ids: reporters });
  await runClocks(world);
});

const raise = async (name: Name): Promise<string> =>
  (await world.as(name).post("/tickets", { subject: "No phone", issue: "It is dead." })).body.ticket.id;
const answerAll = async (body: object = {}, ids = reporters) =>
  (
    await world
      .as("idris")
      .post(`/tickets/${incident}/answer-all`, { comment: "We are on it.", child_ids: ids, ...body })
  ).body;
const close = async (body: object = {}, ids = reporters) =>
  (await world.as("idris").post(`/incidents/${incident}/close`, { child_ids: ids, ...body })).body;
const undo = (groupId: string) => world.as("idris").post(`/tickets/undo/${groupId}`);

type Clock = { target: string; state: string; used_seconds: number };
/** What the receipt of each ticket says of its clocks, as "target state used". */
const tell = (ids = reporters): Promise<string[][]> =>
  Promise.all(
    ids.map(async (id) => {
      const { clocks }: { clocks: Clock[] } = (await world.as("maren").get(`/tickets/${id}/sla`)).body;
      return clocks.map(({ target, state, used_seconds }) => `${target} ${state} ${used_seconds}`);
    }),
  );
const queued = async (ids = reporters): Promise<number> => {
  const { rows } = await world.pool.query(
    "select count(distinct ticket_id)::int as n from sla_queue where ticket_id = any($1) and wait_until is null",
    [ids],
  );
  return rows[0].n;
};
/** What lists show of each ticket. */
const due = async (ids = reporters) => {
  const { rows } = await world.pool.query(
    `select d.target, d.is_paused from unnest($1::uuid[]) with ordinality as asked(id, place)
     left join sla_due d on d.ticket_id = asked.id order by place`,
    [ids],
  );
  return rows.map(({ target, is_paused }) => (is_paused ? `${target} paused` : target));
};
const verdicts = async (): Promise<Record<string, number>> => {
  const { rows } = await world.pool.query(
    "select target || ' ' || verdict as said, count(*)::int as n from sla_verdicts where ticket_id = any($1) group by 1",
    [reporters],
  );
  return Object.fromEntries(rows.map(({ said, n }) => [said, n]));
};
const threeOf = <Each>(each: Each): Each[] => [each, each, each];

describe("an answer to all", () => {
  it("is the first response of each reporter, queued in its commit and shown by lists", async () => {
    world.pass(HOUR);
    await answerAll();
    expect(await queued()).toBe(3);
    await runClocks(world);
    expect(await tell()).toEqual(threeOf(["first_response met 3600", "resolution running 3600"]));
    expect(await due()).toEqual(threeOf("resolution"));
    expect(await verdicts()).toEqual({ "first_response met": 3 });
  });

  it("ends the wait of each reporter who asked again, and pauses with the status that it sets", async () => {
    await answerAll();
    world.pass(HOUR);
    await world.as("tomas").post(`/tickets/${reporters[0]}/comments`, { comment: "Still?" });
    world.pass(HOUR);
    await answerAll({ status: "pending" });
    await runClocks(world);
    world.pass(HOUR);
    expect(await tell()).toEqual([
      ["first_response met 0", "next_response met 3600", "resolution paused 7200"],
      ["first_response met 0", "resolution paused 7200"],
      ["first_response met 0", "resolution paused 7200"],
    ]);
    expect(await due()).toEqual(threeOf("resolution paused"));
  });

  it("that is held for a moment counts when it goes out", async () => {
    world.pass(HOUR);
    await answerAll({ hold_seconds: 10 }, reporters.slice(0, 2));
    expect(await queued()).toBe(0);
    world.pass(MINUTE);
    await publishDue(world.app);
    expect(await queued()).toBe(2);
    await runClocks(world);
    expect(await tell()).toEqual([
      ["first_response met 3660", "resolution running 3660"],
      ["first_response met 3660", "resolution running 3660"],
      ["first_response running 3660", "resolution running 3660"],
    ]);
  });

  it("of nobody on the incident itself: what staff raised for no client has no clock", async () => {
    await answerAll();
    await runClocks(world);
    expect(await tell([incident])).toEqual([[]]);
    expect(await due([incident])).toEqual([null]);
  });
});

describe("an incident that is closed together with its reporters", () => {
  it("stops the clocks of each of them, queued in its commit, with one verdict each after ten minutes", async () => {
    world.pass(HOUR);
    await answerAll();
    world.pass(HOUR);
    await close();
    expect(await queued()).toBe(3);
    await runClocks(world);
    expect(await due()).toEqual(threeOf(null));
    world.pass(10 * MINUTE);
    await runClocks(world);
    expect(await tell()).toEqual(threeOf(["first_response met 3600", "resolution met 7200"]));
    expect(await verdicts()).toEqual({ "first_response met": 3, "resolution met": 3 });
  });

  it("and answered with a comment in one action, has met the first response of each of them", async () => {
    world.pass(HOUR);
    await close({ comment: "The line is back." });
    expect(await queued()).toBe(3);
    world.pass(10 * MINUTE);
    await runClocks(world);
    expect(await tell()).toEqual(threeOf(["first_response met 3600", "resolution met 3600"]));
    expect(await verdicts()).toEqual({ "first_response met": 3, "resolution met": 3 });
  });

  it("without a word needs no first response of those who had none, and has missed what was over by then", async () => {
    moveTo(world, "16 14:00");
    const late = reporters;
    reporters = [...late.slice(0, 2), await raise("priya")];
    await world.as("idris").post(`/tickets/${incident}/reporters`, { ticket_ids: reporters.slice(2) });
    await close();
    world.pass(10 * MINUTE);
    await runClocks(world);
    expect(await tell()).toEqual([
      [`first_response missed ${5 * 3600}`, `resolution met ${5 * 3600}`],
      [`first_response missed ${5 * 3600}`, `resolution met ${5 * 3600}`],
      ["first_response not_needed 0", "resolution met 0"],
    ]);
    expect(await verdicts()).toEqual({ "first_response missed": 2, "resolution met": 3 });
  });

  it("and taken back by one undo, goes on as if it had never been closed", async () => {
    world.pass(HOUR);
    const { group_id } = await close();
    await runClocks(world);
    world.pass(5 * MINUTE);
    expect((await undo(group_id)).body.kept).toEqual([]);
    expect(await queued()).toBe(3);
    await runClocks(world);
    expect(await due()).toEqual(threeOf("first_response"));
    world.pass(HOUR);
    await runClocks(world);
    // The five minutes for which it was closed do not count for its resolution.
    expect(await tell()).toEqual(threeOf(["first_response running 7500", "resolution running 7200"]));
    expect(await verdicts()).toEqual({});
  });

  it("leaves the clocks of those running that were left out", async () => {
    await world.as("tomas").post(`/tickets/${reporters[0]}/comments`, { comment: "Mine is something else." });
    await close({}, reporters.slice(1));
    await runClocks(world);
    expect(await due()).toEqual(["first_response", null, null]);
  });
});

describe("a ticket that is on hold until its follow-up date", () => {
  it("waits from the commit that sets the date, and goes on from the one in which it wakes", async () => {
    const [id = ""] = reporters;
    await world.as("idris").post(`/tickets/${id}/comments`, { comment: "A part is ordered." });
    world.pass(HOUR);
    const at = new Date(world.clock.now().getTime() + 3 * HOUR).toISOString();
    expect((await world.as("idris").put(`/tickets/${id}/follow-up`, { at })).status).toBe(200);
    expect(await queued([id])).toBe(1);
    await runClocks(world);
    expect(await due([id])).toEqual(["resolution paused"]);
    world.pass(3 * HOUR);
    await wakeDueTickets(world.app);
    expect(await queued([id])).toBe(1);
    await runClocks(world);
    expect(await due([id])).toEqual(["resolution"]);
    world.pass(HOUR);
    expect(await tell([id])).toEqual([["first_response met 0", "resolution running 7200"]]);
  });

  it("goes on when its client answers before that, and when an undo takes the date off again", async () => {
    const [id = "", other = ""] = reporters;
    await answerAll();
    const at = new Date(world.clock.now().getTime() + 8 * HOUR).toISOString();
    const set = async (ticket: string) =>
      (await world.as("idris").put(`/tickets/${ticket}/follow-up`, { at })).body.group_id;
    await set(id);
    const group = await set(other);
    await runClocks(world);
    expect(await due([id, other])).toEqual(["resolution paused", "resolution paused"]);
    world.pass(5 * MINUTE);
    await world.as("tomas").post(`/tickets/${id}/comments`, { comment: "It works again." });
    await undo(group);
    expect(await queued([id, other])).toBe(2);
    await runClocks(world);
    world.pass(HOUR);
    expect(await tell([id, other])).toEqual([
      ["first_response met 0", "next_response running 3600", "resolution running 3600"],
      ["first_response met 0", "resolution running 3600"],
    ]);
  });
});
