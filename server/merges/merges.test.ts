import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { emptyTrash } from "#server/trash/empty-trash.ts";
import { reconcileCounters, sumDrift } from "#server/dashboard/reconcile.ts";
import { makeWorld, type Name, type World } from "../../test/support/app/app-with-people.ts";
import { refusalOf } from "../../test/support/refusal-of.ts";
import { tablesHolding } from "../../test/support/database/tables-holding.ts";
import { uploadFile } from "../../test/support/app/upload-file.ts";
import { watchStatements } from "../../test/support/database/watch-statements.ts";

const DAY = 24 * 3_600_000;
const ABSENT = "5f0c2d3e-8a7b-4c1d-9e2f-3a4b5c6d7e8f";
type Raised = { id: string; uid: string };
let world: World;
let vpn: Raised;
let desktop: Raised;
let foreign: Raised;

beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.end());
beforeEach(async () => {
  vpn = await raise("priya", "VPN drops");
  world.pass(1000);
  desktop = await raise("tomas", "Desktop freezes");
  foreign = await raise("helena", "Mailbox missing");
});

async function raise(by: Name, subject: string): Promise<Raised> {
  return (await world.as(by).post("/tickets", { subject, issue: `${subject} since today.` })).body.ticket;
}
async function say(by: Name, { id }: Raised, comment: string, more: object = {}): Promise<string> {
  world.pass(1000);
  const { body, status } = await world.as(by).post(`/tickets/${id}/comments`, { comment, ...more });
  expect([status, comment]).toEqual([201, comment]);
  return body.id;
}
const note = { visibility: "internal" };
const merge = (kept: Raised, others: readonly { id: string }[], by: Name = "idris") =>
  world.as(by).post(`/tickets/${kept.id}/merge`, { ids: others.map(({ id }) => id) });
const undo = (merge_ids: string[], more: object = {}, by: Name = "idris") =>
  world.as(by).post("/tickets/merges/undo", { merge_ids, ...more });
const split = (from: Raised, body: object, by: Name = "idris") =>
  world.as(by).post(`/tickets/${from.id}/split`, { subject: "Another matter", ...body });
type Comment = {
  id: string;
  comment: string;
  author_fullname: string;
  visibility: string;
  origin_uid: string | null;
  is_description: boolean;
  attachments: { name: string }[];
};
async function thread({ id }: Raised, by: Name = "idris"): Promise<Comment[]> {
  return (await world.as(by).get(`/tickets/${id}/comments`)).body.comments;
}
const words = async (ticket: Raised, by: Name = "idris") => (await thread(ticket, by)).map((c) => c.comment);
const read = async ({ id }: Raised, by: Name = "idris") => (await world.as(by).get(`/tickets/${id}`)).body;
const mergeIds = ({ body }: { body: { merges: { id: string }[] } }) => body.merges.map(({ id }) => id);

/** All that a person sees of a ticket, but versions and times of what was done to it. */
async function projection(ticket: Raised, by: Name): Promise<string> {
  const as = world.as(by);
  const parts = ["", "/comments", "/participants", "/checklist", "/links", "/audience"];
  const answers = [];
  for (const part of parts) {
    const { status, body } = await as.get(`/tickets/${ticket.id}${part}`);
    const { version: _, updated: __, ...rest } = body ?? {};
    answers.push([part, status, status === 200 ? rest : null]);
  }
  const { items } = (await as.get("/tickets", { search: ticket.uid })).body;
  answers.push(items.map(({ version: _, updated: __, unread: ___, ...row }: Record<string, unknown>) => row));
  const inbox = await as.get("/inbox", { tab: "all" });
  const rows = inbox.status === 200 ? inbox.body.items : [];
  answers.push(rows.filter((row: { ticket_id: string }) => row.ticket_id === ticket.id));
  return JSON.stringify(answers);
}
const EVERYBODY = ["maren", "rafael", "lena", "idris", "priya", "tomas", "helena", "jonas"] as const;
async function project(tickets: readonly Raised[]): Promise<string[]> {
  const all = [];
  for (const by of EVERYBODY) for (const ticket of tickets) all.push(await projection(ticket, by));
  return all;
}

/** The app asks for the database's time now and then, and whether its live connection lives, whatever is done. */
const isAside = (text: string) => text === "select 1" || text.includes("clock_timestamp()");

/** Statements of a merge and of its undo, with so many comments on each ticket. */
async function countStatements(n: number): Promise<[number, number]> {
  const [one, other] = [await raise("tomas", "One"), await raise("tomas", "Other")];
  for (let each = 0; each < n; each += 1)
    for (const ticket of [one, other]) await say("idris", ticket, `Comment ${each}`);
  let statements = 0;
  const stop = watchStatements((text) => (statements += isAside(text) ? 0 : 1));
  const done = await merge(one, [other]);
  const merging = statements;
  statements = 0;
  await undo(mergeIds(done));
  stop();
  return [merging, statements];
}

describe("merging is refused", () => {
  it("to everybody who is not of the staff, and to whoever has no right to it", async () => {
    for (const name of ["priya", "tomas", "helena", "nobody"] as const) {
      expect((await merge(vpn, [desktop], name)).status).toBe(403);
      const as = world.as(name);
      expect((await as.post(`/tickets/${vpn.id}/merge/preview`, { ids: [desktop.id] })).status).toBe(403);
      expect((await as.get(`/tickets/${vpn.id}/merges`)).status).toBe(403);
      expect((await undo([ABSENT], {}, name)).status).toBe(403);
      expect((await split(vpn, { comment_ids: [ABSENT] }, name)).status).toBe(403);
    }
  });

  it("across companies, without one, with itself, in the trash, when it is merged, and where it is not there", async () => {
    expect(refusalOf(await merge(vpn, [foreign]))).toEqual([
      409,
      `${foreign.uid} belongs to Aster Legal, ${vpn.uid} to Kestrel Logistics. Tickets of different companies cannot be merged: link them instead.`,
    ]);
    const own = (await world.as("idris").post("/tickets", { subject: "Ours", issue: "Ours" })).body.ticket;
    expect(refusalOf(await merge(vpn, [own]))).toEqual([409, `${own.uid} has no company: set it first`]);
    expect(refusalOf(await merge(vpn, [vpn]))).toEqual([409, "A ticket cannot be merged into itself"]);
    expect(refusalOf(await merge(vpn, [{ id: ABSENT }]))).toEqual([404, "Ticket not found"]);
    expect(refusalOf(await merge(vpn, []))).toEqual([422, "Choose at least one ticket"]);
    const gone = await raise("tomas", "Gone");
    await world.as("maren").delete(`/tickets/${gone.id}`);
    expect((await merge(vpn, [gone])).status).toBe(404);
    expect(refusalOf(await merge(vpn, [gone], "maren"))).toEqual([409, `${gone.uid} is in the trash`]);
    expect(refusalOf(await merge(gone, [vpn], "maren"))).toEqual([409, `${gone.uid} is in the trash`]);
    await merge(vpn, [desktop]);
    const third = await raise("tomas", "Third");
    expect(refusalOf(await merge(third, [desktop]))).toEqual([409, `${desktop.uid} was merged already`]);
    expect(refusalOf(await merge(desktop, [third]))).toEqual([
      409,
      `${desktop.uid} was merged into ${vpn.uid}`,
    ]);
  });

  it("of a confidential ticket with one that is not, also while nobody can set that", async () => {
    await world.db.updateTable("tickets").set({ confidential: true }).where("id", "=", vpn.id).execute();
    expect(refusalOf(await merge(vpn, [desktop]))).toEqual([409, "Make both confidential first"]);
  });

  it("as a whole: where one of them cannot be merged, nothing moves", async () => {
    await say("tomas", desktop, "Again");
    expect((await merge(vpn, [desktop, foreign])).status).toBe(409);
    expect(await words(desktop)).toEqual(["Again"]);
    expect(await words(vpn)).toEqual([]);
  });
});

describe("a merge", () => {
  it("is one conversation in the order of time, with the descriptions in it", async () => {
    await say("idris", vpn, "First");
    await say("tomas", desktop, "Second");
    await say("lena", vpn, "Third", note);
    await say("lena", desktop, "Fourth", note);
    await merge(vpn, [desktop]);
    const opening = "**Desktop freezes**\n\nDesktop freezes since today.";
    expect(await words(vpn)).toEqual([opening, "First", "Second", "Third", "Fourth"]);
    expect((await thread(vpn)).map((c) => c.origin_uid)).toEqual([
      desktop.uid,
      null,
      desktop.uid,
      null,
      desktop.uid,
    ]);
    const [first] = await thread(vpn);
    expect(first).toMatchObject({ author_fullname: "Tomás Aguilar", is_description: true });
    for (const name of ["priya", "tomas"] as const)
      expect(await words(vpn, name)).toEqual([opening, "First", "Second"]);
    await say("tomas", vpn, "Fifth");
    expect((await words(vpn)).at(-1)).toBe("Fifth");
  });

  it("brings files along, those of the ticket with its description, and checklists below", async () => {
    const bytes = Buffer.from("a file");
    await uploadFile(world, {
      who: "tomas",
      path: `/tickets/${desktop.id}/attachments`,
      bytes,
      name: "own.txt",
    });
    for (const [ticket, text] of [
      [vpn, "Reset"],
      [desktop, "Call"],
    ] as const)
      await world.as("idris").post(`/tickets/${ticket.id}/checklist`, { text });
    await merge(vpn, [desktop]);
    expect((await thread(vpn))[0]?.attachments.map(({ name }) => name)).toEqual(["own.txt"]);
    const { items } = (await world.as("idris").get(`/tickets/${vpn.id}/checklist`)).body;
    expect(items.map(({ text }: { text: string }) => text)).toEqual(["Reset", "Call"]);
  });

  it("settles what the ticket that stays lacks, and keeps the rest", async () => {
    const idris = world.as("idris");
    await idris.patch(`/tickets/${vpn.id}`, { status: "closed", priority: "low" });
    await idris.patch(`/tickets/${desktop.id}`, { priority: "high", assignee_id: world.idOf("lena") });
    await idris.put(`/tickets/${vpn.id}/tags`, { tags: ["vpn"] });
    await idris.put(`/tickets/${desktop.id}/tags`, { tags: ["rdp", "vpn"] });
    await idris.put(`/tickets/${desktop.id}/follow-up`, { at: "2027-01-04T08:00:00.000Z", hold: false });
    const asked = await idris.post(`/tickets/${vpn.id}/merge/preview`, { ids: [desktop.id] });
    expect(asked.body.settles).toEqual([
      { field: "status", to: ["open"] },
      { field: "priority", to: ["high"] },
      { field: "assignee_id", to: ["Lena Fischer"] },
      { field: "follow_up_at", to: ["2027-01-04T08:00:00.000Z"] },
      { field: "tags", to: ["rdp"] },
      { field: "participants", to: ["Tomás Aguilar"] },
    ]);
    const done = await merge(vpn, [desktop]);
    expect(await read(vpn)).toMatchObject({
      status: "open",
      priority: "high",
      assignee_fullname: "Lena Fischer",
      tags: ["rdp", "vpn"],
      follow_up_at: "2027-01-04T08:00:00.000Z",
      reopened_count: 1,
    });
    await undo(mergeIds(done));
    expect(await read(vpn)).toMatchObject({
      status: "closed",
      priority: "low",
      assignee_fullname: null,
      tags: ["vpn"],
      follow_up_at: null,
      reopened_count: 0,
    });
  });

  it("says before who will newly read it, and nobody else reads anything after", async () => {
    const third = await raise("tomas", "Third");
    await world.as("idris").post(`/tickets/${third.id}/participants`, { user_id: world.idOf("jonas") });
    await say("idris", vpn, "For Priya");
    const asked = await world.as("idris").post(`/tickets/${vpn.id}/merge/preview`, { ids: [third.id] });
    const readers = asked.body.newly_reads.map(
      ({ fullname, reads }: { fullname: string; reads: { uid: string }[] }) => [
        fullname,
        reads.map(({ uid }) => uid),
      ],
    );
    // Priya, the admin of the company, saw both before.
    expect(readers).toEqual([
      ["Jonas Weber", [vpn.uid]],
      ["Tomás Aguilar", [vpn.uid]],
    ]);
    await merge(vpn, [third]);
    expect((await world.as("jonas").get(`/tickets/${vpn.id}`)).status).toBe(200);
    expect((await world.as("helena").get(`/tickets/${vpn.id}`)).status).toBe(404);
  });

  it("leaves out in the preview what cannot be merged, with the reason", async () => {
    const { status, body } = await world
      .as("idris")
      .post(`/tickets/${vpn.id}/merge/preview`, { ids: [desktop.id, foreign.id] });
    expect(status).toBe(200);
    expect(body.tickets.map(({ uid }: Raised) => uid)).toEqual([vpn.uid, desktop.uid]);
    expect(body.refusals).toMatchObject([{ uid: foreign.uid, code: "merge.other_company" }]);
  });

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

  it("takes as many statements however much is written", async () => {
    expect(await countStatements(9)).toEqual(await countStatements(1));
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
    const before = await project(tickets);
    const done = await merge(vpn, [desktop, third]);
    expect(await project(tickets)).not.toEqual(before);
    expect((await undo(mergeIds(done))).status).toBe(200);
    expect(await project(tickets)).toEqual(before);
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

describe("two at once", () => {
  it("merging crosswise: one wins, the other is refused, and nobody waits for ever", async () => {
    for (let round = 0; round < 5; round += 1) {
      const [one, other] = [await raise("tomas", "One"), await raise("tomas", "Other")];
      const answers = await Promise.all([merge(one, [other], "idris"), merge(other, [one], "lena")]);
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    }
  });

  it("merging and answering: the answer is on the ticket that stays, or is refused", async () => {
    for (let round = 0; round < 5; round += 1) {
      const [one, other] = [await raise("tomas", "One"), await raise("tomas", "Other")];
      const [merged, answered] = await Promise.all([
        merge(one, [other]),
        world.as("tomas").post(`/tickets/${other.id}/comments`, { comment: "Racing" }),
      ]);
      expect(merged.status).toBe(200);
      expect([201, 409]).toContain(answered.status);
      const isThere = (await words(one)).includes("Racing");
      expect(isThere).toBe(answered.status === 201);
    }
  });

  it("undoing twice: once", async () => {
    const ids = mergeIds(await merge(vpn, [desktop]));
    const answers = await Promise.all([undo(ids), undo(ids, {}, "lena")]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404]);
  });
});

describe("a split", () => {
  it("is refused for no comment, for one of another ticket, and without a description", async () => {
    const elsewhere = await say("tomas", desktop, "Elsewhere");
    const memo = await say("idris", vpn, "Memo", note);
    expect(refusalOf(await split(vpn, { comment_ids: [] }))).toEqual([422, "Choose at least one comment"]);
    expect((await split(vpn, { comment_ids: [elsewhere] })).status).toBe(422);
    expect(refusalOf(await split(vpn, { comment_ids: [memo] }))).toEqual([422, "Description is required"]);
    expect(refusalOf(await split(vpn, { comment_ids: [memo], issue: "x", subject: " " }))).toEqual([
      422,
      "Subject is required",
    ]);
    expect(
      (await split(vpn, { comment_ids: [memo], issue: "x", client_id: world.idOf("helena") })).status,
    ).toBe(422);
  });

  it("makes a ticket of the author of the first public comment, which is its description", async () => {
    await world.as("idris").post(`/tickets/${vpn.id}/participants`, { user_id: world.idOf("tomas") });
    const first = await say("tomas", vpn, "The printer is empty");
    const second = await say("idris", vpn, "Toner is on its way");
    const memo = await say("lena", vpn, "Order ten", note);
    const asked = await world
      .as("idris")
      .post(`/tickets/${vpn.id}/split/preview`, { comment_ids: [second, first, memo] });
    expect(asked.body).toMatchObject({
      subject: "The printer is empty",
      issue: "The printer is empty",
      client_fullname: "Tomás Aguilar",
      moves: { comments: 2, notes: 1, files: 0 },
    });
    const made = (await split(vpn, { comment_ids: [first, second, memo] })).body.ticket;
    expect(made).toMatchObject({
      subject: "Another matter",
      issue: "The printer is empty",
      client_fullname: "Tomás Aguilar",
      company_name: "Kestrel Logistics",
      status: "open",
    });
    expect(await words(made)).toEqual(["Toner is on its way", "Order ten"]);
    expect(await words(vpn)).toEqual([]);
    expect((await thread(made, "tomas")).map(({ origin_uid }) => origin_uid)).toEqual([vpn.uid]);
    expect((await read(vpn)).split_into).toMatchObject([{ uid: made.uid, comments: 3 }]);
    expect((await read(vpn, "tomas")).split_into).toMatchObject([{ uid: made.uid, comments: 2 }]);
    expect((await read(made)).split_from).toMatchObject({ uid: vpn.uid });
  });

  it("tells nobody of the new number who does not see the new ticket", async () => {
    await world.as("idris").post(`/tickets/${vpn.id}/participants`, { user_id: world.idOf("jonas") });
    const first = await say("priya", vpn, "Something else");
    const made = (await split(vpn, { comment_ids: [first] })).body.ticket;
    const seen = await world.as("jonas").get(`/tickets/${vpn.id}`);
    expect(seen.body.split_into).toEqual([]);
    for (const part of ["", "/comments", "/history"])
      expect((await world.as("jonas").get(`/tickets/${vpn.id}${part}`)).text).not.toContain(made.uid);
  });

  it("keeps every comment in view with a description of its own", async () => {
    const first = await say("priya", vpn, "Something else");
    const made = (await split(vpn, { comment_ids: [first], issue: "In our words" })).body.ticket;
    expect([made.issue, await words(made)]).toEqual(["In our words", ["Something else"]]);
  });

  it("is undone with everything written since, and its number leads home", async () => {
    const first = await say("priya", vpn, "Something else");
    const second = await say("idris", vpn, "An answer");
    const before = await project([vpn]);
    const { ticket: made, merge_id } = (await split(vpn, { comment_ids: [first, second] })).body;
    expect((await undo([merge_id])).status).toBe(200);
    expect(await project([vpn])).toEqual(before);
    expect((await world.as("idris").get(`/tickets/number/${made.uid}`)).body.id).toBe(vpn.id);
    const again = (await split(vpn, { comment_ids: [first] })).body;
    await say("priya", again.ticket, "Since then");
    await undo([again.merge_id]);
    expect(await words(vpn)).toEqual(["Something else", "An answer", "Since then"]);
    expect(sumDrift(await reconcileCounters(world.pool))).toBe(0);
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
