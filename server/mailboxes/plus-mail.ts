import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { DataOf } from "#contract/jobs.ts";
import { jobs } from "#contract/jobs.ts";
import { newToken } from "#server/lib/crypto/token.ts";
import { runTransaction } from "#server/lib/db/transaction.ts";
import type { App, Ctx } from "#server/lib/request-context.ts";
import { enqueue } from "#server/lib/work/enqueue.ts";
import { recordEvent } from "#server/lib/work/history.ts";
import type { Step } from "./check.ts";
import { findMailbox, type Mailbox } from "./read.ts";
import { findSmtpServer, imapOptions, readImapSignIn, readSmtpSignIn, smtpOptions } from "./sign-in.ts";

/**
 * Some providers do not deliver what is addressed to `help+1042.9f2c@`. A check sends one mail to such an address of its
 * own and waits a minute for it, in a job: no request lasts that long behind a proxy. Where it does not come back the
 * mailbox uses none, and answers are found by their headers.
 */
const LOOKS = { times: 20, pause: 3000 };
/** Milliseconds that the mail server has to take the mail. */
const SEND_WITHIN = 15_000;

/** Null: nobody could look, so nothing is known. */
type Outcome = "came_back" | "lost" | "not_sent" | null;

/** Queues the mail of a check, and says so as its last step. */
export async function sendPlusMail(ctx: Ctx, mailbox: Mailbox): Promise<Step> {
  if (ctx.app.config.smtpUrl === null && findSmtpServer(mailbox) === null)
    return { name: "plus", ok: null, note: { code: "plus_untried" } };
  const token = newToken()
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, "")
    .slice(0, 16);
  await ctx.db
    .updateTable("mailboxes")
    .set({ plus_check: "waiting", plus_token: token })
    .where("id", "=", mailbox.id)
    .execute();
  await enqueue(ctx, jobs.awaitPlusMail, { mailbox_id: mailbox.id, token });
  return {
    name: "plus",
    ok: null,
    note: { code: "plus_waits", params: { address: plusAddress(mailbox, token) } },
  };
}

/** Sends the mail of a check, waits for it, and keeps whether it came back. */
export async function awaitPlusMail(
  app: App,
  { mailbox_id, token }: DataOf<typeof jobs.awaitPlusMail>,
  looks = LOOKS,
): Promise<void> {
  const mailbox = await findMailbox(app.db, mailbox_id);
  if (mailbox?.plus_token !== token) return;
  const messageId = `<check.${token}.${randomUUID()}@${mailbox.address.split("@")[1]}>`;
  const isSent = await send(app, mailbox, { to: plusAddress(mailbox, token), messageId });
  const outcome = isSent ? await lookForMail(app, mailbox, messageId, looks) : "not_sent";
  await keepOutcome(app, mailbox_id, token, outcome);
}

function plusAddress({ address }: Mailbox, token: string): string {
  return address.replace("@", `+check.${token}@`);
}

async function send(app: App, mailbox: Mailbox, { to, messageId }: { to: string; messageId: string }) {
  try {
    const own = await readSmtpSignIn(app, mailbox);
    const { createTransport } = await import("nodemailer");
    const transport = createTransport({
      ...(own ? smtpOptions(app, own) : { url: app.config.smtpUrl ?? "" }),
      connectionTimeout: SEND_WITHIN,
      greetingTimeout: SEND_WITHIN,
      socketTimeout: SEND_WITHIN,
    });
    await transport.sendMail({
      from: mailbox.address,
      to,
      messageId,
      subject: "Check of plus-addresses",
      text: "Waypost sent this mail to itself, to see whether addresses with a plus sign work. It can be deleted.",
      headers: { "Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "All" },
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    return true;
  } catch (error) {
    app.log.warn({ err: error, mailbox: mailbox.id }, "the mail of a check was not sent");
    return false;
  }
}

/**
 * A door may have stored it already and taken it out of its folder; a paused mailbox leaves it there. A connection that is
 * lost while it is waited for says nothing about the mail: the next look opens another.
 */
async function lookForMail(
  app: App,
  mailbox: Mailbox,
  messageId: string,
  looks: typeof LOOKS,
): Promise<Outcome> {
  let folder: Awaited<ReturnType<typeof openFolder>> | null = null;
  let isKnown = mailbox.kind === "listen";
  try {
    for (let look = 1; look <= looks.times; look += 1) {
      if (await isStored(app, messageId)) return "came_back";
      try {
        if (mailbox.kind !== "listen") folder ??= await openFolder(app, mailbox);
        if (folder && (await folder.has(messageId))) return "came_back";
        isKnown = true;
      } catch (error) {
        app.log.warn({ err: error, mailbox: mailbox.id }, "the folder of a check could not be looked into");
        folder?.close();
        [folder, isKnown] = [null, false];
      }
      await pause(looks.pause);
    }
    return isKnown ? "lost" : null;
  } finally {
    folder?.close();
  }
}

async function isStored({ db }: App, messageId: string): Promise<boolean> {
  const row = await db
    .selectFrom("incoming_mails")
    .select("id")
    .where("message_id", "in", [messageId, messageId.slice(1, -1)])
    .executeTakeFirst();
  return row !== undefined;
}

async function openFolder(app: App, mailbox: Mailbox) {
  const { ImapFlow } = await import("imapflow");
  const client = new ImapFlow({
    ...imapOptions(app, await readImapSignIn(app, mailbox)),
    connectionTimeout: SEND_WITHIN,
    greetingTimeout: SEND_WITHIN,
    disableAutoIdle: true,
  });
  client.on("error", () => {});
  try {
    await client.connect();
    await client.mailboxOpen(mailbox.folder, { readOnly: true });
  } catch (error) {
    client.close();
    throw error;
  }
  return {
    async has(messageId: string): Promise<boolean> {
      await client.noop();
      const found = await client.search({ header: { "message-id": messageId } }, { uid: true });
      return Array.isArray(found) && found.length > 0;
    },
    close: () => client.close(),
  };
}

async function keepOutcome(app: App, id: string, token: string, outcome: Outcome): Promise<void> {
  await runTransaction(app.db, async (db) => {
    const mailbox = await db
      .selectFrom("mailboxes")
      .select("plus_addressing")
      .where("id", "=", id)
      .where("plus_token", "=", token)
      .forUpdate()
      .executeTakeFirst();
    if (!mailbox) return;
    const switchesOff = outcome === "lost" && mailbox.plus_addressing;
    await db
      .updateTable("mailboxes")
      .set((eb) => ({
        plus_check: outcome,
        plus_token: null,
        ...(switchesOff ? { plus_addressing: false, version: eb("version", "+", 1) } : {}),
      }))
      .where("id", "=", id)
      .execute();
    await recordEvent(
      { db, now: app.clock.now(), actor: null, ip: null, requestId: randomUUID(), via: "system" },
      {
        id,
        kind: "mailbox.changed",
        ...(switchesOff ? { before: { plus_addressing: true } } : {}),
        after: { plus_check: outcome, ...(switchesOff ? { plus_addressing: false } : {}) },
      },
    );
  });
}
