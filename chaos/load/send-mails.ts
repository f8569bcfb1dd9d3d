import { createHash, createHmac } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { createTransport } from "nodemailer";
import type { ImapServer } from "../../test/support/mail-servers/imap-server.ts";
import { HOOK_SECRET } from "../faults/mail-desk.ts";
import { clientOf, colleagueOf } from "../faults/mail-clients.ts";

export type Way = "lmtp" | "hook" | "imap";

/** The first mail of a thread opens its ticket and names a colleague; the second one answers it. */
export type SentMail = {
  number: number;
  thread: number;
  messageId: string;
  from: string;
  way: Way;
  raw: Buffer;
  /** The mail that has to be acknowledged before anybody could answer it. */
  answers: SentMail | null;
  /** It is handed in once more though it was acknowledged, as by a sender who did not hear so. */
  comesTwice: boolean;
  isAcknowledged: boolean;
  /** Times that a process died over it, or was not there. */
  refusals: number;
};

/** Where mail is handed in. */
export type Doors = { lmtpPort: number; address: string; mailboxId: string; server: ImapServer };

const WAYS: Way[] = ["lmtp", "hook", "imap"];
/** The way of an answer. A mail on a server is not stored yet, so what answers it lies behind it there. */
const ANSWER_BY = { lmtp: "hook", hook: "lmtp", imap: "imap" } as const;
const TWICE_OF = 5;

const idOf = (number: number) => `<${number}@chaos.test>`;

/** Two mails of a client of their own, so that no limit of one sender is met. */
export function writeThread(thread: number): SentMail[] {
  const from = clientOf(thread);
  const [first, second] = [thread * 2, thread * 2 + 1];
  const way = WAYS[thread % WAYS.length] ?? "lmtp";
  const opens = writeMail({ number: first, thread, from, way, answers: null }, [
    `Message-ID: ${idOf(first)}`,
    `Cc: ${colleagueOf(thread)}`,
    `Subject: chaos mail ${thread}`,
    "",
    `It stopped. ${"It still does. ".repeat(thread % 40)}`,
  ]);
  const answers = writeMail({ number: second, thread, from, way: ANSWER_BY[way], answers: opens }, [
    `Message-ID: ${idOf(second)}`,
    `In-Reply-To: ${idOf(first)}`,
    `Subject: Re: chaos mail ${thread}`,
    "",
    `chaos answer ${thread}`,
  ]);
  return [opens, answers];
}

type Facts = Pick<SentMail, "number" | "thread" | "from" | "way" | "answers">;

function writeMail(facts: Facts, lines: string[]): SentMail {
  const { number, from } = facts;
  const head = [`From: ${from}`, "To: help@chaos.test", "Date: Fri, 20 Nov 2026 10:00:00 +0000"];
  return {
    ...facts,
    messageId: idOf(number),
    raw: Buffer.from([...head, ...lines, ""].join("\r\n")),
    comesTwice: number % TWICE_OF === 0,
    isAcknowledged: false,
    refusals: 0,
  };
}

/** Hands in each mail, and again what was not acknowledged, until all are or the signal says stop. */
export async function sendMails(mails: SentMail[], doors: Doors, signal: AbortSignal): Promise<void> {
  const open = mails.filter(({ isAcknowledged }) => !isAcknowledged);
  await Promise.all(
    WAYS.map((way) =>
      sendInTurn(
        open.filter((mail) => mail.way === way),
        doors,
        signal,
      ),
    ),
  );
}

async function sendInTurn(mails: SentMail[], doors: Doors, signal: AbortSignal): Promise<void> {
  for (const mail of mails) {
    while (!mail.isAcknowledged && !signal.aborted) {
      if (mail.answers === null || mail.answers.isAcknowledged) {
        mail.isAcknowledged = await handIn(mail, doors).catch(() => false);
        if (!mail.isAcknowledged) mail.refusals += 1;
        else if (mail.comesTwice) await handIn(mail, doors).catch(() => false);
      }
      if (!mail.isAcknowledged) await pause(20);
    }
  }
}

/** The desk acknowledges by 250 or 202; on a server a mail lies safe, and the desk fetches it when it can. */
async function handIn({ way, from, raw }: SentMail, doors: Doors): Promise<boolean> {
  if (way === "imap") {
    doors.server.deliver(raw);
    return true;
  }
  return way === "lmtp" ? sendByLmtp(from, raw, doors) : callHook(from, raw, doors);
}

async function sendByLmtp(from: string, raw: Buffer, { lmtpPort }: Doors): Promise<boolean> {
  const transport = createTransport({ host: "127.0.0.1", port: lmtpPort, lmtp: true, ignoreTLS: true });
  try {
    await transport.sendMail({ envelope: { from, to: "help@chaos.test" }, raw });
    return true;
  } finally {
    transport.close();
  }
}

async function callHook(from: string, raw: Buffer, { address, mailboxId }: Doors): Promise<boolean> {
  const [to, at] = ["help@chaos.test", Math.floor(Date.now() / 1000)];
  const hash = createHash("sha256").update(raw).digest("hex");
  const hex = createHmac("sha256", HOOK_SECRET).update(`${at}\n${from}\n${to}\n${hash}`).digest("hex");
  const answer = await fetch(`${address}/api/mailboxes/${mailboxId}/raw`, {
    method: "POST",
    headers: {
      "content-type": "message/rfc822",
      "x-waypost-envelope-from": from,
      "x-waypost-envelope-to": to,
      "x-waypost-signature": `t=${at},v1=${hex}`,
    },
    body: new Uint8Array(raw),
    signal: AbortSignal.timeout(10_000),
  });
  return answer.status === 202;
}
