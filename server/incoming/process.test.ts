import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { BLOCKED_FILE_TYPES } from "#contract/incoming/blocked-file-types.ts";
import { buildReplyAddress } from "#server/mail/reply-address.ts";
import { readSecret } from "#server/settings/signing-secrets.ts";
import { type Name, type World } from "../../test/support/app/app-with-people.ts";
import {
  deliver,
  makeMailbox,
  readIncoming,
  storeRaw,
  writeMail,
} from "../../test/support/incoming/incoming-mail.ts";
import { makeMailWorld } from "../../test/support/incoming/mail-world.ts";
import { writeReturned } from "../../test/support/incoming/returned-mail.ts";
import { processMail } from "./process.ts";

let world: World;
let mailboxId: string;
let ticket: { id: string; uid: string; number: number };

beforeAll(async () => {
  const made = await makeMailWorld(["kestrel.test", "aster.test", "waypost.test"], "reject");
  ({ mailboxId } = made);
  world = made;
});
afterAll(() => world.end());
beforeEach(async () => {
  world.pass(2 * 3_600_000);
  const raised = await world.as("tomas").post("/tickets", { subject: "Printer jams", issue: "Floor 2" });
  const { id, uid } = raised.body.ticket;
  await world.as("idris").post(`/tickets/${id}/participants`, { user_id: world.idOf("idris") });
  await world.drain();
  const { number } = await world.db
    .selectFrom("tickets")
    .select("number")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  ticket = { id, uid, number };
});

const TOMAS = "Tomás Aguilar <tomas@kestrel.test>";
const IDRIS = "Idris Okafor <idris@waypost.test>";

async function replyAddress(reader: Name, number = ticket.number): Promise<string> {
  const secret = await readSecret(world.db, "reply_secret");
  return buildReplyAddress(world.config, secret, { number, userId: world.idOf(reader) }) ?? "";
}
const comments = async (as: Name = "idris", id = ticket.id) =>
  (await world.as(as).get(`/tickets/${id}/comments`)).body.comments;
const mailsTo = async (address: string) =>
  world.db.selectFrom("mails").selectAll().where("to", "=", address).orderBy("position").execute();
const tickets = async () =>
  world.db.selectFrom("tickets").select(["id", "subject"]).orderBy("number").execute();
const details = ({ state, reason }: { state: string; reason: string | null }) => [state, reason];

describe("what does nothing by itself", () => {
  it("is a stranger's mail, which is held and not answered", async () => {
    const before = await tickets();
    const mail = await deliver(world, { from: "who@nowhere.test", subject: `[${ticket.uid}] Hello` });
    expect(details(mail)).toEqual(["held", "unknown_sender"]);
    expect(await mailsTo("who@nowhere.test")).toEqual([]);
    expect(await tickets()).toEqual(before);
    expect(await comments()).toEqual([]);
  });

  it("is a mail whose sender is not one address", async () => {
    const raw = await writeMail({ from: TOMAS });
    const twice = Buffer.concat([Buffer.from("From: priya@kestrel.test\r\n"), raw]);
    const { id } = await storeRaw(world, twice);
    await world.drain();
    expect(details(await readIncoming(world, id))).toEqual(["held", "sender_unclear"]);
  });

  it("is a forgery: a domain's owner asks that its unsigned mail is not believed", async () => {
    const mail = await deliver(
      world,
      { from: TOMAS, to: await replyAddress("tomas") },
      { door: "listener", clientIp: "192.0.2.9", clientName: "mx.evil.test", envelopeFrom: "a@evil.test" },
    );
    expect(details(mail)).toEqual(["held", "maybe_forged"]);
    expect(mail.proof).toBe("failed");
    expect(await comments()).toEqual([]);
  });

  it("is an answer by number alone without proof, which anybody could guess", async () => {
    const mail = await deliver(world, { from: TOMAS, subject: `Re: [${ticket.uid}] Printer` });
    expect(details(mail)).toEqual(["held", "sender_not_proven"]);
  });

  it("is a colleague's answer without proof, or with proof and not to the desk", async () => {
    const unproven = await deliver(world, { from: IDRIS, to: await replyAddress("idris") });
    expect(details(unproven)).toEqual(["held", "staff_not_proven"]);
    const sentOn = await deliver(world, { from: IDRIS, to: "rep@vendor.test", signed: true });
    expect(details(sentOn)).toEqual(["held", "staff_not_proven"]);
  });

  it("is a mistyped command of a colleague, which must not reach a client", async () => {
    const text = "#ntoe\n\nThe client is wrong about this.";
    const mail = await deliver(world, { from: IDRIS, to: await replyAddress("idris"), text, signed: true });
    expect(details(mail)).toEqual(["held", "unknown_command"]);
    expect(mail.detail).toMatchObject({ word: "#ntoe" });
    expect(await comments()).toEqual([]);
  });

  it("is a mail about a ticket of another company, of which its sender hears nothing", async () => {
    const subject = `Re: [${ticket.uid}] Printer`;
    const mail = await deliver(world, { from: "jonas@aster.test", subject, signed: true });
    expect(details(mail)).toEqual(["held", "other_company"]);
    expect(await mailsTo("jonas@aster.test")).toEqual([]);
  });

  it("is a mail about a colleague's ticket that its sender does not see", async () => {
    const raised = await world.as("priya").post("/tickets", { subject: "Secret", issue: "Of Priya" });
    const { uid } = raised.body.ticket;
    const mail = await deliver(world, { from: TOMAS, subject: `[${uid}] And me?`, signed: true });
    expect(details(mail)).toEqual(["held", "not_on_ticket"]);
  });

  it("is a mail about a ticket in the trash", async () => {
    await world.as("maren").delete(`/tickets/${ticket.id}`);
    const mail = await deliver(world, { from: TOMAS, to: await replyAddress("tomas"), signed: true });
    expect(details(mail)).toEqual(["held", "ticket_in_trash"]);
  });

  it("is a mail of people who were deleted, or whose company is inactive", async () => {
    const { db, companies } = world;
    await db.updateTable("companies").set({ is_active: false }).where("id", "=", companies.aster).execute();
    const inactive = await deliver(world, { from: "jonas@aster.test", signed: true });
    expect(details(inactive)).toEqual(["held", "company_inactive"]);
    await db.updateTable("companies").set({ is_active: true }).where("id", "=", companies.aster).execute();
    const gone = { deleted_at: world.clock.now() };
    await db.updateTable("users").set(gone).where("id", "=", world.idOf("helena")).execute();
    expect(details(await deliver(world, { from: "helena@aster.test", signed: true }))).toEqual([
      "held",
      "sender_deleted",
    ]);
    await db.updateTable("users").set({ deleted_at: null }).where("id", "=", world.idOf("helena")).execute();
  });

  it("is what a blocked sender writes, what the desk itself sent, and a newsletter of a stranger", async () => {
    const by = { blocked_by: world.idOf("maren"), blocked_at: world.clock.now() };
    await world.db
      .insertInto("sender_blocks")
      .values({ sender: "spam.test", ...by })
      .execute();
    expect(details(await deliver(world, { from: "x@spam.test" }))).toEqual(["ignored", "blocked_sender"]);
    expect(details(await deliver(world, { from: "help@waypost.test" }))).toEqual(["ignored", "own_mail"]);
    const headers = { "List-Id": "<news.shop.test>" };
    expect(details(await deliver(world, { from: "x@shop.test", headers }))).toEqual([
      "ignored",
      "newsletter",
    ]);
  });
});

describe("a client's mail", () => {
  it("opens a ticket under the person and the company, and is confirmed once", async () => {
    const mail = await deliver(
      world,
      { from: TOMAS, subject: "Scanner is slow", text: "Since Monday.", signed: true },
      { mailboxId },
    );
    expect(mail).toMatchObject({
      state: "done",
      opened_ticket: true,
      proof: "strong",
      user_id: world.idOf("tomas"),
    });
    const { body } = await world.as("tomas").get(`/tickets/${mail.ticket_id}`);
    expect(body).toMatchObject({
      subject: "Scanner is slow",
      issue: "Since Monday.",
      client_id: world.idOf("tomas"),
      company_id: world.companies.kestrel,
      status: "open",
      assignee_id: null,
    });
    const confirmed = (await mailsTo("tomas@kestrel.test")).filter(
      ({ ticket_id }) => ticket_id === mail.ticket_id,
    );
    expect(confirmed).toMatchObject([{ auto_submitted: "auto-replied" }]);
    const again = await deliver(world, { from: TOMAS, subject: "And this", signed: true });
    expect(
      (await mailsTo("tomas@kestrel.test")).filter(({ ticket_id }) => ticket_id === again.ticket_id),
    ).toEqual([]);
  });

  it("is accepted without proof, and says so; held where the desk's setting says hold", async () => {
    const mail = await deliver(world, { from: TOMAS, subject: "Unsigned" });
    expect(mail).toMatchObject({ state: "done", proof: "none" });
    await world.as("maren").patch("/settings", { mail_unproven_clients: "hold" });
    const held = await deliver(world, { from: TOMAS, subject: "Unsigned again" });
    await world.as("maren").patch("/settings", { mail_unproven_clients: "accept" });
    expect(details(held)).toEqual(["held", "sender_not_proven"]);
  });

  it("joins the ticket by its signed address, by what it answers, and by the number with proof", async () => {
    const signed = await deliver(world, { from: TOMAS, to: await replyAddress("tomas"), text: "By address" });
    expect(signed).toMatchObject({ state: "done", ticket_id: ticket.id, matched_by: "address" });
    const messageId = `<answer-${ticket.number}@waypost.test>`;
    await world.db
      .updateTable("mails")
      .set({ message_id: messageId })
      .where("ticket_id", "=", ticket.id)
      .where("to", "=", "tomas@kestrel.test")
      .execute();
    const answer = await deliver(world, { from: TOMAS, inReplyTo: messageId, text: "By reference" });
    expect(answer).toMatchObject({ state: "done", ticket_id: ticket.id, matched_by: "reference" });
    const numbered = { from: TOMAS, subject: `Re: [${ticket.uid}] x`, text: "By number", signed: true };
    expect(await deliver(world, numbered)).toMatchObject({ ticket_id: ticket.id, matched_by: "number" });
    expect(
      (await comments()).map(({ comment, author_id }: { comment: string; author_id: string }) => [
        comment,
        author_id,
      ]),
    ).toEqual(["By address", "By reference", "By number"].map((text) => [text, world.idOf("tomas")]));
  });

  it("is a new ticket when the signature in its address is not right, and is not confirmed", async () => {
    const wrong = `help+${ticket.number}.0123456789abcdef@waypost.test`;
    const mail = await deliver(world, { from: TOMAS, to: wrong, subject: "Guessed", signed: true });
    expect(mail).toMatchObject({ state: "done", opened_ticket: true });
    expect(
      (await mailsTo("tomas@kestrel.test")).filter(({ ticket_id }) => ticket_id === mail.ticket_id),
    ).toEqual([]);
  });

  it("tells nobody by a confirmation whether a number exists", async () => {
    const foreign = await world.as("jonas").post("/tickets", { subject: "Theirs", issue: "x" });
    world.pass(3_600_000);
    const absent = await deliver(world, { from: TOMAS, subject: "[WP-999999] Hello", signed: true });
    expect(absent).toMatchObject({ state: "done", opened_ticket: true });
    const held = await deliver(world, {
      from: TOMAS,
      subject: `[${foreign.body.ticket.uid}] Hello`,
      signed: true,
    });
    expect(held.state).toBe("held");
    const sent = (await mailsTo("tomas@kestrel.test")).filter(
      ({ created_at }) => created_at >= absent.received_at,
    );
    expect(sent).toEqual([]);
  });

  it("opens a ticket again within fourteen days of its closing, and a follow-up later", async () => {
    await world.as("idris").post(`/tickets/${ticket.id}/solve`);
    world.pass(9 * 86_400_000);
    await deliver(world, { from: TOMAS, to: await replyAddress("tomas"), text: "It jams again" });
    expect((await world.as("tomas").get(`/tickets/${ticket.id}`)).body.status).toBe("open");
    await world.as("idris").post(`/tickets/${ticket.id}/solve`);
    world.pass(15 * 86_400_000);
    const late = await deliver(world, { from: TOMAS, to: await replyAddress("tomas"), text: "And again" });
    expect(late).toMatchObject({ state: "done", opened_ticket: true });
    expect(late.ticket_id).not.toBe(ticket.id);
    const { body } = await world.as("tomas").get(`/tickets/${late.ticket_id}`);
    expect(body.follow_up_of.id).toBe(ticket.id);
  });

  it("brings its files, but not programs, and shows its pictures where they stood", async () => {
    const png = Buffer.concat([
      Buffer.from("\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x08\0\0\0\x08\x08\x06\0\0\0", "latin1"),
      Buffer.alloc(64, 3),
    ]);
    const mail = await deliver(world, {
      from: TOMAS,
      subject: "With files",
      text: undefined,
      html: '<p>See here:</p><p><img src="cid:pic@x" alt="screen"></p>',
      attachments: [
        { filename: "screen.png", content: png, cid: "pic@x", contentDisposition: "inline" },
        { filename: "list.csv", content: "a,b\n1,2\n" },
        { filename: "payload.exe", content: Buffer.from("MZ\0\0binary\0") },
      ],
      signed: true,
    });
    const { body } = await world.as("tomas").get(`/tickets/${mail.ticket_id}`);
    const names = body.attachments.map(({ name }: { name: string }) => name);
    expect(names.toSorted()).toEqual(["list.csv", "screen.png"]);
    const picture = body.attachments.find(({ name }: { name: string }) => name === "screen.png");
    expect(body.issue).toContain(`](attachment:${picture.id})`);
    expect(body.issue).toMatch(/payload\.exe was not kept: blocked file type$/);
  });

  it("leaves out the kinds of files that the desk's setting names, and no others", async () => {
    await world.as("maren").patch("/settings", { mail_blocked_types: ["csv", "zip"] });
    const mail = await deliver(world, {
      from: TOMAS,
      subject: "With other files",
      attachments: [
        { filename: "list.CSV", content: "a,b\n1,2\n" },
        { filename: "payload.exe", content: Buffer.from("MZ\0\0binary\0") },
      ],
      signed: true,
    });
    const { body } = await world.as("tomas").get(`/tickets/${mail.ticket_id}`);
    expect(body.attachments.map(({ name }: { name: string }) => name)).toEqual(["payload.exe"]);
    expect(body.issue).toMatch(/list\.CSV was not kept: blocked file type$/);
    await world.as("maren").patch("/settings", { mail_blocked_types: [...BLOCKED_FILE_TYPES] });
  });

  it("brings nobody of Cc where the desk's setting says so, and names them", async () => {
    await world.as("maren").patch("/settings", { mail_cc_adds_colleagues: false });
    const mail = await deliver(world, { from: TOMAS, cc: "priya@kestrel.test", signed: true });
    await world.as("maren").patch("/settings", { mail_cc_adds_colleagues: true });
    const { body } = await world.as("idris").get(`/tickets/${mail.ticket_id}/participants`);
    expect(body.participants).toEqual([]);
    expect(mail.recipients).toMatchObject({ outside: ["priya@kestrel.test"] });
  });

  it("brings colleagues of Cc onto the ticket, and nobody else", async () => {
    const mail = await deliver(world, {
      from: TOMAS,
      cc: ["priya@kestrel.test", "jonas@aster.test", "rep@vendor.test"],
      subject: "For us both",
      signed: true,
    });
    const { body } = await world.as("idris").get(`/tickets/${mail.ticket_id}/participants`);
    expect(body.participants.map(({ user_id }: { user_id: string }) => user_id)).toEqual([
      world.idOf("priya"),
    ]);
    expect(mail.recipients).toMatchObject({ outside: ["jonas@aster.test", "rep@vendor.test"] });
  });

  it("brings nobody onto a ticket that was there before without proof: it may be forged", async () => {
    const to = await replyAddress("tomas");
    const people = async () =>
      (await world.as("idris").get(`/tickets/${ticket.id}/participants`)).body.participants.map(
        ({ user_id }: { user_id: string }) => user_id,
      );
    const before = await people();
    const mail = await deliver(world, {
      from: TOMAS,
      to,
      cc: "priya@kestrel.test",
      text: "Read this, Priya",
    });
    expect(mail).toMatchObject({ state: "done", ticket_id: ticket.id, proof: "none" });
    expect(mail.recipients).toMatchObject({ outside: ["priya@kestrel.test"] });
    expect(await people()).toEqual(before);
    // People stand in the order in which they came.
    world.pass(60_000);
    await deliver(world, { from: TOMAS, to, cc: "priya@kestrel.test", text: "Once more", signed: true });
    expect(await people()).toEqual([...before, world.idOf("priya")]);
  });

  it("goes on from a confidential ticket in confidence", async () => {
    const hidden = { confidential: true };
    await world.db.updateTable("tickets").set(hidden).where("id", "=", ticket.id).execute();
    await world.as("idris").post(`/tickets/${ticket.id}/solve`);
    world.pass(15 * 86_400_000);
    const late = await deliver(world, {
      from: TOMAS,
      to: await replyAddress("tomas"),
      text: "Again",
      signed: true,
    });
    expect(late.opened_ticket).toBe(true);
    expect((await world.as("tomas").get(`/tickets/${late.ticket_id}`)).status).toBe(200);
    expect((await world.as("priya").get(`/tickets/${late.ticket_id}`)).status).toBe(404);
  });

  it("gets the mailbox's team, as the mailbox's own deed", async () => {
    const team = await world
      .as("maren")
      .post("/groups", { name: "Network", company_id: world.companies.internal });
    const group_id = team.body.id ?? team.body.group.id;
    const box = await makeMailbox(world, "network@waypost.test", { group_id });
    const mail = await deliver(
      world,
      { from: TOMAS, to: "network@waypost.test", signed: true },
      { mailboxId: box },
    );
    const { body } = await world.as("idris").get(`/tickets/${mail.ticket_id}`);
    expect(body.group_id).toBe(group_id);
    const by = await world.db
      .selectFrom("history")
      .select(["principal_id", "via"])
      .where("entity_id", "=", mail.ticket_id)
      .where("kind", "=", "ticket.changed")
      .execute();
    expect(by).toEqual([{ principal_id: box, via: "mail" }]);
  });
});

describe("a colleague's mail", () => {
  it("is a public answer with proof, which those do not get again who have it", async () => {
    const sofar = (await mailsTo("tomas@kestrel.test")).length;
    const to = [await replyAddress("idris"), "tomas@kestrel.test"];
    const mail = await deliver(world, { from: IDRIS, to, text: "Try now.", signed: true });
    expect(mail).toMatchObject({ state: "done", ticket_id: ticket.id });
    expect(await comments("tomas")).toMatchObject([{ comment: "Try now.", author_id: world.idOf("idris") }]);
    expect(await mailsTo("tomas@kestrel.test")).toHaveLength(sofar);
    await deliver(world, { from: IDRIS, to: await replyAddress("idris"), text: "Or now.", signed: true });
    expect(await mailsTo("tomas@kestrel.test")).toHaveLength(sofar + 1);
  });

  it("is a note that no client reads, and closes the ticket, as its first lines say", async () => {
    const to = await replyAddress("idris");
    await deliver(world, { from: IDRIS, to, text: "#note\nThe fuser is worn.", signed: true });
    expect(await comments("tomas")).toEqual([]);
    expect(await comments("idris")).toMatchObject([
      { visibility: "internal", comment: "The fuser is worn." },
    ]);
    await deliver(world, { from: IDRIS, to, text: "#close\nDone.", signed: true });
    expect((await world.as("tomas").get(`/tickets/${ticket.id}`)).body.status).toBe("closed");
  });

  it("opens the ticket of the client whose mail it sends on, with the words above as a note", async () => {
    const text = [
      "He called as well.",
      "",
      "---------- Forwarded message ---------",
      "From: Tomás Aguilar <tomas@kestrel.test>",
      "Date: Fri, Nov 20, 2026 at 9:00 AM",
      "Subject: Door does not open",
      "To: <idris@waypost.test>",
      "",
      "The badge reader is dark.",
    ].join("\n");
    const mail = await deliver(world, {
      from: IDRIS,
      subject: "Fwd: Door does not open",
      text,
      signed: true,
    });
    expect(mail).toMatchObject({ state: "done", opened_ticket: true });
    const { body } = await world.as("tomas").get(`/tickets/${mail.ticket_id}`);
    expect(body).toMatchObject({
      subject: "Door does not open",
      issue: "The badge reader is dark.",
      client_id: world.idOf("tomas"),
      created_by_fullname: "Idris Okafor",
    });
    expect(await comments("tomas", mail.ticket_id ?? "")).toEqual([]);
    expect(await comments("idris", mail.ticket_id ?? "")).toMatchObject([
      { visibility: "internal", comment: "He called as well." },
    ]);
  });

  it("waits for a person when nobody knows whose mail was sent on", async () => {
    const text =
      "---------- Forwarded message ---------\nFrom: X <x@nowhere.test>\nDate: today\nSubject: Hi\nTo: idris\n\nHello";
    const mail = await deliver(world, { from: IDRIS, subject: "Fwd: Hi", text, signed: true });
    expect(details(mail)).toEqual(["held", "forward_unknown"]);
  });
});

describe("what machines write", () => {
  it("is one folded line on the ticket: no comment, no status, no mail", async () => {
    await world.as("idris").post(`/tickets/${ticket.id}/solve`);
    await world.drain();
    const sofar = (await world.db.selectFrom("mails").select("id").execute()).length;
    const mail = await deliver(world, {
      from: TOMAS,
      to: await replyAddress("tomas"),
      subject: "Automatic reply",
      headers: { "Auto-Submitted": "auto-replied" },
    });
    expect(mail).toMatchObject({ state: "done", kind: "automatic", ticket_id: ticket.id });
    expect(await comments()).toEqual([]);
    expect((await world.as("tomas").get(`/tickets/${ticket.id}`)).body.status).toBe("closed");
    expect(await world.db.selectFrom("mails").select("id").execute()).toHaveLength(sofar);
    const event = await world.db
      .selectFrom("history")
      .select(["audience", "after"])
      .where("kind", "=", "ticket.automatic_reply")
      .executeTakeFirstOrThrow();
    expect(event).toEqual({ audience: "internal", after: { incoming_id: mail.id, name: "Tomás Aguilar" } });
  });

  it("is ignored without a ticket, unless it is a monitor of somebody known, who gets no confirmation", async () => {
    const reply = { from: TOMAS, subject: "Out of office", headers: { "Auto-Submitted": "auto-replied" } };
    expect(details(await deliver(world, reply))).toEqual(["ignored", "automatic"]);
    const headers = { "Auto-Submitted": "auto-generated" };
    expect(details(await deliver(world, { from: "x@nowhere.test", headers }))).toEqual([
      "ignored",
      "automatic",
    ]);
    const alarm = await deliver(world, { from: TOMAS, subject: "Disk is full", headers });
    expect(alarm).toMatchObject({ state: "done", opened_ticket: true });
    expect(
      (await mailsTo("tomas@kestrel.test")).filter(({ ticket_id }) => ticket_id === alarm.ticket_id),
    ).toEqual([]);
  });

  it("is believed about returned mail only where the desk sent that mail to that address", async () => {
    await world
      .as("idris")
      .patch(`/tickets/${ticket.id}`, { assignee_id: world.idOf("idris"), base_version: 1 });
    await world.as("idris").post(`/tickets/${ticket.id}/comments`, { comment: "Try it." });
    await world.drain();
    await world.db.updateTable("mails").set({ state: "sent" }).where("ticket_id", "=", ticket.id).execute();
    const sent = (await mailsTo("tomas@kestrel.test")).at(-1);
    const invented = await storeRaw(world, writeReturned("<nothing@waypost.test>", "tomas@kestrel.test"));
    const other = await storeRaw(world, writeReturned(sent?.message_id ?? "", "priya@kestrel.test"));
    await world.drain();
    for (const { id } of [invented, other])
      expect(details(await readIncoming(world, id))).toEqual(["ignored", "bounce_unknown"]);
    expect(await world.db.selectFrom("bounced_addresses").selectAll().execute()).toEqual([]);
    const real = await storeRaw(world, writeReturned(sent?.message_id ?? "", "tomas@kestrel.test"));
    await world.drain();
    expect(await readIncoming(world, real.id)).toMatchObject({
      state: "done",
      kind: "bounce",
      ticket_id: ticket.id,
    });
    expect(await world.db.selectFrom("bounced_addresses").select("address").execute()).toEqual([
      { address: "tomas@kestrel.test" },
    ]);
    const told = (await mailsTo("idris@waypost.test")).filter(({ subject }) =>
      subject.includes("was returned"),
    );
    expect(told).toHaveLength(1);
    await deliver(world, { from: TOMAS, subject: "I am here", signed: true });
    expect(await world.db.selectFrom("bounced_addresses").selectAll().execute()).toEqual([]);
  });
});

describe("processing", () => {
  it("acts once, however often and by however many it is done", async () => {
    const { id } = await storeRaw(
      world,
      await writeMail({ from: TOMAS, to: await replyAddress("tomas"), text: "Once" }),
    );
    await Promise.all(Array.from({ length: 6 }, () => processMail(world.app, id)));
    await processMail(world.app, id);
    expect(await comments()).toHaveLength(1);
  });

  it("takes ten mails at once to one ticket: ten comments, nobody waits for each other", async () => {
    const to = await replyAddress("tomas");
    const stored = await Promise.all(
      Array.from({ length: 10 }, async (_, n) =>
        storeRaw(world, await writeMail({ from: TOMAS, to, cc: "priya@kestrel.test", text: `Number ${n}` })),
      ),
    );
    await Promise.all(stored.map(({ id }) => processMail(world.app, id)));
    expect(await comments()).toHaveLength(10);
  });

  it("holds the eleventh mail of ten minutes on one ticket", async () => {
    const to = await replyAddress("tomas");
    const states: string[] = [];
    for (let n = 0; n < 11; n += 1)
      states.push((await deliver(world, { from: TOMAS, to, text: `Mail ${n}` })).state);
    expect(states).toEqual([...Array.from({ length: 10 }, () => "done"), "held"]);
  });

  it("takes more of a system, in one ticket and in new ones, up to 600 an hour", async () => {
    await world.as("maren").patch("/settings", { mail_system_senders: ["Tomas@Kestrel.test"] });
    onTestFinished(
      async () => void (await world.as("maren").patch("/settings", { mail_system_senders: [] })),
    );
    const to = await replyAddress("tomas");
    for (let n = 0; n < 12; n += 1)
      expect((await deliver(world, { from: TOMAS, to, text: `Alarm ${n}` })).state).toBe("done");
    const write = (count: number) =>
      world.pool.query(
        `insert into incoming_mails (id, identity, bytes, from_address, state, opened_ticket, received_at)
         select gen_random_uuid(), sha256(uuid_send(gen_random_uuid())), 1, 'tomas@kestrel.test', 'done', true, $2
         from generate_series(1, $1)`,
        [count, world.clock.now()],
      );
    await write(587);
    expect((await deliver(world, { from: TOMAS, subject: "Disk full" })).state).toBe("done");
    const late = await deliver(world, { from: TOMAS, subject: "Disk full again" });
    expect(details(late)).toEqual(["held", "too_many"]);
    world.pass(3_600_001);
    expect((await deliver(world, { from: TOMAS, subject: "Disk full still" })).state).toBe("done");
  });

  it("goes through the mail first that another answers", async () => {
    const first = await storeRaw(
      world,
      await writeMail({ from: TOMAS, subject: "First", messageId: "<first@kestrel.test>" }),
    );
    const second = await storeRaw(
      world,
      await writeMail({ from: TOMAS, subject: "Re: First", inReplyTo: "<first@kestrel.test>", text: "More" }),
    );
    await processMail(world.app, second.id);
    const opened = await readIncoming(world, first.id);
    expect(opened.opened_ticket).toBe(true);
    expect(await readIncoming(world, second.id)).toMatchObject({
      state: "done",
      ticket_id: opened.ticket_id,
    });
  });

  it("fails a mail whose original is gone, where people see it", async () => {
    const { id } = await storeRaw(world, await writeMail({ from: TOMAS, text: "Gone" }));
    const { raw_hash } = await readIncoming(world, id);
    await world.app.files.delete(raw_hash ?? Buffer.alloc(0));
    await processMail(world.app, id);
    expect(details(await readIncoming(world, id))).toEqual(["failed", "unreadable"]);
  });

  it("answers and throws away a ticket at once, in one order or the other", async () => {
    const { id } = await storeRaw(
      world,
      await writeMail({ from: TOMAS, to: await replyAddress("tomas"), text: "Race" }),
    );
    const [, gone] = await Promise.all([
      processMail(world.app, id),
      world.as("maren").delete(`/tickets/${ticket.id}`),
    ]);
    expect(gone.status).toBe(204);
    const mail = await readIncoming(world, id);
    expect([
      ["done", null],
      ["held", "ticket_in_trash"],
    ]).toContainEqual(details(mail));
  });
});
