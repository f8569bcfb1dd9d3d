import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { makeWorld, type Name, type World } from "../../../test/support/app/app-with-people.ts";
import { makeMailbox } from "../../../test/support/incoming/mailboxes.ts";
import { startSmtp } from "../../../test/support/mail-servers/smtp-server.ts";
import { uploadFile } from "../../../test/support/app/upload-file.ts";
import { parseReplyAddress, verifyReplyAddress } from "#server/mail/reply-address.ts";
import { readDeskId, readSecret } from "#server/settings/signing-secrets.ts";

let smtp: Awaited<ReturnType<typeof startSmtp>>;
let world: World;
let folder: string;
let mailbox: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "waypost-letters-"));
  smtp = await startSmtp();
  world = await makeWorld({
    SMTP_URL: smtp.url,
    MAIL_FROM: "Desk <desk@desk.test>",
    PUBLIC_URL: "https://desk.test",
    DATA_DIR: folder,
  });
  mailbox = await makeMailbox(world.db, world.clock.now(), {
    address: "help@desk.test",
    is_default: true,
    signature: "Waypost Support\n+47 55 55 01 00",
  });
});
afterAll(async () => {
  await world.end();
  await smtp.stop();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  await world.drain();
  smtp.arrived.length = 0;
  world.pass(1000);
});

const raise = async (more: object = {}) =>
  (
    await world.as("idris").post("/tickets", {
      subject: "Scanner jams",
      issue: "Bay 3",
      client_id: world.idOf("tomas"),
      assignee_id: world.idOf("idris"),
      ...more,
    })
  ).body.ticket;
const answer = async (by: Name, id: string, more: object = {}) => {
  const { status, body } = await world
    .as(by)
    .post(`/tickets/${id}/comments`, { comment: "Have you tried the **other** tray?", ...more });
  expect(status).toBe(201);
  await world.drain();
  return body;
};
/** A ticket whose first mails have arrived. */
const raised = async (more: object = {}) => {
  const ticket = await raise(more);
  await world.drain();
  smtp.arrived.length = 0;
  return ticket;
};
const only = (address: string) => {
  const mails = smtp.to(address);
  expect(mails).toHaveLength(1);
  const [mail] = mails;
  if (!mail) throw new Error("it was just counted");
  return mail;
};
const header = (mail: { headers: { key: string; value: string }[] }, key: string) =>
  mail.headers.find((field) => field.key === key)?.value;
/** Each at a time of its own: files are in the order of their uploads. */
const upload = async (bytes: Buffer, name: string) => {
  world.pass(1000);
  return (await uploadFile(world, { who: "idris", path: "/uploads", bytes, name })).body.id;
};

const arrive = (ticket: string, by: Name, messageId: string, more: object = {}) =>
  world.db
    .insertInto("incoming_mails")
    .values({
      id: crypto.randomUUID(),
      identity: randomBytes(32),
      bytes: 10,
      message_id: messageId,
      from_address: world.people[by].email,
      state: "done",
      user_id: world.idOf(by),
      ticket_id: ticket,
      received_at: world.clock.now(),
      ...more,
    })
    .execute();

describe("an answer to somebody outside", () => {
  it("is a letter: the words, the signature, one line to go on, in a person's name", async () => {
    const { id, uid } = await raised();
    await answer("idris", id);
    const mail = only("tomas@kestrel.test");
    expect(mail.from).toMatchObject({ name: "Idris Okafor, Waypost", address: "help@desk.test" });
    expect(mail.subject).toBe(`Re: [${uid}] Scanner jams`);
    expect(mail.text?.trim().split("\n")).toEqual([
      "Have you tried the other tray?",
      "",
      "-- ",
      "Waypost Support",
      "+47 55 55 01 00",
      "",
      `${uid} · Answer this mail or open it at https://desk.test/tickets/${id}`,
    ]);
    expect(mail.html).toContain("Have you tried the <b>other</b> tray?");
    expect(mail.html).toContain(`<a href="https://desk.test/tickets/${id}"`);
    for (const key of ["auto-submitted", "x-auto-response-suppress", "list-id", "precedence"])
      expect(header(mail, key)).toBeUndefined();
    expect(header(mail, "x-waypost-desk")).toBe(await readDeskId(world.db));
    expect(mail.envelopeFrom).toBe("help@desk.test");
  });

  it("asks for answers to an address that only its reader's signature fits", async () => {
    const { id, number } = await world.db
      .selectFrom("tickets")
      .select(["id", "number"])
      .where("id", "=", (await raised()).id)
      .executeTakeFirstOrThrow();
    await answer("idris", id);
    const replyTo = parseReplyAddress(only("tomas@kestrel.test").replyTo?.[0]?.address ?? "");
    expect(replyTo).toMatchObject({ mailbox: "help@desk.test", number });
    if (!replyTo) throw new Error("it was just expected");
    const people = (["maren", "priya", "tomas"] as const).map((name) => world.idOf(name));
    const secret = await readSecret(world.db, "reply_secret");
    expect(verifyReplyAddress(secret, replyTo, people)).toBe(world.idOf("tomas"));
  });

  it("goes to the bare address of a mailbox without plus-addresses", async () => {
    const { id } = await raised();
    await world.db
      .updateTable("mailboxes")
      .set({ plus_addressing: false })
      .where("id", "=", mailbox)
      .execute();
    await answer("idris", id);
    await world.db
      .updateTable("mailboxes")
      .set({ plus_addressing: true })
      .where("id", "=", mailbox)
      .execute();
    expect(only("tomas@kestrel.test").replyTo?.[0]?.address).toBe("help@desk.test");
  });

  it("is in its reader's language", async () => {
    const { id, uid } = await raised();
    await world.as("tomas").patch(`/users/${world.idOf("tomas")}`, { locale: "de" });
    await answer("idris", id);
    await world.as("tomas").patch(`/users/${world.idOf("tomas")}`, { locale: "en" });
    expect(only("tomas@kestrel.test").text).toContain(`${uid} · Antworten Sie auf diese Mail oder`);
  });

  it("carries its files, byte for byte, up to 10 MB together", async () => {
    const { id } = await raised();
    const bytes = randomBytes(300_000);
    await answer("idris", id, {
      attachment_ids: [await upload(bytes, "Größe 3.bin"), await upload(randomBytes(10), "small.bin")],
    });
    const files = only("tomas@kestrel.test").attachments;
    expect(files.map(({ filename }) => filename)).toEqual(["Größe 3.bin", "small.bin"]);
    const [first] = files;
    const content = first && typeof first.content !== "string" ? new Uint8Array(first.content) : null;
    expect(content && Buffer.from(content).equals(bytes)).toBe(true);
  });

  it("names files that are larger together, and where they are", async () => {
    const { id } = await raised();
    const half = 5 * 1024 * 1024;
    await answer("idris", id, {
      attachment_ids: [
        await upload(randomBytes(half), "first.bin"),
        await upload(randomBytes(half + 1), "second.bin"),
      ],
    });
    const mail = only("tomas@kestrel.test");
    expect(mail.attachments).toEqual([]);
    expect(mail.text).toContain(
      `Files that are too large for this mail: first.bin, second.bin\nhttps://desk.test/tickets/${id}`,
    );
  });

  it("leaves mails to staff as they are, but for the name they come in", async () => {
    const { id } = await raised();
    await answer("tomas", id);
    const mail = only("idris@waypost.test");
    expect(mail.from).toMatchObject({ name: "Tomás Aguilar, Waypost", address: "help@desk.test" });
    expect(mail.text).toContain("> Have you tried the **other** tray?");
    expect(header(mail, "auto-submitted")).toBe("auto-generated");
  });
});

describe("the mailbox of a ticket's mails", () => {
  it("is the one it came by, else its team's, else the desk's", async () => {
    const group = (await world.as("maren").post("/groups", { name: "Night shift", member_ids: [] })).body.id;
    await makeMailbox(world.db, world.clock.now(), { address: "night@desk.test", group_id: group });
    const own = await makeMailbox(world.db, world.clock.now(), { address: "own@desk.test" });
    const ofTeam = await raise({ group_id: group, assignee_id: null });
    const ofTicket = await raise({ group_id: group, assignee_id: null });
    await world.db.updateTable("tickets").set({ mailbox_id: own }).where("id", "=", ofTicket.id).execute();
    const ofDesk = await raise();
    await world.drain();
    expect(
      smtp.to("tomas@kestrel.test").map(({ subject, from }) => [subject, from?.name, from?.address]),
    ).toEqual([
      [`[${ofTeam.uid}] Scanner jams`, "Waypost", "night@desk.test"],
      [`[${ofTicket.uid}] Scanner jams`, "Waypost", "own@desk.test"],
      [`[${ofDesk.uid}] Scanner jams`, "Waypost", "help@desk.test"],
    ]);
  });
});

describe("a conversation by mail", () => {
  it("is one thread for each reader: with the mails that they got and wrote, and no others", async () => {
    const { id } = await raise();
    await world.as("idris").post(`/tickets/${id}/participants`, { user_id: world.idOf("priya") });
    await world.drain();
    const [created] = smtp.to("tomas@kestrel.test");
    world.pass(1000);
    await arrive(id, "tomas", "<written@kestrel.test>");
    world.pass(1000);
    await answer("idris", id);
    const second = smtp.to("tomas@kestrel.test").at(-1);
    expect(second?.inReplyTo).toBe("<written@kestrel.test>");
    expect(second?.references).toBe(`<ticket-${id}@desk.test> ${created?.messageId} <written@kestrel.test>`);
    expect(smtp.to("priya@kestrel.test").at(-1)?.inReplyTo).toBe(`<ticket-${id}@desk.test>`);
  });

  it("goes on from the mail of a colleague that went to the reader directly, which is not sent again", async () => {
    const { id } = await raised();
    await world.as("idris").post(`/tickets/${id}/participants`, { user_id: world.idOf("priya") });
    await world.as("idris").post(`/tickets/${id}/participants`, { user_id: world.idOf("lena") });
    world.pass(1000);
    const sent = await world.as("maren").post(`/tickets/${id}/comments`, { comment: "By mail" });
    const recipients = {
      to: [
        { name: "", address: "help@desk.test" },
        { name: "Tomás", address: "tomas@kestrel.test" },
      ],
      cc: [{ name: "", address: "lena@waypost.test" }],
    };
    await arrive(id, "maren", "<direct@waypost.test>", {
      comment_id: sent.body.id,
      proof: "strong",
      recipients: JSON.stringify(recipients),
    });
    await world.drain();
    // Staff are never left out that way.
    expect(smtp.arrived.flatMap(({ recipients: to }) => to).toSorted()).toEqual([
      "idris@waypost.test",
      "lena@waypost.test",
      "priya@kestrel.test",
    ]);
    world.pass(1000);
    await answer("idris", id);
    expect(only("tomas@kestrel.test").inReplyTo).toBe("<direct@waypost.test>");
  });

  it("sends an answer to everybody where the mail of the staff was not proven, or of a client", async () => {
    const { id } = await raised();
    const recipients = JSON.stringify({ to: [{ name: "", address: "tomas@kestrel.test" }], cc: [] });
    const mine = await world.as("maren").post(`/tickets/${id}/comments`, { comment: "Unproven" });
    await arrive(id, "maren", "<unproven@waypost.test>", {
      comment_id: mine.body.id,
      proof: "none",
      recipients,
    });
    await world.drain();
    expect(smtp.to("tomas@kestrel.test")).toHaveLength(1);
    const theirs = await world.as("priya").post(`/tickets/${id}/comments`, { comment: "From a client" });
    await arrive(id, "priya", "<client@kestrel.test>", {
      comment_id: theirs.body.id,
      proof: "strong",
      recipients,
    });
    await world.drain();
    expect(smtp.to("tomas@kestrel.test")).toHaveLength(2);
  });
});
