import { createPublicKey, generateKeyPairSync, randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { createTransport, type SendMailOptions } from "nodemailer";
import { type Delivery, storeMail } from "#server/incoming/store.ts";
import { makeMailbox as makeMailboxRow } from "./mailboxes.ts";
import type { World } from "../app/app-with-people.ts";

/** A mail in the words of nodemailer, and who signs it: `true` for the domain of From. */
export type TestMail = Omit<SendMailOptions, "from"> & {
  from?: string | { name: string; address: string };
  signed?: boolean | string;
};

/** One key for all domains of a run: making one takes as long as a test. */
let keys: { privateKey: string; record: string } | undefined;
const SELECTOR = "test";

/** The mail as it travels: lines end in CR LF, and with `signed` a signature (DKIM) that `publishKey` makes true. */
export async function writeMail({ signed, ...mail }: TestMail): Promise<Buffer> {
  const domain = signed === true ? domainOf(mail.from) : signed;
  const transport = createTransport({ streamTransport: true, buffer: true, newline: "windows" });
  const { message } = await transport.sendMail({
    messageId: `<${randomUUID()}@${domainOf(mail.from)}>`,
    to: "help@waypost.test",
    subject: "Printer on floor 2 jams",
    text: "It jams with every page.",
    date: new Date("2026-11-20T09:59:00.000Z"),
    ...mail,
    ...(domain
      ? { dkim: { domainName: domain, keySelector: SELECTOR, privateKey: readKeys().privateKey } }
      : {}),
  });
  if (!Buffer.isBuffer(message)) throw new Error("the transport buffers");
  return message;
}

/** Lets mails be signed for a domain; with a policy (DMARC), others in its name fail. */
export function publishKey(
  { testDns }: Pick<World, "testDns">,
  domain: string,
  policy?: "none" | "reject",
): void {
  testDns.set("TXT", `${SELECTOR}._domainkey.${domain}`, readKeys().record);
  if (policy) testDns.set("TXT", `_dmarc.${domain}`, `v=DMARC1; p=${policy}`);
}

/** Stores bytes as they came through a door; the shell's, unless said. */
export function storeRaw(
  { app }: Pick<World, "app">,
  raw: Buffer,
  delivery: Partial<Delivery> = {},
): Promise<{ id: string; isDuplicate: boolean }> {
  return storeMail(app, Readable.from([raw]), {
    door: "shell",
    mailboxId: null,
    envelopeFrom: null,
    envelopeTo: [],
    ...delivery,
  });
}

/** Hands a mail in, lets the desk do what it does, and answers the mail's row. */
export async function deliver(world: World, mail: TestMail, delivery: Partial<Delivery> = {}) {
  const { id } = await storeRaw(world, await writeMail(mail), delivery);
  await world.drain();
  return readIncoming(world, id);
}

export function readIncoming({ db }: Pick<World, "db">, id: string) {
  return db.selectFrom("incoming_mails").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
}

/** A mailbox of the desk as its row alone: nothing connects to it. */
export function makeMailbox(
  { db, clock }: Pick<World, "db" | "clock">,
  address = "help@waypost.test",
  fields: { group_id?: string; company_id?: string; confirms?: boolean; authserv_id?: string } = {},
): Promise<string> {
  return makeMailboxRow(db, clock.now(), { address, name: "Help", ...fields });
}

function readKeys() {
  if (keys) return keys;
  const { privateKey } = generateKeyPairSync("rsa", {
    modulusLength: 2048,
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
    publicKeyEncoding: { type: "spki", format: "pem" },
  });
  const p = createPublicKey(privateKey).export({ type: "spki", format: "der" }).toString("base64");
  keys = { privateKey, record: `v=DKIM1; k=rsa; p=${p}` };
  return keys;
}

function domainOf(from: TestMail["from"]): string {
  const address = typeof from === "object" ? from.address : (from ?? "");
  return /@([^@>\s]+)>?$/.exec(address)?.[1] ?? "nowhere.test";
}
