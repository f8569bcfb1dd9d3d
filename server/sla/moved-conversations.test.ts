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
const say = async (id: string, name: Name, comment = "Well."): Promise<string> =>
  (await world.as(name).post(`/tickets/${id}/comments`, { comment })).body.id;
/** The waits for a next response of a ticket, each with its state and beginning. */
const waitsOf = async (id: string): Promise<[state: string, since: string][]> =>
  (await world.as("maren").get(`/tickets/${id}/sla`)).body.clocks.flatMap(
    ({ target, state, started_at }: { target: string; state: string; started_at: string }) =>
      target === "next_response" ? [[state, started_at.slice(11, 16)]] : [],
  );
const merge = async (kept: string, id: string): Promise<string[]> => {
  const { status, body } = await world.as("idris").post(`/tickets/${kept}/merge`, { ids: [id] });
  expect(status).toBe(200);
  return body.merges.map((each: { id: string }) => each.id);
};
const undo = async (merge_ids: string[], comment_ids: string[] = []) => {
  const undone = await world.as("idris").post("/tickets/merges/undo", { merge_ids, comment_ids });
  expect(undone.status).toBe(200);
};

describe("a closed ticket", () => {
  it("brings no question along with a merge that its closing had settled, unless that was a slip", async () => {
    const [kept, solved, slipped] = [await raise(world), await raise(world), await raise(world)];
    await say(kept, "idris");
    await world.as("idris").post(`/tickets/${solved}/solve`);
    await world.as("idris").post(`/tickets/${slipped}/solve`);
    world.pass(5 * MINUTE);
    await world.as("idris").post(`/tickets/${slipped}/reopen`);
    world.pass(HOUR);
    await merge(kept, solved);
    expect(await waitsOf(kept)).toEqual([]);
    await merge(kept, slipped);
    expect(await waitsOf(kept)).toEqual([["running", "09:00"]]);
  });

  it("waits for no answer to what came with a merge and did not open it again", async () => {
    const [kept, double] = [await raise(world), await raise(world)];
    await say(kept, "idris");
    await say(double, "tomas", "Anybody there?");
    await world.as("idris").post(`/tickets/${kept}/solve`);
    await world.as("idris").post(`/tickets/${double}/solve`);
    world.pass(HOUR);
    await merge(kept, double);
    expect(await waitsOf(kept)).toEqual([]);
  });
});

describe("a ticket that staff raised", () => {
  it("asks nothing by its description where it is merged", async () => {
    const kept = await raise(world);
    await say(kept, "idris");
    const double = await raise(
      world,
      { client_id: world.idOf("tomas"), company_id: world.companies.kestrel },
      "idris",
    );
    world.pass(HOUR);
    await merge(kept, double);
    expect(await waitsOf(kept)).toEqual([]);
  });
});

describe("a merge that is undone", () => {
  it("leaves what was decided of the wait that it had brought, and its number to nobody else", async () => {
    const [kept, double] = [await raise(world), await raise(world)];
    await say(kept, "idris");
    world.pass(MINUTE);
    const merges = await merge(kept, double);
    world.pass(MINUTE);
    await say(kept, "idris", "Is it well again?");
    await runClocks(world);
    expect(await waitsOf(kept)).toEqual([["met", "09:00"]]);
    await undo(merges);
    expect(await waitsOf(kept)).toEqual([["met", "09:00"]]);
    world.pass(MINUTE);
    await say(kept, "tomas", "It is not");
    world.pass(MINUTE);
    await say(kept, "idris", "I see");
    await runClocks(world);
    const { rows } = await world.pool.query(
      "select cycle from sla_verdicts where ticket_id = $1 and target = 'next_response' order by cycle",
      [kept],
    );
    expect(rows).toEqual([{ cycle: 1 }, { cycle: 2 }]);
    expect(await waitsOf(double)).toEqual([]);
  });

  it("takes a wait along that nobody has answered, and leaves that of the ticket's own question", async () => {
    const [kept, double] = [await raise(world), await raise(world)];
    await say(kept, "idris");
    world.pass(MINUTE);
    const merges = await merge(kept, double);
    world.pass(MINUTE);
    await say(kept, "tomas", "And the printer?");
    expect(await waitsOf(kept)).toEqual([["running", "09:00"]]);
    await undo(merges);
    expect(await waitsOf(kept)).toEqual([["running", "09:02"]]);
  });
});

describe("a conversation that goes home", () => {
  it("from a split that is undone is answered where it was answered before", async () => {
    const home = await raise(world);
    await say(home, "idris");
    world.pass(MINUTE);
    const first = await say(home, "tomas", "And the printer");
    const split = await world
      .as("idris")
      .post(`/tickets/${home}/split`, { comment_ids: [first], subject: "Printer" });
    const off = split.body.ticket.id;
    world.pass(MINUTE);
    await say(off, "idris", "Toner is on its way");
    await say(home, "idris", "The printer is another ticket");
    world.pass(MINUTE);
    await say(off, "tomas", "Until when?");
    world.pass(MINUTE);
    await say(off, "idris", "Until noon");
    world.pass(MINUTE);
    await undo([split.body.merge_id]);
    world.pass(HOUR);
    expect(await waitsOf(home)).toEqual([["met", "09:01"]]);
  });

  it("from a merge that is undone waits since its own time where nobody answered it, and not where somebody did", async () => {
    const [kept, double] = [await raise(world), await raise(world)];
    await say(kept, "idris");
    await say(double, "idris");
    world.pass(MINUTE);
    const merges = await merge(kept, double);
    world.pass(MINUTE);
    const asked = await say(kept, "tomas", "Still down");
    world.pass(MINUTE);
    const said = await say(kept, "idris", "Restarted");
    world.pass(MINUTE);
    const again = await say(kept, "tomas", "Down again");
    world.pass(MINUTE);
    await undo(merges, [asked, said, again]);
    world.pass(HOUR);
    expect(await waitsOf(double)).toEqual([["running", "09:04"]]);
  });
});
