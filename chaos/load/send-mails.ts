import { createHash, createHmac } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { createTransport } from "nodemailer";
import type { ImapServer } from "../../test/support/imap-server.ts";
import { HOOK_SECRET } from "../faults/mail-desk.ts";

export type Way = "lmtp" | "hook" | "imap";
export type SentMail = { key: string; way: Way; raw: Buffer; isAcknowledged: boolean };

/** Where mail is handed in. */
export type Doors = { lmtpPort: number; address: string; mailboxId: string; server: ImapServer };

const WAYS: Way[] = ["lmtp", "hook", "imap"];

/** A mail of a sender of its own, so that no limit of one sender is met; its key is its subject. */
export function writeChaosMail(number: number): SentMail {
  const key = `chaos mail ${number}`;
  const lines = [
    `Message-ID: <${number}@chaos.test>`,
    `From: client${number}@client.test`,
    "To: help@chaos.test",
    `Subject: ${key}`,
    "Date: Fri, 20 Nov 2026 10:00:00 +0000",
    "",
    `It stopped. ${"It still does. ".repeat(number % 40)}`,
    "",
  ];
  const way = WAYS[number % WAYS.length] ?? "lmtp";
  return { key, way, raw: Buffer.from(lines.join("\r\n")), isAcknowledged: false };
}

/** Hands in each mail, and again what was not acknowledged, until all are or the signal says stop. */
export async function sendMails(mails: SentMail[], doors: Doors, signal: AbortSignal): Promise<void> {
  await Promise.all(WAYS.map((way) => sendByOneWay(mails, way, doors, signal)));
}

async function sendByOneWay(mails: SentMail[], way: Way, doors: Doors, signal: AbortSignal): Promise<void> {
  for (const mail of mails.filter((each) => each.way === way)) {
    while (!mail.isAcknowledged && !signal.aborted) {
      mail.isAcknowledged = await handIn(mail, doors).catch(() => false);
      if (!mail.isAcknowledged) await pause(50);
    }
  }
}

/** The desk acknowledges by 250 or 202; on a server a mail lies safe, and the desk fetches it when it can. */
async function handIn({ way, raw }: SentMail, doors: Doors): Promise<boolean> {
  if (way === "imap") {
    doors.server.deliver(raw);
    return true;
  }
  return way === "lmtp" ? sendByLmtp(raw, doors) : callHook(raw, doors);
}

async function sendByLmtp(raw: Buffer, { lmtpPort }: Doors): Promise<boolean> {
  const from = /^From: (.+)\r$/m.exec(raw.toString())?.[1] ?? "";
  const transport = createTransport({ host: "127.0.0.1", port: lmtpPort, lmtp: true, ignoreTLS: true });
  try {
    await transport.sendMail({ envelope: { from, to: "help@chaos.test" }, raw });
    return true;
  } finally {
    transport.close();
  }
}

async function callHook(raw: Buffer, { address, mailboxId }: Doors): Promise<boolean> {
  const [from, to, at] = ["client@client.test", "help@chaos.test", Math.floor(Date.now() / 1000)];
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
