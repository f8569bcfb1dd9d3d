import { type APIRequestContext, expect } from "@playwright/test";
import { createTransport, type SendMailOptions } from "nodemailer";
import { type Arrived, startSmtp } from "../../test/support/smtp-server.ts";
import { callAs } from "./api-as.ts";
import { freePort, startOwnServer } from "./server-for-one-story.ts";

export const HELP = "help@waypost.example";
/** The name under which the mailbox's own server writes what it found out about a sender. */
const TRUSTED_SERVER = "mx.waypost.example";

/** A desk that takes mail in at a port of its own and hands its own mails to a server that keeps them. */
export async function startDeskWithMail() {
  const relay = await startSmtp();
  const listen = `smtp://127.0.0.1:${await freePort()}`;
  const desk = await startOwnServer({ MAIL_LISTEN: listen, SMTP_URL: relay.url });
  const door = createTransport(`${listen}?ignoreTLS=true`);
  return {
    address: desk.address,
    /** The newest mail that somebody was sent and that meets the condition, once it is there. */
    async mailTo(address: string, isMeant: (mail: Arrived) => boolean): Promise<Arrived> {
      const find = () => relay.to(address).findLast(isMeant);
      await expect.poll(find, `a mail to ${address}`).toBeDefined();
      return find() ?? fail();
    },
    mailsTo: (address: string) => relay.to(address),
    /** Hands a mail in, with the word of the mailbox's server that its sender is who it says. */
    async send(
      { address, fullname }: Writer,
      mail: Omit<SendMailOptions, "headers"> & { headers?: Record<string, string> },
    ): Promise<string> {
      const domain = address.slice(address.indexOf("@") + 1);
      const { messageId } = await door.sendMail({
        to: HELP,
        ...mail,
        from: { name: fullname, address },
        headers: {
          ...mail.headers,
          "Authentication-Results": `${TRUSTED_SERVER}; dmarc=pass (p=reject) header.from=${domain}`,
        },
      });
      return messageId;
    },
    async end(): Promise<void> {
      door.close();
      await desk.end();
      await relay.stop();
    },
  };
}

export type Writer = { address: string; fullname: string };

/** The demo's mailbox is paused; this resumes it and says whose findings it trusts. */
export async function openMailbox(request: APIRequestContext): Promise<void> {
  const maren = await callAs(request, "maren");
  const { body } = await maren("GET", "/mailboxes");
  const items = Array.isArray(body["items"]) ? body["items"] : [];
  const { id, version } = items.find((each) => each.address === HELP) ?? fail();
  const change = { base_version: version, authserv_id: TRUSTED_SERVER };
  const changed = await maren("PATCH", `/mailboxes/${id}`, change);
  expect(changed.status, JSON.stringify(changed.body)).toBe(200);
  expect((await maren("POST", `/mailboxes/${id}/resume`)).status).toBe(200);
}

function fail(): never {
  throw new Error("the demo has no such mailbox, or the relay no such mail");
}
