import type { Translated } from "#contract/translation-type.ts";
import type * as English from "./messages.ts";

export const TICKET_MAIL_MESSAGES: Translated<typeof English.TICKET_MAIL_MESSAGES> = {
  failedToFetch: "Die Mails konnten nicht geladen werden",
  byMail: "per Mail",
  showQuoted: "Zitat anzeigen",
  hideQuoted: "Zitat ausblenden",
  original: "Original",
  notProven: "Absender nicht belegt",
  notKept: (name) => `${name} wurde nicht aufbewahrt: gesperrter Dateityp`,
  automaticFrom: "Automatische Antwort von",
  untouched: "das Ticket blieb, wie es war",
  show: "Anzeigen",
  hide: "Ausblenden",
  mailTo: "Mail an",
  notDelivered: (reason) => `kam nicht an: ${reason}`,
  reasonUnknown: "der Server nannte keinen Grund",
  alsoSentTo: (addresses) => `Ging auch an ${addresses}, nicht an diesem Ticket beteiligt.`,
  from: "Von",
  to: "An",
  cc: "Kopie",
  received: "Eingegangen",
  reading: "Die Mail wird gelesen",
  originalGone: "Das Original dieser Mail wird nicht mehr aufbewahrt",
};
