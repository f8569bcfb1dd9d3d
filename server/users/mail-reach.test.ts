import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startSmtp } from "../../test/support/mail-servers/smtp-server.ts";
import { makeWorld, type Name, type World } from "../../test/support/app/app-with-people.ts";
import { findSentMail } from "#server/lib/work/bounced-mails.ts";
import { queueMail } from "#server/lib/work/outbox.ts";
import { findBounce, forgetBounce, markBounced } from "#server/mail/bounced-addresses.ts";

let smtp: Awaited<ReturnType<typeof startSmtp>>;
let world: World;
beforeAll(async () => {
  smtp = await startSmtp();
  world = await makeWorld({ SMTP_URL: smtp.url, MAIL_FROM: "help@desk.test" });
});
afterAll(async () => {
  await world.end();
  await smtp.stop();
});
beforeEach(async () => {
  await world.drain();
  await world.db.deleteFrom("bounced_addresses").execute();
  await world.db.deleteFrom("mails").execute();
  smtp.arrived.length = 0;
});

const ctx = () => ({ app: world.app, db: world.db, now: world.clock.now() });
const TOMAS = "tomas@kestrel.test";
const queue = (to: string, more: object = {}) =>
  queueMail(ctx(), { to, subject: "Hello", text: "Hello", html: "<p>Hello</p>", ...more });
const stateOf = async (id: string | null) =>
  (
    await world.db
      .selectFrom("mails")
      .select("state")
      .where("id", "=", id ?? "")
      .executeTakeFirstOrThrow()
  ).state;

/** A mail to Tomás that arrived and came back. */
async function bounce(more: object = {}): Promise<string> {
  const id = await queue(TOMAS, more);
  await world.drain();
  const { message_id } = await world.db
    .selectFrom("mails")
    .select("message_id")
    .where("id", "=", id ?? "")
    .executeTakeFirstOrThrow();
  const mail = await findSentMail(world.db, { messageId: message_id, address: "Tomas@Kestrel.test" });
  if (!mail) throw new Error("it was sent");
  await markBounced(ctx(), mail, "mailbox unknown (5.1.1)");
  smtp.arrived.length = 0;
  return mail.id;
}
const tryAgain = (by: Name, name: Name = "tomas") =>
  world.as(by).post(`/users/${world.idOf(name)}/try-mail-again`);
const reach = (by: Name, name: Name = "tomas") => world.as(by).get(`/users/${world.idOf(name)}/mail-reach`);

describe("a report of returned mail", () => {
  it("counts for a mail that this desk sent to that address, and for no other", async () => {
    const id = await queue(TOMAS);
    const mail = await world.db
      .selectFrom("mails")
      .selectAll()
      .where("id", "=", id ?? "")
      .executeTakeFirstOrThrow();
    const find = (messageId: string, address: string) => findSentMail(world.db, { messageId, address });
    expect(await find(mail.message_id, TOMAS)).toBeNull();
    await world.drain();
    expect(await find(mail.message_id, TOMAS)).toMatchObject({ id });
    expect(await find(mail.message_id, "priya@kestrel.test")).toBeNull();
    expect(await find("<other@desk.test>", TOMAS)).toBeNull();
  });
});

describe("an address that mail came back from", () => {
  it("gets none, also none that waits already; the list says so", async () => {
    smtp.fault = "busy";
    const waiting = await queue(TOMAS);
    await world.drain();
    smtp.fault = "well";
    const returned = await bounce();
    const later = await queue("TOMAS@kestrel.test");
    world.pass(24 * 3_600_000);
    await world.drain();
    expect(smtp.arrived).toEqual([]);
    expect([await stateOf(returned), await stateOf(waiting), await stateOf(later)]).toEqual([
      "bounced",
      "skipped",
      "skipped",
    ]);
    const { items } = (await world.as("maren").get("/mail", { state: "skipped" })).body;
    expect(items.map(({ id }: { id: string }) => id)).toEqual(expect.arrayContaining([waiting, later]));
  });

  it("keeps no link that works once", async () => {
    await bounce();
    const id = await queue(TOMAS, { text: "https://desk.test/reset-password/abc", dedupeKey: "link:00" });
    const { body_text } = await world.db
      .selectFrom("mails")
      .select("body_text")
      .where("id", "=", id ?? "")
      .executeTakeFirstOrThrow();
    expect(body_text).toBe("https://desk.test/reset-password/...");
  });

  it("is shown to those who may edit its person, and to nobody else", async () => {
    await bounce();
    for (const [name, status] of [
      ["rafael", 403],
      ["lena", 403],
      ["idris", 403],
      ["tomas", 403],
      ["helena", 404],
      ["nobody", 403],
    ] as const) {
      expect([name, (await reach(name)).status]).toEqual([name, status]);
      expect([name, (await tryAgain(name)).status]).toEqual([name, status]);
    }
    for (const name of ["maren", "priya"] as const)
      expect((await reach(name)).body).toEqual({
        address: TOMAS,
        bounced: {
          since: world.clock.now().toISOString(),
          reason: "mailbox unknown (5.1.1)",
          reset_asked_at: null,
        },
      });
  });

  it("says when a link for a new password was not sent, and tells whoever asked for it nothing", async () => {
    const ask = async (email: string) => {
      const { status, body } = await world.as("nobody").post("/auth/forgot-password", { email });
      await world.drain();
      return [status, body];
    };
    const answer = await ask("nobody.at.all@kestrel.test");
    await bounce();
    expect(await ask(TOMAS)).toEqual(answer);
    expect(smtp.arrived).toEqual([]);
    expect((await reach("maren")).body.bounced).toMatchObject({
      reset_asked_at: world.clock.now().toISOString(),
    });
    await forgetBounce(world.db, TOMAS);
    expect(await ask(TOMAS)).toEqual(answer);
    expect(smtp.to(TOMAS)).toHaveLength(1);
  });

  it("gets what it missed in the last days when somebody tries again, once, and the history says who", async () => {
    await bounce();
    await queue(TOMAS);
    const old = await queue(TOMAS, { subject: "Of old" });
    await world.db
      .updateTable("mails")
      .set({ created_at: new Date(world.clock.now().getTime() - 8 * 24 * 3_600_000) })
      .where("id", "=", old ?? "")
      .execute();
    expect((await tryAgain("priya")).body).toEqual({ queued: 2 });
    expect((await tryAgain("priya")).body).toEqual({ queued: 0 });
    await world.drain();
    expect(smtp.to(TOMAS)).toHaveLength(2);
    expect((await reach("maren")).body.bounced).toBeNull();
    const { items } = (await world.as("maren").get("/audit", { kind: "user.mail_tried_again" })).body;
    expect(items).toHaveLength(1);
  });

  it("gets nothing of a ticket that its person reads no more", async () => {
    const idris = world.as("idris");
    const raised = await idris.post("/tickets", { subject: "Payroll", issue: "Wrong sums." });
    const about = { ticketId: raised.body.ticket.id, userId: world.idOf("tomas") };
    const place = `/tickets/${about.ticketId}/participants`;
    await idris.post(place, { user_id: world.idOf("tomas") });
    const missed = await bounce(about);
    await queue(TOMAS, { userId: world.idOf("tomas") });
    await idris.delete(`${place}/${world.idOf("tomas")}`);
    expect((await tryAgain("priya")).body).toEqual({ queued: 1 });
    expect(await stateOf(missed)).toBe("bounced");
  });

  it("is tried again from the list of outgoing mail by its person, as long as they read there", async () => {
    const listed = async (id: string) => {
      const { items } = (await world.as("maren").get("/mail")).body;
      return items.find((mail: { id: string }) => mail.id === id);
    };
    const at = world.clock.now().toISOString();
    const ofNobody = await bounce();
    expect((await listed(ofNobody)).returned).toEqual({ at, marked: true, try_again_for: null });
    await forgetBounce(world.db, TOMAS);
    const id = await bounce({ userId: world.idOf("tomas") });
    expect(await listed(id)).toMatchObject({
      state: "bounced",
      returned: { at, marked: true, try_again_for: world.idOf("tomas") },
    });
    await tryAgain("maren");
    await world.drain();
    expect(await listed(id)).toMatchObject({
      state: "sent",
      returned: { at, marked: false, try_again_for: null },
    });
    const fine = await queue("priya@kestrel.test", { userId: world.idOf("priya") });
    expect((await listed(fine ?? "")).returned).toBeNull();
  });

  it("has no invitation: its row says that none was sent, and whoever invites again tries it again", async () => {
    const email = "newcomer@kestrel.test";
    const maren = world.as("maren");
    const invited = await maren.post("/users/invite", {
      email,
      user_type: "external",
      company_id: world.companies.kestrel,
    });
    const { id } = invited.body;
    const state = async () => (await maren.get(`/users/${id}`)).body.invite_state;
    await world.drain();
    expect(await state()).toBe("pending");
    const mail = await world.db
      .selectFrom("mails")
      .selectAll()
      .where("to", "=", email)
      .executeTakeFirstOrThrow();
    await markBounced(ctx(), mail, "mailbox unknown (5.1.1)");
    expect(await state()).toBe("not_sent");
    expect((await maren.post(`/users/${id}/send-invite`)).status).toBe(200);
    await world.drain();
    expect(smtp.to(email)).toHaveLength(2);
    expect(smtp.to(email)[1]?.text).toMatch(/accept-invite\/[\w-]{43}/);
    expect(await state()).toBe("pending");
  });

  it("is free again when a mail comes from it, or its person gets another address", async () => {
    await bounce();
    await forgetBounce(world.db, "Tomas@kestrel.test");
    expect(await findBounce(world.db, TOMAS)).toBeNull();
    await bounce();
    const email = "tomas.aguilar@kestrel.test";
    expect((await world.as("maren").patch(`/users/${world.idOf("tomas")}`, { email })).status).toBe(200);
    expect(await findBounce(world.db, TOMAS)).toBeNull();
    await world.as("maren").patch(`/users/${world.idOf("tomas")}`, { email: TOMAS });
  });
});
