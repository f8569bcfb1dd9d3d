import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { makeWorld, type World } from "../../test/support/app/app-with-people.ts";

let world: World;
let ticket: string;
let path: string;

beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.end());
beforeEach(async () => {
  const raised = await world.as("tomas").post("/tickets", { subject: "VPN drops", issue: "Hourly." });
  ticket = `/tickets/${raised.body.ticket.id}`;
  path = `${ticket}/comments`;
});

const DAY = 24 * 3_600_000;

describe("commenting", () => {
  it("is refused without a session, a role, sight of the ticket, or words", async () => {
    expect((await world.as().post(path, { comment: "x" })).status).toBe(401);
    expect((await world.as("nobody").post(path, { comment: "x" })).status).toBe(403);
    expect((await world.as("jonas").post(path, { comment: "x" })).body.detail).toBe("Ticket not found");
    const cases: [object, string][] = [
      [{ comment: "   " }, "Comment is required"],
      [{}, "Comment is required"],
      [{ comment: "x".repeat(20_001) }, "Comment must be at most 20,000 characters"],
      [
        { comment: "a\u0000b" },
        "comment contains a character that cannot be stored: NUL, or half of a surrogate pair",
      ],
      [{ comment: "x", author_id: world.idOf("idris") }, "Unknown field: author_id"],
    ];
    for (const [body, detail] of cases) {
      const answer = await world.as("tomas").post(path, body);
      expect([answer.status, answer.body.detail]).toEqual([422, detail]);
    }
  });

  it("refuses clients an internal note and a status", async () => {
    for (const name of ["tomas", "priya"] as const) {
      const caller = world.as(name);
      expect((await caller.post(path, { comment: "x", visibility: "internal" })).status).toBe(403);
      expect((await caller.post(path, { comment: "x", status: "closed" })).status).toBe(403);
    }
    expect((await world.as("tomas").get(path)).body.total).toBe(0);
  });

  it("is refused on a ticket in the trash", async () => {
    await world.as("maren").delete(ticket);
    const answer = await world.as("maren").post(path, { comment: "x" });
    expect([answer.status, answer.body.detail]).toEqual([403, "Tickets in the trash cannot be answered"]);
    expect((await world.as("tomas").post(path, { comment: "x" })).status).toBe(404);
  });

  it("stands in the order of arrival, under the author's name", async () => {
    const answer = await world.as("tomas").post(path, { comment: "  And at night  " });
    expect([answer.status, answer.body]).toEqual([
      201,
      expect.objectContaining({
        comment: "And at night",
        author_id: world.idOf("tomas"),
        client_id: world.idOf("tomas"),
        author_type: "external",
        visibility: "public",
        attachments: [],
      }),
    ]);
    await world.as("idris").post(path, { comment: "Which gateway?" });
    const list = (await world.as("tomas").get(path)).body;
    expect(list.comments.map((each: { comment: string }) => each.comment)).toEqual([
      "And at night",
      "Which gateway?",
    ]);
    expect(list.comments[1]).toMatchObject({ author_fullname: "Idris Okafor", author_type: "internal" });
    expect(list.comments[1].author_email).toBeUndefined();
  });

  it("makes one comment of a POST sent twice with one Idempotency-Key", async () => {
    const headers = { "idempotency-key": "reply-1" };
    const answers = await Promise.all(
      [1, 2, 3].map(() => world.as("tomas").post(path, { comment: "Once" }, headers)),
    );
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect((await world.as("tomas").get(path)).body.total).toBe(1);
  });

  it("pages long conversations, and counts them whole", async () => {
    for (let n = 1; n <= 5; n += 1) await world.as("tomas").post(path, { comment: `Number ${n}` });
    const second = (await world.as("tomas").get(path, { per_page: "2", page: "2" })).body;
    expect(second.comments.map((each: { comment: string }) => each.comment)).toEqual([
      "Number 3",
      "Number 4",
    ]);
    expect(second).toMatchObject({ total: 5, meta: { total: 5, pages: 3 } });
    expect((await world.as("tomas").get(path, { per_page: "201" })).status).toBe(422);
  });
});

describe("internal notes", () => {
  it("are in nothing that a client can reach", async () => {
    const note = await world.as("idris").post(path, { comment: "Zebracode unpaid", visibility: "internal" });
    expect((await world.as("lena").get(path)).body).toMatchObject({ total: 1 });
    for (const name of ["tomas", "priya"] as const) {
      const caller = world.as(name);
      expect((await caller.get(path)).body).toMatchObject({ comments: [], total: 0, meta: { total: 0 } });
      expect((await caller.get("/tickets", { search: "zebracode" })).body.items).toEqual([]);
      expect((await caller.get(`${ticket}/history`)).text).not.toContain("comment.");
      expect((await caller.put(`${path}/${note.body.id}`, { comment: "x" })).status).toBe(404);
      expect((await caller.delete(`${path}/${note.body.id}`)).status).toBe(404);
      expect((await caller.get(`${path}/${note.body.id}/versions`)).status).toBe(403);
    }
    expect((await world.as("idris").get("/tickets", { search: "zebracode" })).body.items).toHaveLength(1);
  });
});

describe("what an answer does to its ticket", () => {
  it("the first public one of staff is the first response, and a note is not", async () => {
    await world.as("idris").post(path, { comment: "Hm", visibility: "internal" });
    await world.as("tomas").post(path, { comment: "Hello?" });
    expect((await world.as("tomas").get(ticket)).body.first_response).toBeNull();
    world.pass(1000);
    const first = world.clock.now().toISOString();
    await world.as("idris").post(path, { comment: "Hello!" });
    world.pass(1000);
    await world.as("lena").post(path, { comment: "Hello too!" });
    expect((await world.as("tomas").get(ticket)).body).toMatchObject({
      first_response: first,
      status: "open",
    });
  });

  it("staff answer and set a status in one request", async () => {
    await world.as("idris").post(path, { comment: "Please test", status: "pending" });
    expect(await status()).toBe("pending");
  });

  it("a client's opens a pending ticket, and a closed one within two weeks", async () => {
    await world.as("idris").put(ticket, { status: "pending" });
    await world.as("tomas").post(path, { comment: "Tested" });
    expect(await status()).toBe("open");
    await world.as("idris").put(ticket, { status: "on_hold" });
    await world.as("tomas").post(path, { comment: "And?" });
    expect(await status()).toBe("on_hold");
    await world.as("idris").put(ticket, { status: "closed" });
    world.pass(14 * DAY);
    await world.as("tomas").post(path, { comment: "Again" });
    expect((await world.as("tomas").get(ticket)).body).toMatchObject({ status: "open", reopened_count: 1 });
  });

  it("later a new ticket goes on from the closed one", async () => {
    await world.as("idris").put(ticket, { status: "closed" });
    world.pass(14 * DAY + 1);
    const late = await world.as("tomas").post(path, { comment: "Again" });
    expect([late.status, late.body.detail, late.body.code]).toEqual([
      409,
      "This ticket was closed too long ago to answer",
      "comment.closed_long_ago",
    ]);
    const { follow_up_of_id } = late.body;
    const next = await world.as("tomas").post("/tickets", { subject: "Again", issue: "x", follow_up_of_id });
    expect((await world.as("tomas").get(`/tickets/${next.body.ticket.id}`)).body.follow_up_of).toMatchObject({
      id: follow_up_of_id,
      subject: "VPN drops",
    });
    const foreign = await world.as("jonas").post("/tickets", { subject: "x", issue: "x", follow_up_of_id });
    expect(foreign.status).toBe(422);
    expect((await world.as("idris").post(path, { comment: "Staff may" })).status).toBe(201);
  });
});

describe("editing and deleting", () => {
  let comment: string;
  let word: string;
  let made = 0;
  beforeEach(async () => {
    word = `quokka${(made += 1)}`;
    comment = `${path}/${(await world.as("tomas").post(path, { comment: `A ${word} fault` })).body.id}`;
  });

  it("editing is the author's alone", async () => {
    for (const name of ["maren", "idris", "priya"] as const) {
      const answer = await world.as(name).put(comment, { comment: "Changed" });
      expect([answer.status, answer.body.detail]).toEqual([403, "Only its author can edit a comment"]);
    }
    expect((await world.as("jonas").put(comment, { comment: "x" })).status).toBe(404);
    expect((await world.as("tomas").put(comment, { comment: " " })).body.detail).toBe("Comment is required");
  });

  it("keeps what stood before for staff, and finds only what stands now", async () => {
    expect((await world.as("idris").get("/tickets", { search: word })).body.items).toHaveLength(1);
    world.pass(1000);
    const edited = await world.as("tomas").put(comment, { comment: "Wombat fault" });
    expect(edited.body).toMatchObject({
      comment: "Wombat fault",
      edited_at: world.clock.now().toISOString(),
    });
    expect((await world.as("tomas").get(`${comment}/versions`)).status).toBe(403);
    expect((await world.as("idris").get(`${comment}/versions`)).body.versions).toEqual([
      expect.objectContaining({ comment: `A ${word} fault`, by: "Tomás Aguilar" }),
    ]);
    expect((await world.as("idris").get("/tickets", { search: word })).body.items).toEqual([]);
    expect((await world.as("tomas").get("/tickets", { search: "wombat" })).body.items).toHaveLength(1);
  });

  it("deleting is the author's or an administrator's", async () => {
    for (const name of ["idris", "rafael", "priya"] as const)
      expect((await world.as(name).delete(comment)).status).toBe(403);
    expect((await world.as("jonas").delete(comment)).status).toBe(404);
    expect((await world.as("maren").delete(comment)).status).toBe(204);
    expect((await world.as("maren").delete(comment)).status).toBe(404);
    const { items } = (await world.as("idris").get(`${ticket}/history`)).body;
    expect(items.at(-1)).toMatchObject({ kind: "comment.moderated", by: "Maren Solberg" });
  });

  it("leaves clients nothing, and staff its place", async () => {
    await world.as("tomas").delete(comment);
    expect((await world.as("tomas").get(path)).body).toMatchObject({ comments: [], total: 0 });
    const staff = (await world.as("idris").get(path)).body;
    expect(staff.comments).toEqual([
      expect.objectContaining({
        comment: "",
        author_fullname: "Tomás Aguilar",
        deleted_at: expect.any(String),
      }),
    ]);
    expect((await world.as("idris").get("/tickets", { search: word })).body.items).toEqual([]);
  });
});

async function status(): Promise<string> {
  return (await world.as("idris").get(ticket)).body.status;
}
