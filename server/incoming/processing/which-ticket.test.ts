import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { buildReplyAddress } from "#server/mail/reply-address.ts";
import { readSecret } from "#server/settings/signing-secrets.ts";
import { type Name, type World } from "../../../test/support/app/app-with-people.ts";
import {
  deliver,
  makeMailbox,
  readIncoming,
  storeRaw,
  type TestMail,
  writeMail,
} from "../../../test/support/incoming/incoming-mail.ts";
import { makeMailWorld } from "../../../test/support/incoming/mail-world.ts";
import { processMail } from "../process.ts";

let world: World;
beforeAll(async () => {
  world = await makeMailWorld(["kestrel.test", "aster.test"]);
});
afterAll(() => world.end());
beforeEach(() => world.pass(2 * 3_600_000));

const TOMAS = "tomas@kestrel.test";
const details = ({ state, reason }: { state: string; reason: string | null }) => [state, reason];
const send = (mail: TestMail) => deliver(world, { from: TOMAS, signed: true, ...mail });

type Ticket = { id: string; uid: string; number: number };
async function raise(by: Name = "tomas"): Promise<Ticket> {
  const raised = await world.as(by).post("/tickets", { subject: "Printer jams", issue: "Floor 2" });
  await world.drain();
  return world.db
    .selectFrom("tickets")
    .select(["id", "uid", "number"])
    .where("id", "=", raised.body.ticket.id)
    .executeTakeFirstOrThrow();
}
async function replyAddress({ number }: Ticket): Promise<string> {
  const secret = await readSecret(world.db, "reply_secret");
  return buildReplyAddress(world.config, secret, { number, userId: world.idOf("tomas") }) ?? "";
}
const comments = async ({ id }: Ticket): Promise<{ comment: string; created_at: string }[]> =>
  (await world.as("idris").get(`/tickets/${id}/comments`)).body.comments;

const merge = (from: Ticket, into: Ticket) =>
  world.db
    .updateTable("tickets")
    .set({ merged_into_id: into.id, deleted_at: world.clock.now() })
    .where("id", "=", from.id)
    .execute();

describe("a mail that names a ticket", () => {
  it("by the number of one that was merged goes to what it became", async () => {
    const [old, middle, now] = [await raise(), await raise(), await raise()];
    await merge(old, middle);
    await merge(middle, now);
    const mail = await send({ subject: `Re: [${old.uid}] Printer`, text: "Still" });
    expect(mail).toMatchObject({ state: "done", ticket_id: now.id, matched_by: "number" });
    const signed = await send({ to: await replyAddress(old), text: "By the address of the old one" });
    expect(signed.ticket_id).toBe(now.id);
  });

  it("by the number that it had before it was imported goes to it", async () => {
    const imported = await raise();
    await world.db
      .updateTable("tickets")
      .set({ old_number: "HD-7781" })
      .where("id", "=", imported.id)
      .execute();
    expect(await send({ subject: "AW: [HD-7781] Drucker" })).toMatchObject({
      state: "done",
      ticket_id: imported.id,
      matched_by: "number",
    });
    const other = await send({ subject: "[HD-7782] and [URGENT] words in brackets" });
    expect(other).toMatchObject({ state: "done", opened_ticket: true });
  });

  it("by its address, and another by what it answers, goes by the address", async () => {
    const [first, second] = [await raise(), await raise()];
    const { message_id } = await world.db
      .selectFrom("mails")
      .select("message_id")
      .where("ticket_id", "=", second.id)
      .executeTakeFirstOrThrow();
    const asked = { inReplyTo: message_id, subject: `[${second.uid}] x` };
    const both = await send({ ...asked, to: await replyAddress(first), text: "Both" });
    expect(both).toMatchObject({ ticket_id: first.id, matched_by: "address" });
    expect(await send({ ...asked, subject: `[${first.uid}] x` })).toMatchObject({
      ticket_id: second.id,
      matched_by: "reference",
    });
  });

  it("is never joined by the words of its subject", async () => {
    const ticket = await raise();
    const mail = await send({ subject: "Re: Printer jams" });
    expect(mail).toMatchObject({ state: "done", opened_ticket: true });
    expect(mail.ticket_id).not.toBe(ticket.id);
  });
});

describe("a mailbox of one company", () => {
  it("holds what people of another write to it", async () => {
    const { aster: company_id } = world.companies;
    const mailboxId = await makeMailbox(world, "aster@waypost.test", { company_id });
    const mail = { to: "aster@waypost.test", signed: true };
    const other = await deliver(world, { ...mail, from: TOMAS }, { mailboxId });
    expect(details(other)).toEqual(["held", "mailbox_of_other_company"]);
    const own = await deliver(world, { ...mail, from: "jonas@aster.test" }, { mailboxId });
    expect(own).toMatchObject({ state: "done", opened_ticket: true, mailbox_id: mailboxId });
  });
});

describe("the time of a mail", () => {
  it("is when it came, whatever its own date says", async () => {
    for (const year of [1970, 2099]) {
      world.pass(60_000);
      const mail = await send({ subject: `From ${year}`, date: new Date(Date.UTC(year, 0, 1, 12)) });
      const { body } = await world.as("idris").get(`/tickets/${mail.ticket_id}`);
      expect(body.created).toBe(world.clock.now().toISOString());
      expect(mail.received_at).toEqual(world.clock.now());
    }
    const raw = (await writeMail({ from: TOMAS, subject: "No date", signed: true })).toString("latin1");
    const { id } = await storeRaw(
      world,
      Buffer.from(raw.replace(/^Date: .*\r\n/m, "Date: never\r\n"), "latin1"),
    );
    await world.drain();
    expect(await readIncoming(world, id)).toMatchObject({ state: "done", received_at: world.clock.now() });
  });

  it("does not order answers when the clock goes two hours back: they stand as they came", async () => {
    const ticket = await raise();
    const to = await replyAddress(ticket);
    await send({ to, text: "First" });
    world.pass(-2 * 3_600_000);
    await send({ to, text: "Second" });
    world.pass(2 * 3_600_000 + 60_000);
    await send({ to, text: "Third" });
    const said = await comments(ticket);
    expect(said.map(({ comment }) => comment)).toEqual(["First", "Second", "Third"]);
    const list = await world.as("maren").get("/incoming", { state: "done", per_page: "3" });
    expect(list.body.items.map(({ received_at }: { received_at: string }) => received_at)).toEqual(
      said.map(({ created_at }) => created_at).toReversed(),
    );
  });
});

describe("an answer at the same time", () => {
  it("as nine others and an answer by the page is one of eleven: nobody waits for each other", async () => {
    const ticket = await raise();
    const to = await replyAddress(ticket);
    const cc = "priya@kestrel.test";
    const stored = await Promise.all(
      Array.from({ length: 10 }, async (_, n) =>
        storeRaw(world, await writeMail({ from: TOMAS, to, cc, text: `Mail ${n}`, signed: true })),
      ),
    );
    const [page] = await Promise.all([
      world.as("idris").post(`/tickets/${ticket.id}/comments`, { comment: "By the page" }),
      ...stored.map(({ id }) => processMail(world.app, id)),
    ]);
    expect(page.status).toBe(201);
    expect(await comments(ticket)).toHaveLength(11);
    const { body } = await world.as("idris").get(`/tickets/${ticket.id}/participants`);
    expect(body.participants.map(({ user_id }: { user_id: string }) => user_id)).toContain(
      world.idOf("priya"),
    );
  });

  it("as the closing of its ticket leaves it open again, or closed with the answer on it", async () => {
    const ticket = await raise();
    const { id } = await storeRaw(
      world,
      await writeMail({ from: TOMAS, to: await replyAddress(ticket), text: "Race" }),
    );
    await Promise.all([processMail(world.app, id), world.as("idris").post(`/tickets/${ticket.id}/solve`)]);
    expect(await readIncoming(world, id)).toMatchObject({ state: "done", ticket_id: ticket.id });
    expect((await comments(ticket)).map(({ comment }) => comment)).toEqual(["Race"]);
    const { body } = await world.as("idris").get(`/tickets/${ticket.id}`);
    expect(["open", "in_progress", "closed"]).toContain(body.status);
  });
});
