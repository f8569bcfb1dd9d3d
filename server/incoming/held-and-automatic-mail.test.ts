import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { World } from "../../test/support/app/app-with-people.ts";
import { deliver, readIncoming, storeRaw, writeMail } from "../../test/support/incoming/incoming-mail.ts";
import { makeMailWorld } from "../../test/support/incoming/mail-world.ts";
import {
  commentsOf,
  details,
  IDRIS,
  type MailedTicket,
  mailsTo,
  raiseMailedTicket,
  replyAddress,
  TOMAS,
} from "../../test/support/incoming/mailed-ticket.ts";
import { writeReturned } from "../../test/support/incoming/returned-mail.ts";

let world: World;
let ticket: MailedTicket;
beforeAll(async () => {
  world = await makeMailWorld(["kestrel.test", "aster.test", "waypost.test"], "reject");
});
afterAll(() => world.end());
beforeEach(async () => {
  ticket = await raiseMailedTicket(world);
});

const tickets = async () =>
  world.db.selectFrom("tickets").select(["id", "subject"]).orderBy("number").execute();

describe("what does nothing by itself", () => {
  it("is a stranger's mail, which is held and not answered", async () => {
    const before = await tickets();
    const mail = await deliver(world, { from: "who@nowhere.test", subject: `[${ticket.uid}] Hello` });
    expect(details(mail)).toEqual(["held", "unknown_sender"]);
    expect(await mailsTo(world, "who@nowhere.test")).toEqual([]);
    expect(await tickets()).toEqual(before);
    expect(await commentsOf(world, ticket.id)).toEqual([]);
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
      { from: TOMAS, to: await replyAddress(world, ticket, "tomas") },
      { door: "listener", clientIp: "192.0.2.9", clientName: "mx.evil.test", envelopeFrom: "a@evil.test" },
    );
    expect(details(mail)).toEqual(["held", "maybe_forged"]);
    expect(mail.proof).toBe("failed");
    expect(await commentsOf(world, ticket.id)).toEqual([]);
  });

  it("is an answer by number alone without proof, which anybody could guess", async () => {
    const mail = await deliver(world, { from: TOMAS, subject: `Re: [${ticket.uid}] Printer` });
    expect(details(mail)).toEqual(["held", "sender_not_proven"]);
  });

  it("is a colleague's answer without proof, or with proof and not to the desk", async () => {
    const unproven = await deliver(world, { from: IDRIS, to: await replyAddress(world, ticket, "idris") });
    expect(details(unproven)).toEqual(["held", "staff_not_proven"]);
    const sentOn = await deliver(world, { from: IDRIS, to: "rep@vendor.test", signed: true });
    expect(details(sentOn)).toEqual(["held", "staff_not_proven"]);
  });

  it("is a mistyped command of a colleague, which must not reach a client", async () => {
    const text = "#ntoe\n\nThe client is wrong about this.";
    const mail = await deliver(world, {
      from: IDRIS,
      to: await replyAddress(world, ticket, "idris"),
      text,
      signed: true,
    });
    expect(details(mail)).toEqual(["held", "unknown_command"]);
    expect(mail.detail).toMatchObject({ word: "#ntoe" });
    expect(await commentsOf(world, ticket.id)).toEqual([]);
  });

  it("is a mail about a ticket of another company, of which its sender hears nothing", async () => {
    const subject = `Re: [${ticket.uid}] Printer`;
    const mail = await deliver(world, { from: "jonas@aster.test", subject, signed: true });
    expect(details(mail)).toEqual(["held", "other_company"]);
    expect(await mailsTo(world, "jonas@aster.test")).toEqual([]);
  });

  it("is a mail about a colleague's ticket that its sender does not see", async () => {
    const raised = await world.as("priya").post("/tickets", { subject: "Secret", issue: "Of Priya" });
    const { uid } = raised.body.ticket;
    const mail = await deliver(world, { from: TOMAS, subject: `[${uid}] And me?`, signed: true });
    expect(details(mail)).toEqual(["held", "not_on_ticket"]);
  });

  it("is a mail about a ticket in the trash", async () => {
    await world.as("maren").delete(`/tickets/${ticket.id}`);
    const mail = await deliver(world, {
      from: TOMAS,
      to: await replyAddress(world, ticket, "tomas"),
      signed: true,
    });
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

describe("what machines write", () => {
  it("is one folded line on the ticket: no comment, no status, no mail", async () => {
    await world.as("idris").post(`/tickets/${ticket.id}/solve`);
    await world.drain();
    const sofar = (await world.db.selectFrom("mails").select("id").execute()).length;
    const mail = await deliver(world, {
      from: TOMAS,
      to: await replyAddress(world, ticket, "tomas"),
      subject: "Automatic reply",
      headers: { "Auto-Submitted": "auto-replied" },
    });
    expect(mail).toMatchObject({ state: "done", kind: "automatic", ticket_id: ticket.id });
    expect(await commentsOf(world, ticket.id)).toEqual([]);
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
      (await mailsTo(world, "tomas@kestrel.test")).filter(({ ticket_id }) => ticket_id === alarm.ticket_id),
    ).toEqual([]);
  });

  it("is believed about returned mail only where the desk sent that mail to that address", async () => {
    await world
      .as("idris")
      .patch(`/tickets/${ticket.id}`, { assignee_id: world.idOf("idris"), base_version: 1 });
    await world.as("idris").post(`/tickets/${ticket.id}/comments`, { comment: "Try it." });
    await world.drain();
    await world.db.updateTable("mails").set({ state: "sent" }).where("ticket_id", "=", ticket.id).execute();
    const sent = (await mailsTo(world, "tomas@kestrel.test")).at(-1);
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
    const told = (await mailsTo(world, "idris@waypost.test")).filter(({ subject }) =>
      subject.includes("was returned"),
    );
    expect(told).toHaveLength(1);
    await deliver(world, { from: TOMAS, subject: "I am here", signed: true });
    expect(await world.db.selectFrom("bounced_addresses").selectAll().execute()).toEqual([]);
  });
});
