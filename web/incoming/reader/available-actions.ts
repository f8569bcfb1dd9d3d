import type { Mail, WholeMail } from "../data.ts";

export type ActionName =
  | "contact"
  | "ticket"
  | "join"
  | "post"
  | "person"
  | "ignore"
  | "block"
  | "retry"
  | "restore";

type Offered = Mail & Partial<Pick<WholeMail, "forwarded_from">>;

/** What this person may do beyond deciding. */
export type Rights = { mayMakeContact: boolean; mayJoin: boolean; mayAddPeople: boolean };

/** What can be done about a mail, the likeliest first; nothing about one that has done its work. */
export function availableActions(mail: Offered, rights: Rights): ActionName[] {
  return orderOf(mail).filter((name) => isPossible(name, mail, rights));
}

/** Whether the first of them is offered as the one to take: never to answer in the name of a sender who may be forged. */
export function hasPrimary({ state, proof }: Mail): boolean {
  return state !== "held" || proof !== "failed";
}

/** Whether a ticket can be made by one press: the sender is known, and nothing speaks against them. */
export function isTicketOnePress({ sender, proof, state, reason }: Mail): boolean {
  return state === "held" && sender !== null && proof === "strong" && reason !== "sender_deleted";
}

function orderOf({ state, reason }: Mail): readonly ActionName[] {
  if (state === "failed") return ["retry", "ignore", "block"];
  if (state === "ignored") return ["restore", "ticket", "join"];
  if (state === "spam") return ["restore", "ticket", "join", "ignore", "block"];
  if (state !== "held") return [];
  const first = (reason !== null && FIRST[reason]) || "ticket";
  return [first, ...HELD.filter((name) => name !== first)];
}

const HELD: readonly ActionName[] = ["contact", "ticket", "join", "person", "ignore", "block", "retry"];

/** The likeliest decision for a reason. */
const FIRST: Partial<Record<NonNullable<Mail["reason"]>, ActionName>> = {
  unknown_sender: "contact",
  forward_unknown: "contact",
  maybe_forged: "ignore",
  staff_not_proven: "ignore",
  not_on_ticket: "post",
  unknown_command: "ignore",
  too_many: "retry",
  refused: "retry",
};

function isPossible(name: ActionName, mail: Offered, rights: Rights): boolean {
  const hasAddress = mail.from_address !== null;
  const isStranger = hasAddress && mail.sender === null;
  switch (name) {
    case "contact":
      return rights.mayMakeContact && (isStranger || isForwardOfStranger(mail));
    case "join":
      return rights.mayJoin;
    case "post":
      return rights.mayJoin && rights.mayAddPeople && mail.ticket !== null && mail.sender !== null;
    case "person":
      return isStranger;
    case "block":
      return hasAddress;
    default:
      return true;
  }
}

/** What a colleague sent on may not say who wrote it. */
function isForwardOfStranger({ reason, forwarded_from: from }: Offered): boolean {
  return reason === "forward_unknown" && from !== null;
}
