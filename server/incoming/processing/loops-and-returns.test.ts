import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { readDeskId } from "#server/settings/signing-secrets.ts";
import type { World } from "../../../test/support/app/app-with-people.ts";
import { deliver, readIncoming, storeRaw, writeMail } from "../../../test/support/incoming/incoming-mail.ts";
import { makeMailWorld } from "../../../test/support/incoming/mail-world.ts";
import { writeReturned } from "../../../test/support/incoming/returned-mail.ts";

let world: World;
beforeAll(async () => {
  world = await makeMailWorld(["kestrel.test", "aster.test"]);
});
afterAll(() => world.end());
beforeEach(() => world.pass(2 * 3_600_000));

const TOMAS = "tomas@kestrel.test";
const details = ({ state, reason }: { state: string; reason: string | null }) => [state, reason];
const mailsTo = (to: string) =>
  world.db.selectFrom("mails").selectAll().where("to", "=", to).orderBy("position").execute();

async function take(raw: Buffer) {
  const { id } = await storeRaw(world, raw);
  await world.drain();
  return readIncoming(world, id);
}

/** A ticket with an answer that left the desk for its client. */
async function answered() {
  const opened = await deliver(world, { from: TOMAS, subject: "Printer", signed: true });
  const id = opened.ticket_id ?? "";
  const { version } = (await world.as("maren").get(`/tickets/${id}`)).body;
  await world
    .as("maren")
    .patch(`/tickets/${id}`, { assignee_id: world.idOf("idris"), base_version: version });
  await world.as("idris").post(`/tickets/${id}/comments`, { comment: "Try it." });
  await world.drain();
  await world.db.updateTable("mails").set({ state: "sent" }).where("ticket_id", "=", id).execute();
  const sent = (await mailsTo(TOMAS)).filter(({ ticket_id }) => ticket_id === id).at(-1);
  return { id, messageId: sent?.message_id ?? "" };
}

describe("a mail that comes back", () => {
  it("for now is a line for the staff: nothing is marked, nobody is mailed", async () => {
    const { id, messageId } = await answered();
    const before = (await world.db.selectFrom("mails").select("id").execute()).length;
    const mail = await take(writeReturned(messageId, TOMAS, { status: "4.2.2", said: "mailbox full" }));
    expect(mail).toMatchObject({ state: "done", kind: "bounce", ticket_id: id });
    const line = await world.db
      .selectFrom("history")
      .select(["audience", "after"])
      .where("kind", "=", "ticket.mail_bounced")
      .where("entity_id", "=", id)
      .execute();
    expect(line).toEqual([
      { audience: "internal", after: { address: TOMAS, reason: "450 4.2.2 mailbox full", temporary: true } },
    ]);
    expect(await world.db.selectFrom("bounced_addresses").selectAll().execute()).toEqual([]);
    expect(await world.db.selectFrom("mails").select("id").execute()).toHaveLength(before);
    expect((await world.as("tomas").get(`/tickets/${id}/comments`)).body.comments).toHaveLength(1);
    const seen = (await world.as("tomas").get(`/tickets/${id}/mails`)).body.items;
    expect(seen.map(({ kind }: { kind: string }) => kind)).toEqual(["message"]);
  });

  it("twice, or as the return of a return, tells nobody again", async () => {
    const { messageId } = await answered();
    expect(await take(writeReturned(messageId, TOMAS))).toMatchObject({ state: "done" });
    await take(writeReturned(messageId, TOMAS));
    const told = await mailsTo("idris@waypost.test");
    const notices = told.filter(({ subject }) => subject.includes("was returned"));
    expect(notices).toHaveLength(1);
    await world.db
      .updateTable("mails")
      .set({ state: "sent" })
      .where("id", "=", notices[0]?.id ?? "")
      .execute();
    const again = await take(writeReturned(notices[0]?.message_id ?? "", "idris@waypost.test"));
    expect(again.ticket_id).toBeNull();
    expect((await mailsTo("idris@waypost.test")).length).toBe(told.length);
    await world.db.deleteFrom("bounced_addresses").execute();
  });

  it("and was never sent by this desk says nothing", async () => {
    expect(details(await take(writeReturned("<never@waypost.test>", TOMAS)))).toEqual([
      "ignored",
      "bounce_unknown",
    ]);
  });
});

describe("a mail that goes in a circle", () => {
  it("is ignored: over 50 servers, the desk's own header, a mailbox's own address", async () => {
    const mail = await writeMail({ from: TOMAS, subject: "Round and round", signed: true });
    const passed = "Received: from a.test by b.test; Fri, 20 Nov 2026 09:00:00 +0000\r\n";
    const fifty = Buffer.concat([
      Buffer.from(passed.repeat(50)),
      await writeMail({ from: TOMAS, signed: true }),
    ]);
    expect((await take(fifty)).state).toBe("done");
    expect(details(await take(Buffer.concat([Buffer.from(passed.repeat(51)), mail])))).toEqual([
      "ignored",
      "own_mail",
    ]);
    const headers = { "X-Waypost-Desk": await readDeskId(world.db) };
    expect(details(await deliver(world, { from: TOMAS, headers, signed: true }))).toEqual([
      "ignored",
      "own_mail",
    ]);
    expect(details(await deliver(world, { from: "Help <HELP@waypost.test>" }))).toEqual([
      "ignored",
      "own_mail",
    ]);
    const others = { "X-Waypost-Desk": "9f2c01ab-0000-4000-8000-34de567890ab" };
    const peer = await deliver(world, { from: TOMAS, subject: "From a peer", headers: others, signed: true });
    expect(peer).toMatchObject({ state: "done", opened_ticket: true });
  });

  it("is a newsletter of a stranger, but of somebody known a message without a confirmation", async () => {
    const lists = [
      { "List-Id": "<news.shop.test>" },
      { "List-Unsubscribe": "<https://shop.test/u>", Precedence: "bulk" },
    ];
    for (const headers of lists)
      expect(details(await deliver(world, { from: "x@shop.test", headers }))).toEqual([
        "ignored",
        "newsletter",
      ]);
    const headers = { "List-Id": "<all.kestrel.test>" };
    const known = await deliver(world, { from: TOMAS, subject: "To all", headers, signed: true });
    expect(known).toMatchObject({ state: "done", opened_ticket: true });
    expect((await mailsTo(TOMAS)).filter(({ ticket_id }) => ticket_id === known.ticket_id)).toEqual([]);
  });
});

const countConfirmed = async (minutes: number) => {
  world.pass(minutes * 60_000);
  const { ticket_id } = await deliver(world, { from: TOMAS, subject: `After ${minutes}`, signed: true });
  return (await mailsTo(TOMAS)).filter((mail) => mail.ticket_id === ticket_id).length;
};

describe("a confirmation", () => {
  it("goes to a sender once in ten minutes", async () => {
    expect([
      await countConfirmed(0),
      await countConfirmed(3),
      await countConfirmed(6),
      await countConfirmed(2),
    ]).toEqual([1, 0, 0, 1]);
  });
});

const newMessageId = () => `<${Math.round(world.clock.now().getTime())}@kestrel.test>`;

describe("the same Message-ID", () => {
  it("of the same sender with other bytes is a duplicate for seven days after it acted", async () => {
    const mail = { from: TOMAS, subject: "Once", messageId: newMessageId(), text: "The words", signed: true };
    expect((await deliver(world, mail)).state).toBe("done");
    const footer = { ...mail, text: "The words\n\nSent to the list" };
    expect(details(await deliver(world, footer))).toEqual(["ignored", "duplicate"]);
    world.pass(8 * 86_400_000);
    expect(await deliver(world, { ...mail, text: "Later" })).toMatchObject({
      state: "done",
      opened_ticket: true,
    });
  });

  it("of another sender is a mail of its own, and so is one of a mail that waited", async () => {
    const id = newMessageId();
    const mail = { subject: "Shared", messageId: id, signed: true };
    const first = await deliver(world, { ...mail, from: TOMAS });
    const second = await deliver(world, { ...mail, from: "jonas@aster.test" });
    expect([first.state, second.state]).toEqual(["done", "done"]);
    expect(second.ticket_id).not.toBe(first.ticket_id);
    const held = { from: "who@nowhere.test", subject: "Hold", messageId: "<held@nowhere.test>" };
    expect(details(await deliver(world, { ...held, text: "One" }))).toEqual(["held", "unknown_sender"]);
    expect(details(await deliver(world, { ...held, text: "Two" }))).toEqual(["held", "unknown_sender"]);
  });

  it("with the same words by another way is the same mail", async () => {
    const raw = await writeMail({ from: TOMAS, subject: "Two ways", signed: true });
    const one = await storeRaw(world, raw);
    const received = Buffer.from("Received: from a.test by b.test; Fri, 20 Nov 2026 09:00:00 +0000\r\n");
    const other = await storeRaw(world, Buffer.concat([received, raw]), { door: "hook" });
    expect(other).toEqual({ id: one.id, isDuplicate: true });
    await world.drain();
  });
});
