import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { makeWorld, type World } from "../../test/support/app/app-with-people.ts";
import { makeMailbox } from "../../test/support/incoming/mailboxes.ts";
import { startSmtp } from "../../test/support/mail-servers/smtp-server.ts";
import { queueMail, sendDueMails } from "#server/lib/work/outbox.ts";
import { saveMailboxSecret } from "./secrets.ts";

const ACCOUNT = { user: "help", pass: "a pass phrase" };
const MINUTE = 60_000;

let desk: Awaited<ReturnType<typeof startSmtp>>;
let own: Awaited<ReturnType<typeof startSmtp>>;
let world: World;
let mailbox: string;
beforeAll(async () => {
  desk = await startSmtp();
  own = await startSmtp(0, ACCOUNT);
  world = await makeWorld({ SMTP_URL: desk.url, MAIL_FROM: "desk@desk.test" });
  mailbox = await makeMailbox(world.db, world.clock.now(), {
    address: "help@desk.test",
    smtp_host: "127.0.0.1",
    smtp_port: own.port,
    smtp_tls: "none",
    smtp_username: ACCOUNT.user,
  });
});
afterAll(async () => {
  await world.end();
  await desk.stop();
  await own.stop();
});
beforeEach(async () => {
  await setPassword(ACCOUNT.pass);
  await world.db.deleteFrom("mails").execute();
  desk.arrived.length = 0;
  own.arrived.length = 0;
});

const ctx = () => ({ app: world.app, db: world.db, now: world.clock.now() });
const setPassword = (text: string) => saveMailboxSecret(ctx(), { mailboxId: mailbox, kind: "smtp", text });
const queue = (to: string, isOwn: boolean) =>
  queueMail(ctx(), {
    to,
    subject: "Hello",
    text: "Hello",
    html: "<p>Hello</p>",
    ...(isOwn && { from: { mailboxId: mailbox, name: "Waypost", hasServer: true } }),
  });
const find = (to: string) =>
  world.db.selectFrom("mails").selectAll().where("to", "=", to).executeTakeFirstOrThrow();

describe("a mailbox with a server of its own", () => {
  it("sends by it, signed in, as its own address, and the desk by the desk's", async () => {
    await queue("one@kestrel.test", true);
    await queue("two@kestrel.test", false);
    await world.drain();
    expect(own.arrived.map(({ recipients, envelopeFrom }) => [recipients, envelopeFrom])).toEqual([
      [["one@kestrel.test"], "help@desk.test"],
    ]);
    expect(desk.arrived.map(({ recipients }) => recipients)).toEqual([["two@kestrel.test"]]);
  });

  it("waits for its server alone: the desk's mails go out meanwhile", async () => {
    own.fault = "busy";
    await queue("one@kestrel.test", true);
    await queue("two@kestrel.test", true);
    await queue("three@kestrel.test", false);
    world.pass(MINUTE);
    expect(await sendDueMails(world.app)).toBe(1);
    expect(desk.to("three@kestrel.test")).toHaveLength(1);
    expect(await find("one@kestrel.test")).toMatchObject({ state: "queued", attempts: 1 });
    // Behind a mail that waits the next is not even tried.
    expect(await find("two@kestrel.test")).toMatchObject({ state: "queued", attempts: 0 });
    own.fault = "well";
    world.pass(5 * MINUTE);
    expect(await sendDueMails(world.app)).toBe(2);
  });

  it("is tried again after a refused sign-in, and says why it waits", async () => {
    await setPassword("another pass phrase");
    await queue("one@kestrel.test", true);
    await world.drain();
    const waiting = await find("one@kestrel.test");
    expect(waiting).toMatchObject({ state: "queued", attempts: 1 });
    expect(waiting.last_error).toContain("Who are you");
    expect(waiting.last_error).not.toContain("pass phrase");
    await setPassword(ACCOUNT.pass);
    world.pass(MINUTE);
    expect(await sendDueMails(world.app)).toBe(1);
    expect(own.to("one@kestrel.test")).toHaveLength(1);
  });

  it("waits for a password that cannot be read", async () => {
    await world.db.deleteFrom("mailbox_secrets").where("mailbox_id", "=", mailbox).execute();
    await queue("one@kestrel.test", true);
    await world.drain();
    expect((await find("one@kestrel.test")).last_error).toBe("Enter the password again");
  });
});

describe("a desk without a mail server", () => {
  it("captures its own mails and sends those of a mailbox that has one", async () => {
    const captured = await makeWorld({ MAIL_FROM: "desk@desk.test" });
    const box = await makeMailbox(captured.db, captured.clock.now(), {
      address: "open@desk.test",
      smtp_host: "127.0.0.1",
      smtp_port: desk.port,
      smtp_tls: "none",
    });
    const words = { subject: "Hello", text: "Hello", html: "<p>Hello</p>" };
    const inside = { app: captured.app, db: captured.db, now: captured.clock.now() };
    await queueMail(inside, {
      ...words,
      to: "one@kestrel.test",
      from: { mailboxId: box, name: "Waypost", hasServer: true },
    });
    await queueMail(inside, { ...words, to: "two@kestrel.test" });
    await captured.drain();
    const { items } = (await captured.as("maren").get("/mail/captured")).body;
    await captured.end();
    expect(desk.arrived.map(({ recipients }) => recipients)).toEqual([["one@kestrel.test"]]);
    expect(items).toMatchObject([
      { to: "two@kestrel.test", from: expect.stringContaining("desk@desk.test") },
    ]);
  });
});
