import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { makeWorld, type World } from "../../test/support/app/app-with-people.ts";
import { changeMailbox } from "../../test/support/incoming/imap-desk.ts";
import { makeTokenMailbox, useProviders } from "../../test/support/incoming/mail-providers.ts";
import { startTokenEndpoint, type TokenEndpoint } from "../../test/support/mail-servers/token-endpoint.ts";
import { MailboxFailure } from "./failure.ts";
import { getAccessToken } from "./oauth-token.ts";
import { findMailbox, type Mailbox } from "./read.ts";

const MINUTE = 60_000;

let world: World;
let tokens: TokenEndpoint;
beforeAll(async () => {
  world = await makeWorld({ LOG_LEVEL: "fatal" });
});
afterAll(() => world.end());
beforeEach(async () => {
  tokens = await startTokenEndpoint();
  onTestFinished(() => tokens.stop());
  useProviders(world, { tokens });
});

const get = (mailbox: Mailbox, refused?: string) => getAccessToken(world.app, mailbox, refused);
const noteOf = (mailbox: Mailbox) =>
  get(mailbox).then(
    () => null,
    (error: unknown) => (error instanceof MailboxFailure ? error.note : error),
  );

describe("a token that is not given", () => {
  it.each([
    [
      "by Microsoft, whose number says why",
      "microsoft",
      { error: "invalid_client", error_description: "AADSTS7000215: Invalid client secret canary" },
      "AADSTS7000215",
    ],
    ["by Google, whose word says why", "gmail", { error: "invalid_grant" }, "invalid_grant"],
    ["by a server whose answer is a page", "gmail", "<html>canary-client-secret</html>", "400"],
  ] as const)("%s", async (_who, kind, body, code) => {
    const mailbox = await makeTokenMailbox(world, kind);
    tokens.answer = { status: 400, body };
    const provider = kind === "gmail" ? "Google" : "Microsoft";
    expect(await noteOf(mailbox)).toEqual({ code: "token_refused", params: { provider, code } });
  });

  it("is told apart from a provider that is busy, away, or passes us on to somebody else", async () => {
    const mailbox = await makeTokenMailbox(world, "gmail");
    const unreachable = { code: "token_unreachable", params: { host: new URL(tokens.url).host } };
    tokens.answer = { status: 503, body: {} };
    expect(await noteOf(mailbox)).toEqual(unreachable);
    const elsewhere = await startTokenEndpoint();
    onTestFinished(() => elsewhere.stop());
    tokens.answer = { status: 307, body: {}, headers: { location: `${elsewhere.url}/token` } };
    expect(await noteOf(mailbox)).toEqual(unreachable);
    expect(elsewhere.asked).toEqual([]);
    await tokens.stop();
    expect(await noteOf(mailbox)).toEqual(unreachable);
  });

  it("is asked for again by the next connection", async () => {
    const mailbox = await makeTokenMailbox(world, "gmail");
    tokens.answer = { status: 401, body: { error: "invalid_grant" } };
    await noteOf(mailbox);
    tokens.answer = null;
    expect(await get(mailbox)).toBe("token-1");
  });

  it("is asked for by nobody whose secret cannot be opened any more", async () => {
    const mailbox = await makeTokenMailbox(world, "microsoft");
    await world.db.deleteFrom("mailbox_secrets").where("mailbox_id", "=", mailbox.id).execute();
    expect(await noteOf(mailbox)).toEqual({ code: "secret_lost" });
    expect(tokens.asked).toEqual([]);
  });
});

describe("a token", () => {
  it("of Microsoft is the app's own: asked for with its secret, at its tenant", async () => {
    await get(await makeTokenMailbox(world, "microsoft"));
    expect(tokens.asked).toEqual([
      {
        path: "/tenant-of-the-desk/token",
        fields: {
          grant_type: "client_credentials",
          scope: "https://outlook.office365.com/.default",
          client_id: "client-of-the-desk",
          client_secret: "canary-client-secret",
        },
      },
    ]);
  });

  it("of Google is asked for with the refresh token of the mailbox's owner", async () => {
    await get(await makeTokenMailbox(world, "gmail"));
    expect(tokens.asked).toEqual([
      {
        path: "/token",
        fields: {
          grant_type: "refresh_token",
          refresh_token: "canary-refresh-token",
          client_id: "client-of-the-desk",
          client_secret: "canary-client-secret",
        },
      },
    ]);
  });

  it("is fetched once, by however many, and kept until five minutes before its end", async () => {
    const mailbox = await makeTokenMailbox(world, "microsoft");
    const first = await Promise.all(Array.from({ length: 8 }, () => get(mailbox)));
    expect(new Set(first)).toEqual(new Set(["token-1"]));
    world.pass(55 * MINUTE - 1000);
    expect(await get(mailbox)).toBe("token-1");
    world.pass(2000);
    expect(await get(mailbox)).toBe("token-2");
    expect(tokens.asked).toHaveLength(2);
  });

  it("is each mailbox's own, and another one when the mailbox is changed", async () => {
    const mailbox = await makeTokenMailbox(world, "gmail");
    expect([await get(mailbox), await get(await makeTokenMailbox(world, "gmail"))]).toEqual([
      "token-1",
      "token-2",
    ]);
    await changeMailbox(world, mailbox.id, { oauth_client: "another-client" });
    const changed = await findMailbox(world.db, mailbox.id);
    expect(changed && (await get(changed))).toBe("token-3");
    expect(tokens.asked.at(-1)?.fields["client_id"]).toBe("another-client");
  });

  it("that a mail server refused is renewed once, by however many heard so", async () => {
    const mailbox = await makeTokenMailbox(world, "microsoft");
    const refused = await get(mailbox);
    const next = await Promise.all(Array.from({ length: 8 }, () => get(mailbox, refused)));
    expect(new Set(next)).toEqual(new Set(["token-2"]));
    expect(await get(mailbox)).toBe("token-2");
    expect(tokens.asked).toHaveLength(2);
  });

  it("stands in no row and no answer, nor does what it was asked for with", async () => {
    const mailbox = await makeTokenMailbox(world, "gmail");
    await get(mailbox);
    const answer = await world.as("maren").get(`/mailboxes/${mailbox.id}`);
    expect(answer.status).toBe(200);
    expect(answer.text).not.toMatch(/canary|token-1/);
  });
});
