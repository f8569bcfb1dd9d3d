import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { World } from "../../../test/support/app/app-with-people.ts";
import { deliver, type TestMail, writeMail } from "../../../test/support/incoming/incoming-mail.ts";
import { makeMailWorld } from "../../../test/support/incoming/mail-world.ts";

let world: World;
beforeAll(async () => {
  world = await makeMailWorld(["kestrel.test", "aster.test", "waypost.test"]);
});
afterAll(() => world.end());
beforeEach(() => world.pass(2 * 3_600_000));

const TOMAS = "tomas@kestrel.test";
const details = ({ state, reason }: { state: string; reason: string | null }) => [state, reason];
const send = (mail: TestMail) => deliver(world, { from: "idris@waypost.test", signed: true, ...mail });
const read = async (id: string | null) => (await world.as("idris").get(`/tickets/${id}`)).body;
const participants = (id: string | null) =>
  world.db
    .selectFrom("participants")
    .select(["user_id", "role"])
    .where("ticket_id", "=", id)
    .orderBy("role")
    .execute();

async function raise(): Promise<{ id: string; uid: string }> {
  const raised = await world.as("tomas").post("/tickets", { subject: "Printer jams", issue: "Floor 2" });
  await world.drain();
  return raised.body.ticket;
}
const forwardOf = (address: string) =>
  [
    "---------- Forwarded message ---------",
    `From: Somebody <${address}>`,
    "Date: Fri, Nov 20, 2026 at 9:00 AM",
    "Subject: Door",
    "To: <idris@waypost.test>",
    "",
    "The door is shut.",
  ].join("\n");

describe("a colleague who writes to the desk", () => {
  it("about nothing that is there opens a ticket without a client, which nobody confirms", async () => {
    const mail = await send({ subject: "Router in the cellar", text: "It hums." });
    expect(mail).toMatchObject({ state: "done", opened_ticket: true });
    expect(await read(mail.ticket_id)).toMatchObject({
      client_id: null,
      company_id: null,
      issue: "It hums.",
    });
    const sent = await world.db
      .selectFrom("mails")
      .select("id")
      .where("ticket_id", "=", mail.ticket_id)
      .where("auto_submitted", "=", "auto-replied")
      .execute();
    expect(sent).toEqual([]);
  });

  it("sends on a mail as a new ticket, whatever thread it refers to", async () => {
    const ticket = await raise();
    const { message_id } = await world.db
      .selectFrom("mails")
      .select("message_id")
      .where("ticket_id", "=", ticket.id)
      .executeTakeFirstOrThrow();
    const asked = { subject: `Fwd: [${ticket.uid}] Door`, inReplyTo: message_id, references: [message_id] };
    const mail = await send({ ...asked, text: forwardOf("priya@kestrel.test") });
    expect(mail).toMatchObject({ state: "done", opened_ticket: true });
    expect(await read(mail.ticket_id)).toMatchObject({
      client_id: world.idOf("priya"),
      company_id: world.companies.kestrel,
      issue: "The door is shut.",
    });
  });

  it("sends on a mail as a file, which is whose it was", async () => {
    const original = await writeMail({ from: TOMAS, subject: "Badge", text: "The reader is dark." });
    const attachments = [{ content: original, contentType: "message/rfc822", filename: "Badge.eml" }];
    const mail = await send({ subject: "Fwd: Badge", text: "Please look.", attachments });
    expect(mail).toMatchObject({ state: "done", opened_ticket: true });
    expect(await read(mail.ticket_id)).toMatchObject({
      client_id: world.idOf("tomas"),
      issue: "The reader is dark.",
    });
    const { body } = await world.as("tomas").get(`/tickets/${mail.ticket_id}/comments`);
    expect(body.comments).toEqual([]);
  });

  it("sends on in vain what a colleague wrote, or somebody of an inactive company", async () => {
    const own = await send({ subject: "Fwd: Door", text: forwardOf("lena@waypost.test") });
    expect(details(own)).toEqual(["held", "forward_unknown"]);
    const { aster } = world.companies;
    await world.db.updateTable("companies").set({ is_active: false }).where("id", "=", aster).execute();
    const inactive = await send({ subject: "Fwd: Door", text: forwardOf("jonas@aster.test") });
    await world.db.updateTable("companies").set({ is_active: true }).where("id", "=", aster).execute();
    expect(details(inactive)).toEqual(["held", "forward_unknown"]);
  });

  it("writes a note that brings nobody onto the ticket and is mailed to nobody", async () => {
    const ticket = await raise();
    const before = await world.db.selectFrom("mails").select("id").execute();
    const mail = await send({
      to: ["help@waypost.test", TOMAS],
      cc: "priya@kestrel.test",
      subject: `[${ticket.uid}]`,
      text: "#note\nThey pay late.",
    });
    expect(mail).toMatchObject({ state: "done", ticket_id: ticket.id });
    expect(await participants(ticket.id)).toEqual([]);
    expect(await world.db.selectFrom("mails").select("id").execute()).toEqual(before);
  });
});

describe("a client's mail", () => {
  it("that sends on another's is their own", async () => {
    const mail = await send({
      from: TOMAS,
      subject: "Fwd: Door",
      text: `See.\n\n${forwardOf("jonas@aster.test")}`,
    });
    expect(await read(mail.ticket_id)).toMatchObject({ client_id: world.idOf("tomas") });
  });

  it("to colleagues of the desk lets them watch the ticket, and brings its own colleagues", async () => {
    const cc = ["lena@waypost.test", "priya@kestrel.test"];
    const mail = await send({ from: TOMAS, subject: "For all", cc });
    expect(await participants(mail.ticket_id)).toEqual([
      { user_id: world.idOf("priya"), role: "cc" },
      { user_id: world.idOf("lena"), role: "watcher" },
    ]);
  });

  it("brings nobody where the desk says so, and lists whom it was sent to", async () => {
    await world.as("maren").patch("/settings", { mail_cc_adds_colleagues: false });
    const mail = await send({ from: TOMAS, subject: "For us", cc: "priya@kestrel.test" });
    await world.as("maren").patch("/settings", { mail_cc_adds_colleagues: true });
    expect(await participants(mail.ticket_id)).toEqual([]);
    const { items } = (await world.as("idris").get(`/tickets/${mail.ticket_id}/mails`)).body;
    const incoming = items.find(({ direction }: { direction: string }) => direction === "in");
    expect(incoming.also_sent_to.map(({ address }: { address: string }) => address)).toEqual([
      "priya@kestrel.test",
    ]);
  });

  it("brings a colleague by a further address of theirs, and nobody who is gone", async () => {
    await world.as("maren").post(`/users/${world.idOf("priya")}/addresses`, { address: "priya@home.test" });
    const gone = { deleted_at: world.clock.now() };
    await world.db.updateTable("users").set(gone).where("id", "=", world.idOf("helena")).execute();
    const mail = await send({
      from: TOMAS,
      subject: "At home",
      cc: ["priya@home.test", "helena@aster.test"],
    });
    expect((await participants(mail.ticket_id)).map(({ user_id }) => user_id)).toEqual([world.idOf("priya")]);
    expect(mail.recipients).toMatchObject({ outside: ["helena@aster.test"] });
  });
});
