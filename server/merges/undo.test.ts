import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { reconcileCounters, sumDrift } from "#server/dashboard/reconcile.ts";
import { makeWorld, type World } from "../../test/support/app/app-with-people.ts";
import {
  ABSENT,
  mergeCalls,
  mergeIds,
  note,
  project,
  type Raised,
} from "../../test/support/app/merge-calls.ts";
import { uploadFile } from "../../test/support/app/upload-file.ts";
import { refusalOf } from "../../test/support/refusal-of.ts";

let world: World;
let vpn: Raised;
let desktop: Raised;
const { raise, raiseThree, say, merge, undo, split, thread, words, read } = mergeCalls(() => world);

beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.end());
beforeEach(async () => {
  ({ vpn, desktop } = await raiseThree());
});

describe("undoing a merge", () => {
  it("restores every ticket for every role, byte by byte", async () => {
    await world.as("idris").patch(`/tickets/${vpn.id}`, { status: "closed" });
    await world.as("idris").patch(`/tickets/${desktop.id}`, { assignee_id: world.idOf("lena") });
    await world.as("idris").put(`/tickets/${desktop.id}/tags`, { tags: ["rdp"] });
    await world.as("idris").post(`/tickets/${desktop.id}/checklist`, { text: "Call" });
    await uploadFile(world, {
      who: "tomas",
      path: `/tickets/${desktop.id}/attachments`,
      bytes: Buffer.from("x"),
    });
    const edited = await say("tomas", desktop, "Anyone?");
    await world.as("tomas").put(`/tickets/${desktop.id}/comments/${edited}`, { comment: "Anybody?" });
    const third = await raise("tomas", "Third");
    await say("lena", third, "A note", note);
    const tickets = [vpn, desktop, third];
    const before = await project(world, tickets);
    const done = await merge(vpn, [desktop, third]);
    expect(await project(world, tickets)).not.toEqual(before);
    expect((await undo(mergeIds(done))).status).toBe(200);
    expect(await project(world, tickets)).toEqual(before);
    expect(sumDrift(await reconcileCounters(world.pool))).toBe(0);
    expect((await undo(mergeIds(done))).status).toBe(404);
  });

  it("of one of two leaves the other", async () => {
    const third = await raise("tomas", "Third");
    await say("tomas", third, "Of the third");
    const [first = "", second = ""] = mergeIds(await merge(vpn, [desktop, third]));
    await undo([first]);
    expect(await words(vpn)).toContain("Of the third");
    expect((await read(desktop)).merged_into).toBeNull();
    await undo([second]);
    expect(await words(third)).toEqual(["Of the third"]);
    expect(await words(vpn)).toEqual([]);
  });

  it("keeps what was changed since, and takes along what is ticked", async () => {
    await world.as("idris").patch(`/tickets/${desktop.id}`, { priority: "high" });
    const [id = ""] = mergeIds(await merge(vpn, [desktop]));
    await world.as("lena").patch(`/tickets/${vpn.id}`, { priority: "urgent" });
    const theirs = await say("tomas", vpn, "About the desktop");
    const ours = await say("priya", vpn, "About the VPN");
    const { items } = (await world.as("idris").get(`/tickets/${vpn.id}/merges`)).body;
    expect(items[0].since.map((c: { id: string; is_theirs: boolean }) => [c.id, c.is_theirs])).toEqual([
      [theirs, true],
      [ours, false],
    ]);
    expect((await undo([id], { comment_ids: [ABSENT] })).status).toBe(422);
    expect((await undo([id], { comment_ids: [theirs] })).status).toBe(200);
    expect(await words(desktop)).toEqual(["About the desktop"]);
    expect(await words(vpn)).toEqual(["About the VPN"]);
    expect((await read(vpn)).priority).toBe("urgent");
    // Who does not see the other ticket learns no number of it.
    expect((await thread(desktop, "tomas")).map(({ origin_uid }) => origin_uid)).toEqual([null]);
  });

  it("is refused while the ticket is part of another one, or comments went on", async () => {
    const third = await raise("tomas", "Third");
    const answer = await say("tomas", desktop, "Printer, too");
    const [first = ""] = mergeIds(await merge(vpn, [desktop]));
    const [second = ""] = mergeIds(await merge(third, [vpn]));
    expect(refusalOf(await undo([first]))).toEqual([
      409,
      `${vpn.uid} was merged into ${third.uid} since: undo that merge first`,
    ]);
    await undo([second]);
    const made = await split(vpn, { comment_ids: [answer] });
    expect(refusalOf(await undo([first]))).toEqual([
      409,
      `Comments moved on to ${made.body.ticket.uid} since: undo that split first`,
    ]);
    await undo([made.body.merge_id]);
    expect((await undo([first])).status).toBe(200);
    expect(await words(desktop)).toEqual(["Printer, too"]);
  });

  it("is refused while the description that it brought stands on a new ticket", async () => {
    const [first = ""] = mergeIds(await merge(vpn, [desktop]));
    const opening = (await thread(vpn)).find(({ is_description }) => is_description)?.id ?? "";
    world.pass(1);
    const made = await split(vpn, { comment_ids: [opening] });
    expect(refusalOf(await undo([first]))).toEqual([
      409,
      `Comments moved on to ${made.body.ticket.uid} since: undo that split first`,
    ]);
    for (const id of [made.body.merge_id, first]) expect((await undo([id])).status).toBe(200);
    expect((await thread(vpn)).some(({ is_description }) => is_description)).toBe(false);
  });

  it("is refused while a split of its comments stands, though their new ticket came back", async () => {
    const answer = await say("tomas", desktop, "Printer, too");
    const [first = ""] = mergeIds(await merge(vpn, [desktop]));
    world.pass(1);
    const made = await split(vpn, { comment_ids: [answer] });
    const [back = ""] = mergeIds(await merge(vpn, [made.body.ticket]));
    expect(refusalOf(await undo([first]))).toEqual([
      409,
      `Comments moved on to ${made.body.ticket.uid} since: undo that split first`,
    ]);
    for (const id of [back, made.body.merge_id, first]) expect((await undo([id])).status).toBe(200);
    expect(await words(desktop)).toEqual(["Printer, too"]);
  });
});
