import type { Translated } from "../translation-type.ts";
import type { COMPANY_REFUSALS as ENGLISH } from "./companies.ts";

export const COMPANY_REFUSALS: Translated<typeof ENGLISH> = {
  "company.not_found": "Firma nicht gefunden",
  "company.unknown": "Diese Firma gibt es nicht",
  "company.deleted": "Diese Firma ist gelöscht: Stellen Sie sie zuerst wieder her",
  "company.internal_stays": "Die eigene Firma kann weder gelöscht noch deaktiviert werden",
  "company.name_required": "Bitte geben Sie den Namen der Firma an",
  "company.name_taken": "Eine Firma mit diesem Namen gibt es bereits",
};
