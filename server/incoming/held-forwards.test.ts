import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { World } from "../../test/support/app/app-with-people.ts";
import {
  deliver,
  readIncoming,
  type TestMail,
  writeMail,
} from "../../test/support/incoming/incoming-mail.ts";
import { makeMailWorld } from "../../test/support/incoming/mail-world.ts";

let world: World;
beforeAll(async () => {
  world = await makeMailWorld(["waypost.test"]);
});
afterAll(() => world.end());
beforeEach(() => world.pass(2 * 3_600_000));

const forwardOf = (address: string) =>
  [
    "Careful, they pay late.",
    "",
    "---------- Forwarded message ---------",
    `From: Sofia Lindgren <${address}>`,
    "Date: Fri, Nov 20, 2026 at 9:00 AM",
    "Subject: Door does not open",
    "To: <idris@waypost.test>",
    "",
    "The badge reader is dark.",
  ].join("\n");

/** A mail that a colleague sent on, of somebody whom nobody knows. */
const hold = async (mail: TestMail) => {
  const held = await deliver(world, {
    from: "idris@waypost.test",
    signed: true,
    subject: "Fwd: Door does not open",
    ...mail,
  });
  expect([held.state, held.reason]).toEqual(["held", "forward_unknown"]);
  return held;
};
const decide = (id: string, body: object) => world.as("maren").post(`/incoming/${id}/make-ticket`, body);
const contact = () => ({ contact: { fullname: "Sofia Lindgren", company_id: world.companies.kestrel } });
const read = async (path: string) => (await world.as("maren").get(path)).body;

describe("a held mail that a colleague sent on", () => {
  it("makes whoever wrote it a contact, not the colleague", async () => {
    const mail = await hold({ text: forwardOf("sofia@kestrel.test") });
    const made = await decide(mail.id, contact());
    expect([made.status, made.body.detail]).toEqual([201, undefined]);
    await world.drain();
    const ticket = await read(`/tickets/${made.body.ticket.id}`);
    expect(ticket).toMatchObject({ client_fullname: "Sofia Lindgren", issue: "The badge reader is dark." });
    expect(await read(`/users/${ticket.client_id}`)).toMatchObject({ email: "sofia@kestrel.test" });
    const sent = await world.db
      .selectFrom("mails")
      .select("to")
      .where("ticket_id", "=", made.body.ticket.id)
      .execute();
    expect(sent).toEqual([{ to: "sofia@kestrel.test" }]);
    // The mail itself is still the colleague's.
    expect((await readIncoming(world, mail.id)).user_id).toBe(world.idOf("idris"));
  });

  it("shows the client what they wrote themselves, and the staff what the colleague wrote above it", async () => {
    const mail = await hold({ text: forwardOf("sofia@private.test") });
    const made = await decide(mail.id, { client_id: world.idOf("tomas") });
    const path = `/tickets/${made.body.ticket.id}`;
    expect((await world.as("tomas").get(path)).body).toMatchObject({
      subject: "Door does not open",
      issue: "The badge reader is dark.",
    });
    expect((await world.as("tomas").get(`${path}/comments`)).body.comments).toEqual([]);
    expect((await read(`${path}/comments`)).comments).toMatchObject([
      { visibility: "internal", comment: "Careful, they pay late.", author_id: world.idOf("idris") },
    ]);
  });

  it("joins a ticket with the words of whoever wrote it, and what the colleague wrote above them stays with the staff", async () => {
    const mail = await hold({ text: forwardOf("sofia@other.test") });
    const raised = await world.as("tomas").post("/tickets", { subject: "Badges", issue: "Since Monday" });
    const { id } = raised.body.ticket;
    const path = `/tickets/${id}`;
    const joined = await world.as("maren").post(`/incoming/${mail.id}/join`, { ticket_id: id });
    expect([joined.status, joined.body.detail]).toEqual([201, undefined]);
    expect((await world.as("tomas").get(`${path}/comments`)).body.comments).toMatchObject([
      { comment: "The badge reader is dark.", visibility: "public" },
    ]);
    expect((await read(`${path}/comments`)).comments).toMatchObject([
      { visibility: "public", from_address: "sofia@other.test" },
      { visibility: "internal", comment: "Careful, they pay late.", author_id: world.idOf("idris") },
    ]);
    expect((await readIncoming(world, mail.id)).user_id).toBe(world.idOf("idris"));
  });

  it("reads what came as a file, also once it was ignored", async () => {
    const original = await writeMail({ from: "rui@private.test", subject: "Badge", text: "It is dark." });
    const attachments = [{ content: original, contentType: "message/rfc822", filename: "Badge.eml" }];
    const mail = await hold({ subject: "Fwd: Badge", text: "Please look.", attachments });
    await world.as("maren").post(`/incoming/${mail.id}/ignore`);
    const made = await decide(mail.id, { client_id: world.idOf("tomas"), subject: "Badge reader" });
    expect((await world.as("tomas").get(`/tickets/${made.body.ticket.id}`)).body).toMatchObject({
      subject: "Badge reader",
      issue: "It is dark.",
    });
  });
});
