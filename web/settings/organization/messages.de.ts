import type { Translated } from "#contract/translation-type.ts";
import { GIGABYTE } from "#contract/retention/retention-times.ts";
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
  language: "Sprache der Mails",
  languageHint: "An alle, die selbst keine Sprache gewählt haben",
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

export const LIMITS_MESSAGES: Translated<typeof English.LIMITS_MESSAGES> = {
  caption:
    "Wie viel eine Person in einer Zeit tun kann, damit niemand den Helpdesk für andere verlangsamt. Was darüber liegt, wird abgelehnt und sagt, wie lange zu warten ist.",
  work: "Arbeit",
  files: "Dateien",
  mail: "Mail und Konten",
  hint: (of, usual) => `${of}; üblich sind ${usual.toLocaleString("de")}`,
  limits: {
    limit_writes_per_second: {
      label: "Änderungen je Sekunde",
      of: "Einer Person, auf einmal so viele wie in fünf Sekunden",
    },
    limit_tickets_per_hour: { label: "Tickets je Stunde", of: "Von einer Person angelegt" },
    limit_streams: { label: "Offene Fenster", of: "Einer Person, die aktuell gehalten werden" },
    limit_connections: {
      label: "Anfragen gleichzeitig",
      of: "Einer Person; weitere warten, bis sie dran sind",
    },
    limit_upload_megabytes_per_day: { label: "Megabyte am Tag", of: "Von einer Person hochgeladen" },
    limit_company_upload_megabytes_per_day: {
      label: "Megabyte am Tag je Firma",
      of: "Von allen ihren Kunden hochgeladen",
    },
    limit_attachments_per_ticket: { label: "Dateien je Ticket", of: "Mit denen der Kommentare" },
    limit_letters_per_hour: {
      label: "Briefe je Stunde an eine Adresse",
      of: "Einladungen und Links, egal wer darum bittet",
    },
    limit_credential_notices_per_day: {
      label: "Sicherheitshinweise am Tag",
      of: "An ein Konto, etwa nach einem neuen Passwort",
    },
    limit_invitations_per_day: { label: "Einladungen am Tag", of: "Von einer Person gesendet" },
    limit_company_invitations_per_day: {
      label: "Einladungen am Tag je Firma",
      of: "Von allen ihren Kunden gesendet",
    },
    limit_address_changes_per_day: { label: "Adressänderungen am Tag", of: "Eines Kontos" },
    limit_taken_addresses_per_day: {
      label: "Vergebene Adressen am Tag",
      of: "Wie oft eine Person erfährt, dass jemand eine Adresse hat",
    },
  },
};

export const RETENTION_MESSAGES: Translated<typeof English.RETENTION_MESSAGES> = {
  caption: "Wie lange der Helpdesk behält, was er nicht mehr braucht. Was älter ist, geht jede Nacht.",
  days: "Tage",
  never: "Nie",
  goes: (count, isMore) => `${isMore ? "Mehr als " : ""}${count.toLocaleString("de")} gingen heute Nacht.`,
  nothingGoes: "Heute Nacht ginge nichts.",
  settings: {
    trash_days: {
      label: "Gelöschte Tickets",
      hint: "Bis dahin lassen sie sich wiederherstellen; dann gehen Texte und Dateien, und die Nummer bleibt.",
    },
    session_days: {
      label: "Beendete Sitzungen",
      hint: "Netzadresse und Browser von Anmeldungen, die vorbei sind.",
    },
    mail_days: {
      label: "Mails",
      hint: "Was der Helpdesk gesendet hat; die Tickets behalten jedes Wort. Leer: nie.",
    },
    audit_days: {
      label: "Einzelheiten des Protokolls",
      hint: "Werte, Gründe und Netzadressen; wer wann was getan hat, bleibt. Tickets behalten ihren Verlauf. Leer: nie.",
    },
  },
  incoming: "Eingegangene Mail",
  incomingHint: "Spam und ignorierte Mail geht nach 30 Tagen, fehlgeschlagene nach 90.",
  originals: (days) =>
    days === null
      ? "Originale von Mails bleiben für immer."
      : `Originale von Mails gehen nach ${days.toLocaleString("de")} Tagen; Worte und Dateien bleiben beim Ticket.`,
  toMail: "Unter Mail ändern",
  attachments: "Anhänge",
  gigabytes: "Gigabyte für alle Dateien",
  noLimit: "Keine Grenze",
  stored: (bytes) =>
    `${gigabytesText(bytes)} gespeichert, gleiche Dateien einmal gezählt. Leer: keine Grenze.`,
  nearlyFull: (bytes, limit) => `Die Anhänge brauchen ${gigabytesText(bytes)} von ${gigabytesText(limit)}`,
  toSettings: "Einstellungen",
  hide: "Diesen Hinweis ausblenden",
  nearlyFullHint:
    "Ist der Platz verbraucht, lässt sich keine Datei mehr anhängen. Erlauben Sie mehr oder entfernen Sie Dateien.",
};

function gigabytesText(bytes: number): string {
  return bytes < GIGABYTE
    ? `${Math.round(bytes / 1e6).toLocaleString("de")} MB`
    : `${(bytes / GIGABYTE).toLocaleString("de", { maximumFractionDigits: 1 })} GB`;
}

export const ABOUT_MESSAGES: Translated<typeof English.ABOUT_MESSAGES> = {
  version: "Version",
  mail: "Mailserver",
  mailSet: "Eingerichtet",
  mailUnset: "Nicht eingerichtet: Mails werden aufgefangen",
  demo: "Demo",
  yes: "Ja",
  no: "Nein",
};
