import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { publishDue } from "#server/comments/scheduled/publish-due.ts";
import { answerAllCalls, withoutRight } from "../../test/support/app/answer-all-calls.ts";
import type { World } from "../../test/support/app/app-with-people.ts";
import { idsOf, type Raised } from "../../test/support/app/incident-calls.ts";
import { makeWorldWithFiles } from "../../test/support/app/world-with-files.ts";
import { refusalOf } from "../../test/support/refusal-of.ts";

const MINUTE = 60_000;
let world: World;
let incident: Raised;
let printer: Raised;
let elsewhere: Raised;
const { startOutage, answer, upload, commentsOf, wordsOf, notes, statusOf } = answerAllCalls(() => ({
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

const publish = () => {
  world.pass(MINUTE);
  return publishDue(world.app);
};
const held = async (body: object = {}) => (await answer({ hold_seconds: 10, ...body })).body;

describe("an answer to all reporters that waits a moment", () => {
  it("is nobody's but its author's until it goes, as one", async () => {
    const { scheduled, reached } = await held();
    expect(scheduled).toMatchObject({
      is_held: true,
      reporters: expect.arrayContaining(idsOf([printer, elsewhere])),
      comment: "The line is back.",
    });
    expect(reached.map(({ comment_id }: { comment_id: null }) => comment_id)).toEqual([null, null]);
    expect(await notes()).toEqual([]);
    expect((await world.as("lena").get(`/tickets/${incident.id}/scheduled`)).body.scheduled).toEqual([]);
    expect(await wordsOf(printer, "tomas")).toEqual([]);
    expect(await publish()).toBe(1);
    expect(await publish()).toBe(0);
    expect(await wordsOf(printer, "tomas")).toEqual(["The line is back."]);
    expect(await wordsOf(elsewhere, "helena")).toEqual(["The line is back."]);
    expect(await notes()).toHaveLength(1);
    const row = await world.db
      .selectFrom("scheduled_comments")
      .select(["state", "comment", "broadcast"])
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ state: "sent", comment: "", broadcast: null });
  });

  it("is taken back with its files as one, and not once it has gone", async () => {
    const file = await upload();
    const { group_id } = await held({ attachment_ids: [file] });
    const back = await world.as("idris").delete(`/scheduled/groups/${group_id}`);
    expect(back.body.scheduled).toMatchObject([
      { comment: "The line is back.", attachments: [{ id: file }] },
    ]);
    await publish();
    expect([await wordsOf(printer, "tomas"), await notes()]).toEqual([[], []]);
    const again = await held({ attachment_ids: [file] });
    await publish();
    expect(refusalOf(await world.as("idris").delete(`/scheduled/groups/${again.group_id}`))).toEqual([
      409,
      "It was sent already",
    ]);
    expect((await commentsOf(printer, "tomas"))[0].attachments).toHaveLength(1);
  });

  it("leaves out who changed meanwhile, and says so in the note", async () => {
    await held();
    await world.as("lena").patch(`/tickets/${printer.id}`, { status: "closed" });
    await publish();
    expect(await wordsOf(printer, "tomas")).toEqual([]);
    expect(await wordsOf(elsewhere, "helena")).toEqual(["The line is back."]);
    expect((await notes())[0]).toContain(`Left out: ${printer.uid}, closed`);
  });

  it("leaves out a ticket that somebody else from outside reads by now", async () => {
    await held();
    await world.as("lena").post(`/tickets/${printer.id}/participants`, { user_id: world.idOf("priya") });
    await publish();
    expect(await wordsOf(printer, "tomas")).toEqual([]);
    expect((await notes())[0]).toContain(`Left out: ${printer.uid}, other readers than before`);
  });

  it("stops where nobody is left, and tells its author", async () => {
    const { scheduled } = await held({ child_ids: [printer.id] });
    await world.as("lena").patch(`/tickets/${printer.id}`, { status: "closed" });
    await publish();
    const [waiting] = (await world.as("idris").get(`/tickets/${incident.id}/scheduled`)).body.scheduled;
    expect(waiting).toMatchObject({ id: scheduled.id, state: "stopped", reason: "refused" });
    expect(waiting.refusal.code).toBe("incident.nobody_left");
    const { items } = (await world.as("idris").get("/inbox")).body;
    expect(items).toMatchObject([{ ticket_id: incident.id, reason: "unsent" }]);
    const edited = { comment: "Other words." };
    const place = `/tickets/${incident.id}/scheduled/${scheduled.id}`;
    expect((await world.as("idris").patch(place, edited)).status).toBe(409);
  });

  it.each([
    ["set the status", "tickets.set_status", "refused"],
    ["see the incident", "tickets.read", "not_allowed"],
  ] as const)("stops where its author may no longer %s", async (_, permission, reason) => {
    const { scheduled } = await held({ status: "closed" });
    await withoutRight(world, permission, async () => {
      expect(await publish()).toBe(1);
    });
    const [waiting] = (await world.as("idris").get(`/tickets/${incident.id}/scheduled`)).body.scheduled;
    expect(waiting).toMatchObject({ id: scheduled.id, state: "stopped", reason });
    expect([await wordsOf(printer, "tomas"), await statusOf(printer)]).toEqual([[], "open"]);
  });

  it("goes at once where its author asks for it", async () => {
    const { scheduled } = await held();
    const sent = await world.as("idris").post(`/tickets/${incident.id}/scheduled/${scheduled.id}/send-now`);
    expect([sent.status, sent.body.visibility]).toEqual([200, "internal"]);
    expect(await wordsOf(printer, "tomas")).toEqual(["The line is back."]);
    await publish();
    expect(await wordsOf(printer, "tomas")).toHaveLength(1);
  });

  it("and an undo at the same moment: one of them wins", async () => {
    for (let round = 0; round < 5; round += 1) {
      const { group_id } = await held();
      world.pass(MINUTE);
      const before = (await wordsOf(printer, "tomas")).length;
      const [, undone] = await Promise.all([
        publishDue(world.app),
        world.as("idris").delete(`/scheduled/groups/${group_id}`),
      ]);
      await publishDue(world.app);
      const went = (await wordsOf(printer, "tomas")).length - before;
      expect([undone.status, went]).toEqual(undone.status === 200 ? [200, 0] : [409, 1]);
    }
  });
});
