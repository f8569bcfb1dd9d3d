import type { Translated } from "#contract/translation-type.ts";
import type * as English from "./bounce-messages.ts";

export const BOUNCE_MESSAGES: Translated<typeof English.BOUNCE_MESSAGES> = {
  subject: (address) => `Mail an ${address} kam zurück`,
  bounced: (uid, reason) => `Eine Mail zu ${uid} konnte nicht zugestellt werden: ${reason}.`,
  stops: "Dorthin wird nichts mehr gesendet, bis Sie „Erneut versuchen“ wählen.",
  open: (uid) => `${uid} öffnen`,
  footer: "Sie erhalten diese Mail, weil das Ticket Ihnen oder Ihrem Team gehört.",
};
