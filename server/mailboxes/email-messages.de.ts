import type { Translated } from "#contract/translation-type.ts";
import type * as English from "./email-messages.ts";

export const MAILBOX_EMAIL_MESSAGES: Translated<typeof English.MAILBOX_EMAIL_MESSAGES> = {
  away: (address) => `${address} ist nicht erreichbar`,
  awaySince: (address, since) =>
    `${address} ist seit ${since} nicht erreichbar. Nichts geht verloren: Die Mails warten bei Ihrem Anbieter.`,
  refusedSince: (address, since) =>
    `Der Mailserver lehnt seit ${since} die Anmeldung von ${address} ab. Nichts geht verloren: Die Mails warten bei Ihrem Anbieter.`,
  openMailbox: "Postfach öffnen",
  awayFooter:
    "Sie kümmern sich um die Einstellungen dieses Helpdesks. Diese Mail kommt jedes Mal nur einmal.",
};
