import type { Translated } from "../translation-type.ts";
import type { MAIL_REFUSALS as ENGLISH } from "./mail.ts";

export const MAIL_REFUSALS: Translated<typeof ENGLISH> = {
  "mail.not_found": "Mail nicht gefunden",
  "mail.not_captured": "Mails werden verschickt, nicht aufgefangen",
  "mail.not_failed": "Nur eine fehlgeschlagene Mail kann noch einmal gesendet werden",
  "mail.link_gone":
    "Diese Mail enthielt einen Link, der nur einmal gilt: senden Sie stattdessen einen neuen Link",
};
