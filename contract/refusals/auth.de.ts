import type { Translated } from "../translation-type.ts";
import type { AUTH_REFUSALS as ENGLISH } from "./auth.ts";
import { waitText } from "./wait-text.de.ts";

export const AUTH_REFUSALS: Translated<typeof ENGLISH> = {
  "auth.not_signed_in": "Sie sind nicht angemeldet",
  "auth.not_allowed": "Dazu sind Sie nicht berechtigt",
  "auth.company_inactive": "Ihre Firma ist inaktiv, deshalb sind ihre Tickets schreibgeschützt",
  "auth.too_many_attempts": ({ seconds }) =>
    `Zu viele Versuche. Versuchen Sie es in ${waitText(seconds)} noch einmal.`,
  "auth.invalid_credentials": "E-Mail-Adresse oder Passwort ist falsch",
  "auth.session_not_found": "Sitzung nicht gefunden",

  "auth.password_change_required": "Wählen Sie zuerst ein neues Passwort",
  "auth.password_required": "Bitte geben Sie ein Passwort an",
  "auth.password_too_short": "Das Passwort muss mindestens 8 Zeichen haben",
  "auth.new_password_too_short": "Das neue Passwort muss mindestens 8 Zeichen haben",
  "auth.password_below_minimum": ({ min }) => `Das Passwort muss mindestens ${min} Zeichen haben`,
  "auth.password_too_long": ({ max }) => `Das Passwort darf höchstens ${max} Zeichen haben`,
  "auth.password_common": "Dieses Passwort ist zu verbreitet: Wählen Sie eines, das niemand errät",
  "auth.password_personal":
    "Wählen Sie ein Passwort, das nicht aus Ihrem Namen, Ihrer Adresse, Ihrer Firma oder diesem Produkt gebildet ist",
  "auth.password_unchanged": "Das neue Passwort muss sich vom aktuellen unterscheiden",
  "auth.current_password_wrong": "Das aktuelle Passwort ist falsch",

  "auth.confirmation_required": "Bestätigen Sie, dass Sie es sind",
  "auth.second_factor_setup_required": "Richten Sie zuerst die Zwei-Faktor-Anmeldung ein",
  "auth.second_factor_required": "Geben Sie den Code Ihrer Authenticator-App ein",
  "auth.second_factor_wrong": "Dieser Code stimmt nicht oder wurde schon benutzt",
  "auth.second_factor_off": "Die Zwei-Faktor-Anmeldung ist nicht eingeschaltet",
  "auth.second_factor_setup_expired": "Diese Einrichtung ist abgelaufen: Beginnen Sie von vorn",
  "auth.second_factor_mandatory": "Ihre Rolle verlangt die Zwei-Faktor-Anmeldung, deshalb bleibt sie ein",
  "auth.second_factor_own": "Ihre eigene Zwei-Faktor-Anmeldung ändern Sie in Ihren Einstellungen",

  "auth.link_expired": "Dieser Link ist nicht mehr gültig",
  "auth.link_invalid": "Dieser Link ist nicht mehr gültig",
  "auth.already_set_up": "Hier gibt es bereits einen Administrator",
  "auth.setup_code_required": "Bitte geben Sie den Einrichtungscode an",
  "auth.setup_code_wrong": "Dieser Einrichtungscode ist ungültig",
};
