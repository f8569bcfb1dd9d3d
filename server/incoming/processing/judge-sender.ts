import type { IncomingReason, Proof } from "#contract/incoming/states.ts";

/*
 * What the sender of a mail may do, as one table: who it is, how that relates to the ticket that the mail names, and how
 * well it is known to be from them. Whatever is unsure waits for a person.
 *
 *   example: a client who sees the ticket, proof "none", found by a number in the subject  ->  held, sender_not_proven
 */

/** Who writes, and whether they see the ticket. */
export const SENDERS = [
  "client_on_ticket",
  "client_of_same_company",
  "client_of_other_company",
  "client_without_ticket",
  "staff",
  "unknown",
] as const;
export type SenderKind = (typeof SENDERS)[number];

/** How the ticket was found; null where the mail names none. */
export const MATCHES = ["address", "reference", "number", null] as const;
export type MatchedBy = (typeof MATCHES)[number];

export type Verdict =
  | { act: "comment" | "open_ticket" | "act_as_staff" }
  | { hold: IncomingReason }
  | { spam: IncomingReason };

type Asked = {
  sender: SenderKind;
  proof: Proof;
  matchedBy: MatchedBy;
  /** What the desk does with mail of clients without proof. */
  unprovenClients: "accept" | "hold";
};

type Row = Record<Proof, (asked: Asked) => Verdict>;

const hold = (reason: IncomingReason) => () => ({ hold: reason });

const TABLE: Record<SenderKind, Row> = {
  client_on_ticket: {
    strong: () => ({ act: "comment" }),
    none: acceptUnproven,
    failed: hold("maybe_forged"),
  },
  client_of_same_company: {
    strong: hold("not_on_ticket"),
    none: hold("not_on_ticket"),
    failed: hold("maybe_forged"),
  },
  client_of_other_company: {
    strong: hold("other_company"),
    none: hold("other_company"),
    failed: hold("maybe_forged"),
  },
  client_without_ticket: {
    strong: () => ({ act: "open_ticket" }),
    none: ({ unprovenClients }) =>
      unprovenClients === "accept" ? { act: "open_ticket" } : { hold: "sender_not_proven" },
    failed: hold("maybe_forged"),
  },
  staff: {
    strong: () => ({ act: "act_as_staff" }),
    none: hold("staff_not_proven"),
    failed: hold("maybe_forged"),
  },
  unknown: {
    strong: hold("unknown_sender"),
    none: hold("unknown_sender"),
    failed: () => ({ spam: "maybe_forged" }),
  },
};

/** A signature or a Message-ID is known to those alone who got a mail about the ticket; anybody can guess a number. */
function acceptUnproven({ matchedBy, unprovenClients }: Asked): Verdict {
  const isNamedByReader = matchedBy === "address" || matchedBy === "reference";
  return isNamedByReader && unprovenClients === "accept" ? { act: "comment" } : { hold: "sender_not_proven" };
}

export function judgeSender(asked: Asked): Verdict {
  return TABLE[asked.sender][asked.proof](asked);
}
