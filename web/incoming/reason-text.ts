import { refusalText } from "#web/lib/api/refusal-text.ts";
import type { Mail } from "./data.ts";
import { INCOMING_MESSAGES, REASON_HINTS, REASON_MESSAGES, type ReasonFacts } from "./messages.ts";

/** The name that a mail's sender goes by on the screen: of the person known, else as the mail says. */
export function senderName(mail: Pick<Mail, "sender" | "from_name" | "from_address">): string {
  return mail.sender?.fullname || mail.from_name || mail.from_address || INCOMING_MESSAGES.unknownSender;
}

/** Why the mail is where it is; its state where no reason says more. */
export function reasonText(mail: Mail): string {
  return mail.reason === null
    ? INCOMING_MESSAGES.states[mail.state]
    : REASON_MESSAGES[mail.reason](factsOf(mail));
}

/** What to know before deciding; null where the reason says it all. */
export function reasonHint(mail: Mail): string | null {
  const hints: Partial<Record<string, (facts: ReasonFacts) => string>> = REASON_HINTS;
  return mail.reason === null ? null : (hints[mail.reason]?.(factsOf(mail)) ?? null);
}

function factsOf(mail: Mail): ReasonFacts {
  const { person, ticket, company, word, refusal, sentence } = mail.detail;
  return {
    person: decider(mail) ?? person ?? senderName(mail),
    ticket: ticket ?? mail.ticket?.uid ?? INCOMING_MESSAGES.ticket,
    company: company ?? INCOMING_MESSAGES.company,
    word: word ?? "#",
    refusal: refusalText({ code: refusal, params: mail.detail, sentence: sentence ?? refusal ?? "" }),
  };
}

/**
 * Who decided, for the reasons that say so; null for the others, whose details name whom the mail is from. The details of
 * one that came in from a blocked sender name who blocked them.
 */
function decider({ reason, decided_by_fullname: by, detail }: Mail): string | null {
  if (reason === "by_hand") return by ?? INCOMING_MESSAGES.somebody;
  return reason === "blocked_sender" ? (by ?? detail.person ?? INCOMING_MESSAGES.somebody) : null;
}

/** How alarming a reason is, for the sign before it. */
export function toneOf({ reason, state }: Mail): "danger" | "warning" | undefined {
  if (state === "failed" || reason === "maybe_forged" || reason === "staff_not_proven") return "danger";
  if (state === "held" && reason !== null && WARNINGS.has(reason)) return "warning";
  return undefined;
}

const WARNINGS: ReadonlySet<string> = new Set([
  "other_company",
  "unknown_command",
  "mailbox_of_other_company",
]);

/** The part of an address behind its sign; null for what is no address. */
export function domainOf(address: string | null): string | null {
  return address?.split("@")[1] ?? null;
}
