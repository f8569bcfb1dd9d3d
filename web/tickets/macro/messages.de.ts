import type { Translated } from "#contract/translation-type.ts";
import type * as English from "./messages.ts";

export const MACRO_MESSAGES: Translated<typeof English.MACRO_MESSAGES> = {
  find: "Textbaustein suchen …",
  noMatch: "Kein Textbaustein passt",
  none: "Noch keine Textbausteine",
  loading: "Textbausteine werden geladen …",
  intro: (count, seconds) =>
    `Für ${count === 1 ? "1 ausgewähltes Ticket" : `${count} ausgewählte Tickets`}. Nichts geht hinaus, bevor Sie es sagen${
      seconds > 0 ? `, und danach ${seconds} Sekunden lang` : ""
    }.`,
  preparing: "Die Vorschau wird vorbereitet …",
  failedToPreview: "Die Vorschau konnte nicht vorbereitet werden",
  cannot: (why) => `Nicht möglich: ${why}`,
  notFilledIn: (labels) => `nicht ausgefüllt: ${labels}`,
  mailTo: (names) => `Mail an ${names}`,
  andMore: (name, more) => `${name} und ${more} weitere`,
  nobody: "niemand bekommt Mail",
  apply: (count) => (count === 1 ? "Auf 1 Ticket anwenden" : `Auf ${count} Tickets anwenden`),
  applying: "Wird angewendet …",
  stay: (count) => (count === 1 ? "1 Ticket bleibt, wie es ist" : `${count} Tickets bleiben, wie sie sind`),
  applied: (name, count) => `${name} auf ${count === 1 ? "1 Ticket" : `${count} Tickets`} angewendet`,
  failed: "Das Makro konnte nicht angewendet werden",
  takenBack: "Antworten zurückgenommen",
  select: (uid) => `Auf ${uid} anwenden`,
  shown: "Text für dieses Ticket",
  asNote: "als interne Notiz",
  isPart: (uid) => `es wurde inzwischen mit ${uid} zusammengeführt`,
  isGone: "es wurde inzwischen zusammengeführt oder liegt im Papierkorb",
  gone: (n) => (n === 1 ? "1 Ticket gibt es nicht mehr" : `${n} Tickets gibt es nicht mehr`),
};
