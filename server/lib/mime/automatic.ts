import { headerValue, headerValues } from "./headers.ts";
import type { AutomaticReason, MailKind, ParsedMail } from "./parsed-mail.ts";
import { VACATION_SUBJECTS } from "./phrases.ts";

/*
 * Whether a person wrote a mail. Answers to programs make loops, and a mailing is nobody's question. Nothing here looks
 * at who the sender is: a newsletter of a client whom the desk knows is a message of theirs.
 */

type Read = Pick<ParsedMail, "headers" | "subject" | "inReplyTo" | "returnPath" | "bounce" | "flags">;

/** `envelopeFrom`: as the door heard it; without one the Return-Path field counts. */
export function readMailKind(mail: Read, envelopeFrom: string | null = mail.returnPath): MailKind {
  if (mail.bounce) return { kind: "bounce", reason: mail.bounce.form };
  const reason = findReason(mail);
  if (reason) return { kind: "automatic", reason };
  if (isNewsletter(mail)) return { kind: "newsletter", reason: "list" };
  if (/^\s*(auto[_-]reply|bulk|junk)\b/i.test(headerValue(mail.headers, "precedence") ?? ""))
    return { kind: "automatic", reason: "precedence" };
  if (envelopeFrom !== null && /^<?>?$/.test(envelopeFrom.trim()))
    return { kind: "automatic", reason: "empty_sender" };
  return { kind: "message", reason: null };
}

/** Bounces excepted: `readBounce` of report.ts finds them. */
function findReason({ headers, subject, inReplyTo, flags }: Read): AutomaticReason | null {
  if (flags.isReceipt) return "receipt";
  if (flags.isCalendarReply) return "calendar";
  const submitted = headerValues(headers, "auto-submitted").map((value) => value.trim().toLowerCase());
  if (submitted.some((value) => /^auto-(replied|notified)/.test(value))) return "auto_replied";
  if (submitted.some((value) => value !== "" && !/^no\b/.test(value))) return "auto_generated";
  if (isNamed(headerValue(headers, "x-autoreply")) || isNamed(headerValue(headers, "x-autorespond")))
    return "auto_reply_header";
  if (/^\s*auto[_-]reply\b/i.test(headerValue(headers, "precedence") ?? "")) return "auto_replied";
  if (!VACATION.test(subject)) return null;
  if (headerValue(headers, "x-auto-response-suppress") !== null) return "auto_reply_header";
  return inReplyTo === null ? null : "auto_reply_subject";
}

function isNamed(value: string | null): boolean {
  return value !== null && !/^(?:no|false|0)?$/i.test(value.trim());
}

/** A list, or what can be unsubscribed from and says that it went to many. */
function isNewsletter({ headers }: Read): boolean {
  if (headerValue(headers, "list-id") !== null) return true;
  const toMany = /^\s*(bulk|list)\b/i.test(headerValue(headers, "precedence") ?? "");
  return toMany && headerValue(headers, "list-unsubscribe") !== null;
}

/** At the beginning: `Re: Holiday` is a person's answer about holidays. */
const VACATION = new RegExp(String.raw`^\s*\[?(?:${VACATION_SUBJECTS})`, "i");
