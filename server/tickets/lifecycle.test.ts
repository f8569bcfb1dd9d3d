import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { makeWorld, type Name, type World } from "../../test/support/app/app-with-people.ts";
import { unassignTicketsOf } from "./change/unassign.ts";

let world: World;
let id: string;
let path: string;

beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.end());
beforeEach(async () => {
  const raised = await world.as("tomas").post("/tickets", { subject: "Badge reader", issue: "Red light." });
  id = raised.body.ticket.id;
  path = `/tickets/${id}`;
});

describe("the trash", () => {
  it("is filled by managers and administrators, and emptied by administrators alone", async () => {
    for (const name of ["idris", "lena", "priya", "tomas"] as const)
      expect((await world.as(name).delete(path)).status).toBe(403);
    expect((await world.as("rafael").delete(path)).status).toBe(204);
    expect((await world.as("rafael").delete(path)).status).toBe(404);
    expect((await world.as("tomas").get(path)).status).toBe(404);
    expect((await world.as("rafael").post(`${path}/restore`)).status).toBe(403);
    expect((await world.as("rafael").get("/tickets", { deleted: "true" })).status).toBe(403);
    const trash = await world.as("maren").get("/tickets", { deleted: "true" });
    expect(trash.body.items.map((row: { id: string }) => row.id)).toContain(id);
    expect((await world.as("maren").post(`${path}/restore`)).body.ticket.deleted_at).toBeNull();
    expect((await world.as("tomas").get(path)).status).toBe(200);
  });
});

describe("solving and reopening", () => {
  it("is for the requester, the client admin and staff, and for nobody else", async () => {
    expect((await world.as("jonas").post(`${path}/solve`)).status).toBe(404);
    expect((await world.as("nobody").post(`${path}/solve`)).status).toBe(403);
    await world.as("idris").post(`${path}/participants`, { user_id: world.idOf("jonas") });
    expect((await world.as("jonas").post(`${path}/solve`)).status).toBe(403);
    for (const name of ["tomas", "priya", "idris"] as const) {
      expect((await world.as(name).post(`${path}/solve`)).body.ticket.status).toBe("closed");
      expect((await world.as(name).post(`${path}/reopen`)).body.ticket.status).toBe("open");
    }
    expect((await world.as("idris").get(path)).body.reopened_count).toBe(3);
  });

  it("has one effect when it is pressed twice", async () => {
    const [a, b] = await Promise.all([1, 2].map(() => world.as("tomas").post(`${path}/solve`)));
    expect([a?.status, b?.status]).toEqual([200, 200]);
    expect((await world.as("tomas").get(path)).body.version).toBe(2);
    await world.as("idris").put(path, { status: "pending" });
    expect((await world.as("tomas").post(`${path}/reopen`)).body.ticket.status).toBe("pending");
  });

  it("is read-only for people of an inactive company", async () => {
    await world.db
      .updateTable("companies")
      .set({ is_active: false })
      .where("id", "=", world.companies.kestrel)
      .execute();
    const answers = await Promise.all([
      world.as("tomas").post(`${path}/solve`),
      world.as("priya").put(path, { subject: "x" }),
      world.as("tomas").post(`${path}/comments`, { comment: "Still red" }),
      world.as("tomas").post("/tickets", { subject: "x", issue: "x" }),
    ]);
    const looks = await world.as("tomas").get(path);
    await world.db
      .updateTable("companies")
      .set({ is_active: true })
      .where("id", "=", world.companies.kestrel)
      .execute();
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
    expect(new Set(answers.map(({ body }) => body.detail))).toEqual(
      new Set(["Your company is inactive, so its tickets are read-only"]),
    );
    expect(looks.status).toBe(200);
  });
});

describe("participants", () => {
  it("are added by staff, once, and only people who are there", async () => {
    const people = `${path}/participants`;
    expect((await world.as("priya").post(people, { user_id: world.idOf("jonas") })).status).toBe(422);
    const nobody = "5f0c2d3e-8a7b-4c1d-9e2f-3a4b5c6d7e8f";
    expect((await world.as("idris").post(people, { user_id: nobody })).status).toBe(422);
    await world.as("idris").post(people, { user_id: world.idOf("jonas") });
    const again = await world.as("idris").post(people, { user_id: world.idOf("jonas") });
    expect([again.status, again.body.participants.length]).toEqual([201, 1]);
  });

  it("see the ticket while they follow it, and leave by themselves", async () => {
    const jonas = world.as("jonas");
    expect((await jonas.get(path)).status).toBe(404);
    await world.as("idris").post(`${path}/participants`, { user_id: world.idOf("jonas") });
    expect((await jonas.get(path)).body.following).toBe(true);
    expect((await world.as("idris").get(path)).body.following).toBe(false);
    expect((await world.as("tomas").delete(`${path}/participants/${world.idOf("jonas")}`)).status).toBe(403);
    expect((await jonas.delete(`${path}/participants/${world.idOf("jonas")}`)).status).toBe(204);
    expect((await jonas.get(path)).status).toBe(404);
  });

  it("of the staff stay unknown to clients, in the list and in the history", async () => {
    await world.as("idris").post(`${path}/participants`, { user_id: world.idOf("lena") });
    expect((await world.as("tomas").get(`${path}/participants`)).body.participants).toEqual([]);
    expect((await world.as("tomas").get(`${path}/history`)).text).not.toContain("Lena");
    expect((await world.as("idris").get(`${path}/history`)).body.items.at(-1)).toMatchObject({
      kind: "ticket.participant_added",
      changes: [{ field: "participant", from: null, to: "Lena Fischer" }],
    });
  });
});

describe("unread", () => {
  it("is what somebody else changed since one read it", async () => {
    expect([await unread("tomas"), await unread("idris")]).toEqual([false, true]);
    expect((await world.as("idris").post(`${path}/read`)).status).toBe(204);
    world.pass(1000);
    await world.as("idris").put(path, { priority: "high" });
    expect([await unread("idris"), await unread("tomas")]).toEqual([false, true]);
    world.pass(1000);
    await world.as("lena").post(`${path}/comments`, { comment: "Looking into it" });
    world.pass(1000);
    // One's own change does not hide what another did before.
    await world.as("idris").put(path, { priority: "low" });
    expect(await unread("idris")).toBe(true);
  });

  it("by an internal note is staff's alone, and no time a client sees moves", async () => {
    for (const name of ["tomas", "lena"] as const) await world.as(name).post(`${path}/read`);
    const before = (await world.as("tomas").get(path)).text;
    world.pass(1000);
    await world.as("idris").post(`${path}/comments`, { comment: "Unpaid bill", visibility: "internal" });
    expect([await unread("lena"), await unread("tomas")]).toEqual([true, false]);
    expect((await world.as("tomas").get(path)).text).toBe(before);
  });

  it("is refused for what one does not see", async () => {
    expect((await world.as("jonas").post(`${path}/read`)).status).toBe(404);
  });
});

describe("the history", () => {
  it("shows clients public events with names, and neither notes nor addresses", async () => {
    await world.as("idris").put(path, { assignee_id: world.idOf("idris"), status: "pending" });
    await world.as("idris").post(`${path}/comments`, { comment: "Secret", visibility: "internal" });
    const gone = await world.as("tomas").post(`${path}/comments`, { comment: "Never mind" });
    await world.as("tomas").delete(`${path}/comments/${gone.body.id}`);
    const client = await world.as("tomas").get(`${path}/history`);
    expect(client.body.items.map((item: { kind: string }) => item.kind)).toEqual([
      "ticket.created",
      "ticket.changed",
      "ticket.changed",
    ]);
    expect(client.body.items[1]).toMatchObject({
      by: "Idris Okafor",
      audience: "public",
      changes: [
        { field: "status", from: "open", to: "pending" },
        { field: "assignee_id", from: null, to: "Idris Okafor" },
      ],
    });
    expect(client.text).not.toMatch(/127\.0\.0\.1|internal/);
    const staff = await world.as("lena").get(`${path}/history`);
    expect(staff.body.items).toHaveLength(6);
    expect((await world.as("jonas").get(`${path}/history`)).status).toBe(404);
  });
});

describe("somebody who leaves", () => {
  it("leaves open tickets unassigned, and the name on closed ones", async () => {
    const closed = (await world.as("idris").post("/tickets", { subject: "Old", issue: "x" })).body.ticket.id;
    for (const each of [id, closed])
      await world.as("idris").put(`/tickets/${each}`, { assignee_id: world.idOf("lena") });
    await world.as("idris").put(`/tickets/${closed}`, { status: "closed" });
    const ctx = {
      app: world.app,
      db: world.db,
      now: world.clock.now(),
      ip: null,
      userAgent: null,
      requestId: "test",
      via: "system" as const,
      actor: actorOf("maren"),
    };
    expect(await unassignTicketsOf(ctx, world.idOf("lena"))).toBe(1);
    expect((await world.as("idris").get(path)).body.assignee_id).toBeNull();
    expect((await world.as("idris").get(`/tickets/${closed}`)).body.assignee_fullname).toBe("Lena Fischer");
  });
});

function actorOf(name: Name) {
  return {
    id: world.idOf(name),
    user_type: "internal" as const,
    company_id: world.companies.internal,
    company_active: true,
    urgent_allowed: true,
    roles: [],
    permissions: [],
    session_id: "",
    email: "",
    fullname: "",
    must_change_password: false,
    must_set_up_second_factor: false,
    confirmed_at: world.clock.now(),
  };
}

async function unread(name: Name): Promise<boolean> {
  const { items } = (await world.as(name).get("/tickets", { per_page: "100" })).body;
  return items.find((row: { id: string }) => row.id === id).unread;
}
