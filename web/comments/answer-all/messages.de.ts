import { LEFT_OUT_WORDS } from "#contract/incidents/left-out-words.de.ts";
import type { ANSWER_ALL_MESSAGES as ENGLISH } from "./messages.ts";

export const ANSWER_ALL_MESSAGES: typeof ENGLISH = {
  goesTo: (tickets, companies) =>
    `Geht an ${tickets === 1 ? "1 Ticket" : `${tickets} Tickets`} von ${companies === 1 ? "1 Firma" : `${companies} Firmen`}.`,
  eachAlone: "Jeder Melder liest es nur in seinem eigenen Ticket.",
  goesToNobody: "Wählen Sie ein Ticket, das beantwortet werden soll.",
  preview: "Vorschau",
  previewOf: "Vorschau für jedes Ticket",
  loading: "Leser werden ermittelt",
  failed: "Die Vorschau konnte nicht geladen werden",
  tick: (ticket) => `${ticket} antworten`,
  noCompany: "Ohne Firma",
  mailTo: (name) => `Mail an ${name}`,
  andMore: (n) => `und ${n} weitere`,
  nobody: "niemand erhält Mail",
  missing: (labels) => `Nicht ausgefüllt: ${labels}`,
  why: {
    closed: "geschlossen: nicht gewählt",
    no_client: LEFT_OUT_WORDS.no_client,
    not_allowed: LEFT_OUT_WORDS.not_allowed,
  },
  savedReply: "Textbaustein",
  removeReply: (name) => `Entfernen: ${name}`,
  wordsAlone: "Nur sein Text geht hinaus: In den Tickets der Melder setzt er nichts.",
  fillHint: "Platzhalter wie {{client.first_name}} werden für jedes Ticket ausgefüllt.",
  answered: (n) => (n === 1 ? "1 Melder beantwortet" : `${n} Melder beantwortet`),
  leftOut: (tickets) => `Ausgelassen: ${tickets}`,
  aTicket: "ein Ticket",
  reasons: LEFT_OUT_WORDS,
  failedToSend: "Die Melder konnten nicht beantwortet werden",
};
