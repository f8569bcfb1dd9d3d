import type { Translated } from "../translation-type.ts";
import type { MAIL_REFUSALS as ENGLISH } from "./mail.ts";

export const MAIL_REFUSALS: Translated<typeof ENGLISH> = {
  "mail.not_found": "Mail nicht gefunden",
  "mail.not_captured": "Mails werden verschickt, nicht aufgefangen",
  "mail.not_failed": "Nur eine fehlgeschlagene Mail kann noch einmal gesendet werden",
};
