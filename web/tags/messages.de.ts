import type { Translated } from "#contract/translation-type.ts";
import type * as English from "./messages.ts";

const countTickets = (n: number) => (n === 1 ? "1 Ticket" : `${n.toLocaleString("de")} Tickets`);

export const TAG_MESSAGES: Translated<typeof English.TAG_MESSAGES> = {
  title: "Schlagwörter",
  caption: "Wörter, die der Support an Tickets schreibt. Kunden sehen sie nie.",
  add: "Schlagwort hinzufügen",
  find: "Schlagwort suchen oder anlegen",
  search: "Schlagwort suchen",
  create: (name) => `Schlagwort „${name}“ anlegen`,
  remove: (name) => `Schlagwort ${name} entfernen`,
  onSome: "bei einigen",
  none: "Keine Schlagwörter",
  any: "Alle Schlagwörter",
  untagged: "Ohne Schlagwort",
  loading: "Schlagwörter werden geladen …",
  failedToFetch: "Die Schlagwörter konnten nicht abgerufen werden",
  failedToTag: "Die Schlagwörter konnten nicht geändert werden",
  tagged: (n) => `Schlagwörter von ${countTickets(n)} geändert`,
  undone: "Die Änderung wurde rückgängig gemacht",
  kept: (n) =>
    n === 1
      ? "1 Ticket wurde seitdem geändert und bleibt so"
      : `${n} Tickets wurden seitdem geändert und bleiben so`,
  empty: "Noch keine Schlagwörter",
  emptyHint: "In einem Ticket legt T das erste an.",
  noMatch: "Kein Schlagwort passt",
  shown: (shown, total) => `${shown} von ${total}: Suchen Sie nach den anderen`,
  tickets: countTickets,
  showTickets: (name) => `Tickets mit ${name} zeigen`,
  formerly: (names) => `auch: ${names}`,
  actionsFor: (name) => `Aktionen für ${name}`,
  rename: "Umbenennen",
  renameTitle: "Schlagwort umbenennen",
  name: "Schlagwort",
  nameHint: "Buchstaben, Ziffern und Bindestriche. Der alte Name führt weiter hierher.",
  save: "Schlagwort umbenennen",
  saving: "Wird umbenannt …",
  merge: "Zusammenführen mit …",
  mergeTitle: "Schlagwörter zusammenführen",
  into: "Zusammenführen mit",
  intoHint: (name, tickets) => `${name} entfällt, das andere Schlagwort kommt an ${tickets}.`,
  chooseTag: "Schlagwort wählen",
  mergeAct: "Schlagwörter zusammenführen",
  merging: "Wird zusammengeführt …",
  exists: (name, tickets) => `„${name}“ gibt es schon: ${tickets} damit zusammenführen?`,
  mergeInstead: "Damit zusammenführen",
  delete: "Schlagwort löschen",
  deleteTitle: "Schlagwort löschen",
  deleteAct: (tickets) => `Von ${tickets} löschen`,
  deleteUnused: "Schlagwort löschen",
  deleting: "Wird gelöscht …",
  deleteLead: "Möchten Sie ",
  deleteRest: (tickets) =>
    ` wirklich löschen? Es entfällt bei ${tickets}. Das lässt sich 10 Minuten lang rückgängig machen.`,
};

export const TAG_ACT_MESSAGES: Translated<typeof English.TAG_ACT_MESSAGES> = {
  renamed: { done: "Schlagwort umbenannt", failed: "Das Schlagwort konnte nicht umbenannt werden" },
  merged: {
    done: "Schlagwörter zusammengeführt",
    failed: "Die Schlagwörter konnten nicht zusammengeführt werden",
  },
  deleted: { done: "Schlagwort gelöscht", failed: "Das Schlagwort konnte nicht gelöscht werden" },
  undone: {
    done: "Die Änderung wurde rückgängig gemacht",
    failed: "Das Rückgängigmachen ist fehlgeschlagen",
  },
};
