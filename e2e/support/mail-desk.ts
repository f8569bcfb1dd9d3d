import { expect, request } from "@playwright/test";
import { createTransport, type SendMailOptions } from "nodemailer";
import { freePort } from "../../test/support/spawn-app.ts";
import { type Call, callAs } from "./api-as.ts";
import { startOwnServer } from "./server-for-one-story.ts";

/** The server whose word about senders the desk takes, as a provider's would stand before it. */
const TRUSTED = "mx.waypost.example";
export const DESK_ADDRESS = "help@waypost.example";

/** A mail to the desk; proven, unless said. */
export type Sent = Pick<SendMailOptions, "from" | "subject" | "text"> & {
  from: string;
  subject: string;
  isProven?: boolean;
};

/** Waypost with the demo, which takes mail from other mail servers. */
export async function startMailDesk() {
  const port = await freePort();
  const desk = await startOwnServer({ MAIL_LISTEN: `lmtp://127.0.0.1:${port}` });
  const client = await request.newContext({ baseURL: desk.address });
  const maren = await callAs(client, "maren");
  await openMailbox(maren);
  const transport = createTransport({ host: "127.0.0.1", port, lmtp: true, ignoreTLS: true });
  return {
    address: desk.address,
    maren,
    callAs: (name: Parameters<typeof callAs>[1]) => callAs(client, name),
    /** Hands mails in, and waits until the desk has dealt with each. */
    send: async (mails: readonly Sent[]) => {
      await Promise.all(mails.map((mail) => transport.sendMail(write(mail))));
      for (const { subject } of mails) await waitUntilRead(maren, subject);
    },
    end: async () => {
      transport.close();
      await client.dispose();
      await desk.end();
    },
  };
}

export type MailDesk = Awaited<ReturnType<typeof startMailDesk>>;

/** The demo's mailbox is paused. */
async function openMailbox(maren: Call): Promise<void> {
  const { body } = await maren("GET", "/mailboxes");
  const [{ id }] = Array.isArray(body["items"]) ? body["items"] : [];
  const mailbox = (await maren("GET", `/mailboxes/${id}`)).body;
  const changed = await maren("PATCH", `/mailboxes/${id}`, {
    base_version: mailbox["version"],
    authserv_id: TRUSTED,
  });
  expect([changed.status, changed.body["detail"]]).toEqual([200, undefined]);
  expect((await maren("POST", `/mailboxes/${id}/resume`)).status).toBe(200);
}

function write({ from, subject, text, isProven = true }: Sent): SendMailOptions {
  const domain = /@([^>\s]+)/.exec(from)?.[1];
  return {
    from,
    to: DESK_ADDRESS,
    subject,
    text: text ?? "Could somebody have a look?",
    ...(isProven && {
      headers: { "Authentication-Results": `${TRUSTED}; dmarc=pass header.from=${domain}` },
    }),
  };
}

async function waitUntilRead(maren: Call, subject: string): Promise<void> {
  await expect
    .poll(async () => (await findMail(maren, subject))?.state ?? "stored", { timeout: 60_000 })
    .not.toBe("stored");
}

/** The mail of a subject as the list shows it. */
export async function findMail(call: Call, subject: string) {
  const { body } = await call("GET", `/incoming?search=${encodeURIComponent(subject)}`);
  const items = Array.isArray(body["items"]) ? body["items"] : [];
  return items.find((mail) => mail.subject === subject);
}
