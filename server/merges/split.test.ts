import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { reconcileCounters, sumDrift } from "#server/dashboard/reconcile.ts";
import { makeWorld, type World } from "../../test/support/app/app-with-people.ts";
import { mergeCalls, note, project, type Raised } from "../../test/support/app/merge-calls.ts";
import { refusalOf } from "../../test/support/refusal-of.ts";

let world: World;
let vpn: Raised;
let desktop: Raised;
const { raiseThree, say, undo, split, thread, words, read } = mergeCalls(() => world);

beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.end());
beforeEach(async () => {
  ({ vpn, desktop } = await raiseThree());
});

describe("a split", () => {
  it("is refused for no comment, for one of another ticket, and without a description", async () => {
    const elsewhere = await say("tomas", desktop, "Elsewhere");
    const memo = await say("idris", vpn, "Memo", note);
    expect(refusalOf(await split(vpn, { comment_ids: [] }))).toEqual([422, "Choose at least one comment"]);
    expect((await split(vpn, { comment_ids: [elsewhere] })).status).toBe(422);
    expect(refusalOf(await split(vpn, { comment_ids: [memo] }))).toEqual([422, "Description is required"]);
    expect(refusalOf(await split(vpn, { comment_ids: [memo], issue: "x", subject: " " }))).toEqual([
      422,
      "Subject is required",
    ]);
    expect(
      (await split(vpn, { comment_ids: [memo], issue: "x", client_id: world.idOf("helena") })).status,
    ).toBe(422);
  });

  it("makes a ticket of the author of the first public comment, which is its description", async () => {
    await world.as("idris").post(`/tickets/${vpn.id}/participants`, { user_id: world.idOf("tomas") });
    const first = await say("tomas", vpn, "The printer is empty");
    const second = await say("idris", vpn, "Toner is on its way");
    const memo = await say("lena", vpn, "Order ten", note);
    const asked = await world
      .as("idris")
      .post(`/tickets/${vpn.id}/split/preview`, { comment_ids: [second, first, memo] });
    expect(asked.body).toMatchObject({
      subject: "The printer is empty",
      issue: "The printer is empty",
      client_fullname: "Tomás Aguilar",
      moves: { comments: 2, notes: 1, files: 0 },
    });
    const made = (await split(vpn, { comment_ids: [first, second, memo] })).body.ticket;
    expect(made).toMatchObject({
      subject: "Another matter",
      issue: "The printer is empty",
      client_fullname: "Tomás Aguilar",
      company_name: "Kestrel Logistics",
      status: "open",
    });
    expect(await words(made)).toEqual(["Toner is on its way", "Order ten"]);
    expect(await words(vpn)).toEqual([]);
    expect((await thread(made, "tomas")).map(({ origin_uid }) => origin_uid)).toEqual([vpn.uid]);
    expect((await read(vpn)).split_into).toMatchObject([{ uid: made.uid, comments: 3 }]);
    expect((await read(vpn, "tomas")).split_into).toMatchObject([{ uid: made.uid, comments: 2 }]);
    expect((await read(made)).split_from).toMatchObject({ uid: vpn.uid });
  });

  it("tells nobody of the new number who does not see the new ticket", async () => {
    await world.as("idris").post(`/tickets/${vpn.id}/participants`, { user_id: world.idOf("jonas") });
    const first = await say("priya", vpn, "Something else");
    const made = (await split(vpn, { comment_ids: [first] })).body.ticket;
    const seen = await world.as("jonas").get(`/tickets/${vpn.id}`);
    expect(seen.body.split_into).toEqual([]);
    for (const part of ["", "/comments", "/history"])
      expect((await world.as("jonas").get(`/tickets/${vpn.id}${part}`)).text).not.toContain(made.uid);
  });

  it("keeps every comment in view with a description of its own", async () => {
    const first = await say("priya", vpn, "Something else");
    const made = (await split(vpn, { comment_ids: [first], issue: "In our words" })).body.ticket;
    expect([made.issue, await words(made)]).toEqual(["In our words", ["Something else"]]);
  });

  it("is undone with everything written since, and its number leads home", async () => {
    const first = await say("priya", vpn, "Something else");
    const second = await say("idris", vpn, "An answer");
    const before = await project(world, [vpn]);
    const { ticket: made, merge_id } = (await split(vpn, { comment_ids: [first, second] })).body;
    expect((await undo([merge_id])).status).toBe(200);
    expect(await project(world, [vpn])).toEqual(before);
    expect((await world.as("idris").get(`/tickets/number/${made.uid}`)).body.id).toBe(vpn.id);
    const again = (await split(vpn, { comment_ids: [first] })).body;
    await say("priya", again.ticket, "Since then");
    await undo([again.merge_id]);
    expect(await words(vpn)).toEqual(["Something else", "An answer", "Since then"]);
    expect(sumDrift(await reconcileCounters(world.pool))).toBe(0);
  });
});
