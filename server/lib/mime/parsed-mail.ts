import type { SentenceId } from "./sentences.ts";

/*
 * A mail as it was read. Plain data: it crosses from the worker's thread as it is. Nothing here is proof of anything:
 * each field is what the sender wrote.
 */

export type MailAddress = { name: string; address: string };

/** One header field, in the order of the mail. */
export type HeaderField = {
  /** Lower-case. */
  name: string;
  /** Unfolded, on one line, words of RFC 2047 still encoded; at most 64 KB. */
  value: string;
};

/** Why nobody can be named as the sender: anything but one From field with one address. */
export type FromProblem = "missing" | "several_fields" | "several_addresses" | "no_address";

export type MailFile = {
  /** As the sender named it, on one line; may be empty. Cleaned by whoever keeps the file. */
  name: string;
  /** As the sender declared it, lower-case. The bytes decide what it is (`file-type.ts`). */
  type: string;
  /** Empty when `skipped`. */
  bytes: Uint8Array;
  /** Bytes that it has in the mail, skipped or not. */
  size: number;
  /** Without angle brackets; the words name the file as `![name](cid:CONTENT-ID)`. */
  contentId: string | null;
  /** A picture that stands in the text. */
  isInline: boolean;
  /** The kind of program that it is by name or first bytes ("exe"), or null; the desk decides which kinds it refuses. */
  refusedAs: string | null;
  skipped: "too_large" | "too_many" | null;
};

/** A message that came as an attachment, or that a mail program copied into the text when it was forwarded. */
export type ForwardedMail = {
  how: "attached" | "in_text";
  from: MailAddress | null;
  subject: string | null;
  /** As written there; in any language. */
  date: string | null;
  messageId: string | null;
  /** What the forwarder wrote above it; empty for nothing. */
  wordsAbove: string;
  words: string;
};

export type AutomaticReason =
  | "auto_replied"
  | "auto_generated"
  | "auto_reply_header"
  | "auto_reply_subject"
  | "precedence"
  | "empty_sender"
  | "calendar"
  | "receipt";

/** What wrote the mail: a person, a program, or a mailing. */
export type MailKind =
  | { kind: "message"; reason: null }
  | { kind: "automatic"; reason: AutomaticReason }
  | { kind: "newsletter"; reason: "list" }
  | { kind: "bounce"; reason: "report" | "plain_report" };

export type BouncedRecipient = {
  address: string;
  /** `5.1.1`, `4.4.7`; null where the report says none. */
  status: string | null;
  isPermanent: boolean;
  /** What the other server said, on one line, at most 500 characters. */
  diagnostic: string | null;
};

export type BounceReport = {
  /** By RFC 3464, or in plain words. */
  form: "report" | "plain_report";
  recipients: BouncedRecipient[];
  /** Of the mail that was returned. */
  messageId: string | null;
};

export type ParsedMail = {
  /** Only the header was read: the rest is nested too deep, too long or broken. */
  unreadable: boolean;
  /** What the reader said then; for the people who run the desk. */
  unreadableBecause: string | null;
  /** With angle brackets, as all Message-IDs here. */
  messageId: string | null;
  inReplyTo: string | null;
  /** The last 50. */
  references: string[];
  /** Null when `fromProblem`. */
  from: MailAddress | null;
  fromProblem: FromProblem | null;
  replyTo: MailAddress | null;
  sender: MailAddress | null;
  /** Empty for `<>`, null without the field. */
  returnPath: string | null;
  /** To and Cc hold 200 addresses together. */
  to: MailAddress[];
  cc: MailAddress[];
  /** Delivered-To and X-Original-To, from the top. */
  deliveredTo: string[];
  /** One line, at most 200 characters, never empty. */
  subject: string;
  /** ISO 8601, shown and never used; null where the field is missing or no date. */
  date: string | null;
  /** The new words, as Markdown; never empty, at most 20,000 characters. */
  words: string;
  /** What was folded away: quotes, signature, disclaimer. */
  quoted: string | null;
  /** For the original's view: not sanitized, at most 2 MB. */
  html: string | null;
  /** Sentences of ours that stand in `words`, so that a caller can put them in another language. */
  sentences: SentenceId[];
  files: MailFile[];
  headers: HeaderField[];
  forward: ForwardedMail | null;
  kind: MailKind;
  bounce: BounceReport | null;
  flags: {
    encrypted: "smime" | "pgp" | null;
    /** Signed by S/MIME or PGP; nobody checked it. */
    signed: boolean;
    isCalendarReply: boolean;
    isReceipt: boolean;
  };
  /** The value of X-Waypost-Desk. */
  deskHeader: string | null;
  receivedCount: number;
};
