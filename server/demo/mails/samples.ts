import type { IncomingReason, IncomingState } from "#contract/incoming/states.ts";
import { DEMO_MAILBOX } from "./mailbox.ts";

/** A mail of the demo that became no ticket. Names in braces are those of `insert-mails.ts`. */
export type SampleMail = {
  from: { name: string; address: string };
  subject: string;
  text: string;
  minutesAgo: number;
  state: IncomingState;
  reason: IncomingReason;
  proof: "strong" | "none" | "failed";
  kind?: "message" | "automatic" | "bounce";
  /** The address of the known person whose name it bears. */
  sender?: string;
  /** The address of the colleague who decided on it. */
  decidedBy?: string;
  /** The subject of the ticket that it is about. */
  about?: string;
  /** What the sentence of its reason names, beside person and ticket. */
  detail?: Record<string, string>;
  headers?: Record<string, string>;
  file?: { name: string; content: string };
};

const PRINTER = "Label printer in Bay 3 prints blank labels after driver update";
const BACKUP = "Nightly backup job failed: repository out of space";
const VPN = "VPN drops every 20 minutes after the 7.4 firewall firmware update";

/** What waits for a person, newest first. */
const HELD: readonly SampleMail[] = [
  {
    from: { name: "Sofia Lindgren", address: "sofia.lindgren@kestrel.example" },
    subject: "New laptop for Monday, and access to the depot share",
    text: `Good morning,

I start at Kestrel Logistics on Monday, in the depot in Leeds. Priya asked me to write to you: I need a laptop and access to the share of the depot.

Is there a form that I have to fill in?

Thank you
Sofia Lindgren`,
    minutesAgo: 4,
    state: "held",
    reason: "unknown_sender",
    proof: "none",
  },
  {
    from: { name: "Helena Marsh", address: "admin@asterlegal.example" },
    subject: `Re: [{ticket}] ${PRINTER}`,
    text: `Good morning,

our label printer shows the same message. It has been offline since yesterday evening, the light blinks amber three times.

Could somebody call me before eleven? We have a filing to label.

Helena Marsh`,
    minutesAgo: 22,
    state: "held",
    reason: "other_company",
    proof: "strong",
    sender: "admin@asterlegal.example",
    about: PRINTER,
    file: { name: "printer-lights.txt", content: "amber amber amber - pause - amber amber amber\n" },
  },
  {
    from: { name: "Idris Okafor", address: "agent@waypost.example" },
    subject: "Gift cards, urgent",
    text: "Are you at your desk? I need ten gift cards for a client before noon. Send me the codes, I am in a meeting.",
    minutesAgo: 61,
    state: "held",
    reason: "staff_not_proven",
    proof: "none",
    sender: "agent@waypost.example",
  },
  {
    from: { name: "Tomás Aguilar", address: "client@kestrel.example" },
    subject: "Re: new bank details for your invoices",
    text: "Please pay the open invoices to our new account from today on. The details are in the attached letter.",
    minutesAgo: 140,
    state: "held",
    reason: "maybe_forged",
    proof: "failed",
    sender: "client@kestrel.example",
    file: { name: "letter.txt", content: "IBAN: XX00 0000 0000 0000\n" },
  },
  {
    from: { name: "Idris Okafor", address: "agent@waypost.example" },
    subject: `Re: [{ticket}] ${BACKUP}`,
    text: "#ntoe the client has not paid for the larger repository yet, ask Rafael before ordering",
    minutesAgo: 190,
    state: "held",
    reason: "unknown_command",
    proof: "strong",
    sender: "agent@waypost.example",
    about: BACKUP,
    detail: { word: "#ntoe" },
  },
  {
    from: { name: "Monitoring", address: "monitoring@kestrel.example" },
    subject: "CRITICAL: disk C: 96 % on KES-FS02",
    text: "Service: disk C:\nHost: KES-FS02\nState: CRITICAL\nInfo: 96 % used, 9.6 GB free",
    minutesAgo: 300,
    state: "held",
    reason: "too_many",
    proof: "none",
    kind: "automatic",
    headers: { "Auto-Submitted": "auto-generated" },
  },
];

const REST: readonly SampleMail[] = [
  {
    from: { name: "Scanner 2nd floor", address: "scanner@oakline.example" },
    subject: "Scan from the second floor",
    text: "(this mail was cut off by the device that sent it)",
    minutesAgo: 410,
    state: "failed",
    reason: "unreadable",
    proof: "none",
  },
  {
    from: { name: "Northgate Events", address: "news@northgate.example" },
    subject: "Last seats: the managed services summit",
    text: "Two days, forty speakers, one roof. Register until Friday.",
    minutesAgo: 520,
    state: "ignored",
    reason: "newsletter",
    proof: "none",
    headers: { "List-Unsubscribe": "<mailto:leave@northgate.example>", Precedence: "bulk" },
  },
  {
    from: { name: "Postmaster", address: "mailer-daemon@mail.castellan.example" },
    subject: "Undelivered Mail Returned to Sender",
    text: "I could not deliver your message to the following address: someone@castellan.example. It did not come from this desk.",
    minutesAgo: 700,
    state: "ignored",
    reason: "bounce_unknown",
    proof: "none",
    kind: "bounce",
    headers: { "Auto-Submitted": "auto-replied" },
  },
  {
    from: { name: "Northgate Sales", address: "sales@northgate.example" },
    subject: "Quick question about your printers",
    text: "Who in your house decides about printers? Ten minutes are all I need.",
    minutesAgo: 1500,
    state: "ignored",
    reason: "by_hand",
    decidedBy: "lead@waypost.example",
    proof: "strong",
  },
];

export const SAMPLE_MAILS: readonly SampleMail[] = [...HELD, ...REST];

/** What a reader of the staff sees on a ticket: an automatic reply, and a mail that came back. */
export const ON_TICKETS = {
  automaticReply: {
    about: VPN,
    from: { name: "Tomás Aguilar", address: "client@kestrel.example" },
    subject: "Out of office: [{ticket}]",
    text: "I am back on Thursday. In urgent cases please call the depot.",
    minutesAgo: 47,
  },
  bounce: {
    about: BACKUP,
    /** A colleague of the client; none of those who sign in, to whom mail has to arrive. */
    to: "h.osei@tidewell.example",
    reason: "mailbox unknown (5.1.1)",
    minutesAgo: 95,
  },
} as const;

/** A mail that went to somebody outside of the desk as well. */
export const COPIED = {
  about: PRINTER,
  recipients: {
    to: [{ name: "", address: DEMO_MAILBOX }],
    cc: [{ name: "Labelco service", address: "rep@labelco.example" }],
    outside: ["rep@labelco.example"],
  },
};
