import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { publishDue } from "#server/comments/scheduled/publish-due.ts";
import { makeWorld, type Name, type World } from "../../test/support/app/app-with-people.ts";
import { refusalOf } from "../../test/support/refusal-of.ts";
import { uploadFile } from "../../test/support/app/upload-file.ts";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
type Raised = { id: string; uid: string };
let world: World;
let folder: string;
let incident: Raised;
let printer: Raised;
let elsewhere: Raised;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "waypost-incidents-"));
  world = await makeWorld({ DATA_DIR: folder });
});
afterAll(async () => {
  await world.end();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  await world.db.deleteFrom("scheduled_comments").execute();
  incident = await raise("idris", "Carrier is down");
  printer = await raise("tomas", "No phone");
  elsewhere = await raise("helena", "Phones are dead");
  await add([printer, elsewhere]);
  await world.drain();
  await world.db.deleteFrom("mails").execute();
  await world.db.deleteFrom("inbox_items").execute();
});

async function raise(by: Name, subject: string): Promise<Raised> {
  return (await world.as(by).post("/tickets", { subject, issue: "It is so." })).body.ticket;
}
const byText = (one: unknown, other: unknown) => String(one).localeCompare(String(other));
const idsOf = (tickets: { id: string }[]) => tickets.map(({ id }) => id);
const add = (tickets: { id: string }[]) =>
  world.as("idris").post(`/tickets/${incident.id}/reporters`, { ticket_ids: idsOf(tickets) });
const answer = (body: object = {}, by: Name = "idris") =>
  world.as(by).post(`/tickets/${incident.id}/answer-all`, {
    comment: "The line is back.",
    child_ids: idsOf([printer, elsewhere]),
    ...body,
  });
const preview = (body: object = {}) =>
  world.as("idris").post(`/tickets/${incident.id}/answer-all/preview`, body);
const commentsOf = async ({ id }: { id: string }, by: Name) =>
  (await world.as(by).get(`/tickets/${id}/comments`)).body.comments;
const wordsOf = async (ticket: { id: string }, by: Name): Promise<string[]> =>
  (await commentsOf(ticket, by)).map(({ comment }: { comment: string }) => comment);
const notes = () => wordsOf(incident, "lena");
const leftOut = ({ body }: { body: { left_out: { uid: string; why: string }[] } }) =>
  body.left_out.map(({ uid, why }) => [uid, why]).toSorted(byText);
const statusOf = async ({ id }: Raised) => (await world.as("idris").get(`/tickets/${id}`)).body.status;
const publish = () => {
  world.pass(MINUTE);
  return publishDue(world.app);
};
const upload = async () =>
  (await uploadFile(world, { who: "idris", path: "/uploads", bytes: Buffer.from("words"), name: "plan.txt" }))
    .body.id;
const makeReply = async (body: object) =>
  (
    await world.as("idris").post("/replies", {
      name: `Line is back ${Math.random()}`,
      audience: "me",
      texts: [
        { language: "en", body: "Hello {{client.first_name|there}}, {{ticket.uid}} is back." },
        { language: "de", body: "Guten Tag {{client.first_name|zusammen}}, {{ticket.uid}} geht wieder." },
      ],
      ...body,
    })
  ).body.reply.id;
/** Nobody has a right while something is tried. */
async function withoutRight(permission: "tickets.read" | "tickets.set_status", work: () => Promise<void>) {
  const rows = await world.db
    .deleteFrom("role_permissions")
    .where("permission", "=", permission)
    .returningAll()
    .execute();
  await work();
  await world.db.insertInto("role_permissions").values(rows).execute();
}
const speak = (name: Name, locale: string | null) =>
  world.db.updateTable("users").set({ locale }).where("id", "=", world.idOf(name)).execute();

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
    await withoutRight("tickets.set_status", async () => {
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

describe("the preview", () => {
  it("shows each ticket's own words, its readers, and what is missing", async () => {
    await world.as("lena").patch(`/tickets/${elsewhere.id}`, { status: "closed" });
    const { body } = await preview({ comment: "{{client.first_name}}: {{ticket.uid}} {{assignee.name}}" });
    expect(body.tickets).toMatchObject([
      { uid: printer.uid, why: null, can_take: true, missing: [{ label: "assignee.name" }] },
      { uid: elsewhere.uid, why: "closed", can_take: true },
    ]);
    expect(body.tickets[0].text).toMatch(new RegExp(`^\\S+: ${printer.uid} `));
    expect(body.tickets[0].readers.map(({ user_id }: { user_id: string }) => user_id)).toEqual([
      world.idOf("tomas"),
    ]);
    expect(body.tickets[1].readers.map(({ user_id }: { user_id: string }) => user_id)).toEqual([
      world.idOf("helena"),
    ]);
    // Before a word is written it says who would read it.
    expect((await preview()).body.tickets).toMatchObject([{ text: null }, { text: null }]);
    expect(await wordsOf(printer, "tomas")).toEqual([]);
  });

  it("of a saved reply is in each client's language", async () => {
    await speak("helena", "de");
    const { body } = await preview({ saved_reply_id: await makeReply({}) });
    expect(body.languages).toEqual(["de", "en"]);
    expect(
      body.tickets
        .map(({ uid, language }: Raised & { language: string }) => [uid, language])
        .toSorted(byText),
    ).toEqual(
      [
        [printer.uid, "en"],
        [elsewhere.uid, "de"],
      ].toSorted(byText),
    );
    await speak("helena", null);
  });
});

describe("an answer to all reporters", () => {
  it("is an answer of its own on each ticket, mailed to its own readers, and a note on the incident", async () => {
    const { body, status } = await answer({ comment: "Hello, {{ticket.uid}} is back." });
    expect([status, body.left_out, body.scheduled]).toEqual([200, [], null]);
    expect(await wordsOf(printer, "tomas")).toEqual([`Hello, ${printer.uid} is back.`]);
    expect(await wordsOf(elsewhere, "helena")).toEqual([`Hello, ${elsewhere.uid} is back.`]);
    const [note = ""] = await notes();
    expect(note).toMatch(/^2 reporters answered: WP-\d+, WP-\d+\n\nHello, \{\{ticket.uid\}\} is back\.$/);
    for (const { uid } of [printer, elsewhere]) expect(note).toContain(uid);
    await world.drain();
    const mails = await world.db.selectFrom("mails").select(["to", "ticket_id", "body_text"]).execute();
    expect(
      mails.map(({ ticket_id, body_text }) => [ticket_id, body_text.includes("is back")]).toSorted(byText),
    ).toEqual(
      [
        [printer.id, true],
        [elsewhere.id, true],
      ].toSorted(byText),
    );
    const history = (await world.as("idris").get(`/tickets/${incident.id}/history`)).body.items;
    expect(history.map(({ kind }: { kind: string }) => kind)).toContain("ticket.answered_all");
  });

  it("is in each one's language where it is a saved reply, whose use is counted per ticket", async () => {
    await speak("helena", "de");
    const saved_reply_id = await makeReply({});
    await answer({ comment: undefined, saved_reply_id });
    expect((await wordsOf(printer, "tomas"))[0]).toMatch(/^Hello .* is back\.$/);
    expect((await wordsOf(elsewhere, "helena"))[0]).toMatch(/^Guten Tag .* geht wieder\.$/);
    expect((await world.as("idris").get(`/replies/${saved_reply_id}`)).body.reply.uses).toBe(2);
    await speak("helena", null);
  });

  it("mentions nobody, and expands no name that looks like a place", async () => {
    const old = await world.db
      .selectFrom("users")
      .select("fullname")
      .where("id", "=", world.idOf("tomas"))
      .executeTakeFirstOrThrow();
    await world.db
      .updateTable("users")
      .set({ fullname: "{{company.name}} x" })
      .where("id", "=", world.idOf("tomas"))
      .execute();
    await answer({ comment: "{{client.name}} @Lena Fischer", child_ids: [printer.id] });
    expect((await wordsOf(printer, "tomas"))[0]).not.toMatch(/Kestrel/);
    expect((await commentsOf(printer, "tomas"))[0].mentions).toEqual([]);
    await world.db.updateTable("users").set(old).where("id", "=", world.idOf("tomas")).execute();
  });

  it("leaves out and names what changed since it was chosen", async () => {
    const [trashed, merged, kept, unlinked, closed, anonymous] = [
      await raise("tomas", "Trashed"),
      await raise("tomas", "Merged"),
      await raise("tomas", "Kept"),
      await raise("priya", "Unlinked"),
      await raise("priya", "Closed"),
      await raise("idris", "Of nobody"),
    ];
    const chosen = [trashed, merged, unlinked, closed, anonymous];
    await add(chosen);
    await world.as("maren").delete(`/tickets/${trashed.id}`);
    await world.as("idris").post(`/tickets/${kept.id}/merge`, { ids: [merged.id] });
    const { reporters } = (await world.as("idris").get(`/tickets/${incident.id}/reporters`)).body;
    const out = reporters.find(({ id }: Raised) => id === unlinked.id);
    await world.as("idris").delete(`/tickets/${unlinked.id}/links/${out.link_id}`);
    await world.as("lena").patch(`/tickets/${closed.id}`, { status: "closed" });
    const sent = await answer({ child_ids: idsOf([printer, ...chosen]) }, "maren");
    expect(leftOut(sent)).toEqual(
      [
        [trashed.uid, "in_trash"],
        [merged.uid, "merged"],
        [unlinked.uid, "unlinked"],
        [closed.uid, "closed"],
        [anonymous.uid, "no_client"],
      ].toSorted(byText),
    );
    expect(sent.body.reached.map(({ uid }: Raised) => uid)).toEqual([printer.uid]);
    expect((await notes())[0]).toMatch(new RegExp(`\nLeft out: .*${merged.uid}, merged`));
    // One that was closed when it was chosen gets it all the same.
    expect((await answer({ child_ids: [closed.id], closed_ids: [closed.id] })).body.reached).toHaveLength(1);
  });

  it("leaves out a ticket whose readers are not those that were seen", async () => {
    const { tickets } = (await preview()).body;
    const seen = Object.fromEntries(
      tickets.map(({ id, digest }: { id: string; digest: string }) => [id, digest]),
    );
    await world.as("idris").post(`/tickets/${printer.id}/participants`, { user_id: world.idOf("priya") });
    const sent = await answer({ seen });
    expect(leftOut(sent)).toEqual([[printer.uid, "readers_changed"]]);
    expect(await wordsOf(printer, "tomas")).toEqual([]);
    expect(await wordsOf(elsewhere, "helena")).toEqual(["The line is back."]);
  });

  it("sets a status with it, as one action with one undo, and begins the work on what is new", async () => {
    const { body } = await answer({ status: "pending" });
    expect([await statusOf(printer), await statusOf(elsewhere), await statusOf(incident)]).toEqual([
      "pending",
      "pending",
      "open",
    ]);
    await world.as("idris").post(`/tickets/undo/${body.group_id}`);
    expect([await statusOf(printer), await statusOf(elsewhere)]).toEqual(["open", "open"]);
  });

  it("brings files of its own to every ticket", async () => {
    await answer({ attachment_ids: [await upload()] });
    const files = await Promise.all([
      commentsOf(printer, "tomas"),
      commentsOf(elsewhere, "helena"),
      commentsOf(incident, "lena"),
    ]);
    const ids = files.map((comments) => comments[0].attachments[0]?.id);
    expect(new Set(ids).size).toBe(3);
    expect((await world.as("tomas").get(`/attachments/${ids[0]}`)).status).toBe(200);
    for (const id of ids.slice(1))
      expect((await world.as("tomas").get(`/attachments/${id}`)).status).toBe(404);
    expect((await answer({ attachment_ids: [ids[0]] })).status).toBe(422);
  });
});

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
    await withoutRight(permission, async () => {
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
