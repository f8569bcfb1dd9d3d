import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { answerAllCalls, withoutRight } from "../../test/support/app/answer-all-calls.ts";
import type { World } from "../../test/support/app/app-with-people.ts";
import { idsOf, type Raised } from "../../test/support/app/incident-calls.ts";
import { makeWorldWithFiles } from "../../test/support/app/world-with-files.ts";
import { refusalOf } from "../../test/support/refusal-of.ts";

let world: World;
let incident: Raised;
let printer: Raised;
let elsewhere: Raised;
const { raise, startOutage, answer, preview, makeReply, wordsOf, statusOf } = answerAllCalls(() => ({
  world,
  incident,
  printer,
  elsewhere,
}));

beforeAll(async () => {
  world = await makeWorldWithFiles();
});
afterAll(() => world.end());
beforeEach(async () => {
  ({ incident, printer, elsewhere } = await startOutage());
});

describe("an answer to all reporters is refused", () => {
  it("to everybody who is not of the staff", async () => {
    for (const name of ["priya", "tomas", "helena", "nobody"] as const) {
      expect((await answer({}, name)).status).toBe(403);
      const seen = await world.as(name).post(`/tickets/${printer.id}/answer-all/preview`, {});
      expect(seen.status).toBe(403);
    }
    expect(await wordsOf(printer, "tomas")).toEqual([]);
  });

  it("without words, with two kinds of them, and of a ticket that was never one of the incident", async () => {
    const reply = await makeReply({});
    const choose = [422, "Choose one: a text or a saved reply"];
    expect(refusalOf(await answer({ comment: undefined }))).toEqual(choose);
    expect(refusalOf(await answer({ saved_reply_id: reply }))).toEqual(choose);
    expect(refusalOf(await preview({ comment: "Both.", saved_reply_id: reply }))).toEqual(choose);
    const other = await raise("priya", "Other");
    expect(refusalOf(await answer({ child_ids: idsOf([printer, other]) }))).toEqual([
      422,
      `${other.uid} is not part of this incident`,
    ]);
    expect((await answer({ child_ids: [] })).status).toBe(422);
    expect(await wordsOf(printer, "tomas")).toEqual([]);
  });

  it("with a reply for notes or without a text, and with one that the caller does not see", async () => {
    const unfit = [422, "This saved reply has no text for clients"];
    for (const body of [{ visibility: "internal" }, { texts: [], effects: { priority: "high" } }])
      expect(refusalOf(await answer({ comment: undefined, saved_reply_id: await makeReply(body) }))).toEqual(
        unfit,
      );
    const mine = await makeReply({});
    expect((await answer({ comment: undefined, saved_reply_id: mine }, "lena")).status).toBe(404);
  });

  it("with a status by whoever may not set one", async () => {
    await withoutRight(world, "tickets.set_status", async () => {
      expect((await answer({ status: "closed" })).status).toBe(403);
      expect((await answer()).status).toBe(200);
    });
    expect(await statusOf(printer)).not.toBe("closed");
  });

  it("while a place is not filled in, on whichever ticket", async () => {
    const { body, status } = await answer({ comment: "Order {{ask: order number}} of {{assignee.name}}" });
    expect([status, body.detail]).toEqual([
      422,
      "Fill in the marked places first: order number, assignee name",
    ]);
    expect(body.facts.tickets).toHaveLength(2);
    expect(await wordsOf(printer, "tomas")).toEqual([]);
  });

  it("where nobody is left", async () => {
    await world.as("lena").patch(`/tickets/${printer.id}`, { status: "closed" });
    const { body, status } = await answer({ child_ids: [printer.id] });
    expect([status, body.detail]).toEqual([409, "None of these tickets can be answered any more"]);
    expect(body.facts.left_out).toEqual([{ id: printer.id, uid: printer.uid, why: "closed" }]);
  });
});
