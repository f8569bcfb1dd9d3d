import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { markBounced } from "#server/mail/bounced-addresses.ts";
import { makeMailbox } from "../../test/support/incoming/incoming-mail.ts";
import { insertIncoming } from "../../test/support/incoming/insert-incoming.ts";
import { makeWorld, type Name, type World } from "../../test/support/app/app-with-people.ts";
import { watchStatements } from "../../test/support/database/watch-statements.ts";

let world: World;
let folder: string;
let ticket: string;
let mail: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "waypost-ticket-mails-"));
  world = await makeWorld({ DATA_DIR: folder });
});
afterAll(async () => {
  await world.end();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  const raised = await world.as("tomas").post("/tickets", { subject: "Screen", issue: "Flickers." });
  ticket = raised.body.ticket.id;
  mail = await insertIncoming(world, {
    raw: "From: tomas@kestrel.test\r\n\r\nIt flickers.",
    from_address: "tomas@kestrel.test",
    from_name: "Tomás Aguilar",
    subject: "Screen",
    state: "done",
    reason: null,
    user_id: world.idOf("tomas"),
    ticket_id: ticket,
    opened_ticket: true,
    matched_by: "reference",
    proof_detail: JSON.stringify(["dmarc: none"]),
    quoted: "> An older answer",
    recipients: JSON.stringify({
      to: [{ name: "Help", address: "help@waypost.test" }],
      cc: [{ name: "Rep", address: "rep@vendor.test" }],
      outside: ["rep@vendor.test"],
    }),
    files: JSON.stringify([
      { name: "setup.exe", type: "application/x-msdownload", bytes: 6, refused: true },
      { name: "photo.png", type: "image/png", bytes: 9, refused: false },
    ]),
  });
});

const mails = async (name: Name, id = ticket) =>
  (await world.as(name).get(`/tickets/${id}/mails`)).body.items;
const original = (name: Name, id = mail) => world.as(name).get(`/tickets/${ticket}/mails/${id}/original`);

/** The returned mails that somebody sees, by their address. */
async function returned(name: Name) {
  return Object.fromEntries(
    (await mails(name))
      .filter(({ subject }: { subject: string }) => subject === "Re")
      .map((line: { to: [{ address: string }]; returned: object; state: string }) => [
        line.to[0].address,
        { ...line.returned, state: line.state },
      ]),
  );
}

describe("the mails of a ticket", () => {
  it("are absent for who does not see the ticket", async () => {
    expect((await world.as("jonas").get(`/tickets/${ticket}/mails`)).status).toBe(404);
    expect((await world.as("nobody").get(`/tickets/${ticket}/mails`)).status).toBe(403);
  });

  it("show the staff proof, quotes, what was not kept, who else got it, and how it came", async () => {
    await world.pool.query(
      "insert into incoming_deliveries (incoming_id, door, at) select $1, 'shell', $2 from generate_series(1, 2)",
      [mail, world.clock.now()],
    );
    expect(await mails("idris")).toContainEqual(
      expect.objectContaining({
        id: mail,
        direction: "in",
        from: { address: "tomas@kestrel.test", name: "Tomás Aguilar" },
        to: [{ address: "help@waypost.test", name: "Help" }],
        opened_ticket: true,
        comment_id: null,
        has_quoted: true,
        quoted: "> An older answer",
        proof: "none",
        sender_not_proven: true,
        files_not_kept: [{ name: "setup.exe" }],
        also_sent_to: [{ address: "rep@vendor.test", name: "Rep" }],
        arrival: { matched_by: "reference", proof_detail: ["dmarc: none"], times: 2, bytes: 40 },
      }),
    );
  });

  it("name the mailbox by which the ticket came to the staff, and to nobody else", async () => {
    const came = async (name: Name) => (await world.as(name).get(`/tickets/${ticket}/mails`)).body.mailbox;
    expect(await came("idris")).toBeNull();
    const mailbox_id = await makeMailbox(world);
    await world.db.updateTable("tickets").set({ mailbox_id }).where("id", "=", ticket).execute();
    const { address, name } = await world.db
      .selectFrom("mailboxes")
      .select(["address", "name"])
      .where("id", "=", mailbox_id)
      .executeTakeFirstOrThrow();
    expect(await came("idris")).toEqual({ address, name });
    expect(await came("tomas")).toBeNull();
    expect(await came("priya")).toBeNull();
  });

  it("show the staff automatic replies with their words, and what was sent", async () => {
    await insertIncoming(world, {
      kind: "automatic",
      state: "done",
      reason: "automatic",
      user_id: world.idOf("tomas"),
      ticket_id: ticket,
      words: "I am back on Thursday.",
    });
    await world.as("idris").post(`/tickets/${ticket}/comments`, { comment: "We look into it." });
    await world.drain();
    const all = await mails("idris");
    expect(all).toContainEqual(
      expect.objectContaining({ kind: "automatic", words: "I am back on Thursday.", reason: "automatic" }),
    );
    const sent = all.filter(({ direction }: { direction: string }) => direction === "out");
    expect(sent.map(({ to }: { to: object }) => to)).toContainEqual([
      { address: "tomas@kestrel.test", name: "" },
    ]);
    expect(await mails("tomas")).toHaveLength(1);
  });

  it("are for people from outside their own alone, without what is the staff's", async () => {
    await world.as("idris").post(`/tickets/${ticket}/participants`, { user_id: world.idOf("priya") });
    expect(await mails("priya")).toEqual([]);
    expect(await mails("tomas")).toEqual([
      expect.objectContaining({
        id: mail,
        proof: null,
        reason: null,
        sender_not_proven: false,
        files_not_kept: [],
        also_sent_to: [],
        arrival: null,
        words: null,
      }),
    ]);
  });

  it("tell the staff what came back, and whom to try again those who may edit its reader", async () => {
    const tomas = world.idOf("tomas");
    const sent = async (to: string) =>
      (
        await world.db
          .insertInto("mails")
          .values({ message_id: `<${to}>`, to, subject: "Re", body_text: "", body_html: "", state: "sent" })
          .returning("id")
          .executeTakeFirstOrThrow()
      ).id;
    const ctx = { db: world.db, now: world.clock.now() };
    for (const to of ["Tomas@kestrel.test", "tomas.old@kestrel.test"]) {
      const id = await sent(to);
      const about = { ticket_id: ticket, user_id: tomas };
      await world.db.updateTable("mails").set(about).where("id", "=", id).execute();
      await markBounced(ctx, { id, to, ...about }, "mailbox unknown (5.1.1)");
    }
    const at = ctx.now.toISOString();
    const old = { at, marked: true, try_again_for: null, state: "bounced" };
    const his = { ...old, try_again_for: tomas };
    expect(await returned("maren")).toEqual({ "Tomas@kestrel.test": his, "tomas.old@kestrel.test": old });
    expect(await returned("idris")).toEqual({ "Tomas@kestrel.test": old, "tomas.old@kestrel.test": old });
    expect(await returned("tomas")).toEqual({});
    expect((await world.as("maren").post(`/users/${tomas}/try-mail-again`)).body).toEqual({ queued: 1 });
    expect(await returned("maren")).toEqual({
      "Tomas@kestrel.test": { at, marked: false, try_again_for: null, state: "captured" },
      "tomas.old@kestrel.test": old,
    });
  });

  it("are no mails that somebody still decides on", async () => {
    await insertIncoming(world, { user_id: world.idOf("tomas"), ticket_id: ticket });
    for (const name of ["maren", "idris", "tomas"] as const)
      expect((await mails(name)).filter(({ state }: { state: string }) => state === "held")).toEqual([]);
  });

  it("are read in one statement beside the session's", async () => {
    const idris = world.as("idris");
    await idris.get(`/tickets/${ticket}/mails`);
    const statements: string[] = [];
    const end = watchStatements((text) => statements.push(text));
    await idris.get(`/tickets/${ticket}/mails`);
    end();
    expect(statements.filter((text) => text.includes("incoming_mails"))).toHaveLength(1);
    expect(statements.filter((text) => /^(select|with)/i.test(text)).length).toBeLessThanOrEqual(2);
  });
});

const raise = async (subject: string): Promise<string> =>
  (await world.as("tomas").post("/tickets", { subject, issue: "Flickers." })).body.ticket.id;
const incoming = async (name: Name, id: string) =>
  (await mails(name, id)).filter(({ direction }: { direction: string }) => direction === "in");
const shown = async (id: string) =>
  (await world.as("idris").get(`/tickets/${id}/comments`)).body.comments.map(
    (comment: { id: string }) => comment.id,
  );
const originalOn = async (name: Name, id: string) =>
  (await world.as(name).get(`/tickets/${id}/mails/${mail}/original`)).status;
async function merge(kept: string, merged: string): Promise<string> {
  const { body } = await world.as("idris").post(`/tickets/${kept}/merge`, { ids: [merged] });
  return body.merges[0].id;
}
/** Splits off what the mail brought as a comment of a ticket; answers the new ticket. */
async function split(comment: string): Promise<string> {
  const { body } = await world
    .as("idris")
    .post(`/tickets/${ticket}/split`, { subject: "Of its own", comment_ids: [comment] });
  return body.ticket.id;
}

describe("the mail by which words came that moved", () => {
  it("stands beside the description of a merged ticket on the one that stays, through later merges, until the undo", async () => {
    const [kept, last] = [await raise("Kept"), await raise("Last")];
    const merged = await merge(kept, ticket);
    await merge(last, kept);
    for (const [name, proof] of [
      ["idris", { sender_not_proven: true, also_sent_to: [{ address: "rep@vendor.test", name: "Rep" }] }],
      ["tomas", { sender_not_proven: false, also_sent_to: [] }],
    ] as const) {
      const [found, ...others] = await incoming(name, last);
      expect(others).toEqual([]);
      expect(found).toMatchObject({ id: mail, opened_ticket: false, quoted: "> An older answer", ...proof });
      expect(await shown(last)).toContain(found.comment_id);
      expect(await originalOn(name, last)).toBe(200);
    }
    expect(await incoming("priya", last)).toEqual([]);
    expect(await originalOn("priya", last)).toBe(404);
    expect(await incoming("idris", ticket)).toMatchObject([{ comment_id: null, opened_ticket: true }]);

    const { items } = (await world.as("idris").get(`/tickets/${last}/merges`)).body;
    await world.as("idris").post("/tickets/merges/undo", { merge_ids: [items[0].id] });
    await world.as("idris").post("/tickets/merges/undo", { merge_ids: [merged] });
    expect(await incoming("idris", kept)).toEqual([]);
    expect(await originalOn("idris", kept)).toBe(404);
  });

  it("is the one that opened the ticket split off, whose description it is now, also where that is merged", async () => {
    const said = await world.as("tomas").post(`/tickets/${ticket}/comments`, { comment: "It came back." });
    const comment = said.body.id;
    await world.db
      .updateTable("incoming_mails")
      .set({ comment_id: comment, opened_ticket: false })
      .where("id", "=", mail)
      .execute();
    const off = await split(comment);
    expect(await incoming("idris", off)).toMatchObject([
      { id: mail, comment_id: null, opened_ticket: true, sender_not_proven: true },
    ]);
    expect(await incoming("tomas", off)).toMatchObject([{ id: mail, comment_id: null, opened_ticket: true }]);
    for (const name of ["idris", "tomas"] as const) expect(await originalOn(name, off)).toBe(200);
    const kept = await raise("Kept");
    await merge(kept, off);
    const [found] = await incoming("idris", kept);
    expect(found).toMatchObject({ id: mail, opened_ticket: false });
    expect(await shown(kept)).toContain(found.comment_id);
  });
});

describe("the original of a ticket's mail", () => {
  it("is for the staff who see the ticket, and for who sent it", async () => {
    for (const name of ["maren", "idris", "tomas"] as const) {
      const answer = await original(name);
      expect([answer.status, answer.text]).toEqual([200, "From: tomas@kestrel.test\r\n\r\nIt flickers."]);
      expect(answer.headers["content-disposition"]).toBe(`attachment; filename="mail-${mail}.eml"`);
    }
  });

  it("is absent for anybody else, also for who follows the ticket or administers the company", async () => {
    await world.as("idris").post(`/tickets/${ticket}/participants`, { user_id: world.idOf("priya") });
    for (const name of ["priya", "jonas", "helena"] as const) expect((await original(name)).status).toBe(404);
    expect((await original("nobody")).status).toBe(403);
  });

  it("is absent below another ticket, and while somebody decides on it", async () => {
    const other = await world.as("tomas").post("/tickets", { subject: "Other", issue: "Else." });
    const path = `/tickets/${other.body.ticket.id}/mails/${mail}/original`;
    expect((await world.as("tomas").get(path)).status).toBe(404);
    const held = await insertIncoming(world, { user_id: world.idOf("tomas"), ticket_id: ticket });
    for (const name of ["idris", "tomas"] as const) expect((await original(name, held)).status).toBe(404);
  });
});
