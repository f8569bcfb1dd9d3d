import type { Translated } from "#contract/translation-type.ts";
import type * as English from "./messages.ts";

export const APPEARANCE_MESSAGES: Translated<typeof English.APPEARANCE_MESSAGES> = {
  caption: "Wie der Helpdesk für Sie aussieht.",
  theme: "Design",
  light: "Hell",
  dark: "Dunkel",
  system: "System",
  language: "Sprache",
  languageHint: "Auf diesem Gerät und in Ihren Mails. Die Seite wird neu geladen.",
  languageFailed: "Die Sprache konnte nicht gewechselt werden",
  timeZone: "Zeitzone",
  timeZoneHint: "In der Sie Zeiten lesen, auf jedem Gerät.",
  findTimeZone: "Zeitzone suchen",
  ofBrowser: (zone) => `Die dieses Geräts (${zone.replaceAll("_", " ")})`,
  timeZoneSaved: "Die Zeitzone wurde gespeichert",
  timeZoneFailed: "Die Zeitzone konnte nicht gespeichert werden",
  switchTitle: "Sprache wechseln?",
  switchHint: "Die Seite wird neu geladen. Ihre Änderungen auf dieser Seite sind nicht gespeichert.",
  switchAct: "Sprache wechseln",
};

export const PROFILE_MESSAGES: Translated<typeof English.PROFILE_MESSAGES> = {
  caption: "Wie Kunden und Kollegen Sie sehen.",
  fullName: "Vollständiger Name",
  phone: "Telefon",
  city: "Ort",
  state: "Bundesland",
  hide: "Verbergen, wann ich zuletzt online war",
  hideHint: "Kollegen sehen es dann nicht; der Helpdesk sieht es.",
  done: "Das Profil wurde geändert",
  failed: "Das Profil konnte nicht geändert werden",
};

export const SECURITY_MESSAGES: Translated<typeof English.SECURITY_MESSAGES> = {
  caption: "Ändern Sie das Passwort, mit dem Sie sich anmelden.",
  others: "Alle anderen Sitzungen werden abgemeldet.",
  sessionsCaption: "Wo Sie angemeldet sind.",
  thisOne: "Diese Sitzung",
  lastUsed: "zuletzt benutzt",
  unknownDevice: "Unbekanntes Gerät",
  device: (browser, system) => `${browser} auf ${system}`,
  signOut: "Abmelden",
  signOutOf: (device) => `${device} abmelden`,
  signedOut: "Die Sitzung wurde abgemeldet",
  failedToSignOut: "Die Sitzung konnte nicht abgemeldet werden",
  failedToFetch: "Die Sitzungen konnten nicht geladen werden",
  failedSignIn: "Falsches Passwort",
  failedSignInsCaption:
    "Jemand hat Ihre Adresse mit einem falschen Passwort angegeben. Wenn Sie es nicht waren, ändern Sie Ihr Passwort.",
};

export const EMAIL_MESSAGES: Translated<typeof English.EMAIL_MESSAGES> = {
  captionLead: "Zur Anmeldung dient ",
  new: "Neue E-Mail-Adresse",
  placeholder: "name@firma.de",
  submit: "E-Mail-Adresse ändern",
  busy: "Wird geändert …",
  hint: "An die alte Adresse geht eine Mail, deren Link die Änderung 72 Stunden lang zurücknimmt.",
  done: "Die E-Mail-Adresse wurde geändert",
  failed: "Die E-Mail-Adresse konnte nicht geändert werden",
};

export const NOTIFICATION_MESSAGES: Translated<typeof English.NOTIFICATION_MESSAGES> = {
  caption: "Wozu Sie Mails erhalten.",
  reply: "Antworten",
  replyHint: "Jemand antwortet auf ein Ticket, das Sie erstellt haben, verfolgen oder bearbeiten.",
  ticket_created: "Eigene neue Tickets",
  ticket_createdHint: "Ein Ticket, das Sie erstellt haben, ist eingegangen.",
  mention: "Erwähnungen",
  mentionHint: "Jemand erwähnt Sie auf einem Ticket.",
  assigned: "Zuweisungen",
  assignedHint: "Ihnen wird ein Ticket zugewiesen.",
  sla: "SLA-Warnungen",
  slaHint: "Ein Ziel eines Tickets, um das Sie sich kümmern, ist bald fällig oder abgelaufen.",
  due: "Wiedervorlagen",
  dueHint: "Die Wiedervorlage eines Tickets, um das Sie sich kümmern, ist fällig.",
  failed: "Die Benachrichtigungen konnten nicht gespeichert werden",
  failedToFetch: "Die Benachrichtigungen konnten nicht geladen werden",
};

export const UNDO_SEND_MESSAGES: Translated<typeof English.UNDO_SEND_MESSAGES> = {
  title: "Senden",
  caption: "Wie Ihre Antworten hinausgehen.",
  wait: "Senden rückgängig machen",
  waitHint:
    "Öffentliche Antworten warten so lange und lassen sich mit Z zurückholen. Interne Notizen sind sofort da.",
  off: "Aus",
  seconds: (seconds) => `${seconds} Sekunden`,
  failed: "Wie Antworten gesendet werden, konnte nicht gespeichert werden",
};

export const DANGER_MESSAGES: Translated<typeof English.DANGER_MESSAGES> = {
  caption:
    "Wenn Sie das Konto schließen, werden Sie überall abgemeldet. Ein Administrator kann es wiederherstellen.",
  close: "Konto schließen",
  closeHint: "Ihre Tickets und Kommentare bleiben beim Team.",
  sure: "Sind Sie ganz sicher?",
  sureHint:
    "Ihr Konto wird geschlossen und Sie werden abgemeldet. Sie können sich erst wieder anmelden, wenn ein Administrator es wiederherstellt.",
  act: "Ja, mein Konto schließen",
  closing: "Wird geschlossen …",
  done: "Das Konto wurde geschlossen",
  failed: "Das Konto konnte nicht geschlossen werden",
};
