import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { makeWorld, type World } from "../../../test/support/app/app-with-people.ts";
import { makeMailbox } from "../../../test/support/incoming/mailboxes.ts";
import { startSmtp } from "../../../test/support/mail-servers/smtp-server.ts";
import { confirmTicket, type ConfirmedMail } from "./confirm-ticket.ts";

let smtp: Awaited<ReturnType<typeof startSmtp>>;
let world: World;
beforeAll(async () => {
  smtp = await startSmtp();
  world = await makeWorld({
    SMTP_URL: smtp.url,
    MAIL_FROM: "desk@desk.test",
    PUBLIC_URL: "https://desk.test",
  });
  await makeMailbox(world.db, world.clock.now(), { address: "help@desk.test", is_default: true });
});
afterAll(async () => {
  await world.end();
  await smtp.stop();
});
beforeEach(async () => {
  world.pass(11 * 60_000);
  await world.drain();
  smtp.arrived.length = 0;
});

/** A ticket of Tomás as a mail of his makes one. */
async function arrive(): Promise<string> {
  const { id } = (
    await world.as("tomas").post("/tickets", { subject: "Printer on floor 2 jams", issue: "Again" })
  ).body.ticket;
  await world.db.updateTable("tickets").set({ source: "mail" }).where("id", "=", id).execute();
  return id;
}
const MAIL: ConfirmedMail = {
  fromAddress: "tomas@kestrel.test",
  envelopeFrom: "tomas@kestrel.test",
  isAutomatic: false,
  isList: false,
  messageId: "<question@kestrel.test>",
};
const confirm = (
  ticketId: string,
  mail: Partial<ConfirmedMail> = {},
  mailbox: { confirms: boolean } | null = null,
) =>
  confirmTicket(
    { app: world.app, db: world.db, now: world.clock.now() },
    { ticketId, mailbox, mail: { ...MAIL, ...mail } },
  );

describe("the confirmation of a mail", () => {
  it.each([
    ["a machine wrote", { isAutomatic: true }],
    ["a list sent", { isList: true }],
    ["nobody hears answers to", { envelopeFrom: "" }],
    ["comes from an address that reads nothing", { fromAddress: "no-reply@kestrel.test" }],
    ["comes by a server's own address", { envelopeFrom: "MAILER-DAEMON@kestrel.test" }],
  ] as const)("is not sent where the mail is one that %s", async (_, mail) => {
    const ticket = await arrive();
    expect(await confirm(ticket, mail)).toBe(false);
    await world.drain();
    expect(smtp.arrived).toEqual([]);
  });

  it("is not sent where its mailbox has it off, nor to whom such mails are switched off", async () => {
    const ticket = await arrive();
    expect(await confirm(ticket, {}, { confirms: false })).toBe(false);
    await world.as("tomas").patch("/settings/notifications", { ticket_created: false });
    expect(await confirm(ticket, {}, { confirms: true })).toBe(false);
    await world.as("tomas").patch("/settings/notifications", { ticket_created: true });
  });

  it("goes once for a ticket, in answer to the mail, and takes the place of the app's", async () => {
    const ticket = await arrive();
    expect(await confirm(ticket)).toBe(true);
    expect(await confirm(ticket)).toBe(false);
    await world.drain();
    expect(smtp.arrived).toHaveLength(1);
    const [mail] = smtp.arrived;
    const { uid } = (await world.as("tomas").get(`/tickets/${ticket}`)).body;
    expect(mail).toMatchObject({
      subject: `[${uid}] Printer on floor 2 jams`,
      inReplyTo: "<question@kestrel.test>",
      from: { name: "Waypost", address: "help@desk.test" },
      recipients: ["tomas@kestrel.test"],
    });
    for (const line of [
      "Hello Tomás Aguilar,",
      `We received your message. Its number is ${uid}.`,
      "To add something, answer this mail.",
      `Open ${uid}:`,
    ])
      expect(mail?.text).toContain(line);
    const headers = Object.fromEntries((mail?.headers ?? []).map(({ key, value }) => [key, value]));
    expect(headers).toMatchObject({ "auto-submitted": "auto-replied", "x-auto-response-suppress": "All" });
    expect(mail?.replyTo?.[0]?.address).toMatch(/^help\+\d+\.[0-9a-f]{16}@desk\.test$/);
  });

  it("goes once in ten minutes to a sender, whatever they send", async () => {
    expect(await confirm(await arrive())).toBe(true);
    world.pass(9 * 60_000);
    expect(await confirm(await arrive())).toBe(false);
    world.pass(2 * 60_000);
    expect(await confirm(await arrive())).toBe(true);
  });

  it("is in the reader's language", async () => {
    await world.as("tomas").patch(`/users/${world.idOf("tomas")}`, { locale: "de" });
    await confirm(await arrive());
    await world.as("tomas").patch(`/users/${world.idOf("tomas")}`, { locale: "en" });
    await world.drain();
    expect(smtp.arrived.at(-1)?.text).toContain("Wir haben Ihre Nachricht erhalten.");
  });

  it("is the app's where the ticket was raised there", async () => {
    await world.as("tomas").post("/tickets", { subject: "Raised in the app", issue: "Again" });
    await world.drain();
    expect(smtp.arrived.map(({ text }) => text?.includes("has arrived. We will answer"))).toEqual([true]);
  });
});
