import type { Translated } from "#contract/translation-type.ts";
import type * as English from "./messages.ts";

export const MAILBOX_MESSAGES: Translated<typeof English.MAILBOX_MESSAGES> = {
  title: "Postfächer",
  caption: "Adressen, an die Kunden schreiben. Jede Mail wird ein Ticket oder zurückgehalten.",
  add: "Postfach hinzufügen",
  empty: "Noch kein Postfach",
  emptyHint: "Kunden können schreiben, sobald es eines gibt.",
  failedToFetch: "Die Postfächer konnten nicht geladen werden",
  failedToFetchOne: "Das Postfach konnte nicht geladen werden",
  default: "Standard",
  edit: (address) => `${address} bearbeiten`,
  kinds: { microsoft: "Microsoft 365", gmail: "Gmail", imap: "IMAP", listen: "Empfang" },
  states: {
    ok: "Verbunden",
    connecting: "Verbindet",
    unreachable: "Nicht erreichbar",
    sign_in_refused: "Anmeldung abgelehnt",
    paused: "Angehalten",
  },
  waits: "Wartet auf Mails",
  team: (name) => `Team ${name}`,
  only: (company) => `nur ${company}`,
  lastMail: "letzte Mail",
  noMail: "noch keine Mail",
  awaySince: (address, since) => `${address} ist seit ${since} nicht erreichbar.`,
  refusedSince: (address, since) => `Der Mailserver lehnt seit ${since} die Anmeldung von ${address} ab.`,
  nothingLost: "Nichts geht verloren: Die Mails warten bei Ihrem Anbieter.",
  checkNow: "Jetzt prüfen",
};
