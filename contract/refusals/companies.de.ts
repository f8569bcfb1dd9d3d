import type { Translated } from "../translation-type.ts";
import type { COMPANY_REFUSALS as ENGLISH } from "./companies.ts";

export const COMPANY_REFUSALS: Translated<typeof ENGLISH> = {
  "company.not_found": "Firma nicht gefunden",
  "company.unknown": "Diese Firma gibt es nicht",
  "company.deleted": "Diese Firma ist gelöscht: Stellen Sie sie zuerst wieder her",
  "company.internal_stays": "Die eigene Firma kann weder gelöscht noch deaktiviert werden",
  "company.name_required": "Bitte geben Sie den Namen der Firma an",
  "company.domain_required": "Geben Sie eine Domain ein",
  "company.domain_invalid": "Geben Sie eine Domain wie kestrel.example ein",
  "company.domain_public": ({ domain }) => `${domain} ist ein öffentlicher Mailanbieter`,
  "company.domain_taken": ({ domain }) => `${domain} gehört schon zu einer Firma`,
  "company.domain_not_found": "Maildomain nicht gefunden",
  "company.domains_full": ({ max }) => `Eine Firma kann höchstens ${max} Maildomains haben`,
  "company.internal_without_domains": "Die eigene Firma hat keine Maildomains",
  "company.name_taken": "Eine Firma mit diesem Namen gibt es bereits",
};
