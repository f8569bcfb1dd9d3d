import type { Translated } from "../translation-type.ts";
import type { USER_REFUSALS as ENGLISH } from "./users.ts";

export const USER_REFUSALS: Translated<typeof ENGLISH> = {
  "user.not_found": "Benutzer nicht gefunden",
  "user.deleted": "Dieser Benutzer ist gelöscht: Stellen Sie ihn zuerst wieder her",
  "user.erase_deleted_first":
    "Löschen Sie diesen Benutzer zuerst: Nur Gelöschte lassen sich endgültig entfernen",
  "user.delete_self": "Sie können sich nicht selbst löschen",
  "user.email_required": "Bitte geben Sie eine E-Mail-Adresse an",
  "user.email_invalid": "Diese E-Mail-Adresse ist ungültig",
  "user.email_taken": "Diese E-Mail-Adresse wird bereits verwendet",
  "user.email_taken_by_deleted":
    "Einen Benutzer mit dieser E-Mail-Adresse gibt es bereits, er ist aber gelöscht: Stellen Sie ihn wieder her",
  "user.address_taken": ({ address }) => `${address} gehört schon jemandem`,
  "user.address_of_desk": "Von dieser Adresse schreibt dieser Helpdesk",
  "user.address_not_found": "Adresse nicht gefunden",
  "user.addresses_full": ({ max }) => `Eine Person kann höchstens ${max} weitere Adressen haben`,
  "user.company_required": "Kunden brauchen eine Firma",
  "user.email_change_incomplete": "Bitte füllen Sie alle Felder aus",
  "user.full_name_required": "Bitte geben Sie den vollständigen Namen an",
  "user.client_in_internal_company": "Kunden können nicht zur eigenen Firma gehören",
  "user.staff_in_client_company": "Interne Benutzer gehören zur eigenen Firma",
  "user.invite_company_inactive": "Diese Firma ist inaktiv, deshalb kann niemand dorthin eingeladen werden",
  "user.invite_expiry_not_whole": "Geben Sie ganze Stunden an",
  "user.invite_expiry_too_short": "Die Einladung muss mindestens 1 Stunde gelten",
  "user.invite_expiry_too_long": "Die Einladung darf höchstens 168 Stunden gelten",
};
