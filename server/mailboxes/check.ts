import type { CheckStep } from "#contract/mailboxes/notes.ts";
import type { App } from "#server/lib/request-context.ts";
import { explainFailure, MailboxFailure, type Note, type Target } from "./failure.ts";
import { imapOptions, type SignIn, smtpOptions, targetOf } from "./sign-in.ts";

/** Milliseconds of a whole check, and of each wait for a server within it. */
const WHOLE = 20_000;
const WAIT = 8000;

export type Step = { name: CheckStep; ok: boolean | null; note: Note };

/** A mailbox as a check needs it, saved or not. */
export type Checked = {
  /** Null: mail is handed in, so nothing is connected to. */
  imap: { server: SignIn["server"]; user: string; prove: () => Promise<SignIn["proof"]> } | null;
  /** Minutes for which the token is good that `prove` gave. */
  tokenMinutes: () => number;
  folder: string;
  moveTo: string | null;
  smtp: { server: SignIn["server"]; user: string; prove: () => Promise<SignIn["proof"] | null> } | null;
};

/**
 * Tries a mailbox step by step, within 20 seconds; a step that fails is the last one of its connection. Connects to the
 * servers of the mailbox and to nothing else.
 */
export async function checkMailbox(app: App, mailbox: Checked): Promise<Step[]> {
  const deadline = AbortSignal.timeout(WHOLE);
  const read = await checkReading(app, mailbox, deadline);
  return [...read, ...(await checkSending(app, mailbox, deadline))];
}

/** The failure that keeps mail from being read, if any. */
export function findReadingFault(steps: readonly Step[]): Note | null {
  return steps.find(({ name, ok }) => ok === false && name !== "sending" && name !== "plus")?.note ?? null;
}

async function checkReading(app: App, mailbox: Checked, deadline: AbortSignal): Promise<Step[]> {
  const { imap, folder, moveTo } = mailbox;
  if (imap === null) return [{ name: "reach", ok: true, note: { code: "hands_in" } }];
  let target: Target = { host: imap.server.host, port: imap.server.port, user: imap.user, byToken: false };
  const steps: Step[] = [];
  try {
    const signIn = { server: imap.server, user: imap.user, proof: await imap.prove() };
    target = targetOf(signIn);
    // An idle desk without a mailbox never loads it.
    const { ImapFlow } = await import("imapflow");
    const client = new ImapFlow({
      ...imapOptions(app, signIn),
      connectionTimeout: WAIT,
      greetingTimeout: WAIT,
      socketTimeout: WAIT,
      disableAutoIdle: true,
    });
    // Ends the wait for whatever it waits for.
    deadline.addEventListener("abort", () => client.close(), { once: true });
    client.on("error", () => {});
    try {
      await client.connect();
      steps.push(...connectedSteps(target, client.tls, mailbox.tokenMinutes()));
      steps.push(await openFolder(client, folder));
      if (moveTo !== null) await findFolder(client, moveTo);
    } finally {
      client.close();
    }
    return steps;
  } catch (error) {
    const note: Note = deadline.aborted
      ? { code: "timed_out", params: { host: target.host, port: target.port } }
      : explainFailure(error, target);
    return steps.length > 0
      ? // Signed in, it is the folders that are looked for.
        [...steps.filter(({ name }) => name !== "folder"), { name: "folder", ok: false, note }]
      : [...precedingSteps(note, target), { name: stepOf(note), ok: false, note }];
  }
}

type Client = Pick<import("imapflow").ImapFlow, "mailboxOpen" | "status" | "tls">;

function connectedSteps(target: Target, tls: Client["tls"], tokenMinutes: number): Step[] {
  const { host, port, user } = target;
  return [
    { name: "reach", ok: true, note: { code: "reached", params: { host, port } } },
    {
      name: "tls",
      ok: true,
      note: tls
        ? { code: "encrypted", params: { protocol: tls.version ?? "TLS" } }
        : { code: "not_encrypted" },
    },
    {
      name: "sign_in",
      ok: true,
      note: target.byToken
        ? { code: "signed_in_by_token", params: { minutes: tokenMinutes } }
        : { code: "signed_in", params: { user } },
    },
  ];
}

async function openFolder(client: Client, folder: string): Promise<Step> {
  try {
    const { exists } = await client.mailboxOpen(folder, { readOnly: true });
    return {
      name: "folder",
      ok: true,
      note: { code: "folder_opened", params: { folder, messages: exists } },
    };
  } catch (error) {
    throw isAnswered(error) ? new MailboxFailure({ code: "folder_missing", params: { folder } }) : error;
  }
}

async function findFolder(client: Client, folder: string): Promise<void> {
  const found = await client.status(folder, { messages: true }).catch((error: unknown) => {
    if (isAnswered(error)) return false;
    throw error;
  });
  if (found === false) throw new MailboxFailure({ code: "folder_missing", params: { folder } });
}

/** Whether the server answered NO or BAD, rather than going away; imapflow has a code of its own for one that is missing. */
function isAnswered(error: unknown): boolean {
  return error instanceof Error && ("responseStatus" in error || Reflect.get(error, "code") === "NotFound");
}

async function checkSending(app: App, { smtp }: Checked, deadline: AbortSignal): Promise<Step[]> {
  if (smtp === null) return [];
  const { host, port } = smtp.server;
  let target: Target = { host, port, user: smtp.user, byToken: false };
  try {
    const signIn = { server: smtp.server, user: smtp.user, proof: await smtp.prove() };
    target = targetOf(signIn);
    const { createTransport } = await import("nodemailer");
    const transport = createTransport({
      ...smtpOptions(app, signIn),
      connectionTimeout: WAIT,
      greetingTimeout: WAIT,
      socketTimeout: WAIT,
    });
    const end = () => transport.close();
    deadline.addEventListener("abort", end, { once: true });
    await Promise.race([transport.verify(), rejectOn(deadline)]);
    return [{ name: "sending", ok: true, note: { code: "sends", params: { host, port } } }];
  } catch (error) {
    return [{ name: "sending", ok: false, note: explainFailure(error, target) }];
  }
}

function rejectOn(deadline: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const stop = () => reject(deadline.reason);
    if (deadline.aborted) stop();
    else deadline.addEventListener("abort", stop, { once: true });
  });
}

/** The step that a failure belongs to. */
function stepOf({ code }: Note): CheckStep {
  if (["tls_expected", "no_starttls"].includes(code) || code.startsWith("certificate_")) return "tls";
  const isSignIn = ["sign_in_refused", "mailbox_refused", "secret_lost"].includes(code);
  return isSignIn || code.startsWith("token_") ? "sign_in" : "reach";
}

/** The steps that went well before one that did not: imapflow connects, encrypts and signs in as one. */
function precedingSteps(note: Note, { host, port }: Target): Step[] {
  const isPastServer = stepOf(note) === "tls" || ["sign_in_refused", "mailbox_refused"].includes(note.code);
  return isPastServer ? [{ name: "reach", ok: true, note: { code: "reached", params: { host, port } } }] : [];
}
