import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { makeWorld, type World } from "../../../../test/support/app/app-with-people.ts";
import {
  changeMailbox,
  startImapDoor,
  subjectsOf,
  untilState,
} from "../../../../test/support/incoming/imap-desk.ts";
import { type ImapServer, startImapServer } from "../../../../test/support/mail-servers/imap-server.ts";
import { writeMail } from "../../../../test/support/incoming/incoming-mail.ts";
import { makeTokenMailbox, useProviders } from "../../../../test/support/incoming/mail-providers.ts";
import {
  startTokenEndpoint,
  type TokenEndpoint,
} from "../../../../test/support/mail-servers/token-endpoint.ts";

const MINUTES = 60_000;

let world: World;
let server: ImapServer;
let tokens: TokenEndpoint;
beforeAll(async () => {
  world = await makeWorld({ LOG_LEVEL: "fatal" });
});
afterAll(() => world.end());
beforeEach(async () => {
  server = await startImapServer();
  tokens = await startTokenEndpoint();
  onTestFinished(async () => {
    await server.stop();
    await tokens.stop();
  });
  useProviders(world, { tokens, imap: { host: "127.0.0.1", port: server.port, tls: "none" } });
});

/** A mailbox of a provider, paused when the test is over. */
async function make(kind: "microsoft" | "gmail"): Promise<string> {
  const { id } = await makeTokenMailbox(world, kind);
  onTestFinished(() => changeMailbox(world, id, { active: false }));
  return id;
}

/** What an administrator reads about it. */
const readMailbox = async (id: string) => (await world.as("maren").get(`/mailboxes/${id}`)).body;
const isLong = (milliseconds: number) => milliseconds > 3 * MINUTES;
const isRetry = (milliseconds: number) => milliseconds < 15_000;

describe.each(["microsoft", "gmail"] as const)("a mailbox of %s", (kind) => {
  it("is opened by a token, and brings its mails", async () => {
    server.tokens.add("token-1");
    const id = await make(kind);
    await startImapDoor(world);
    await untilState(world, id, "ok");
    server.deliver(await writeMail({ from: "tomas@kestrel.test", subject: `By ${kind}` }));
    await expect.poll(() => subjectsOf(world, id)).toEqual([`By ${kind}`]);
    expect(server.said).not.toContain("LOGIN");
    expect([tokens.asked.length, server.seen.signIns]).toEqual([1, 1]);
  });

  it("whose token ended early is opened by the next one, at once", async () => {
    server.tokens.add("token-2");
    const id = await make(kind);
    await startImapDoor(world);
    await untilState(world, id, "ok");
    expect([tokens.given, server.seen.signIns]).toEqual([["token-1", "token-2"], 2]);
  });

  it("that two tokens did not open says so, and is tried again only after minutes", async () => {
    const id = await make(kind);
    const { pauses } = await startImapDoor(world);
    await untilState(world, id, "sign_in_refused");
    const { address, last_error } = await readMailbox(id);
    expect(last_error).toMatchObject({
      code: "mailbox_refused",
      text: `The token was given, but it does not open ${address}`,
    });
    await expect.poll(() => pauses.lengths().some(isLong)).toBe(true);
    expect([tokens.given.length, server.seen.signIns]).toEqual([2, 2]);
    // An administrator gave the app its right meanwhile.
    server.tokens.add("token-2");
    pauses.end(isLong);
    await untilState(world, id, "ok");
    expect(await readMailbox(id)).toMatchObject({ last_error: null });
  });
});

describe("a provider", () => {
  it("that refuses the secret is not asked by every look, and the mail server not at all", async () => {
    tokens.answer = { status: 401, body: { error: "invalid_client" } };
    const id = await make("microsoft");
    const { pauses } = await startImapDoor(world);
    await untilState(world, id, "sign_in_refused");
    expect((await readMailbox(id)).last_error).toMatchObject({
      code: "token_refused",
      params: { provider: "Microsoft", code: "invalid_client" },
    });
    await expect.poll(() => pauses.lengths().some(isLong)).toBe(true);
    expect([tokens.asked.length, server.seen.signIns]).toEqual([1, 0]);
  });

  it("that is away makes the mailbox unreachable, not refused, until it is back", async () => {
    tokens.answer = { status: 503, body: {} };
    const id = await make("gmail");
    const { pauses } = await startImapDoor(world);
    await untilState(world, id, "unreachable");
    expect((await readMailbox(id)).last_error).toMatchObject({ code: "token_unreachable" });
    server.tokens.add("token-1");
    tokens.answer = null;
    await pauses.elapse(isRetry);
    await untilState(world, id, "ok");
  });
});
