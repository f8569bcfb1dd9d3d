import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { reconcileCounters, sumDrift } from "#server/dashboard/reconcile.ts";
import { emptyTrash } from "#server/trash/empty-trash.ts";
import { makeWorld, type Name, type World } from "../../test/support/app/app-with-people.ts";
import { mergeCalls, mergeIds, type Raised } from "../../test/support/app/merge-calls.ts";
import { tablesHolding } from "../../test/support/database/tables-holding.ts";
import { refusalOf } from "../../test/support/refusal-of.ts";

const DAY = 24 * 3_600_000;
let world: World;
let vpn: Raised;
let desktop: Raised;
const { raise, raiseThree, say, merge, undo, thread, words, read } = mergeCalls(() => world);

beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.end());
beforeEach(async () => {
  ({ vpn, desktop } = await raiseThree());
});

describe("a merge", () => {
  it("takes the merged ticket out of lists, counts, the trash and the search, which finds its words on the other", async () => {
    const before = (await world.as("idris").get("/tickets")).body.meta.total;
    await say("tomas", desktop, "Quagga");
    await merge(vpn, [desktop]);
    expect((await world.as("idris").get("/tickets")).body.meta.total).toBe(before - 1);
    for (const name of ["idris", "tomas", "maren"] as const) {
      const found = (await world.as(name).get("/tickets", { search: "Quagga" })).body.items;
      expect(found.map(({ uid }: Raised) => uid)).toEqual([vpn.uid]);
      const numbered = (await world.as(name).get("/tickets", { search: desktop.uid })).body.items;
      expect(numbered.map(({ uid }: Raised) => uid)).toEqual([vpn.uid]);
    }
    const trash = (await world.as("maren").get("/tickets", { deleted: "true" })).body.items;
    expect(trash.map(({ uid }: Raised) => uid)).not.toContain(desktop.uid);
    expect(sumDrift(await reconcileCounters(world.pool))).toBe(0);
  });

  it("answers the old ticket as it was, with the one that it is part of, and refuses to change it", async () => {
    const answer = await say("idris", desktop, "Hello");
    await merge(vpn, [desktop]);
    for (const name of ["idris", "tomas", "maren"] as const) {
      expect(await read(desktop, name)).toMatchObject({
        subject: "Desktop freezes",
        deleted_at: null,
        merged_into: { id: vpn.id, uid: vpn.uid },
      });
      expect(await words(desktop, name)).toEqual([]);
    }
    const merged = [409, `${desktop.uid} was merged into ${vpn.uid}`];
    const idris = world.as("idris");
    const path = `/tickets/${desktop.id}`;
    const answers = [
      await idris.patch(path, { priority: "high" }),
      await idris.post(`${path}/comments`, { comment: "x" }),
      await world.as("tomas").post(`${path}/comments`, { comment: "x" }),
      await idris.put(`${path}/tags`, { tags: ["x"] }),
      await idris.post(`${path}/links`, { kind: "related", ticket_id: vpn.id }),
      await idris.post(`${path}/checklist`, { text: "x" }),
      await idris.put(`${path}/follow-up`, { at: "2027-01-04T08:00:00.000Z", hold: false }),
      await world.as("maren").delete(path),
      await world.as("maren").post(`${path}/restore`),
      await idris.post(`${path}/split`, { comment_ids: [answer], subject: "x" }),
    ];
    for (const each of answers) {
      expect(refusalOf(each)).toEqual(merged);
      expect(each.body.merged_into_id).toBe(vpn.id);
    }
    const bulk = await idris.patch("/tickets/bulk", { ids: [desktop.id, vpn.id], priority: "high" });
    expect(bulk.body.missing).toEqual([desktop.id]);
  });

  it("lets numbers lead to the ticket that stays, through later merges, and 404 to who does not see it", async () => {
    const third = await raise("tomas", "Third");
    await merge(vpn, [desktop]);
    await merge(third, [vpn]);
    for (const asked of [desktop.uid, desktop.uid.toLowerCase(), desktop.uid.slice(3)]) {
      const { body } = await world.as("tomas").get(`/tickets/number/${asked}`);
      expect(body).toEqual({ id: third.id, uid: third.uid, merged_from: desktop.uid });
    }
    const own = (await world.as("idris").get(`/tickets/number/${third.uid}`)).body;
    expect(own).toEqual({ id: third.id, uid: third.uid, merged_from: null });
    for (const asked of [desktop.uid, third.uid, "WP-999999", "nonsense"])
      expect((await world.as("helena").get(`/tickets/number/${asked}`)).status).toBe(404);
    expect((await read(desktop)).merged_into.id).toBe(third.id);
    expect((await read(third)).merged_from.map(({ uid }: Raised) => uid).toSorted()).toEqual(
      [vpn.uid, desktop.uid].toSorted(),
    );
  });

  it("shows neither ticket to somebody who was taken off the one that stays", async () => {
    const third = await raise("priya", "Third");
    await world.as("idris").post(`/tickets/${third.id}/participants`, { user_id: world.idOf("jonas") });
    await merge(vpn, [third]);
    expect((await world.as("jonas").get(`/tickets/${third.id}`)).status).toBe(200);
    await world.as("idris").call("DELETE", `/tickets/${vpn.id}/participants/${world.idOf("jonas")}`);
    expect((await world.as("jonas").get(`/tickets/${third.id}`)).status).toBe(404);
    expect((await world.as("jonas").get(`/tickets/${vpn.id}`)).status).toBe(404);
  });

  it("keeps the description of the merged ticket as it was, whoever asks", async () => {
    await merge(vpn, [desktop]);
    const [opening] = await thread(vpn);
    const path = `/tickets/${vpn.id}/comments/${opening?.id}`;
    for (const name of ["tomas", "maren"] as const) {
      expect((await world.as(name).call("DELETE", path)).status).toBe(403);
      expect((await world.as(name).put(path, { comment: "x" })).status).toBe(403);
    }
  });

  it("joins what waits in an Inbox, with the newest reason, and the undo parts it again", async () => {
    await world.as("idris").patch(`/tickets/${vpn.id}`, { assignee_id: world.idOf("lena") });
    await world.as("idris").patch(`/tickets/${desktop.id}`, { assignee_id: world.idOf("lena") });
    await say("tomas", desktop, "Anyone?");
    const inbox = async () =>
      (await world.as("lena").get("/inbox", { tab: "all" })).body.items.filter(
        ({ ticket_id: id }: { ticket_id: string }) => [vpn.id, desktop.id].includes(id),
      );
    const before = JSON.stringify(await inbox());
    const done = await merge(vpn, [desktop]);
    expect(await inbox()).toMatchObject([{ ticket_id: vpn.id, reason: "replied", news: 3 }]);
    await undo(mergeIds(done));
    expect(JSON.stringify(await inbox())).toBe(before);
  });
});

const later = (ticket: Raised) =>
  world.as("idris").post(`/tickets/${ticket.id}/scheduled`, {
    comment: "In the morning",
    send_at: new Date(world.clock.now().getTime() + 3_600_000).toISOString(),
  });
const waiting = async ({ id }: Raised) =>
  (await world.as("idris").get(`/tickets/${id}/scheduled`)).body.scheduled.map(
    ({ state, reason }: { state: string; reason: string | null }) => [state, reason],
  );

describe("what waits on a merged ticket", () => {
  it("goes out on the ticket that stays, and goes home with the undo", async () => {
    const third = await raise("tomas", "Third");
    await later(third);
    const done = await merge(desktop, [third]);
    expect(await waiting(desktop)).toEqual([["waiting", null]]);
    await undo(mergeIds(done));
    expect(await waiting(desktop)).toEqual([]);
    expect(await waiting(third)).toEqual([["waiting", null]]);
  });

  it("is stopped where somebody from outside would newly read it", async () => {
    await later(vpn);
    await merge(vpn, [desktop]);
    expect(await waiting(vpn)).toEqual([["stopped", "readers_changed_by_merge"]]);
  });

  it("is named before, as far as whoever merges knows of it", async () => {
    await later(desktop);
    const hold = { comment: "In a moment", hold_seconds: 10 };
    await world.as("lena").post(`/tickets/${desktop.id}/scheduled`, hold);
    await world.as("lena").put(`/tickets/${desktop.id}/draft`, { text: "I begin" });
    const third = await raise("tomas", "Third");
    const named = async (by: Name, kept: Raised) => {
      const { body } = await world.as(by).post(`/tickets/${kept.id}/merge/preview`, { ids: [desktop.id] });
      return [body.waiting, body.tickets.map(({ has_draft }: { has_draft: boolean }) => has_draft)];
    };
    // Priya, the client of this one, would get them as well.
    expect(await named("lena", vpn)).toEqual([{ goes_out: 0, stops: 2 }, [false, true]]);
    expect(await named("lena", third)).toEqual([{ goes_out: 2, stops: 0 }, [false, true]]);
    expect(await named("idris", third)).toEqual([{ goes_out: 1, stops: 0 }, [false, false]]);
    await merge(vpn, [desktop]);
    expect(await waiting(vpn)).toEqual([["stopped", "readers_changed_by_merge"]]);
  });

  it("as a draft stays its writer's, and is offered on the ticket that stays", async () => {
    await world.as("idris").put(`/tickets/${desktop.id}/draft`, { text: "I begin" });
    await merge(vpn, [desktop]);
    const offered = async (by: Name) =>
      (await world.as(by).get(`/tickets/${vpn.id}/merges`)).body.items[0].has_draft;
    expect([await offered("idris"), await offered("lena")]).toEqual([true, false]);
    const old = (await world.as("idris").get(`/tickets/${desktop.id}/draft`)).body.draft;
    expect(old.text).toBe("I begin");
    const write = await world.as("idris").put(`/tickets/${desktop.id}/draft`, { text: "More" });
    expect(write.status).toBe(409);
    expect((await world.as("idris").delete(`/tickets/${desktop.id}/draft`)).status).toBe(204);
    expect(await offered("idris")).toBe(false);
  });

  it("as a client's draft is listed with the ticket that it is part of now, through later merges, while they see that", async () => {
    const [second, third] = [await raise("tomas", "Second"), await raise("priya", "Third")];
    await world.as("tomas").put(`/tickets/${second.id}/draft`, { text: "I begin" });
    const listed = async () =>
      (await world.as("tomas").get("/drafts")).body.drafts.map(
        ({ uid, part_of }: { uid: string; part_of: unknown }) => [uid, part_of],
      );
    expect(await listed()).toEqual([[second.uid, null]]);
    const first = await merge(third, [second]);
    expect(await listed()).toEqual([[second.uid, { id: third.id, uid: third.uid }]]);
    const fourth = await raise("priya", "Fourth");
    const onward = await merge(fourth, [third]);
    expect(await listed()).toEqual([[second.uid, { id: fourth.id, uid: fourth.uid }]]);
    await world.as("idris").delete(`/tickets/${fourth.id}/participants/${world.idOf("tomas")}`);
    expect(await listed()).toEqual([]);
    await undo(mergeIds(onward));
    await undo(mergeIds(first));
    expect(await listed()).toEqual([[second.uid, null]]);
  });
});

describe("a ticket that is erased", () => {
  it("takes what was merged into it along, and a merged one is not erased by itself", async () => {
    const word = "Zebrafinch";
    const merged = await raise("tomas", `${word} subject`);
    await say("tomas", merged, `${word} comment`);
    await merge(vpn, [merged]);
    world.pass(400 * DAY);
    await emptyTrash(world.app);
    expect(await words(vpn)).toContain(`${word} comment`);
    await world.as("maren").delete(`/tickets/${vpn.id}`);
    world.pass(31 * DAY);
    await emptyTrash(world.app);
    await world.drain();
    expect(await tablesHolding(world.pool, word)).toEqual([]);
    const rows = await world.db
      .selectFrom("tickets")
      .select(["erased_at"])
      .where("id", "in", [vpn.id, merged.id])
      .execute();
    expect(rows.every(({ erased_at }) => erased_at !== null)).toBe(true);
  });
});
