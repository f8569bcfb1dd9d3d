import { LIMITS } from "#contract/limits.ts";
import type { Translated } from "#contract/translation-type.ts";
import type * as English from "./messages.ts";

export const COMMENT_MESSAGES: Translated<typeof English.COMMENT_MESSAGES> = {
  comments: "Kommentare",
  none: "Noch keine Kommentare",
  loading: "Kommentare werden geladen …",
  failedToFetch: "Die Kommentare konnten nicht geladen werden",
  failedToCreate: "Der Kommentar konnte nicht gesendet werden",
  failedToUpdate: "Der Kommentar konnte nicht geändert werden",
  failedToDelete: "Der Kommentar konnte nicht gelöscht werden",
  staff: "Support",
  client: "Kunde",
  resemblesStaff: "Nicht vom Support: gleicher Name",
  you: "Sie",
  system: "System",
  edited: "bearbeitet",
  from: "aus",
  versions: "Frühere Fassungen",
  failedToFetchVersions: "Die Fassungen konnten nicht geladen werden",
  deleted: "Dieser Kommentar wurde gelöscht",
  internal: "Interne Notiz",
  internalHint: "Nur der Support kann das lesen",
  write: "Kommentar schreiben",
  placeholder: "Kommentar schreiben …",
  internalPlaceholder: "Interne Notiz schreiben …",
  internalBanner: "Interne Notiz: Kunden sehen sie nie",
  audience: "Sichtbar für alle, die dieses Ticket sehen",
  internalAudience: "Nur für den Support sichtbar",
  mailedTo: "Geht per Mail an",
  andMore: (n) => `und ${n} weitere`,
  whoReads: "Wer das lesen wird",
  nobodyMailed: "Niemand erhält eine Mail",
  deskReads: "Der Helpdesk liest das",
  noteMailed: "Intern: niemand erhält eine Mail",
  switchedOff: (name) => `${name}: abgeschaltet`,
  notArriving: (name) => `${name}: Mail kommt nicht an`,
  belongsTo: (name, company) => `${name} gehört zu ${company}`,
  sendAnyway: "Trotzdem senden",
  add: "Kommentieren",
  adding: "Wird gesendet …",
  addInternal: "Notiz hinzufügen",
  addAndSet: "Kommentieren und Status setzen",
  actions: "Aktionen für den Kommentar",
  edit: "Kommentar bearbeiten",
  delete: "Kommentar löschen",
  moderate: "Kommentar als Moderator löschen",
  deleteAct: "Löschen",
  moderateAct: "Moderieren",
  deleting: "Wird gelöscht …",
  deleteQuestion:
    "Möchten Sie Ihren Kommentar wirklich löschen? An seiner Stelle steht dann, dass er gelöscht wurde.",
  moderateQuestion:
    "Möchten Sie diesen Kommentar wirklich moderieren? An seiner Stelle steht dann, dass er gelöscht wurde (Administrator).",
  save: "Speichern",
  saving: "Wird gespeichert …",
  saveHint: "speichern",
  cancelHint: "abbrechen",
  noLongerHere: "Dieser Kommentar ist nicht mehr hier",
  followUp: "Folgeticket erstellen",
};

export const REPLY_EFFECT_MESSAGES: Translated<typeof English.REPLY_EFFECT_MESSAGES> = {
  opens: "Mit Ihrem Kommentar wird dieses Ticket wieder „Offen“.",
  reopens: "Dieses Ticket ist geschlossen. Ihr Kommentar öffnet es wieder.",
  tooLate: `Dieses Ticket wurde vor mehr als ${LIMITS.replyReopensDays} Tagen geschlossen: Kommentare sind erst wieder möglich, wenn es geöffnet wird.`,
  staysPending: "Das Ticket bleibt „Wartet“: Der Kunde ist am Zug.",
  staysClosed: "Dieses Ticket ist und bleibt geschlossen. Eine Antwort des Kunden öffnet es wieder.",
  readOnly: "Ihre Firma ist inaktiv: Sie können dieses Ticket lesen, aber nicht antworten.",
  inTrash: "Dieses Ticket liegt im Papierkorb und kann nicht kommentiert werden.",
};

export function addAndSetLabel(statusLabel: string): string {
  return `Senden und auf „${statusLabel}“ setzen`;
}
