import type { Translated } from "#contract/translation-type.ts";
import { DIRECTORY_MESSAGES } from "#web/ui/table/directory-messages.de.ts";
import type * as English from "./messages.ts";

export const USERS_MESSAGES: Translated<typeof English.USERS_MESSAGES> = {
  title: "Benutzer",
  subtitle: "Konten und Berechtigungen verwalten",
  subtitleOwn: "Benutzer Ihrer Firma verwalten",
  search: DIRECTORY_MESSAGES.searchPeople,
  loading: "Benutzer werden geladen …",
  empty: "Keine Benutzer gefunden",
  emptyHint: "Vielleicht hilft eine andere Schreibweise.",
  emptyStart: "Laden Sie den ersten ein, dann erscheint er hier.",
  clearSearch: "Suche löschen",
  failedToFetch: "Die Benutzer konnten nicht geladen werden",
  columns: {
    fullname: "Name",
    email: "E-Mail",
    role: "Rolle",
    company: "Firma",
    status: "Status",
    last_online: "Zuletzt online",
    actions: "Aktionen",
  },
  active: "Aktiv",
  deleted: "Gelöscht",
  never: "Nie",
  noRoles: "Keine Rollen",
  noCompany: "Keine Firma",
  noCompanyWhy: "Ohne Firma sieht dieser Kunde nur die eigenen Tickets",
  you: "Sie",
  create: "Benutzer anlegen",
  invite: "Benutzer einladen",
  actionsFor: (name) => `Aktionen für ${name}`,
};

function lossOf(open: string | null): string {
  if (open === "0") return "";
  if (open === "1") return ", 1 offenes Ticket verliert aber diesen Bearbeiter";
  return `, ${open === null ? "" : `${open} `}offene Tickets verlieren aber diesen Bearbeiter`;
}

export const USER_ACT_MESSAGES: Translated<typeof English.USER_ACT_MESSAGES> = {
  edit: "Benutzer bearbeiten",
  sendInvite: "Einladung senden",
  manageRoles: "Rollen verwalten",
  viewRoles: "Rollen ansehen",
  delete: "Benutzer löschen",
  restore: "Benutzer wiederherstellen",
  deletedWhy: "Ein gelöschter Benutzer muss zuerst wiederhergestellt werden",
  deleteTitle: "Benutzer löschen",
  deleteLead: "Das löscht ",
  deleteRest: (open) =>
    `. Das Konto kann sich nicht mehr anmelden; Tickets und Kommentare bleiben${lossOf(open)}. Sie können es später wiederherstellen.`,
  deleteAct: "Benutzer löschen",
  deleting: "Wird gelöscht …",
  restoreTitle: "Benutzer wiederherstellen",
  restoreLead: "Möchten Sie ",
  restoreRest:
    " wirklich wiederherstellen? Das Konto kann sich dann mit seinen Rollen wieder anmelden. Tickets, die keinen Bearbeiter mehr haben, bekommen ihn nicht zurück.",
  restoreAct: "Benutzer wiederherstellen",
  restoring: "Wird wiederhergestellt …",
  deletedDone: "Der Benutzer wurde gelöscht",
  restoredDone: "Der Benutzer wurde wiederhergestellt",
  inviteDone: "Die Einladung wurde gesendet",
  failedToDelete: "Der Benutzer konnte nicht gelöscht werden",
  failedToRestore: "Der Benutzer konnte nicht wiederhergestellt werden",
  failedToInvite: "Die Einladung konnte nicht gesendet werden",
};

export const RESET_FACTOR_MESSAGES: Translated<typeof English.RESET_FACTOR_MESSAGES> = {
  label: "Zwei-Faktor-Anmeldung zurücksetzen",
  lead: "Damit entfällt der zweite Faktor von ",
  rest: ", und alle Sitzungen werden abgemeldet: Zur Anmeldung reicht dann das Passwort. Vergewissern Sie sich, dass wirklich diese Person darum bittet. Sie erhält eine Mail darüber.",
  act: "Zurücksetzen",
  busy: "Wird zurückgesetzt …",
  done: "Die Zwei-Faktor-Anmeldung wurde zurückgesetzt",
  failed: "Die Zwei-Faktor-Anmeldung konnte nicht zurückgesetzt werden",
};

export const ERASE_MESSAGES: Translated<typeof English.ERASE_MESSAGES> = {
  label: "Endgültig entfernen",
  title: "Benutzer endgültig entfernen",
  lead: "Das nimmt den Namen von ",
  rest: " aus dem Helpdesk. Es lässt sich nicht rückgängig machen.",
  account: "Name, Adresse, Profil und Passwort gehen.",
  removed: (n) =>
    [
      goes(n.sessions, "Sitzung", "Sitzungen"),
      goes(n.links, "Link aus einer Mail", "Links aus Mails"),
      goes(n.follows, "verfolgtes Ticket", "verfolgte Tickets"),
      goes(n.views, "eigene Ansicht", "eigene Ansichten"),
      goes(n.replies, "eigener Textbaustein", "eigene Textbausteine"),
      goes(n.files, "gesendete Datei", "gesendete Dateien"),
      goes(n.mails, "Mail an diese Person", "Mails an diese Person"),
      goes(n.names_in_mails, "Mail an andere verliert den Namen", "Mails an andere verlieren den Namen"),
      goes(n.addresses, "weitere Adresse", "weitere Adressen"),
      goes(n.incoming_mails, "Mail von dieser Person", "Mails von dieser Person"),
      goes(
        n.history_entries,
        "Eintrag im Verlauf verliert die Einzelheiten",
        "Einträge im Verlauf verlieren die Einzelheiten",
      ),
    ]
      .filter((line) => line !== "")
      .join("\n"),
  stays: (tickets, comments) =>
    `${count(tickets, "Ticket", "Tickets")} und ${count(comments, "Kommentar", "Kommentare")} bleiben, von „Erased person“.`,
  act: "Endgültig entfernen",
  busy: "Wird entfernt …",
  failed: "Der Benutzer konnte nicht entfernt werden",
  receipt: "Beleg über das Entfernen",
  receiptOf: (by, at) => `Entfernt von ${by} am ${at}`,
  number: (id) => `Konto ${id}`,
  kept: "Dieser Beleg bleibt im Protokoll. Sicherungen enthalten die Person noch eine Woche. Die Worte von Tickets und Kommentaren bleiben, wie sie geschrieben wurden, auch ein Name darin.",
  download: "Herunterladen",
  fileName: (id) => `entfernung-${id}.txt`,
  done: "Fertig",
};

function count(n: number, one: string, many: string): string {
  return `${n.toLocaleString("de")} ${n === 1 ? one : many}`;
}

function goes(n: number, one: string, many: string): string {
  return n === 0 ? "" : count(n, one, many);
}

export const INVITE_MESSAGES: Translated<typeof English.INVITE_MESSAGES> = {
  not_sent: "Einladung nicht gesendet",
  pending: "Eingeladen",
  expired: "Einladung abgelaufen",
  resend: "Erneut senden",
  resendTo: (name) => `Einladung an ${name} erneut senden`,
  linkTitle: "Einladungslink",
  linkHint: (email) =>
    `Es ist kein Mailserver eingerichtet: Geben Sie diesen Link selbst an ${email} weiter. Er gilt einmal und wird nur jetzt angezeigt.`,
  link: "Link",
  copyLink: "Link kopieren",
  done: "Fertig",
};

export const CREATE_USER_MESSAGES: Translated<typeof English.CREATE_USER_MESSAGES> = {
  title: "Neuen Benutzer anlegen",
  description: "Die Person meldet sich mit diesem Passwort an und wählt beim ersten Mal ein anderes.",
  descriptionInvite: "Die Person erhält eine E-Mail mit einem Link, um ein eigenes Passwort zu wählen.",
  email: "E-Mail",
  fullName: "Vollständiger Name",
  password: "Passwort",
  role: "Rolle",
  company: "Firma",
  sendInvite: "Einladung per E-Mail senden",
  submit: "Benutzer anlegen",
  busy: "Wird angelegt …",
  done: "Der Benutzer wurde angelegt",
  doneAndReady: "Der Benutzer wurde angelegt, die Einladung liegt bereit",
  doneAndInvited: "Der Benutzer wurde angelegt und die Einladung gesendet",
  failed: "Der Benutzer konnte nicht angelegt werden",
};

export const INVITE_USER_MESSAGES: Translated<typeof English.INVITE_USER_MESSAGES> = {
  title: "Neuen Benutzer einladen",
  description: "Die Person erhält eine E-Mail mit einem Link, um ein Passwort zu wählen.",
  expires: "Einladung gilt",
  expiresHint: "Stunden, von 1 bis 168",
  submit: "Einladung senden",
  busy: "Wird gesendet …",
  done: "Der Benutzer wurde eingeladen",
  failed: "Der Benutzer konnte nicht eingeladen werden",
};

export const ADDRESSES_MESSAGES: Translated<typeof English.ADDRESSES_MESSAGES> = {
  title: "Weitere Adressen",
  hint: "Mail von hier gilt als von dieser Person. Antworten gehen an die Adresse des Kontos.",
  verified: "Bestätigt",
  further: "Weitere Adresse",
  placeholder: "name@home.example",
  add: "Hinzufügen",
  remove: (address) => `${address} entfernen`,
  failed: "Die Adressen konnten nicht geändert werden",
  failedToFetch: "Die Adressen konnten nicht geladen werden",
};

export const EDIT_USER_MESSAGES: Translated<typeof English.EDIT_USER_MESSAGES> = {
  title: "Benutzer bearbeiten",
  phone: "Telefon",
  city: "Ort",
  state: "Bundesland",
  submit: "Änderungen speichern",
  busy: "Wird gespeichert …",
  done: "Der Benutzer wurde geändert",
  failed: "Der Benutzer konnte nicht geändert werden",
};
