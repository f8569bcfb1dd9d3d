import type { ConnectionOptions } from "node:tls";
import type { App, MailServer } from "#server/lib/request-context.ts";
import { MailboxFailure, type Target } from "./failure.ts";
import { getAccessToken } from "./oauth-token.ts";
import type { Mailbox } from "./read.ts";
import { readMailboxSecret } from "./secrets.ts";

/** What a mailbox is signed in with: a password, or a token of its provider. */
export type Proof = { password: string } | { token: string };
export type SignIn = { server: MailServer; user: string; proof: Proof };

type Settings = Pick<Mailbox, "kind" | "address" | "host" | "port" | "tls" | "username">;
type Sending = Pick<
  Mailbox,
  "kind" | "address" | "username" | "smtp_host" | "smtp_port" | "smtp_tls" | "smtp_username"
>;

/** The IMAP server of a mailbox; null for one that mail is handed in to. */
export function findImapServer(app: Pick<App, "mailProviders">, mailbox: Settings): MailServer | null {
  if (mailbox.kind === "listen") return null;
  if (mailbox.kind !== "imap") return app.mailProviders[mailbox.kind].imap;
  return mailbox.host === null ? null : { host: mailbox.host, port: mailbox.port ?? 993, tls: mailbox.tls };
}

/** The user of the IMAP server: whoever was typed, else the address itself. */
export function findImapUser({ kind, address, username }: Settings): string {
  return kind === "imap" ? (username ?? address) : address;
}

/**
 * Reads what opens a mailbox by IMAP. `refused` is a token that the server did not take. Throws `MailboxFailure` where a
 * secret is lost or the provider gives no token.
 */
export async function readImapSignIn(app: App, mailbox: Mailbox, refused?: string): Promise<SignIn> {
  const server = findImapServer(app, mailbox);
  if (server === null) throw new Error("a mailbox that mail is handed in to is not signed in to");
  const user = findImapUser(mailbox);
  if (mailbox.kind !== "imap")
    return { server, user, proof: { token: await getAccessToken(app, mailbox, refused) } };
  const password = await readMailboxSecret(app, mailbox.id, "password");
  if (password === null) throw new MailboxFailure({ code: "secret_lost" });
  return { server, user, proof: { password } };
}

/** The server that a mailbox sends by; null for that of the desk. */
export function findSmtpServer({ smtp_host, smtp_port, smtp_tls }: Sending): MailServer | null {
  if (smtp_host === null) return null;
  return { host: smtp_host, port: smtp_port ?? 587, tls: smtp_tls ?? "starttls" };
}

/** Whether it sends by its provider's server, which takes the same token as IMAP does. */
export function sendsByToken(app: Pick<App, "mailProviders">, mailbox: Sending): boolean {
  const { kind, smtp_host } = mailbox;
  return (kind === "microsoft" || kind === "gmail") && smtp_host === app.mailProviders[kind].smtp.host;
}

/** Reads what a mailbox sends with; null for the desk's own mail server. The proof is null where none is asked for. */
export async function readSmtpSignIn(
  app: App,
  mailbox: Mailbox,
): Promise<{ server: MailServer; user: string; proof: Proof | null } | null> {
  const server = findSmtpServer(mailbox);
  if (server === null) return null;
  if (sendsByToken(app, mailbox))
    return { server, user: mailbox.address, proof: { token: await getAccessToken(app, mailbox) } };
  const user = mailbox.smtp_username ?? mailbox.address;
  if (mailbox.smtp_username === null) return { server, user, proof: null };
  const password = await readMailboxSecret(app, mailbox.id, "smtp");
  if (password === null) throw new MailboxFailure({ code: "secret_lost" });
  return { server, user, proof: { password } };
}

/** The options of an imapflow connection; nothing of it is logged, since its log would hold mails. */
export function imapOptions(app: Pick<App, "mailProviders">, { server, user, proof }: SignIn) {
  return {
    host: server.host,
    port: server.port,
    secure: server.tls === "implicit",
    doSTARTTLS: server.tls === "implicit" ? undefined : server.tls === "starttls",
    tls: tlsOptions(app),
    auth: "token" in proof ? { user, accessToken: proof.token } : { user, pass: proof.password },
    logger: false as const,
  };
}

/** The options of a nodemailer transport. */
export function smtpOptions(
  app: Pick<App, "mailProviders">,
  { server, user, proof }: { server: MailServer; user: string; proof: Proof | null },
) {
  const auth =
    proof === null
      ? undefined
      : "token" in proof
        ? { type: "OAuth2" as const, user, accessToken: proof.token }
        : { user, pass: proof.password };
  return {
    host: server.host,
    port: server.port,
    secure: server.tls === "implicit",
    requireTLS: server.tls === "starttls",
    ignoreTLS: server.tls === "none",
    tls: tlsOptions(app),
    auth,
  };
}

/** Names a sign-in for `explainFailure`. */
export function targetOf({
  server,
  user,
  proof,
}: {
  server: MailServer;
  user: string;
  proof: Proof | null;
}): Target {
  return { host: server.host, port: server.port, user, byToken: proof !== null && "token" in proof };
}

function tlsOptions({ mailProviders: { authorities } }: Pick<App, "mailProviders">): ConnectionOptions {
  return { minVersion: "TLSv1.2", ...(authorities === undefined ? {} : { ca: authorities }) };
}
