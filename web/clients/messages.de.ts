import type { Translated } from "#contract/translation-type.ts";
import { DIRECTORY_MESSAGES } from "#web/ui/table/directory-messages.de.ts";
import type * as English from "./messages.ts";

export const CLIENTS_MESSAGES: Translated<typeof English.CLIENTS_MESSAGES> = {
  title: "Kunden",
  subtitle: "Kundenkonten verwalten",
  directory: "Kundenverzeichnis",
  search: DIRECTORY_MESSAGES.searchPeople,
  loading: "Kunden werden geladen …",
  empty: "Keine Kunden gefunden",
  emptyHint: "Vielleicht hilft eine andere Schreibweise.",
  emptyStart: "Laden Sie den ersten ein, dann erscheint er hier.",
  clearSearch: "Suche löschen",
  invite: "Kunden einladen",
  actionsFor: (name) => `Aktionen für ${name}`,
  manageRoles: "Rollen verwalten",
  manageRolesOf: (name) => `Rollen von ${name} verwalten`,
  edit: "Kunden bearbeiten",
  editOf: (name) => `${name} bearbeiten`,
  delete: "Kunden löschen",
  deleteOf: (name) => `${name} löschen`,
  restore: "Kunden wiederherstellen",
  restoreOf: (name) => `${name} wiederherstellen`,
  deletedWhy: "Ein gelöschter Kunde muss zuerst wiederhergestellt werden",
};

export const INVITE_CLIENT_MESSAGES: Translated<typeof English.INVITE_CLIENT_MESSAGES> = {
  title: "Kunden einladen",
  description: "Die Person erhält eine E-Mail mit einem Link, um ein Passwort zu wählen.",
  company: "Firma",
  chooseCompany: "Firma auswählen",
  submit: "Einladung senden",
  busy: "Wird gesendet …",
  done: "Die Einladung wurde gesendet",
  failed: (message) => `Der Kunde konnte nicht eingeladen werden: ${message}`,
};

export const EDIT_CLIENT_MESSAGES: Translated<typeof English.EDIT_CLIENT_MESSAGES> = {
  title: "Kunden bearbeiten",
  submit: "Änderungen speichern",
  busy: "Wird gespeichert …",
  movedHint: "Bisherige Tickets bleiben bei der Firma, zu der sie gehören.",
  language: "Sprache",
  languageHint: "Der Mails und der Textbausteine an diesen Kunden.",
  noLanguage: "Die des Helpdesks",
  done: "Der Kunde wurde geändert",
  failed: (message) => `Der Kunde konnte nicht geändert werden: ${message}`,
};

export const DELETE_CLIENT_MESSAGES: Translated<typeof English.DELETE_CLIENT_MESSAGES> = {
  title: "Kunden löschen",
  lead: "Möchten Sie ",
  rest: " wirklich löschen? Das Konto kann sich nicht mehr anmelden; Tickets und Kommentare bleiben. Sie können es später wiederherstellen.",
  act: "Kunden löschen",
  busy: "Wird gelöscht …",
  done: "Der Kunde wurde gelöscht",
  failed: (message) => `Der Kunde konnte nicht gelöscht werden: ${message}`,
};

export const RESTORE_CLIENT_MESSAGES: Translated<typeof English.RESTORE_CLIENT_MESSAGES> = {
  title: "Kunden wiederherstellen",
  lead: "Möchten Sie ",
  rest: " wirklich wiederherstellen? Das Konto kann sich dann wieder anmelden.",
  act: "Kunden wiederherstellen",
  busy: "Wird wiederhergestellt …",
  done: "Der Kunde wurde wiederhergestellt",
  failed: (message) => `Der Kunde konnte nicht wiederhergestellt werden: ${message}`,
};
