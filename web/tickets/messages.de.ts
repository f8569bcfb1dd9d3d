import type { Translated } from "#contract/translation-type.ts";
import type * as English from "./messages.ts";

export const LIST_MESSAGES: Translated<typeof English.LIST_MESSAGES> = {
  heldMails: (count) => `${count} zurückgehalten`,
  title: "Tickets",
  newTicket: "Neues Ticket",
  search: "Tickets suchen …",
  status: "Status",
  priority: "Priorität",
  allStatuses: "Alle Status",
  allPriorities: "Alle Prioritäten",
  moreFilters: "Weitere Filter",
  loading: "Tickets werden geladen …",
  failed: "Die Tickets konnten nicht geladen werden",
  failedToFetch: "Die Tickets konnten nicht abgerufen werden",
  failedToFetchOne: "Das Ticket konnte nicht abgerufen werden",
  empty: "Keine Tickets gefunden",
  emptyHint: "Ändern Sie die Filter oder erstellen Sie ein neues Ticket.",
  emptyStart: "Erstellen Sie das erste, dann erscheint es hier.",
  emptyTrash: (days) => `Gelöschte Tickets bleiben ${days === 1 ? "einen Tag" : `${days} Tage`} hier.`,
  unassigned: "Nicht zugewiesen",
  unread: "Ungelesen",
  clear: "Zurücksetzen",
  clearFilters: "Filter zurücksetzen",
  columns: {
    uid: "ID",
    subject: "Betreff",
    status: "Status",
    priority: "Priorität",
    assignee: "Bearbeiter",
    due: "Fällig",
    company: "Firma",
    client: "Kunde",
    team: "Team",
    tags: "Schlagwörter",
    follow_up: "Wiedervorlage",
    created: "Erstellt",
    updated: "Geändert",
  },
  selectAll: "Alle auswählen",
  select: (uid) => `${uid} auswählen`,
  shown: (shown, total) => `${shown} von ${total}`,
  foundInside: (words) =>
    `Kein Ticket hat ein Wort, das mit ${words.map((word) => `„${word}“`).join(" oder ")} beginnt. Diese enthalten es innerhalb eines Wortes.`,
  newAbove: (n) => (n === 1 ? "1 neues Ticket" : `${n} neue Tickets`),
  keys: { move: "bewegen", select: "auswählen", open: "öffnen", all: "alle Tastenkürzel" },
};

export const BULK_MESSAGES: Translated<typeof English.BULK_MESSAGES> = {
  selected: (n) => `${n} ausgewählt`,
  assign: "Zuweisen",
  status: "Status",
  priority: "Priorität",
  team: "Team",
  clear: "Auswahl aufheben",
  tooMany: (limit) => `Höchstens ${limit} Tickets auf einmal`,
  changed: (n) => (n === 1 ? "1 Ticket geändert" : `${n} Tickets geändert`),
  partly: (changed, all) => `${changed} von ${all} Tickets geändert`,
  undone: "Die Änderung wurde rückgängig gemacht",
  kept: (n) =>
    n === 1
      ? "1 Ticket wurde seitdem geändert und bleibt so"
      : `${n} Tickets wurden seitdem geändert und bleiben so`,
  gone: (uids) => `Nicht mehr vorhanden: ${uids}`,
  export: {
    exporting: "Tickets werden exportiert …",
    exported: (n) => `${n} Tickets exportiert`,
    failed: "Die Tickets konnten nicht exportiert werden",
  },
};
