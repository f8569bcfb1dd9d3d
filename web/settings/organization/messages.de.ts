import type { Translated } from "#contract/translation-type.ts";
import type * as English from "./messages.ts";

export const ORGANIZATION_MESSAGES: Translated<typeof English.ORGANIZATION_MESSAGES> = {
  done: "Die Einstellungen wurden gespeichert",
  failed: "Die Einstellungen konnten nicht gespeichert werden",
  failedToFetch: "Die Einstellungen konnten nicht geladen werden",
};

export const BRAND_MESSAGES: Translated<typeof English.BRAND_MESSAGES> = {
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
  caption: "Was für neue Passwörter gilt. Bisherige bleiben gültig.",
  minimum: "Mindestlänge",
  minimumHint: "Zeichen, von 8 bis 64",
};

export const REQUIRED_FACTOR_MESSAGES: Translated<typeof English.REQUIRED_FACTOR_MESSAGES> = {
  caption: "Wer die Zwei-Faktor-Anmeldung einrichten muss, bevor sich irgendetwas anderes öffnet.",
  roles: "Verlangt von",
};

export const ABOUT_MESSAGES: Translated<typeof English.ABOUT_MESSAGES> = {
  version: "Version",
  mail: "Mailserver",
  mailSet: "Eingerichtet",
  mailUnset: "Nicht eingerichtet: Mails werden aufgefangen",
  demo: "Demo",
  yes: "Ja",
  no: "Nein",
};
