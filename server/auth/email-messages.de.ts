import type { Translated } from "#contract/translation-type.ts";
import type * as English from "./email-messages.ts";

export const AUTH_EMAIL_MESSAGES: Translated<typeof English.AUTH_EMAIL_MESSAGES> = {
  notYou: "Wenn Sie das nicht waren, setzen Sie sofort ein neues Passwort.",
  setPassword: "Neues Passwort setzen",
  footer: "Sie erhalten diese Mail, weil sie die Sicherheit Ihres Kontos betrifft.",
  passwordChanged: "Ihr Passwort wurde geändert",
  passwordChangedLine:
    "Das Passwort Ihres Kontos wurde geändert, und alle anderen Sitzungen wurden abgemeldet.",
  factorOn: "Die Zwei-Faktor-Anmeldung wurde eingeschaltet",
  factorOnLine:
    "Die Anmeldung an Ihrem Konto verlangt jetzt einen Code Ihrer Authenticator-App, und alle anderen Sitzungen wurden abgemeldet.",
  factorOff: "Die Zwei-Faktor-Anmeldung wurde ausgeschaltet",
  factorOffLine:
    "Ihr Konto verlangt jetzt nur noch das Passwort, und alle anderen Sitzungen wurden abgemeldet.",
  factorReset: "Die Zwei-Faktor-Anmeldung wurde zurückgesetzt",
  factorResetLine: (by) =>
    `${by} hat den zweiten Faktor Ihres Kontos entfernt, und alle Sitzungen wurden abgemeldet. Melden Sie sich mit Ihrem Passwort an, und richten Sie ihn neu ein.`,
  newCodes: "Ihre Wiederherstellungscodes wurden ersetzt",
  newCodesLine: "Für Ihr Konto wurden neue Wiederherstellungscodes erzeugt. Die früheren gelten nicht mehr.",
  codeUsed: "Ein Wiederherstellungscode wurde benutzt",
  codeUsedLine: (left) =>
    `Jemand hat sich mit einem Wiederherstellungscode an Ihrem Konto angemeldet. Es ${left === 1 ? "ist noch 1 Code" : `sind noch ${left} Codes`} übrig.`,
};
