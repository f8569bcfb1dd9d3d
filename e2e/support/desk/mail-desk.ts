import { expect, request } from "@playwright/test";
import { createTransport, type SendMailOptions } from "nodemailer";
import { type Arrived, startSmtp } from "../../../test/support/mail-servers/smtp-server.ts";
import { freePort } from "../../../test/support/processes/spawn-app.ts";
import { type Call, callAs } from "../people/api-as.ts";
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
export async function startMailDesk(settings: Record<string, string> = {}) {
  const port = await freePort();
  const desk = await startOwnServer({ MAIL_LISTEN: `lmtp://127.0.0.1:${port}`, ...settings });
  const client = await request.newContext({ baseURL: desk.address });
  const maren = await callAs(client, "maren");
  await openMailbox(maren);
  const transport = createTransport({ host: "127.0.0.1", port, lmtp: true, ignoreTLS: true });
  return {
    address: desk.address,
    maren,
    callAs: (name: Parameters<typeof callAs>[1]) => callAs(client, name),
    /** Hands a proven mail in, as somebody's mail program wrote it; answers its Message-ID. */
    post: async (mail: Letter): Promise<string> => {
      const headers = { ...mail.headers, ...prove(mail.from) };
      return (await transport.sendMail({ to: DESK_ADDRESS, ...mail, headers })).messageId;
    },
    /** Hands a mail in that another mail server wrote, as it stands. */
    handIn: (raw: Buffer) => transport.sendMail({ envelope: { from: "", to: DESK_ADDRESS }, raw }),
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

/** A desk whose own mails go to a server that keeps them. */
export async function startMailDeskWithRelay() {
  const relay = await startSmtp();
  const desk = await startMailDesk({ SMTP_URL: relay.url });
  return {
    ...desk,
    /** The newest mail to somebody that meets the condition, once it is there. */
    mailTo: async (address: string, isMeant: (mail: Arrived) => boolean): Promise<Arrived> => {
      const find = () => relay.to(address).findLast(isMeant);
      await expect.poll(find, `a mail to ${address}`).toBeDefined();
      const found = find();
      if (!found) throw new Error(`no such mail to ${address}`);
      return found;
    },
    mailsTo: (address: string) => relay.to(address),
    /** From now on nobody is there to whom the server knows to bring mail of this address. */
    forget: (address: string) => (relay.unknown = address),
    end: async () => {
      await desk.end();
      await relay.stop();
    },
  };
}

export type MailDesk = Awaited<ReturnType<typeof startMailDesk>>;

type Letter = Omit<SendMailOptions, "from" | "headers"> & { from: string; headers?: Record<string, string> };

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
  return {
    from,
    to: DESK_ADDRESS,
    subject,
    text: text ?? "Could somebody have a look?",
    ...(isProven && { headers: prove(from) }),
  };
}

/** The word of the trusted server that a sender is who they say. */
function prove(from: string): Record<string, string> {
  const domain = /@([^>\s]+)/.exec(from)?.[1];
  return { "Authentication-Results": `${TRUSTED}; dmarc=pass header.from=${domain}` };
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
