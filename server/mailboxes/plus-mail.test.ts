import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { makeWorld, type World } from "../../test/support/app/app-with-people.ts";
import { makeImapMailbox } from "../../test/support/incoming/imap-desk.ts";
import { type ImapServer, startImapServer } from "../../test/support/mail-servers/imap-server.ts";
import { storeRaw } from "../../test/support/incoming/incoming-mail.ts";
import { startSmtp } from "../../test/support/mail-servers/smtp-server.ts";
import { awaitPlusMail } from "./plus-mail.ts";

let world: World;
let server: ImapServer;
let relay: Awaited<ReturnType<typeof startSmtp>>;
let id: string;
beforeAll(async () => {
  relay = await startSmtp();
  world = await makeWorld({ LOG_LEVEL: "fatal", SMTP_URL: relay.url });
});
afterAll(async () => {
  await world.end();
  await relay.stop();
});
beforeEach(async () => {
  relay.arrived.length = 0;
  relay.fault = "well";
  server = await startImapServer();
  id = await makeImapMailbox(world, server, { plus_addressing: true });
  onTestFinished(() => server.stop());
});

const readMailbox = async () => (await world.as("maren").get(`/mailboxes/${id}`)).body;
/** Runs the job that a check left, with short pauses between its looks. */
async function awaitMail(times: number, looks = { times, pause: 10 }): Promise<void> {
  const row = await world.db
    .selectFrom("mailboxes")
    .select("plus_token")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  await awaitPlusMail(world.app, { mailbox_id: id, token: row.plus_token ?? "" }, looks);
}
const check = async () => (await world.as("maren").post(`/mailboxes/${id}/check`)).body.steps.at(-1);
const whenSent = () => expect.poll(() => relay.arrived.length).toBe(1);

describe("the mail of a check to a plus-address", () => {
  it("comes back: the mailbox goes on using them", async () => {
    expect(await check()).toMatchObject({ name: "plus", ok: null, detail: { code: "plus_waits" } });
    expect(await readMailbox()).toMatchObject({ plus_check: "waiting" });
    const waiting = awaitMail(1000);
    await whenSent();
    const [mail] = relay.arrived;
    expect(mail?.recipients[0]).toMatch(/^help\d+\+check\.[a-z0-9]+@waypost\.test$/);
    expect(mail?.raw).toMatch(/^Auto-Submitted: auto-generated\r?$/m);
    server.deliver(mail?.raw ?? "");
    await waiting;
    expect(await readMailbox()).toMatchObject({ plus_check: "came_back", plus_addressing: true });
  });

  it("comes back where a door has stored it before anybody looked", async () => {
    await check();
    const waiting = awaitMail(1000);
    await whenSent();
    await storeRaw(world, Buffer.from(relay.arrived[0]?.raw ?? ""));
    await waiting;
    expect(await readMailbox()).toMatchObject({ plus_check: "came_back" });
  });

  it("is lost: the mailbox uses none from now on, and its history says why", async () => {
    await check();
    const before = (await readMailbox()).version;
    await awaitMail(2);
    expect(await readMailbox()).toMatchObject({
      plus_check: "lost",
      plus_addressing: false,
      version: before + 1,
    });
    const { items } = (await world.as("maren").get("/audit", { entity_id: id })).body;
    expect(JSON.stringify(items)).toContain('"plus_check":"lost"');
    // Then there is nothing to try.
    expect(await check()).toMatchObject({ name: "folder", ok: true });
  });

  it("is looked for again after a lost connection, and says nothing where nobody could look", async () => {
    await check();
    const waiting = awaitMail(1000);
    await whenSent();
    await expect.poll(() => server.said.includes("UID SEARCH")).toBe(true);
    server.hangUp();
    server.deliver(relay.arrived[0]?.raw ?? "");
    await waiting;
    expect(await readMailbox()).toMatchObject({ plus_check: "came_back" });
    await check();
    server.faults.refusesSignIn = true;
    await awaitMail(2);
    expect(await readMailbox()).toMatchObject({ plus_check: null, plus_addressing: true });
  });

  it("that no mail server takes says nothing about plus-addresses", async () => {
    await check();
    relay.fault = "rejecting";
    await awaitMail(2);
    expect(await readMailbox()).toMatchObject({ plus_check: "not_sent", plus_addressing: true });
  });

  it("of an earlier check is not waited for any longer", async () => {
    await check();
    const { plus_token } = await world.db
      .selectFrom("mailboxes")
      .select("plus_token")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    await check();
    await awaitPlusMail(world.app, { mailbox_id: id, token: plus_token ?? "" }, { times: 1, pause: 1 });
    expect(relay.arrived).toEqual([]);
    expect(await readMailbox()).toMatchObject({ plus_check: "waiting" });
  });
});
