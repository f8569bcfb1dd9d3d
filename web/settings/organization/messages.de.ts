import type { Translated } from "#contract/translation-type.ts";
import type * as English from "./messages.ts";

export const ORGANIZATION_MESSAGES: Translated<typeof English.ORGANIZATION_MESSAGES> = {
  title: "Organisation",
  done: "Die Einstellungen wurden gespeichert",
  failed: "Die Einstellungen konnten nicht gespeichert werden",
  failedToFetch: "Die Einstellungen konnten nicht geladen werden",
};

export const BRAND_MESSAGES: Translated<typeof English.BRAND_MESSAGES> = {
  title: "Marke",
  caption: "Wie der Helpdesk heißt, auf jeder Seite und in jeder Mail.",
  name: "Name",
  shortName: "Kurzname",
  shortNameHint: "Neben dem Logo und im Titel des Browser-Tabs",
  logo: "Logo",
  logoHint: "PNG, JPEG oder WebP, höchstens 300 kB, am besten quadratisch",
  choose: "Bild auswählen",
  replace: "Ersetzen",
  remove: "Entfernen",
  logoDone: "Das Logo wurde gespeichert",
  logoRemoved: "Das Logo wurde entfernt",
  logoFailed: "Das Logo konnte nicht gespeichert werden",
};

export const TICKETS_MESSAGES: Translated<typeof English.TICKETS_MESSAGES> = {
  title: "Tickets",
  caption: "Wie Tickets heißen und wann die Arbeit an einem beginnt.",
  prefix: "Ticketkürzel",
  prefixHint: (prefix) => `Ein Ticket heißt dann ${prefix}1001. Die Nummern bleiben.`,
  timeZone: "Zeitzone",
  timeZoneHint: "Wann die Tage in der Übersicht beginnen und enden",
  findTimeZone: "Zeitzone suchen",
  whenTaken: "In Arbeit, sobald jemand übernimmt",
  whenTakenHint:
    "Ein offenes Ticket ist in Arbeit, sobald es jemandem zugewiesen oder zum ersten Mal beantwortet wird.",
};

export const PASSWORDS_MESSAGES: Translated<typeof English.PASSWORDS_MESSAGES> = {
  title: "Passwörter",
  caption: "Was für neue Passwörter gilt. Bisherige bleiben gültig.",
  minimum: "Mindestlänge",
  minimumHint: "Zeichen, von 8 bis 64",
};

export const REQUIRED_FACTOR_MESSAGES: Translated<typeof English.REQUIRED_FACTOR_MESSAGES> = {
  title: "Zwei-Faktor-Regel",
  caption: "Wer die Zwei-Faktor-Anmeldung einrichten muss, bevor sich irgendetwas anderes öffnet.",
  roles: "Verlangt von",
};

export const ABOUT_MESSAGES: Translated<typeof English.ABOUT_MESSAGES> = {
  title: "Über",
  version: "Version",
  mail: "Mailserver",
  mailSet: "Eingerichtet",
  mailUnset: "Nicht eingerichtet: Mails werden aufgefangen",
  demo: "Demo",
  yes: "Ja",
  no: "Nein",
};

export const MAIL_MESSAGES: Translated<typeof English.MAIL_MESSAGES> = {
  title: "Mail",
  caption: "Was der Helpdesk verschickt.",
  set: "Ein Mailserver ist eingerichtet, Mails werden verschickt.",
  unset: "Kein Mailserver ist eingerichtet: Mails werden hier aufgefangen und an niemanden verschickt.",
  test: "Testnachricht senden",
  testing: "Wird gesendet …",
  testHint: (email) => `Sie geht an ${email}.`,
  testDone: "Die Testnachricht wurde gesendet",
  testFailed: "Die Testnachricht konnte nicht gesendet werden",
  captured: "Aufgefangene Mails",
  capturedCaption: "Die letzten 200 Nachrichten.",
  outgoing: "Ausgehende Mails",
  outgoingCaption: "Was aus jeder Nachricht geworden ist.",
  state: "Zustand",
  states: { queued: "Wartet", sent: "Gesendet", captured: "Aufgefangen", failed: "Fehlgeschlagen" },
  anyState: "Alle Zustände",
  attempts: (n) => (n === 1 ? "1 Versuch" : `${n} Versuche`),
  retry: "Noch einmal senden",
  retryOf: (subject) => `Noch einmal senden: ${subject}`,
  retryDone: "Die Nachricht wird noch einmal gesendet",
  retryFailed: "Die Nachricht konnte nicht noch einmal gesendet werden",
  empty: "Noch keine Mails",
  emptyHint: "Eine Testnachricht ist die erste.",
  loading: "Mails werden geladen …",
  failedToFetch: "Die Mails konnten nicht geladen werden",
  asText: "Text",
  asShown: "Wie angezeigt",
  view: "Ansicht",
  body: "Nachricht",
  close: "Schließen",
};

export const AUDIT_MESSAGES: Translated<typeof English.AUDIT_MESSAGES> = {
  title: "Protokoll",
  caption: "Jede Änderung: wer, was, wann und von wo. Es lässt sich nicht ändern.",
  search: "Wer und was …",
  what: "Was",
  everything: "Alles",
  from: "Von",
  to: "Bis",
  export: "CSV exportieren",
  exporting: "Wird exportiert …",
  exportFailed: "Das Protokoll konnte nicht exportiert werden",
  clear: "Zurücksetzen",
  columns: { at: "Wann", actor: "Wer", kind: "Tat", entity: "Woran", ip: "Adresse" },
  details: (kind) => `Details: ${kind}`,
  loading: "Einträge werden geladen …",
  more: "Mehr anzeigen",
  empty: "Keine Einträge gefunden",
  emptyHint: "Andere Filter zeigen vielleicht mehr.",
  failedToFetch: "Das Protokoll konnte nicht geladen werden",
  field: "Feld",
  before: "Vorher",
  after: "Nachher",
  reason: "Grund",
  via: "Über",
  request: "Anfrage",
  identifier: "ID",
  noFields: "Es wurden keine Felder aufgezeichnet.",
  close: "Schließen",
  entities: {
    ticket: "Tickets",
    comment: "Kommentare",
    attachment: "Anhänge",
    user: "Benutzer",
    company: "Firmen",
    group: "Teams",
    settings: "Einstellungen",
    mail: "Mail",
  },
};
