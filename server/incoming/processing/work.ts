import type { Selectable } from "kysely";
import type { IncomingReason, IncomingState, Proof } from "#contract/incoming/states.ts";
import type { Tables } from "#server/db/tables.ts";
import type { MailKind, ParsedMail } from "#server/lib/mime/parsed-mail.ts";
import type { App, Db, SignedIn } from "#server/lib/request-context.ts";
import type { Mailbox } from "#server/mailboxes/read.ts";
import type { ReceivedMailFile } from "./mail-files.ts";
import type { MatchedBy } from "./judge-sender.ts";

export type StoredMail = Selectable<Tables["incoming_mails"]>;

/** A stored mail as it was read: before any transaction, since reading takes its time. */
export type ReadMail = {
  row: StoredMail;
  parsed: ParsedMail;
  kind: MailKind;
  proof: Proof;
  /** A line each, for people; the last may name what a signature covers. */
  proofLines: string[];
  /** As the first door heard it; empty for who reads no answer, null where no door told. */
  envelopeFrom: string | null;
  /** The recipients by the envelope, of every delivery. */
  envelopeTo: string[];
  /** It came out of a folder for spam. */
  isFromSpam: boolean;
};

/** What the transaction of one mail works with. */
export type Work = {
  app: App;
  db: Db;
  now: Date;
  mail: ReadMail;
  files: ReceivedMailFile[];
  mailbox: Mailbox | null;
  /** Those that the mail names in any of its addresses. */
  mailboxes: readonly Mailbox[];
  /** It is read once more long after it came: nobody is mailed about what it does. */
  isQuiet: boolean;
  settings: {
    unprovenClients: "accept" | "hold";
    ccAddsColleagues: boolean;
    blockedTypes: readonly string[];
    /** Addresses in lower case that may send more than people. */
    systemSenders: readonly string[];
  };
};

/** The ticket that a mail names, and how. */
export type Match = { ticketId: string; by: NonNullable<MatchedBy> };

/** What became of a mail, as its row keeps it. */
export type Outcome = {
  state: Exclude<IncomingState, "stored">;
  reason?: IncomingReason;
  /** What the reason's sentence names. */
  detail?: Record<string, string>;
  sender?: SignedIn;
  userId?: string;
  ticketId?: string;
  commentId?: string;
  openedTicket?: boolean;
  matchedBy?: MatchedBy;
  suggestedCompanyId?: string;
  /** Addresses of To and Cc that are not on the ticket. */
  outside?: string[];
};
