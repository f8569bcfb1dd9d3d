import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { makeWorld, type World } from "../../../test/support/app/app-with-people.ts";

let world: World;
let id: string;
let path: string;

beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.end());
beforeEach(async () => {
  id = (await world.as("tomas").post("/tickets", { subject: "Scanner", issue: "Beeps." })).body.ticket.id;
  path = `/tickets/${id}`;
});

const statusOf = async (of = id): Promise<string> =>
  (await world.as("idris").get(`/tickets/${of}`)).body.status;
const lena = () => ({ assignee_id: world.idOf("lena") });

describe("an open ticket that is taken", () => {
  it("stays open, unless the organization wants it otherwise", async () => {
    await world.as("idris").put(path, lena());
    await world.as("lena").post(`${path}/comments`, { comment: "On it" });
    expect(await statusOf()).toBe("open");
  });

  describe("where it begins the work", () => {
    beforeAll(async () => {
      expect((await world.as("idris").patch("/settings", { in_progress_when_taken: true })).status).toBe(403);
      const set = await world.as("maren").patch("/settings", { in_progress_when_taken: true });
      expect(set.body.in_progress_when_taken).toBe(true);
    });

    it("is in progress with its first assignee, in one change that the timeline tells", async () => {
      const answer = await world.as("idris").put(path, lena());
      expect(answer.body.ticket).toMatchObject({ status: "in_progress", version: 2 });
      const { items } = (await world.as("tomas").get(`${path}/history`)).body;
      expect(items).toHaveLength(2);
      expect(items[1].changes).toEqual([
        { field: "status", from: "open", to: "in_progress" },
        { field: "assignee_id", from: null, to: "Lena Fischer" },
      ]);
    });

    it("keeps the status that the same change names, and any status but open", async () => {
      await world.as("idris").put(path, { ...lena(), status: "on_hold" });
      expect(await statusOf()).toBe("on_hold");
      await world.as("idris").put(path, { assignee_id: null, status: "pending" });
      await world.as("idris").put(path, lena());
      expect(await statusOf()).toBe("pending");
    });

    it("stays open where it goes on to somebody else, or to nobody", async () => {
      await world.as("idris").put(path, lena());
      await world.as("idris").put(path, { status: "open" });
      await world.as("idris").put(path, { assignee_id: world.idOf("idris") });
      expect(await statusOf()).toBe("open");
      await world.as("idris").put(path, { assignee_id: null });
      expect(await statusOf()).toBe("open");
    });

    it("is in progress for the edit form as well, which sends every field", async () => {
      await world.as("idris").put(path, { subject: "Scanner", issue: "Beeps.", status: "open", ...lena() });
      expect(await statusOf()).toBe("in_progress");
    });

    it("is in progress in bulk, ticket by ticket, and one undo takes that back", async () => {
      const waiting = (await world.as("tomas").post("/tickets", { subject: "Badge", issue: "Red." })).body
        .ticket.id;
      await world.as("idris").put(`/tickets/${waiting}`, { status: "on_hold" });
      const bulk = await world.as("idris").patch("/tickets/bulk", { ids: [id, waiting], ...lena() });
      expect([await statusOf(), await statusOf(waiting)]).toEqual(["in_progress", "on_hold"]);
      await world.as("idris").post(`/tickets/undo/${bulk.body.group_id}`);
      expect([await statusOf(), await statusOf(waiting)]).toEqual(["open", "on_hold"]);
      await world.as("idris").patch("/tickets/bulk", { ids: [id], status: "open", ...lena() });
      expect(await statusOf()).toBe("open");
    });

    it("is in progress with the desk's first answer, and neither by a note nor by a client's words", async () => {
      await world.as("tomas").post(`${path}/comments`, { comment: "Anyone?" });
      await world.as("idris").post(`${path}/comments`, { comment: "Odd", visibility: "internal" });
      expect(await statusOf()).toBe("open");
      await world.as("idris").post(`${path}/comments`, { comment: "Looking" });
      expect(await statusOf()).toBe("in_progress");
      await world.as("idris").put(path, { status: "open" });
      await world.as("idris").post(`${path}/comments`, { comment: "Still looking" });
      expect(await statusOf()).toBe("open");
    });

    it("keeps the status that an answer names", async () => {
      await world.as("idris").post(`${path}/comments`, { comment: "Which scanner?", status: "pending" });
      expect(await statusOf()).toBe("pending");
    });
  });
});
