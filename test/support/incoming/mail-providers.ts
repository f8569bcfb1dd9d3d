import type { MailServer } from "#server/lib/request-context.ts";
import { saveMailboxSecret } from "#server/mailboxes/secrets.ts";
import { findMailbox, type Mailbox } from "#server/mailboxes/read.ts";
import type { World } from "../app/app-with-people.ts";
import { changeMailbox } from "./imap-desk.ts";
import { makeMailbox } from "./incoming-mail.ts";
import type { TokenEndpoint } from "../mail-servers/token-endpoint.ts";

const NOWHERE: MailServer = { host: "127.0.0.1", port: 1, tls: "none" };

/** Lets Microsoft 365 and Gmail be servers of this machine. */
export function useProviders(
  { app }: Pick<World, "app">,
  { tokens, imap = NOWHERE, smtp = NOWHERE }: { tokens: TokenEndpoint; imap?: MailServer; smtp?: MailServer },
): void {
  const { microsoft, gmail } = app.mailProviders;
  app.mailProviders = {
    microsoft: { ...microsoft, imap, smtp, tokenUrl: (tenant) => `${tokens.url}/${tenant}/token` },
    gmail: { ...gmail, imap, smtp, tokenUrl: () => `${tokens.url}/token` },
  };
}

/** A mailbox that a token opens, with its secrets. */
export async function makeTokenMailbox(
  world: World,
  kind: "microsoft" | "gmail",
  address = `token${(made += 1)}@waypost.test`,
): Promise<Mailbox> {
  const id = await makeMailbox(world, address);
  await changeMailbox(world, id, {
    kind,
    oauth_client: "client-of-the-desk",
    ...(kind === "microsoft" && { oauth_tenant: "tenant-of-the-desk" }),
    state: "connecting",
  });
  const ctx = { app: world.app, db: world.db, now: world.clock.now() };
  await saveMailboxSecret(ctx, { mailboxId: id, kind: "client_secret", text: "canary-client-secret" });
  if (kind === "gmail")
    await saveMailboxSecret(ctx, { mailboxId: id, kind: "refresh_token", text: "canary-refresh-token" });
  const mailbox = await findMailbox(world.db, id);
  if (!mailbox) throw new Error("the mailbox is not there");
  return mailbox;
}
let made = 0;
