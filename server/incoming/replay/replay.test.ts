import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makePerson, type World } from "../../../test/support/app/app-with-people.ts";
import { deliver, readIncoming } from "../../../test/support/incoming/incoming-mail.ts";
import { makeMailWorld } from "../../../test/support/incoming/mail-world.ts";
import type { Wish } from "./list-replayed.ts";
import { type Replayed, replayMails } from "./replay-mails.ts";

let world: World;
beforeAll(async () => {
  world = await makeMailWorld(["kestrel.test", "waypost.test"]);
});
afterAll(() => world.end());

const TOMAS = "tomas@kestrel.test";
const IDRIS = "idris@waypost.test";

async function replay(wish: Wish, { dryRun = false, apply = false } = {}): Promise<Replayed[]> {
  const signal = new AbortController().signal;
  const all: Replayed[] = [];
  for await (const one of replayMails(world.app, wish, { dryRun, apply, signal })) all.push(one);
  await world.drain();
  return all;
}
const one = async (id: string, options?: Parameters<typeof replay>[1]) => (await replay({ id }, options))[0];
const mailsOut = async () => (await world.db.selectFrom("mails").select("id").execute()).length;
const events = (kind: "incoming.replayed" | "comment.edited" | "ticket.changed", id: string) =>
  world.db
    .selectFrom("history as h")
    .innerJoin("principals as p", "p.id", "h.principal_id")
    .select(["p.name", "h.via", "h.before", "h.after"])
    .where("h.kind", "=", kind)
    .where("h.entity_id", "=", id)
    .execute();

/** As if an earlier reader had left something of the quote among the words. */
async function readWorse(
  mail: { id: string; comment_id: string | null; ticket_id: string | null },
  text: string,
) {
  await world.db
    .updateTable("incoming_mails")
    .set({ words: text, parser: 0 })
    .where("id", "=", mail.id)
    .execute();
  if (mail.comment_id === null)
    await world.db.updateTable("tickets").set({ issue: text }).where("id", "=", mail.ticket_id).execute();
  else
    await world.db.updateTable("comments").set({ comment: text }).where("id", "=", mail.comment_id).execute();
}

async function answered(text = "It is on fire") {
  const opened = await deliver(world, { from: TOMAS, subject: "Printer", text: "It jams", signed: true });
  const uid = (await world.as("idris").get(`/tickets/${opened.ticket_id}`)).body.uid;
  world.pass(3_600_000);
  const mail = await deliver(world, { from: TOMAS, subject: `Re: [${uid}] Printer`, text, signed: true });
  return { opened, mail };
}

describe("a mail that was not done, read once more", () => {
  it("has its turn anew under the rules of now, once, and mails nobody", async () => {
    const held = await deliver(world, { from: "new@kestrel.test", subject: "Hello", text: "I am new here" });
    expect(held.state).toBe("held");
    const person = {
      email: "new@kestrel.test",
      fullname: "New Person",
      role: "Client",
      company: "kestrel",
    } as const;
    const id = await makePerson(world.db, person, world.companies);
    const before = await mailsOut();
    expect(await one(held.id, { dryRun: true })).toMatchObject({ became: "not_done", state: "held" });
    expect((await readIncoming(world, held.id)).state).toBe("held");
    const done = await one(held.id);
    expect(done).toMatchObject({ state: "held", became: "done" });
    expect(await readIncoming(world, held.id)).toMatchObject({
      state: "done",
      user_id: id,
      opened_ticket: true,
    });
    expect(await events("incoming.replayed", held.id)).toMatchObject([
      {
        name: "System",
        via: "shell",
        before: { state: "held", reason: "unknown_sender" },
        after: { state: "done" },
      },
    ]);
    expect(await one(held.id)).toMatchObject({ became: "same" });
    const tickets = await world.db
      .selectFrom("tickets")
      .select("id")
      .where("subject", "=", "Hello")
      .execute();
    expect(tickets).toHaveLength(1);
    expect(await mailsOut()).toBe(before);
  });

  it("posts one answer, however many read it at once, and mails it to nobody", async () => {
    const { opened, mail } = await answered();
    await world
      .as("idris")
      .post(`/tickets/${opened.ticket_id}/participants`, { user_id: world.idOf("priya") });
    await world.db.deleteFrom("mails").where("comment_id", "=", mail.comment_id).execute();
    await world.db
      .updateTable("incoming_mails")
      .set({ state: "failed", reason: "unreadable", comment_id: null, ticket_id: null })
      .where("id", "=", mail.id)
      .execute();
    await world.db.deleteFrom("comments").where("id", "=", mail.comment_id).execute();
    const before = await mailsOut();
    await Promise.all([replay({ state: "failed" }), replay({ state: "failed" }), replay({ id: mail.id })]);
    const { body } = await world.as("tomas").get(`/tickets/${opened.ticket_id}/comments`);
    expect(body.comments.map(({ comment }: { comment: string }) => comment)).toEqual(["It is on fire"]);
    expect(await mailsOut()).toBe(before);
  });

  it("is none that a person has ignored, and of a time none that came before it", async () => {
    const ignored = await deliver(world, { from: "x@nowhere.test", text: "Buy" });
    await world.as("maren").post(`/incoming/${ignored.id}/ignore`);
    expect(await replay({ id: ignored.id })).toEqual([]);
    world.pass(48 * 3_600_000);
    const since = world.clock.now();
    const held = await deliver(world, { from: "y@nowhere.test", text: "Hello" });
    expect((await replay({ since })).map(({ id, became }) => [id, became])).toEqual([[held.id, "not_done"]]);
  });

  it("stays as it is where its original is gone", async () => {
    const held = await deliver(world, { from: "z@nowhere.test", text: "Gone soon" });
    await world.app.files.delete(held.raw_hash ?? Buffer.alloc(0));
    expect(await one(held.id)).toMatchObject({ became: "left", reason: "the original is not kept any more" });
    expect((await readIncoming(world, held.id)).state).toBe("held");
  });
});

describe("a mail that was done, read once more", () => {
  it("shows what its comment would say now, and writes it as a version by System where asked", async () => {
    const { mail } = await answered();
    const worse = "It is on fire\n\n> It jams\n\nlist.exe was not kept: blocked file type";
    await readWorse(mail, worse);
    const before = await mailsOut();
    const better = "It is on fire\n\nlist.exe was not kept: blocked file type";
    for (const options of [{}, { dryRun: true }, { dryRun: true, apply: true }])
      expect(await one(mail.id, options)).toMatchObject({
        became: "differs",
        difference: { of: "comment", before: worse, after: better },
      });
    expect(await one(mail.id, { apply: true })).toMatchObject({ became: "rewritten" });
    const path = `/tickets/${mail.ticket_id}/comments`;
    const { body } = await world.as("idris").get(path);
    expect(body.comments).toMatchObject([{ comment: better, author_id: world.idOf("tomas") }]);
    const { versions } = (await world.as("idris").get(`${path}/${mail.comment_id}/versions`)).body;
    expect(versions).toMatchObject([{ comment: worse, by: "Tomás Aguilar" }]);
    expect(await events("comment.edited", mail.comment_id ?? "")).toMatchObject([
      { name: "System", via: "shell" },
    ]);
    expect(await events("incoming.replayed", mail.id)).toMatchObject([
      { name: "System", before: { parser: 0 } },
    ]);
    expect(await readIncoming(world, mail.id)).toMatchObject({ words: "It is on fire", parser: 1 });
    expect(await one(mail.id, { apply: true })).toMatchObject({ became: "same" });
    expect(await mailsOut()).toBe(before);
  });

  it("writes the description of the ticket that it opened, also of a mail sent on", async () => {
    const { opened } = await answered();
    await readWorse(opened, "It jams\n-- \nTomás");
    const worked = await world.as("idris").get(`/tickets/${opened.ticket_id}`);
    expect(await one(opened.id, { apply: true })).toMatchObject({ became: "rewritten" });
    const { body } = await world.as("tomas").get(`/tickets/${opened.ticket_id}`);
    expect(body).toMatchObject({ issue: "It jams", updated: worked.body.updated });
    const found = await world.as("idris").get("/tickets", { search: "jams" });
    expect(found.body.items.map(({ id }: { id: string }) => id)).toContain(opened.ticket_id);
    const text = `Look.\n\n---------- Forwarded message ---------\nFrom: Tomas <${TOMAS}>\nDate: today\nSubject: Door\nTo: idris\n\nThe door`;
    const sentOn = await deliver(world, { from: IDRIS, subject: "Fwd: Door", text, signed: true });
    expect(sentOn.opened_ticket).toBe(true);
    expect(await one(sentOn.id)).toMatchObject({ became: "same" });
  });

  it("leaves what a person has edited or deleted", async () => {
    const { opened, mail } = await answered();
    const path = `/tickets/${mail.ticket_id}/comments/${mail.comment_id}`;
    await world.as("tomas").put(path, { comment: "It is smoking" });
    expect(await one(mail.id, { apply: true })).toMatchObject({
      became: "left",
      reason: "a person has edited it",
    });
    const { version } = (await world.as("rafael").get(`/tickets/${opened.ticket_id}`)).body;
    await world
      .as("rafael")
      .patch(`/tickets/${opened.ticket_id}`, { issue: "Jams a lot", base_version: version });
    expect(await one(opened.id, { apply: true })).toMatchObject({ became: "left" });
    const { body } = await world.as("tomas").get(`/tickets/${opened.ticket_id}/comments`);
    expect(body.comments[0].comment).toBe("It is smoking");
    await world.as("tomas").delete(path);
    expect(await one(mail.id, { apply: true })).toMatchObject({ became: "same" });
  });

  it("never makes an answer of a note", async () => {
    const { opened } = await answered();
    const { uid } = (await world.as("idris").get(`/tickets/${opened.ticket_id}`)).body;
    const noted = { from: IDRIS, subject: `Re: [${uid}] Printer`, text: "#note\nThe fuser", signed: true };
    const note = await deliver(world, noted);
    await world.db
      .updateTable("comments")
      .set({ visibility: "public" })
      .where("id", "=", note.comment_id)
      .execute();
    await readWorse(note, "#note\nThe fuser");
    expect(await one(note.id, { apply: true })).toMatchObject({ became: "same" });
  });
});
