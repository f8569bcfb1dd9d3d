import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { makeWorld, type World } from "../../test/support/app/app-with-people.ts";
import { makeCertificate } from "../../test/support/mail-servers/certificate.ts";
import { makeImapMailbox } from "../../test/support/incoming/imap-desk.ts";
import { type ImapServer, startImapServer } from "../../test/support/mail-servers/imap-server.ts";
import { useProviders } from "../../test/support/incoming/mail-providers.ts";
import { startSmtp } from "../../test/support/mail-servers/smtp-server.ts";
import { freePort } from "../../test/support/processes/spawn-app.ts";
import { startTokenEndpoint } from "../../test/support/mail-servers/token-endpoint.ts";

type Step = { name: string; ok: boolean | null; detail: { code: string; text: string } };

const HOST = "127.0.0.1";

let world: World;
let server: ImapServer;
beforeAll(async () => {
  world = await makeWorld({ LOG_LEVEL: "fatal" });
});
afterAll(() => world.end());
beforeEach(async () => {
  server = await startImapServer();
  onTestFinished(() => server.stop());
});

const maren = () => world.as("maren");
/** The settings of a mailbox on the server of the test; what is not said is right. */
const settings = (more: object = {}) => ({
  kind: "imap",
  address: "help@waypost.test",
  host: HOST,
  port: server.port,
  tls: "none",
  username: server.account.username,
  password: server.account.password,
  ...more,
});
const read = ({ body }: { body: { steps: Step[] } }) =>
  body.steps.map(({ name, ok, detail }) => [name, ok, detail.code]);
const check = async (more: object = {}) => read(await maren().post("/mailboxes/check", settings(more)));

/** A check that ends with the first step that fails. */
const failsAt = (step: string, code: string) => [
  ["reach", true, "reached"],
  [step, false, code],
];
/** A check that signed in, up to what it says about the folders. */
const signedIn = (...last: [string, boolean, string]) => [
  ["reach", true, "reached"],
  ["tls", true, "not_encrypted"],
  ["sign_in", true, "signed_in"],
  last,
];

async function startEncrypted(host: string, options?: { isExpired: boolean }) {
  const certificate = makeCertificate(host, options);
  const encrypted = await startImapServer(certificate);
  onTestFinished(() => encrypted.stop());
  return { certificate, more: { tls: "implicit", port: encrypted.port } };
}

function trust(authorities: string): void {
  const before = world.app.mailProviders;
  world.app.mailProviders = { ...before, authorities };
  onTestFinished(() => void (world.app.mailProviders = before));
}

async function stateOf(id: string) {
  const { state, last_error } = (await maren().get(`/mailboxes/${id}`)).body;
  return [state, last_error?.code ?? null];
}

describe("every step of a check", () => {
  it("goes well where everything is right, and changes nothing on the server", async () => {
    server.deliver("Subject: Long before\r\n\r\nwords\r\n");
    const answer = await maren().post("/mailboxes/check", settings());
    expect(read(answer)).toEqual(signedIn("folder", true, "folder_opened"));
    expect(answer.body.steps.at(-1).detail.text).toBe("INBOX, 1 messages");
    expect(server.folder("INBOX").mails[0]?.flags.size).toBe(0);
  });

  it("is the only one where mail is handed in: nothing is connected to", async () => {
    const listener = { kind: "listen", address: "help@waypost.test" };
    expect(read(await maren().post("/mailboxes/check", listener))).toEqual([["reach", true, "hands_in"]]);
  });
});

describe("a server that is not reached", () => {
  it("takes no connections", async () => {
    expect(await check({ port: await freePort() })).toEqual([["reach", false, "connection_refused"]]);
  });

  it("ends the connection while it is asked", async () => {
    server.faults.isSilent = true;
    const checking = check();
    await expect.poll(() => server.said.length).toBeGreaterThan(0);
    server.hangUp();
    expect(await checking).toEqual([["reach", false, "broke_off"]]);
  });
});

describe("encryption", () => {
  it("is told with its protocol where the certificate is right", async () => {
    const { certificate, more } = await startEncrypted(HOST);
    trust(certificate.cert);
    const { body } = await maren().post("/mailboxes/check", settings(more));
    expect(body.steps[1]).toMatchObject({ name: "tls", ok: true, detail: { text: "TLSv1.3" } });
    expect(body.steps.at(-1)).toMatchObject({ name: "folder", ok: true });
  });

  it("with a certificate that nobody vouches for fails, and no password is sent", async () => {
    const { more } = await startEncrypted(HOST);
    expect(await check(more)).toEqual(failsAt("tls", "certificate_untrusted"));
    expect(server.seen.signIns).toBe(0);
  });

  it("with a certificate of another name, or one that is over, fails", async () => {
    const other = await startEncrypted("imap.elsewhere.test");
    trust(other.certificate.cert);
    expect(await check(other.more)).toEqual(failsAt("tls", "certificate_name"));
    const old = await startEncrypted(HOST, { isExpired: true });
    trust(old.certificate.cert);
    expect(await check(old.more)).toEqual(failsAt("tls", "certificate_expired"));
  });

  it("that the server does not have is told apart: from the start, or after STARTTLS", async () => {
    expect(await check({ tls: "implicit" })).toEqual(failsAt("tls", "tls_expected"));
    expect(await check({ tls: "starttls" })).toEqual(failsAt("tls", "no_starttls"));
    expect(server.seen.signIns).toBe(0);
  });
});

describe("a sign-in that is refused", () => {
  it("is told without the words of the server, which may quote the password", async () => {
    const answer = await maren().post("/mailboxes/check", settings({ password: "canary-password" }));
    expect(read(answer)).toEqual(failsAt("sign_in", "sign_in_refused"));
    expect(answer.text).not.toContain("canary-password");
  });

  it("by a token is told apart: none was given, or it does not open the mailbox", async () => {
    const before = world.app.mailProviders;
    const tokens = await startTokenEndpoint();
    onTestFinished(async () => {
      world.app.mailProviders = before;
      await tokens.stop();
    });
    useProviders(world, { tokens, imap: { host: HOST, port: server.port, tls: "none" } });
    const provider = {
      kind: "microsoft",
      address: "help@waypost.test",
      oauth_tenant: "tenant",
      oauth_client: "client",
      client_secret: "canary-client-secret",
    };
    const ask = async () => read(await maren().post("/mailboxes/check", provider));
    expect(await ask()).toEqual(failsAt("sign_in", "mailbox_refused"));
    tokens.answer = { status: 401, body: { error: "invalid_client" } };
    expect(await ask()).toEqual([["sign_in", false, "token_refused"]]);
    tokens.answer = null;
    server.tokens.add("token-2");
    const { body } = await maren().post("/mailboxes/check", provider);
    expect(body.steps[2]).toMatchObject({
      name: "sign_in",
      ok: true,
      detail: { text: "With the app's own token, valid for 60 minutes" },
    });
  });
});

describe("a folder that is not there", () => {
  it("is the one that is read, or the one that mails are moved to", async () => {
    expect(await check({ folder: "Help" })).toEqual(signedIn("folder", false, "folder_missing"));
    const moving = { after_storing: "move", move_to: "Done" };
    expect(await check(moving)).toEqual(signedIn("folder", false, "folder_missing"));
    expect(await check({ ...moving, move_to: "Archive" })).toEqual(signedIn("folder", true, "folder_opened"));
  });
});

describe("sending by the mailbox's own server", () => {
  it("is tried as well, whatever became of reading", async () => {
    const relay = await startSmtp(0, { user: "help", pass: "right" });
    onTestFinished(() => relay.stop());
    const own = { smtp_host: HOST, smtp_port: relay.port, smtp_tls: "none", smtp_username: "help" };
    const last = async (more: object) => (await check({ ...own, ...more })).at(-1);
    expect(await last({ smtp_password: "right" })).toEqual(["sending", true, "sends"]);
    expect(await last({ smtp_password: "right", folder: "Help" })).toEqual(["sending", true, "sends"]);
    expect(await last({ smtp_password: "wrong" })).toEqual(["sending", false, "sign_in_refused"]);
    expect(await last({ smtp_password: "right", smtp_port: await freePort() })).toEqual([
      "sending",
      false,
      "connection_refused",
    ]);
    expect(relay.arrived).toEqual([]);
  });
});

describe("a check of a saved mailbox", () => {
  it("becomes its state: away and why, and well again", async () => {
    const id = await makeImapMailbox(world, server);
    server.faults.refusesSignIn = true;
    await maren().post(`/mailboxes/${id}/check`);
    expect(await stateOf(id)).toEqual(["sign_in_refused", "sign_in_refused"]);
    server.faults.refusesSignIn = false;
    const answer = await maren().post(`/mailboxes/${id}/check`);
    expect(await stateOf(id)).toEqual(["ok", null]);
    // Without a mail server nothing can be sent to a plus-address.
    expect(read(answer).at(-1)).toEqual(["plus", null, "plus_untried"]);
  });

  it("whose secret cannot be opened any more asks for it", async () => {
    const id = await makeImapMailbox(world, server);
    await world.db.deleteFrom("mailbox_secrets").where("mailbox_id", "=", id).execute();
    const answer = await maren().post(`/mailboxes/${id}/check`);
    expect(read(answer)).toEqual([["sign_in", false, "secret_lost"]]);
    expect(await stateOf(id)).toEqual(["sign_in_refused", "secret_lost"]);
  });

  it("is refused where there is none", async () => {
    expect((await maren().post(`/mailboxes/${crypto.randomUUID()}/check`)).status).toBe(404);
  });
});

it("three checks run at once, and a fourth is asked to come again", async () => {
  server.faults.isSilent = true;
  const running = [check(), check(), check()];
  await expect.poll(() => server.connections()).toBe(3);
  const refused = await maren().post("/mailboxes/check", settings());
  expect([refused.status, refused.body.code]).toEqual([429, "mailbox.checks_running"]);
  server.hangUp();
  await Promise.all(running);
  server.faults.isSilent = false;
  expect((await maren().post("/mailboxes/check", settings())).status).toBe(200);
});
