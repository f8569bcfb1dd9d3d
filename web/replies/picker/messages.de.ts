import type { Translated } from "#contract/translation-type.ts";
import type * as English from "./messages.ts";

export const PICKER_MESSAGES: Translated<typeof English.PICKER_MESSAGES> = {
  find: "Textbaustein suchen …",
  none: "Noch keine Textbausteine",
  noMatch: "Kein Textbaustein passt",
  write: "Einen schreiben",
  found: (count) => (count === 1 ? "1 Textbaustein" : `${count} Textbausteine`),
  loading: "Textbausteine werden geladen …",
  failedToInsert: "Der Textbaustein konnte nicht eingefügt werden",
  failedToApply: "Das Makro konnte nicht angewendet werden",
  macro: "Makro",
  reply: "Textbaustein",
  move: "bewegen",
  insert: "einfügen",
  keep: (typed) => `„${typed}“ stehen lassen`,
  forWhom: (name) => `Für ${name}`,
  used: (count) =>
    count === 0 ? "noch nicht verwendet" : count === 1 ? "einmal verwendet" : `${count}-mal verwendet`,
  byYou: (when) => `von Ihnen ${when}`,
  me: "mich",
  everyone: "alle",
  onlyForClients: "Dieser Textbaustein ist für Kunden; im Feld steht eine interne Notiz",
  noTextForClients: "Dieser Textbaustein hat keinen Text für Kunden",
  applied: (name) => `${name} angewendet`,
  otherLanguage: (name) => `Zu ${name} wechseln (Alt L)`,
  forNotes: "Für interne Notizen",
  tooLong: (max) => `Mit diesem Textbaustein wäre der Text länger als ${max} Zeichen`,
  undone: "Änderung rückgängig gemacht",
  kept: "Es wurde seitdem geändert und bleibt so",
};
