import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pruneFiles } from "#server/uploads/prune.ts";
import { makeWorld, type Name, type World } from "../../../test/support/app/app-with-people.ts";
import { uploadFile } from "../../../test/support/app/upload-file.ts";
import { refusalOf } from "../../../test/support/refusal-of.ts";
import { publishDue } from "./publish-due.ts";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;
let world: World;
let folder: string;
let id: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "waypost-sending-"));
  world = await makeWorld({ DATA_DIR: folder });
});
afterAll(async () => {
  await world.end();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  await world.db.deleteFrom("scheduled_comments").execute();
  id = await raise("tomas");
  await world.drain();
  await world.db.deleteFrom("mails").execute();
  await world.db.deleteFrom("inbox_items").execute();
});

const raise = async (name: Name): Promise<string> =>
  (await world.as(name).post("/tickets", { subject: "Printer", issue: "Jams." })).body.ticket.id;
const hold = (body: object = {}, name: Name = "idris") =>
  world.as(name).post(`/tickets/${id}/scheduled`, { comment: "Try it now.", hold_seconds: 10, ...body });
const inTime = (time: number) => new Date(world.clock.now().getTime() + time).toISOString();
const later = (body: object = {}, name: Name = "idris") => {
  // Of the same moment they would go in no order.
  world.pass(1);
  return world
    .as(name)
    .post(`/tickets/${id}/scheduled`, { comment: "Try it tomorrow.", send_at: inTime(DAY), ...body });
};
const list = async (name: Name = "idris") =>
  (await world.as(name).get(`/tickets/${id}/scheduled`)).body.scheduled;
const comments = async (name: Name = "tomas") =>
  (await world.as(name).get(`/tickets/${id}/comments`)).body.comments;
const words = async (name?: Name) =>
  (await comments(name)).map(({ comment }: { comment: string }) => comment);
const kinds = async (name: Name = "idris"): Promise<string[]> =>
  (await world.as(name).get(`/tickets/${id}/history`)).body.items.map(({ kind }: { kind: string }) => kind);
const mails = async () => {
  await world.drain();
  return world.db.selectFrom("mails").select(["to", "body_text"]).where("ticket_id", "=", id).execute();
};
const publish = () => publishDue(world.app);
const upload = async (name: Name = "idris") =>
  (await uploadFile(world, { who: name, path: "/uploads", bytes: Buffer.from("words"), name: "words.txt" }))
    .body.id;
const place = (scheduled: string) => `/tickets/${id}/scheduled/${scheduled}`;
const state = async (scheduled: string) =>
  world.db
    .selectFrom("scheduled_comments")
    .select(["state", "reason", "comment"])
    .where("id", "=", scheduled)
    .executeTakeFirst();
const inbox = async (name: Name = "idris") =>
  (await world.as(name).get("/inbox")).body.items.find(
    ({ ticket_id }: { ticket_id: string }) => ticket_id === id,
  );

describe("an answer that waits is refused", () => {
  it("to clients, who have nothing of it, and on a ticket that one does not see", async () => {
    for (const name of ["tomas", "priya", "helena", "nobody"] as const) {
      expect((await hold({}, name)).status).toBe(403);
      expect((await world.as(name).get(`/tickets/${id}/scheduled`)).status).toBe(403);
    }
    const nowhere = crypto.randomUUID();
    expect((await world.as("idris").get(`/tickets/${nowhere}/scheduled`)).status).toBe(404);
  });

  it("without a time, with two, and for one too near or too far", async () => {
    const without = await hold({ hold_seconds: undefined });
    const both = await hold({ send_at: inTime(DAY) });
    const outside = [
      await later({ send_at: inTime(59 * SECOND) }),
      await later({ send_at: inTime(90 * DAY + MINUTE) }),
      await hold({ hold_seconds: 61 }),
    ];
    const sentence = "Choose a time between 1 minute and 90 days from now";
    expect([without.status, without.body.detail]).toEqual([422, sentence]);
    expect([both.status, both.body.detail]).toEqual([422, "Choose one: wait or send later"]);
    for (const answer of outside) {
      expect(answer.status).toBe(422);
      expect(JSON.stringify(answer.body)).toContain(sentence);
    }
  });

  it("for what the same comment is refused for", async () => {
    expect((await hold({ comment: " " })).status).toBe(422);
    expect((await hold({ mentions: [world.idOf("lena")] })).status).toBe(422);
    expect((await hold({ attachment_ids: [crypto.randomUUID()] })).status).toBe(422);
    expect((await hold({ audience_seen: "others" })).status).toBe(409);
    await world.as("maren").delete(`/tickets/${id}`);
    expect((await hold({}, "maren")).status).toBe(403);
    expect(await world.db.selectFrom("scheduled_comments").selectAll().execute()).toEqual([]);
  });

  it("to a person of whom fifty wait", async () => {
    for (const n of Array(50).keys()) expect((await later({ comment: `${n}` })).status).toBe(201);
    const one = await later();
    expect([one.status, one.body.detail]).toEqual([409, "At most 50 answers can wait"]);
    expect((await later({}, "lena")).status).toBe(201);
  });
});

describe("a held answer", () => {
  it("is its author's secret until its time, and then an answer like any other, with the same id", async () => {
    const { body: held } = await hold();
    expect(held).toMatchObject({
      state: "waiting",
      is_held: true,
      waits_ms: 10_000,
      stop_if_answered: false,
    });
    expect(await list()).toHaveLength(1);
    for (const name of ["maren", "lena", "rafael"] as const) expect(await list(name)).toEqual([]);
    const before = await world.as("tomas").get(`/tickets/${id}`);
    world.pass(9999);
    expect(await publish()).toBe(0);
    expect([await words(), await mails(), await kinds()]).toEqual([[], [], ["ticket.created"]]);
    expect(before.body.updated).toBe((await world.as("tomas").get(`/tickets/${id}`)).body.updated);
    world.pass(1);
    expect(await publish()).toBe(1);
    expect(await comments()).toMatchObject([
      { id: held.id, comment: "Try it now.", created_at: world.clock.now().toISOString() },
    ]);
    expect((await mails()).map(({ to }) => to)).toEqual(["tomas@kestrel.test"]);
    expect(await list()).toEqual([]);
    expect(await publish()).toBe(0);
    expect(await kinds()).not.toContain("comment.scheduled");
  });

  it("keeps its words nowhere else once it has gone out", async () => {
    const { body: held } = await hold();
    world.pass(10 * SECOND);
    await publish();
    expect(await state(held.id)).toMatchObject({ state: "sent", comment: "" });
  });

  it("comes back whole: words, files, who is mentioned, and nothing is left", async () => {
    const file = await upload();
    const comment = `@${world.people.lena.fullname} look.`;
    const { body: held } = await hold({ comment, attachment_ids: [file], mentions: [world.idOf("lena")] });
    const back = await world.as("idris").delete(place(held.id));
    expect(back.status).toBe(200);
    expect(back.body).toMatchObject({
      comment,
      mentions: [{ user_id: world.idOf("lena"), name: "Lena Fischer" }],
      attachments: [{ id: file, name: "words.txt" }],
    });
    expect((await world.as("idris").delete(place(held.id))).body).toMatchObject({
      comment,
      attachments: [{ id: file }],
    });
    world.pass(MINUTE);
    expect(await publish()).toBe(0);
    expect([await words(), await mails(), await kinds()]).toEqual([[], [], ["ticket.created"]]);
    const again = await world
      .as("idris")
      .post(`/tickets/${id}/comments`, { comment, attachment_ids: [file] });
    expect(again.status).toBe(201);
    expect(again.body.attachments).toHaveLength(1);
  });

  it("cannot be taken back, changed or sent once it has gone out: the API says so", async () => {
    const { body: held } = await hold();
    world.pass(10 * SECOND);
    await publish();
    for (const answer of [
      await world.as("idris").delete(place(held.id)),
      await world.as("idris").patch(place(held.id), { comment: "Else." }),
      await world.as("idris").post(`${place(held.id)}/send-now`),
    ])
      expect([answer.status, answer.body.detail]).toEqual([409, "It was sent already"]);
    expect(await words()).toEqual(["Try it now."]);
  });

  it("is nobody else's to take back, not even an administrator's", async () => {
    const { body: held } = await hold();
    for (const name of ["maren", "lena"] as const)
      expect((await world.as(name).delete(place(held.id))).status).toBe(404);
  });

  it("goes with the status that it sets, and at once where its author asks", async () => {
    const { body: held } = await hold({ status: "pending" });
    expect((await world.as("idris").get(`/tickets/${id}`)).body.status).toBe("open");
    const sent = await world.as("idris").post(`${place(held.id)}/send-now`);
    expect([sent.status, sent.body.id]).toEqual([200, held.id]);
    expect((await world.as("idris").get(`/tickets/${id}`)).body.status).toBe("pending");
    world.pass(MINUTE);
    expect(await publish()).toBe(0);
    expect(await words()).toEqual(["Try it now."]);
  });
});

describe("undo against going out at the same moment", () => {
  it("has one winner: the words are in the box and nothing left, or one comment and 409", async () => {
    for (const n of Array(12).keys()) {
      const { body: held } = await hold({ comment: `Answer ${n}` });
      world.pass(10 * SECOND);
      const [back] = await Promise.all([world.as("idris").delete(place(held.id)), publish(), publish()]);
      const sent = (await words()).filter((text: string) => text === `Answer ${n}`);
      expect([back.status, sent.length]).toEqual(back.status === 200 ? [200, 0] : [409, 1]);
    }
  });
});

describe("an answer that goes out later", () => {
  it("is seen by the staff, with who wrote it, and by no client; its files are its author's", async () => {
    const file = await upload();
    const { body: waiting } = await later({ attachment_ids: [file] });
    expect(waiting).toMatchObject({ is_held: false, stop_if_answered: true, send_at: inTime(DAY) });
    expect(await list("lena")).toMatchObject([
      { comment: "Try it tomorrow.", author_fullname: "Idris Okafor", attachments: [] },
    ]);
    expect((await world.as("lena").get(`/attachments/${file}`)).status).toBe(404);
    expect((await world.as("tomas").get(`/attachments/${file}`)).status).toBe(404);
    expect((await list())[0].attachments).toHaveLength(1);
    expect([await words(), (await kinds("tomas")).includes("comment.scheduled")]).toEqual([[], false]);
    expect(await kinds()).toContain("comment.scheduled");
  });

  it("keeps its files longer than drafts are kept, and takes them along", async () => {
    const file = await upload();
    await later({ attachment_ids: [file], send_at: inTime(3 * DAY) });
    world.pass(2 * DAY);
    await pruneFiles(world.app);
    world.pass(DAY);
    await publish();
    expect((await comments())[0].attachments).toMatchObject([{ id: file }]);
    expect((await world.as("tomas").get(`/attachments/${file}`)).status).toBe(200);
  });

  it("is changed by its author alone, who may also take files from it; administrators may take it back", async () => {
    const file = await upload();
    const { body: waiting } = await later({ attachment_ids: [file] });
    for (const name of ["lena", "maren"] as const) {
      expect((await world.as(name).patch(place(waiting.id), { comment: "Mine." })).status).toBe(403);
      expect((await world.as(name).post(`${place(waiting.id)}/send-now`)).status).toBe(403);
    }
    expect((await world.as("lena").delete(place(waiting.id))).status).toBe(403);
    const changed = await world
      .as("idris")
      .patch(place(waiting.id), { comment: "Else.", attachment_ids: [], send_at: inTime(2 * DAY) });
    expect(changed.body).toMatchObject({ comment: "Else.", attachments: [], send_at: inTime(2 * DAY) });
    expect((await world.as("maren").delete(place(waiting.id))).status).toBe(200);
    expect(await kinds()).toContain("comment.unscheduled");
  });

  it("takes no change that a new answer would be refused for: a status beside its macro's, a place not filled in", async () => {
    const texts = [{ language: "en", body: "Hello {{client.name}}" }];
    const { body } = await world.as("lena").post("/replies", { name: "Hello", audience: "everyone", texts });
    const follow_up = { in_days: 2, at: "09:00" };
    const { body: setting } = await later({ effects: { status: "pending" } });
    const { body: dated } = await later({ effects: { follow_up } });
    const { body: filled } = await later({ comment: "Hello Tomás", saved_reply_id: body.reply.id });
    const change = async (one: { id: string }, to: object) =>
      refusalOf(await world.as("idris").patch(place(one.id), to));
    expect([
      await change(setting, { status: "closed" }),
      await change(dated, { status: "closed" }),
      await change(filled, { comment: "Hello {{client.first_name}}" }),
    ]).toEqual([
      [422, "Choose the status once"],
      [422, "A closed ticket waits for nothing: choose the status or the follow-up"],
      [422, "Fill in the marked places first: client first name"],
    ]);
    expect((await world.as("idris").post(`${place(setting.id)}/send-now`)).status).toBe(200);
  });

  it("goes in the order of times, and of writing where they are the same", async () => {
    const at = inTime(DAY);
    await later({ comment: "second", send_at: at });
    world.pass(SECOND);
    await later({ comment: "third", send_at: at }, "lena");
    await later({ comment: "first", send_at: inTime(2 * MINUTE) });
    world.pass(DAY);
    expect(await publish()).toBe(3);
    expect(await words()).toEqual(["first", "second", "third"]);
  });
});

describe("a client's answer", () => {
  it("stops what was not to go then, tells its author's Inbox, and nobody else's", async () => {
    const { body: waiting } = await later();
    const { body: firm } = await later({ comment: "In any case.", stop_if_answered: false });
    await world.as("tomas").post(`/tickets/${id}/comments`, { comment: "It works again." });
    expect(await state(waiting.id)).toMatchObject({ state: "stopped", reason: "answered" });
    expect(await state(firm.id)).toMatchObject({ state: "waiting" });
    const stopped = { reason: "answered", refusal: null };
    expect(await inbox()).toMatchObject({ reason: "unsent", is_unread: true, stopped });
    expect(await inbox("lena")).toBeUndefined();
    expect(await list()).toMatchObject([
      { state: "stopped", reason: "answered", comment: "Try it tomorrow." },
      {},
    ]);
    expect((await list("lena")).map(({ id: each }: { id: string }) => each)).toEqual([firm.id]);
    world.pass(DAY);
    await publish();
    expect(await words()).toEqual(["It works again.", "In any case."]);
  });

  it("leaves held answers alone, and so do words of the staff and notes", async () => {
    await hold();
    await later();
    await world.as("lena").post(`/tickets/${id}/comments`, { comment: "I am on it." });
    await world.as("lena").post(`/tickets/${id}/comments`, { comment: "A note.", visibility: "internal" });
    expect((await list()).map((row: { state: string }) => row.state)).toEqual(["waiting", "waiting"]);
    await world.as("tomas").post(`/tickets/${id}/comments`, { comment: "Well?" });
    expect((await list()).map((row: { state: string }) => row.state).toSorted()).toEqual([
      "stopped",
      "waiting",
    ]);
  });

  it("leaves a stopped answer to be sent now, sent at another time, or deleted; the Inbox is done with it then", async () => {
    const stop = async () => {
      const { body } = await later();
      await world.as("tomas").post(`/tickets/${id}/comments`, { comment: "Well?" });
      return body.id;
    };
    const first = await stop();
    expect((await world.as("idris").post(`${place(first)}/send-now`)).status).toBe(200);
    expect(await inbox()).toBeUndefined();
    const second = await stop();
    expect((await inbox()).reason).toBe("unsent");
    await world.as("idris").patch(place(second), { send_at: inTime(MINUTE) });
    expect(await inbox()).toBeUndefined();
    world.pass(MINUTE);
    await publish();
    const third = await stop();
    await world.as("idris").delete(place(third));
    expect(await inbox()).toBeUndefined();
    expect((await words()).filter((text: string) => text === "Try it tomorrow.")).toHaveLength(2);
  });
});
