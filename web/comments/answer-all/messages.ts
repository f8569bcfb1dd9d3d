import { LEFT_OUT_WORDS } from "#contract/incidents/left-out-words.ts";

/** The texts of an answer to all reporters of an incident. */
export const ANSWER_ALL_MESSAGES = {
  goesTo: (tickets: number, companies: number) =>
    `Goes to ${tickets === 1 ? "1 ticket" : `${tickets} tickets`} of ${companies === 1 ? "1 company" : `${companies} companies`}.`,
  eachAlone: "Each reporter reads it on the own ticket only.",
  goesToNobody: "Tick a ticket that is to be answered.",
  preview: "Preview",
  previewOf: "Preview of each ticket",
  loading: "Looking up who will read it",
  failed: "The preview could not be fetched",
  tick: (ticket: string) => `Answer ${ticket}`,
  noCompany: "No company",
  mailTo: (name: string) => `mail to ${name}`,
  andMore: (n: number) => `and ${n} more`,
  nobody: "nobody is mailed",
  missing: (labels: string) => `Not filled in: ${labels}`,
  why: {
    closed: "closed: not ticked",
    no_client: LEFT_OUT_WORDS.no_client,
    not_allowed: LEFT_OUT_WORDS.not_allowed,
  },
  savedReply: "Saved reply",
  removeReply: (name: string) => `Remove: ${name}`,
  wordsAlone: "Its words alone go out: it sets nothing on the reporters' tickets.",
  fillHint: "Places such as {{client.first_name}} are filled in for each ticket.",
  answered: (n: number) => (n === 1 ? "1 reporter answered" : `${n} reporters answered`),
  leftOut: (tickets: string) => `Left out: ${tickets}`,
  aTicket: "a ticket",
  reasons: LEFT_OUT_WORDS,
  failedToSend: "Failed to answer the reporters",
};
