import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { World } from "../../test/support/app/app-with-people.ts";
import { deliver, makeMailbox } from "../../test/support/incoming/incoming-mail.ts";
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

let world: World;
let mailboxId: string;
let ticket: MailedTicket;
beforeAll(async () => {
  const made = await makeMailWorld(["kestrel.test", "aster.test", "waypost.test"], "reject");
  ({ mailboxId } = made);
  world = made;
});
afterAll(() => world.end());
beforeEach(async () => {
  ticket = await raiseMailedTicket(world);
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
    const confirmed = (await mailsTo(world, "tomas@kestrel.test")).filter(
      ({ ticket_id }) => ticket_id === mail.ticket_id,
    );
    expect(confirmed).toMatchObject([{ auto_submitted: "auto-replied" }]);
    const again = await deliver(world, { from: TOMAS, subject: "And this", signed: true });
    expect(
      (await mailsTo(world, "tomas@kestrel.test")).filter(({ ticket_id }) => ticket_id === again.ticket_id),
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
    const signed = await deliver(world, {
      from: TOMAS,
      to: await replyAddress(world, ticket, "tomas"),
      text: "By address",
    });
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
      (await commentsOf(world, ticket.id)).map(
        ({ comment, author_id }: { comment: string; author_id: string }) => [comment, author_id],
      ),
    ).toEqual(["By address", "By reference", "By number"].map((text) => [text, world.idOf("tomas")]));
  });

  it("is a new ticket when the signature in its address is not right, and is not confirmed", async () => {
    const wrong = `help+${ticket.number}.0123456789abcdef@waypost.test`;
    const mail = await deliver(world, { from: TOMAS, to: wrong, subject: "Guessed", signed: true });
    expect(mail).toMatchObject({ state: "done", opened_ticket: true });
    expect(
      (await mailsTo(world, "tomas@kestrel.test")).filter(({ ticket_id }) => ticket_id === mail.ticket_id),
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
    const sent = (await mailsTo(world, "tomas@kestrel.test")).filter(
      ({ created_at }) => created_at >= absent.received_at,
    );
    expect(sent).toEqual([]);
  });

  it("opens a ticket again within fourteen days of its closing, and a follow-up later", async () => {
    await world.as("idris").post(`/tickets/${ticket.id}/solve`);
    world.pass(9 * 86_400_000);
    await deliver(world, {
      from: TOMAS,
      to: await replyAddress(world, ticket, "tomas"),
      text: "It jams again",
    });
    expect((await world.as("tomas").get(`/tickets/${ticket.id}`)).body.status).toBe("open");
    await world.as("idris").post(`/tickets/${ticket.id}/solve`);
    world.pass(15 * 86_400_000);
    const late = await deliver(world, {
      from: TOMAS,
      to: await replyAddress(world, ticket, "tomas"),
      text: "And again",
    });
    expect(late).toMatchObject({ state: "done", opened_ticket: true });
    expect(late.ticket_id).not.toBe(ticket.id);
    const { body } = await world.as("tomas").get(`/tickets/${late.ticket_id}`);
    expect(body.follow_up_of.id).toBe(ticket.id);
  });

  it("goes on from a confidential ticket in confidence", async () => {
    const hidden = { confidential: true };
    await world.db.updateTable("tickets").set(hidden).where("id", "=", ticket.id).execute();
    await world.as("idris").post(`/tickets/${ticket.id}/solve`);
    world.pass(15 * 86_400_000);
    const late = await deliver(world, {
      from: TOMAS,
      to: await replyAddress(world, ticket, "tomas"),
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
    const sofar = (await mailsTo(world, "tomas@kestrel.test")).length;
    const to = [await replyAddress(world, ticket, "idris"), "tomas@kestrel.test"];
    const mail = await deliver(world, { from: IDRIS, to, text: "Try now.", signed: true });
    expect(mail).toMatchObject({ state: "done", ticket_id: ticket.id });
    expect(await commentsOf(world, ticket.id, "tomas")).toMatchObject([
      { comment: "Try now.", author_id: world.idOf("idris") },
    ]);
    expect(await mailsTo(world, "tomas@kestrel.test")).toHaveLength(sofar);
    await deliver(world, {
      from: IDRIS,
      to: await replyAddress(world, ticket, "idris"),
      text: "Or now.",
      signed: true,
    });
    expect(await mailsTo(world, "tomas@kestrel.test")).toHaveLength(sofar + 1);
  });

  it("is a note that no client reads, and closes the ticket, as its first lines say", async () => {
    const to = await replyAddress(world, ticket, "idris");
    await deliver(world, { from: IDRIS, to, text: "#note\nThe fuser is worn.", signed: true });
    expect(await commentsOf(world, ticket.id, "tomas")).toEqual([]);
    expect(await commentsOf(world, ticket.id, "idris")).toMatchObject([
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
    expect(await commentsOf(world, mail.ticket_id ?? "", "tomas")).toEqual([]);
    expect(await commentsOf(world, mail.ticket_id ?? "", "idris")).toMatchObject([
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
