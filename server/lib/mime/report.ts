import { decodeText } from "./charset.ts";
import { cutText, headerValue, oneLine, readHeaders, readMessageIds, viewBuffer } from "./headers.ts";
import type { BouncedRecipient, BounceReport, HeaderField } from "./parsed-mail.ts";
import type { MailPart } from "./parts/read-parts.ts";

/*
 * A mail that says that another could not be delivered: RFC 3464, and the plain texts of servers that are older. What it
 * claims counts only where the Message-ID is one that this desk sent to that recipient; whoever calls looks.
 */

const RECIPIENTS = 50;
const DIAGNOSTIC_LENGTH = 500;

/** Null for what is no bounce: delivered, relayed, read. */
export function readReport(report: MailPart): BounceReport | null {
  const status = report.children.find(({ type }) => /^message\/(global-)?delivery-status$/.test(type));
  if (!status) return null;
  const recipients = decodeText(status.bytes, "utf-8")
    .split(/\n[ \t]*\n/)
    .map((block) => readHeaders(Buffer.from(block)))
    .flatMap(readRecipient);
  if (recipients.length === 0) return null;
  const returned = report.children.find(({ type }) =>
    /^(message\/(rfc822|global)|text\/rfc822-headers)/.test(type),
  );
  const messageId = returned ? headerValue(readHeaders(viewBuffer(returned.bytes)), "message-id") : null;
  return {
    form: "report",
    recipients: recipients.slice(0, RECIPIENTS),
    messageId: readMessageIds(messageId)[0] ?? null,
  };
}

/** By the sender's address and what the text says; `attached`: a message that came along. */
export function readPlainReport(mail: {
  headers: readonly HeaderField[];
  from: string;
  subject: string;
  text: string;
  attached: Uint8Array | null;
}): BounceReport | null {
  const { headers, from, subject, attached } = mail;
  const text = mail.text.slice(0, 100_000);
  const failed = headerValue(headers, "x-failed-recipients");
  const isServer = /^(mailer-daemon|postmaster|mail-daemon|mdaemon)@/i.test(from) || from === "";
  if (failed === null && !(isServer && (FAILED_SUBJECT.test(subject) || FAILED_TEXT.test(text)))) return null;
  const addresses = failed === null ? findAddresses(text) : (failed.match(ADDRESS) ?? []);
  const own = attached ? headerValue(readHeaders(viewBuffer(attached)), "message-id") : null;
  const quoted = /^[> \t]*Message-ID:\s*(<[^<>\s]{1,990}>)/im.exec(text)?.[1] ?? null;
  const recipients = [...new Set(addresses)].slice(0, RECIPIENTS).map((address) => describe(address, text));
  if (recipients.length === 0) return null;
  return { form: "plain_report", recipients, messageId: readMessageIds(own)[0] ?? quoted };
}

const ADDRESS = /[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[\w.-]{1,253}[\w]/g;
const FAILED_SUBJECT =
  /undeliver|delivery (status notification|failure|problem)|delivery has failed|returned (mail|to sender)|failure notice|mail delivery|could not be delivered|unzustellbar|nicht zustellbar|zustellung|non remis|non distribu|échec|no se puede entregar|no entregado|mancata consegna|non recapit|não entregue|onbestelbaar|kunde inte levereras|kan ikke leveres|ikke levert|niedostarcz|nedoručiteln/i;
const FAILED_TEXT =
  /this is the (qmail-send program|mail delivery agent|mail system at host)|could not be delivered to one or more|permanent(ly)? (fatal )?error|message that you sent could not be delivered/i;

function readRecipient(fields: HeaderField[]): BouncedRecipient[] {
  const named = headerValue(fields, "final-recipient") ?? headerValue(fields, "original-recipient");
  const action = headerValue(fields, "action")?.toLowerCase() ?? "";
  if (named === null || !/^(failed|delayed)/.test(action)) return [];
  const address = readTyped(headerValue(fields, "original-recipient") ?? named);
  const status = /\b[245]\.\d{1,3}\.\d{1,3}\b/.exec(headerValue(fields, "status") ?? "")?.[0] ?? null;
  const diagnostic = readTyped(headerValue(fields, "diagnostic-code") ?? "");
  return [
    {
      address,
      status,
      isPermanent: action.startsWith("failed") && !status?.startsWith("4"),
      diagnostic: shorten(diagnostic),
    },
  ];
}

/** `rfc822; tomas@kestrel.example` */
function readTyped(value: string): string {
  return value
    .replace(/^\s*[\w-]{1,40}\s*;\s*/, "")
    .replace(/^<(.*)>$/, "$1")
    .trim();
}

/** Addresses on lines of their own, as all plain reports write them, or else the first of the text. */
function findAddresses(text: string): string[] {
  const own = [
    ...text.matchAll(
      /^[ \t]*(?:[-*•][ \t]*)?(?:to:? )?<?([\w.!#$%&'*+/=?^`{|}~-]{1,64}@[\w.-]{1,253}\w)>?(?:[: ].{0,200})?$/gim,
    ),
  ];
  const found = own.map(([, address = ""]) => address);
  return found.length > 0 ? found : (text.match(ADDRESS) ?? []).slice(0, 1);
}

function describe(address: string, text: string): BouncedRecipient {
  const at = Math.max(text.indexOf(address), 0);
  const below = text.slice(at + address.length, at + address.length + 1500);
  const enhanced = /(?<![\d.])[45]\.\d{1,3}\.\d{1,3}(?![\d.])/.exec(below)?.[0];
  const code = /(?<!\d)([45])\d\d(?=[ -])/.exec(below)?.[1];
  const status = enhanced ?? (code ? `${code}.0.0` : null);
  const delayed = /\b(delayed|will (be )?retr|keep trying|temporar(y|ily)|warning message only)\b/i.test(
    text.slice(0, 4000),
  );
  const isPermanent = status === null ? !delayed : status.startsWith("5");
  return {
    address,
    status,
    isPermanent,
    diagnostic: shorten(below.replace(/^[>:\s]+/, "").split(/\n[ \t]*\n/)[0] ?? ""),
  };
}

function shorten(diagnostic: string): string | null {
  const line = cutText(oneLine(diagnostic), DIAGNOSTIC_LENGTH);
  return line === "" ? null : line;
}
