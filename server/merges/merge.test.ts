import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { makeWorld, type World } from "../../test/support/app/app-with-people.ts";
import { ABSENT, mergeCalls, mergeIds, note, type Raised } from "../../test/support/app/merge-calls.ts";
import { uploadFile } from "../../test/support/app/upload-file.ts";
import { watchTransactions } from "../../test/support/database/watch-statements.ts";
import { refusalOf } from "../../test/support/refusal-of.ts";

let world: World;
let vpn: Raised;
let desktop: Raised;
let foreign: Raised;
const { raise, raiseThree, say, merge, undo, split, thread, words, read } = mergeCalls(() => world);

beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.end());
beforeEach(async () => {
  ({ vpn, desktop, foreign } = await raiseThree());
});

/** Statements of a merge and of its undo, with so many comments on each ticket. */
async function countStatements(n: number): Promise<[number, number]> {
  const [one, other] = [await raise("tomas", "One"), await raise("tomas", "Other")];
  for (let each = 0; each < n; each += 1)
    for (const ticket of [one, other]) await say("idris", ticket, `Comment ${each}`);
  let statements = 0;
  const stop = watchTransactions(() => (statements += 1));
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

  it("says so too where a ticket of the family has no client", async () => {
    const raised = await world
      .as("idris")
      .post("/tickets", { subject: "By phone", issue: "x", company_id: world.companies.kestrel });
    const unclaimed = raised.body.ticket;
    const third = await raise("tomas", "Third");
    expect((await world.as("tomas").get(`/tickets/${unclaimed.id}`)).status).toBe(404);
    const asked = await world.as("idris").post(`/tickets/${unclaimed.id}/merge/preview`, { ids: [third.id] });
    expect(asked.body.newly_reads).toMatchObject([
      { fullname: "Tomás Aguilar", reads: [{ uid: unclaimed.uid }] },
    ]);
  });

  it("is refused where others would newly read it than the preview named, and then nothing moves", async () => {
    const path = `/tickets/${vpn.id}/merge`;
    const idris = world.as("idris");
    const look = async () => (await idris.post(`${path}/preview`, { ids: [desktop.id] })).body.digest;
    const digest = await look();
    await idris.post(`/tickets/${desktop.id}/participants`, { user_id: world.idOf("jonas") });
    const body = { ids: [desktop.id], audience_seen: digest };
    expect(refusalOf(await idris.post(path, body))).toEqual([
      409,
      "The people who will read this have changed",
    ]);
    expect((await world.as("jonas").get(`/tickets/${vpn.id}`)).status).toBe(404);
    expect((await idris.post(path, { ...body, audience_seen: await look() })).status).toBe(200);
  });

  it("leaves out in the preview what cannot be merged, with the reason", async () => {
    const { status, body } = await world
      .as("idris")
      .post(`/tickets/${vpn.id}/merge/preview`, { ids: [desktop.id, foreign.id] });
    expect(status).toBe(200);
    expect(body.tickets.map(({ uid }: Raised) => uid)).toEqual([vpn.uid, desktop.uid]);
    expect(body.refusals).toMatchObject([{ uid: foreign.uid, code: "merge.other_company" }]);
  });

  it("takes as many statements however much is written", async () => {
    const [merging, undoing] = await countStatements(1);
    expect(Math.min(merging, undoing)).toBeGreaterThan(2);
    expect(await countStatements(9)).toEqual([merging, undoing]);
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
