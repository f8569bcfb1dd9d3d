import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { makeSmtpWorld, type SmtpWorld } from "../../test/support/mail-servers/smtp-world.ts";
import { tellUndelivered } from "./undelivered.ts";

const TOMAS = "tomas@kestrel.test";
let world: SmtpWorld;
let smtp: SmtpWorld["smtp"];
let ticket: string;
beforeAll(async () => {
  world = await makeSmtpWorld();
  ({ smtp } = world);
});
afterAll(() => world.end());
beforeEach(async () => {
  smtp.unknown = "";
  const raised = await world
    .as("idris")
    .post("/tickets", { subject: "Printer", issue: "Jams.", client_id: world.idOf("tomas") });
  ticket = raised.body.ticket.id;
  await world.as("idris").patch(`/tickets/${ticket}`, { assignee_id: world.idOf("idris") });
  await world.drain();
  smtp.arrived.length = 0;
  smtp.unknown = TOMAS;
});

const answer = async () => {
  await world.as("idris").post(`/tickets/${ticket}/comments`, { comment: "Try it now." });
  await world.drain();
};
const mails = async (name: "idris" | "tomas") =>
  (await world.as(name).get(`/tickets/${ticket}/mails`)).body.items;
const failed = async () =>
  (await mails("idris")).filter(({ state }: { state: string }) => state === "failed");
const events = async (name: "idris" | "tomas") =>
  (await world.as(name).get(`/tickets/${ticket}/history`)).body.items.filter(
    ({ kind }: { kind: string }) => kind === "ticket.mail_bounced",
  );

describe("a mail that no server takes", () => {
  it("stands on its ticket with the server's words, for the staff alone", async () => {
    await answer();
    expect(await failed()).toMatchObject([
      { to: [{ address: TOMAS }], reason: expect.stringContaining("User unknown"), returned: null },
    ]);
    expect(await events("idris")).toHaveLength(1);
    expect([await mails("tomas"), await events("tomas")]).toEqual([[], []]);
  });

  it("is told to whoever answers for the ticket, once, without a word of marks that there are none of", async () => {
    await answer();
    const [mail] = await failed();
    await tellUndelivered(world.app, { id: mail.id });
    await world.drain();
    const told = smtp.to("idris@waypost.test");
    expect(told.map(({ subject }) => subject)).toEqual([`Mail to ${TOMAS} was returned`]);
    expect(told[0]?.text).toContain("could not be delivered");
    expect(told[0]?.text).not.toContain("until you choose Try again");
    expect(await events("idris")).toHaveLength(1);
  });

  it("marks no address: the next answer is tried, and arrives where the server is right again", async () => {
    await answer();
    smtp.unknown = "";
    await answer();
    expect(smtp.to(TOMAS)).toHaveLength(1);
  });
});
