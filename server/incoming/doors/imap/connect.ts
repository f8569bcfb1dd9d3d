import type { ImapFlow } from "imapflow";
import type { Mailbox } from "#server/mailboxes/read.ts";
import { readMailboxSecret } from "#server/mailboxes/secrets.ts";
import type { App } from "#server/lib/request-context.ts";
import { LIMITS } from "#contract/limits.ts";

/** The server of the mailbox said no to its password or token; trying again at once locks accounts. */
export class SignInRefused extends Error {
  constructor(words: string) {
    super(words);
    this.name = "SignInRefused";
  }
}

type Limits = {
  /** Milliseconds; the usual ones when absent. */
  silence?: number | undefined;
  /** Ends the attempt. */
  signal: AbortSignal;
};

/** Milliseconds without a byte while an answer is owed, after which a connection counts as dead. */
const SILENCE = 90_000;
/** Bytes: a server that ignores the asked part of a mail sends all of it. */
const LONGEST_ANSWER = LIMITS.mailBytes * 2;

/** Opens a signed-in connection to the server of a mailbox. Throws `SignInRefused`, or whatever kept it from being reached. */
export async function connectToMailbox(
  app: App,
  { id, address, host, port, tls, username }: Mailbox,
  { silence = SILENCE, signal }: Limits,
): Promise<ImapFlow> {
  const pass = await readMailboxSecret(app, id, "password");
  if (pass === null) throw new SignInRefused("Enter the password again");
  // Loaded with the first mailbox: a desk without one does not pay for it.
  const { ImapFlow: Client } = await import("imapflow");
  const client = new Client({
    host: host ?? "",
    port: port ?? 993,
    secure: tls === "implicit",
    ...(tls === "implicit" ? {} : { doSTARTTLS: tls === "starttls" }),
    auth: { user: username ?? address, pass },
    clientInfo: { name: "Waypost" },
    logger: false,
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
    throw isRefusal(error) ? new SignInRefused(describeRefusal(error)) : error;
  } finally {
    signal.removeEventListener("abort", end);
  }
}

type AuthenticationError = Error & { authenticationFailed: true; responseText?: string };

function isRefusal(error: unknown): error is AuthenticationError {
  return error instanceof Error && Reflect.get(error, "authenticationFailed") === true;
}

/** The server's own words; they name no secret. */
function describeRefusal({ responseText, message }: AuthenticationError): string {
  return (responseText ?? message).slice(0, 200);
}
