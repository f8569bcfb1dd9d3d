import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { publishDue } from "#server/comments/scheduled/publish-due.ts";
import { makeWorld, type Name, type World } from "../../test/support/app/app-with-people.ts";
import { waitForLockWaiters } from "../../test/support/database/lock-waiters.ts";
import { refusalOf } from "../../test/support/refusal-of.ts";

let world: World;
let ids: string[];
let id: string;
let tests = 0;

beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.end());
beforeEach(async () => {
  tests += 1;
  ids = [await raise("tomas"), await raise("jonas")];
  id = ids[0] ?? "";
});

const raise = async (name: Name, more: object = {}): Promise<string> =>
  (await world.as(name).post("/tickets", { subject: `Printer ${tests}`, issue: "Jams.", ...more })).body
    .ticket.id;
const save = async (body: string | null, more: object = {}): Promise<string> =>
  (
    await world.as("lena").post("/replies", {
      name: `Answer ${tests}`,
      audience: "everyone",
      texts: body === null ? [] : [{ language: "en", body }],
      ...more,
    })
  ).body.reply.id;
const apply = (reply: string, more: object = {}, name: Name = "idris") =>
  world.as(name).post(`/replies/${reply}/apply`, { ticket_ids: ids, ...more });
const preview = async (reply: string, more: object = {}) =>
  (await world.as("idris").post(`/replies/${reply}/preview`, { ticket_ids: ids, ...more })).body;
const comment = (body: object, name: Name = "idris") =>
  world.as(name).post(`/tickets/${id}/comments`, { comment: "Hello", ...body });
const comments = async (
  ticket = id,
  name: Name = "idris",
): Promise<{ comment: string; visibility: string }[]> =>
  (await world.as(name).get(`/tickets/${ticket}/comments`)).body.comments;
const get = async (ticket = id) => (await world.as("idris").get(`/tickets/${ticket}`)).body;
const usesOf = async (reply: string) => (await world.as("lena").get(`/replies/${reply}`)).body.reply.uses;
/** A person who can be assigned, and one who is leaving. */
const hire = async (fullname: string): Promise<string> =>
  (
    await world.as("maren").post("/users", {
      email: `${fullname.toLowerCase().replaceAll(" ", ".")}${tests}@waypost.test`,
      fullname,
      password: "correct horse battery",
      role_names: ["support_specialist"],
    })
  ).body.id;

describe("an answer that is written with a saved reply", () => {
  it("is refused while a place is not filled in, but not what stands in code or is nobody's word", async () => {
    const saved_reply_id = await save("Hello {{client.name}} {{ask: order number}}");
    const text = "Hello {{client.first_name}}, {{ask: order number}} {{nobody.knows}}";
    expect(refusalOf(await comment({ comment: text, saved_reply_id }))).toEqual([
      422,
      "Fill in the marked places first: client first name, order number",
    ]);
    expect(await comments()).toEqual([]);
    expect((await comment({ comment: "`{{client.name}}` {{nobody.knows}}", saved_reply_id })).status).toBe(
      201,
    );
    expect((await comment({ comment: text })).status).toBe(201);
  });

  it("counts as a use when it is published, not before, and names a reply that its writer sees", async () => {
    const saved_reply_id = await save("Hello");
    await world.as("idris").post(`/replies/${saved_reply_id}/render`, { ticket_id: id });
    await comment({ comment: "{{ask: x}}", saved_reply_id });
    expect(await usesOf(saved_reply_id)).toBe(0);
    await comment({ saved_reply_id });
    await comment({ saved_reply_id, visibility: "internal" });
    expect(await usesOf(saved_reply_id)).toBe(2);
    const [mine] = (await world.as("idris").get("/replies", { search: `Answer ${tests}` })).body.items;
    expect([mine.last_used, mine.my_last_used]).toEqual(["2026-11-20", "2026-11-20"]);
    const own = await world
      .as("lena")
      .post("/replies", { name: "x", audience: "me", texts: [{ language: "en", body: "x" }] });
    expect(refusalOf(await comment({ saved_reply_id: own.body.reply.id }))).toEqual([
      404,
      "Saved reply not found",
    ]);
  });

  it("sets its effects in one action, which one undo takes back while the words stay", async () => {
    await world.as("idris").post("/tags", { name: `vpn-${tests}` });
    const effects = {
      status: "pending",
      assignee: "me",
      add_tags: [`vpn-${tests}`],
      checklist: ["Call back"],
      follow_up: { in_days: 2, at: "09:00", hold: false },
    };
    const saved_reply_id = await save("Hello", { effects });
    const answer = await comment({ saved_reply_id, effects });
    expect([answer.status, typeof answer.body.group_id]).toEqual([201, "string"]);
    expect(await get()).toMatchObject({
      status: "pending",
      assignee_id: world.idOf("idris"),
      tags: [`vpn-${tests}`],
      follow_up_at: "2026-11-24T09:00:00.000Z",
      checklist: { done: 0, items: 1 },
    });
    const undone = await world.as("idris").post(`/tickets/undo/${answer.body.group_id}`);
    expect([undone.status, undone.body.kept]).toEqual([200, []]);
    expect(await get()).toMatchObject({
      status: "open",
      assignee_id: null,
      tags: [],
      follow_up_at: null,
      checklist: null,
    });
    expect(await comments()).toHaveLength(1);
  });

  it("sets a status by itself as it did, and is taken back alike", async () => {
    const answer = await comment({ status: "pending" });
    expect((await get()).status).toBe("pending");
    await world.as("idris").post(`/tickets/undo/${answer.body.group_id}`);
    expect((await get()).status).toBe("open");
    expect((await comment({})).body.group_id).toBeUndefined();
  });

  it("takes one status, and nothing that no longer fits: then nothing is written", async () => {
    expect(refusalOf(await comment({ status: "pending", effects: { status: "open" } }))).toEqual([
      422,
      "Choose the status once",
    ]);
    const assignee = await hire("Sunita Rao");
    await world.as("maren").delete(`/users/${assignee}`);
    const answer = await comment({ effects: { priority: "high", assignee } });
    expect(refusalOf(answer)).toEqual([
      409,
      "This macro no longer fits: Sunita Rao can no longer be assigned",
    ]);
    expect(answer.body.facts.stale).toEqual([
      { field: "assignee", name: "Sunita Rao", words: "Sunita Rao can no longer be assigned" },
    ]);
    expect([await comments(), (await get()).priority]).toEqual([[], "normal"]);
  });

  it("keeps its words when the reply was deleted since, and does nothing more of it", async () => {
    const saved_reply_id = await save("Hello", { effects: { priority: "high" } });
    await world.as("lena").delete(`/replies/${saved_reply_id}`);
    expect(refusalOf(await comment({ saved_reply_id, effects: { priority: "high" } }))).toEqual([
      409,
      `This macro no longer fits: Answer ${tests} was deleted`,
    ]);
    expect((await comment({ saved_reply_id })).status).toBe(201);
  });

  it("is nothing that a client writes", async () => {
    const saved_reply_id = await save("Hello");
    for (const body of [{ saved_reply_id }, { effects: {} }, { effects: { priority: "high" } }])
      expect((await comment(body, "tomas")).status).toBe(403);
    expect((await comment({ status: "pending" }, "tomas")).body.detail).toBe(
      "Only staff can set a status with an answer",
    );
    expect(await comments(id, "tomas")).toEqual([]);
  });

  it("fits a person who leaves in the same moment, or is refused: never one who has gone", async () => {
    const assignee = await hire("Yuki Tanabe");
    const blocker = await world.pool.connect();
    try {
      // The person's row is held as a deletion holds it; the answer waits for it, and sees that they have left.
      await blocker.query("begin");
      await blocker.query("update users set deleted_at = now() where id = $1", [assignee]);
      const answered = comment({ effects: { assignee } });
      await waitForLockWaiters(world.pool, 1);
      await blocker.query("commit");
      expect((await answered).status).toBe(409);
    } finally {
      blocker.release();
    }
    expect([(await get()).assignee_id, await comments()]).toEqual([null, []]);
  });
});

describe("a saved reply on many tickets", () => {
  it("is previewed with each one's text, readers and reason, and writes nothing", async () => {
    await world.as("jonas").patch(`/users/${world.idOf("jonas")}`, { locale: "de" });
    const nobody = await world.as("idris").post("/tickets", { subject: "Phone call", issue: "x" });
    const absent = "5f0c2d3e-8a7b-4c1d-9e2f-3a4b5c6d7e8f";
    const texts = [
      { language: "en", body: "Hello {{client.name}}, {{ask: day}}" },
      { language: "de", body: "Guten Tag {{client.name}}, {{ask: day}}" },
    ];
    const reply = await save(null, { texts, effects: { priority: "high" } });
    const ticket_ids = [...ids, nobody.body.ticket.id, absent];
    const shown = await preview(reply, { ticket_ids });
    expect([shown.blanks, shown.gone]).toEqual([["day"], [absent]]);
    expect(shown.tickets.map(({ refusal }: { refusal: { code: string } }) => refusal.code)).toEqual([
      "reply.places_missing",
      "reply.places_missing",
      "reply.without_client",
    ]);
    const filled = await preview(reply, { ticket_ids, fills: { day: "Monday" } });
    expect(
      filled.tickets.map(
        (ticket: { text: string; refusal: { detail: string } | null; readers: object[] }) => [
          ticket.text,
          ticket.refusal?.detail ?? null,
          ticket.readers.length,
        ],
      ),
    ).toEqual([
      ["Hello Tomás Aguilar, Monday", null, 1],
      ["Guten Tag Jonas Weber, Monday", null, 1],
      ["Hello {{client.name}}, Monday", `${nobody.body.ticket.uid} has no client to answer`, 0],
    ]);
    expect([await comments(), (await get()).priority]).toEqual([[], "normal"]);
  });

  it("answers every one in its language and sets its effects, as one action", async () => {
    await world.as("jonas").patch(`/users/${world.idOf("jonas")}`, { locale: "de" });
    const texts = [
      { language: "en", body: "Hello {{client.first_name}}, {{ask: day}}" },
      { language: "de", body: "Guten Tag {{client.first_name}}, {{ask: day}}" },
    ];
    const reply = await save(null, { texts, effects: { status: "pending", priority: "high" } });
    const answer = await apply(reply, { fills: { day: "Monday" } });
    expect([answer.status, answer.body.comments.length, answer.body.missing]).toEqual([200, 2, []]);
    expect((await comments(ids[0], "tomas")).map((one) => one.comment)).toEqual(["Hello Tomás, Monday"]);
    expect((await comments(ids[1], "jonas")).map((one) => one.comment)).toEqual(["Guten Tag Jonas, Monday"]);
    expect(await get(ids[1])).toMatchObject({ status: "pending", priority: "high" });
    expect(await usesOf(reply)).toBe(2);
    const undone = await world.as("idris").post(`/tickets/undo/${answer.body.group_id}`);
    expect([undone.body.tickets.length, undone.body.kept]).toEqual([2, []]);
    expect(await get(ids[1])).toMatchObject({ status: "open", priority: "normal" });
    expect(await comments(ids[1])).toHaveLength(1);
  });

  it("writes notes where it is for notes, and nothing but effects where it has no text", async () => {
    await apply(await save("For us {{ticket.uid}}", { visibility: "internal" }));
    expect((await comments()).map(({ visibility }) => visibility)).toEqual(["internal"]);
    expect(await comments(id, "tomas")).toEqual([]);
    const macro = await save(null, { effects: { priority: "urgent" } });
    const answer = await apply(macro, { ticket_ids: [id] });
    expect([answer.body.comments, (await get()).priority]).toEqual([[], "urgent"]);
    expect((await comments()).length).toBe(1);
    expect(await usesOf(macro)).toBe(1);
  });

  it("is all or nothing, and says which cannot take it", async () => {
    const reply = await save("Hello {{assignee.name}}", { effects: { priority: "high" } });
    await world.as("idris").put(`/tickets/${id}`, { assignee_id: world.idOf("lena") });
    const answer = await apply(reply);
    expect(refusalOf(answer)).toEqual([422, "Fill in the marked places first: assignee name"]);
    expect(answer.body.facts.tickets.map((one: { id: string }) => one.id)).toEqual([ids[1]]);
    expect([await comments(), (await get()).priority]).toEqual([[], "normal"]);
    expect((await apply(reply, { ticket_ids: [id] })).status).toBe(200);
  });

  it("is refused whole where it no longer fits, or is gone", async () => {
    const assignee = await hire("Noor Haddad");
    const reply = await save("Hello", { effects: { assignee } });
    await world.as("maren").delete(`/users/${assignee}`);
    const answer = await apply(reply);
    expect(refusalOf(answer)).toEqual([
      409,
      "This macro no longer fits: Noor Haddad can no longer be assigned",
    ]);
    expect(answer.body.facts.stale).toHaveLength(1);
    expect((await preview(reply)).tickets[0].refusal.code).toBe("macro.assignee_stale");
    expect(await comments()).toEqual([]);
    await world.as("lena").delete(`/replies/${reply}`);
    expect(refusalOf(await apply(reply))).toEqual([404, "Saved reply not found"]);
  });

  it("leaves tickets out that are gone, and is nothing where none is left", async () => {
    const reply = await save("Hello");
    await world.as("maren").delete(`/tickets/${ids[1]}`);
    const answer = await apply(reply);
    expect([answer.body.comments.length, answer.body.missing]).toEqual([1, [ids[1]]]);
    expect((await apply(reply, { ticket_ids: [ids[1]] })).status).toBe(404);
    const shown = await world.as("maren").post(`/replies/${reply}/preview`, { ticket_ids: [ids[1]] });
    expect(shown.body.tickets[0].refusal.code).toBe("comment.ticket_in_trash");
  });

  it("waits where the caller says so: nothing is there until it goes, and all of it is taken back as one", async () => {
    const reply = await save("Hello {{client.first_name}}", {
      effects: { status: "pending", priority: "high" },
    });
    const held = await apply(reply, { hold_seconds: 10 });
    expect([held.status, held.body.comments, held.body.scheduled.length]).toEqual([200, [], 2]);
    expect([await comments(), (await get()).priority, await usesOf(reply)]).toEqual([[], "normal", 0]);
    const back = await world.as("idris").delete(`/scheduled/groups/${held.body.group_id}`);
    expect([back.status, back.body.scheduled.length]).toEqual([200, 2]);
    const again = await apply(reply, { hold_seconds: 10 });
    world.pass(11_000);
    await publishDue(world.app);
    expect((await comments(ids[0], "tomas")).map((one) => one.comment)).toEqual(["Hello Tomás"]);
    expect((await comments(ids[1], "jonas")).map((one) => one.comment)).toEqual(["Hello Jonas"]);
    expect(await get()).toMatchObject({ status: "pending", priority: "high" });
    expect(await usesOf(reply)).toBe(2);
    const undone = await world.as("idris").post(`/tickets/undo/${again.body.group_id}`);
    expect([undone.status, undone.body.tickets.length]).toEqual([200, 2]);
    expect(await get()).toMatchObject({ status: "open", priority: "normal" });
    const note = await apply(await save("For us", { visibility: "internal" }), { hold_seconds: 10 });
    expect([note.body.comments.length, note.body.scheduled]).toEqual([2, []]);
  });

  it("stops, with its words, where it no longer fits when it goes", async () => {
    const assignee = await hire("Marit Aalto");
    const reply = await save("Hello", { effects: { assignee } });
    await apply(reply, { hold_seconds: 10 });
    await world.as("maren").delete(`/users/${assignee}`);
    world.pass(11_000);
    await publishDue(world.app);
    expect(await comments()).toEqual([]);
    const { scheduled } = (await world.as("idris").get(`/tickets/${id}/scheduled`)).body;
    expect(scheduled[0]).toMatchObject({
      state: "stopped",
      reason: "refused",
      refusal: {
        code: "macro.assignee_stale",
        detail: "This macro no longer fits: Marit Aalto can no longer be assigned",
      },
    });
  });

  it("is mailed to the client of each ticket alone", async () => {
    const reply = await save("About {{ticket.uid}} for {{client.name}}");
    await world.drain();
    const seen = await world.pool.query("select count(*)::int as n from mails");
    await apply(reply);
    await world.drain();
    const { rows } = await world.pool.query(
      'select "to", body_text as text from mails order by created_at, id offset $1',
      [seen.rows[0].n],
    );
    expect(rows.length).toBe(2);
    for (const { to, text } of rows) expect(text.includes("Tomás Aguilar")).toBe(to === "tomas@kestrel.test");
  });

  it("goes on one ticket without the right to change many, and on many only with it", async () => {
    const reply = await save("Hello");
    const without = "delete from role_permissions where permission = 'tickets.bulk'";
    const { rows } = await world.pool.query(
      "select role_id from role_permissions where permission = 'tickets.bulk'",
    );
    await world.pool.query(without);
    try {
      expect((await apply(reply)).status).toBe(403);
      expect((await apply(reply, { ticket_ids: [id] })).status).toBe(200);
    } finally {
      for (const { role_id } of rows)
        await world.pool.query(
          "insert into role_permissions (role_id, permission) values ($1, 'tickets.bulk')",
          [role_id],
        );
    }
  });
});
