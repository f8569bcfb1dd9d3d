import type { ImapFlow } from "imapflow";
import { LIMITS } from "#contract/limits.ts";
import type { App } from "#server/lib/request-context.ts";
import { MailboxFailure } from "#server/mailboxes/failure.ts";
import type { Mailbox } from "#server/mailboxes/read.ts";
import { imapOptions, readImapSignIn, type SignIn } from "#server/mailboxes/sign-in.ts";

type Limits = {
  /** Milliseconds without a byte while an answer is owed, after which a connection counts as dead. */
  silence: number;
  /** Ends the attempt. */
  signal: AbortSignal;
};

/** Bytes: a server that ignores the asked part of a mail sends all of it. */
const LONGEST_ANSWER = LIMITS.mailBytes * 2;

/**
 * Opens a signed-in connection to the server of a mailbox. A token that the server does not take is renewed once. Throws
 * what `isSignInRefused` tells, or whatever kept the server from being reached.
 */
export async function connectToMailbox(app: App, mailbox: Mailbox, limits: Limits): Promise<ImapFlow> {
  const signIn = await readImapSignIn(app, mailbox);
  try {
    return await open(app, signIn, limits);
  } catch (error) {
    if (!("token" in signIn.proof) || !isSignInRefused(error)) throw error;
    return open(app, await readImapSignIn(app, mailbox, signIn.proof.token), limits);
  }
}

/** Whether it is the password, the token or the secret that is not right; trying again at once locks accounts. */
export function isSignInRefused(error: unknown): boolean {
  if (error instanceof MailboxFailure) return ["secret_lost", "token_refused"].includes(error.note.code);
  return error instanceof Error && Reflect.get(error, "authenticationFailed") === true;
}

async function open(app: App, signIn: SignIn, { silence, signal }: Limits): Promise<ImapFlow> {
  // Loaded with the first mailbox: a desk without one does not pay for it.
  const { ImapFlow: Client } = await import("imapflow");
  const client = new Client({
    ...imapOptions(app, signIn),
    clientInfo: { name: "Waypost" },
    disableAutoIdle: true,
    connectionTimeout: 30_000,
    socketTimeout: silence,
    maxLiteralSize: LONGEST_ANSWER,
  });
  const end = () => client.close();
  // What breaks is told by the command that fails; an event without a listener would end the process.
  client.on("error", end);
  signal.addEventListener("abort", end);
  try {
    await client.connect();
    return client;
  } catch (error) {
    client.close();
    throw error;
  } finally {
    signal.removeEventListener("abort", end);
  }
}
