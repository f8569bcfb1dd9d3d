import type { Translated } from "#contract/translation-type.ts";
import type * as English from "./messages.ts";

export const FACTOR_MESSAGES: Translated<typeof English.FACTOR_MESSAGES> = {
  title: "Zwei-Faktor-Anmeldung",
  caption: "Ein Code aus einer Authenticator-App, nach dem Passwort gefragt.",
  off: "Aus",
  offHint: "Wer Ihr Passwort kennt, kann sich als Sie anmelden.",
  setUp: "Einrichten",
  app: "Authenticator-App",
  since: (day) => `Ein seit ${day}`,
  changeApp: "App wechseln",
  codes: "Wiederherstellungscodes",
  codesLeft: (left) => (left === 1 ? "1 von 10 ist übrig" : `${left} von 10 sind übrig`),
  newCodes: "Neue Codes",
  turnOff: "Ausschalten",
  turnOffHint: "Zur Anmeldung reicht dann wieder das Passwort.",
  required: "Ihre Rolle verlangt die Zwei-Faktor-Anmeldung, deshalb bleibt sie ein.",
  failedToFetch: "Der Stand der Zwei-Faktor-Anmeldung konnte nicht geladen werden",
};

export const SETUP_FACTOR_MESSAGES: Translated<typeof English.SETUP_FACTOR_MESSAGES> = {
  title: "Zwei-Faktor-Anmeldung einrichten",
  mustHint: "Ihre Rolle verlangt sie. Richten Sie sie ein, um weiterzuarbeiten.",
  passwordHint: "Zuerst Ihr Passwort, damit sicher ist, dass Sie es sind.",
  othersEnd: "Alle anderen Sitzungen werden abgemeldet.",
  next: "Weiter",
  checking: "Wird geprüft …",
  failed: "Das Einrichten konnte nicht begonnen werden",
  scan: "Scannen Sie dies mit einer Authenticator-App",
  scanHint: "Etwa Google Authenticator, 1Password, Aegis oder die Passwort-App Ihres Telefons.",
  qr: "QR-Code für die Authenticator-App",
  key: "Schlüssel",
  keyHint: "Für Apps, die nicht scannen können.",
  copyKey: "Schlüssel kopieren",
  open: "In einer App auf diesem Gerät öffnen",
  code: "Code der App",
  codeHint: "Sechs Ziffern, alle 30 Sekunden neue.",
  turnOn: "Einschalten",
  turningOn: "Wird eingeschaltet …",
  failedToTurnOn: "Die Zwei-Faktor-Anmeldung konnte nicht eingeschaltet werden",
  done: "Die Zwei-Faktor-Anmeldung ist ein",
};

export const RECOVERY_MESSAGES: Translated<typeof English.RECOVERY_MESSAGES> = {
  title: "Bewahren Sie Ihre Wiederherstellungscodes auf",
  hint: "Jeder meldet Sie einmal an, wenn Ihr Telefon nicht da ist. Sie werden nur jetzt gezeigt: Bewahren Sie sie nicht beim Telefon auf.",
  list: "Wiederherstellungscodes",
  copy: "Alle Codes kopieren",
  download: "Herunterladen",
  fileOf: (desk) => `${desk} Wiederherstellungscodes`,
  fileHint: (email) => `Für ${email}. Jeder gilt einmal.`,
  kept: "Ich habe sie aufbewahrt",
  renewTitle: "Neue Wiederherstellungscodes",
  renewHint: "Die bisherigen Codes gelten dann nicht mehr.",
  renew: "Neue Codes erzeugen",
  renewing: "Werden erzeugt …",
  renewed: "Neue Wiederherstellungscodes erzeugt",
  failedToRenew: "Neue Codes konnten nicht erzeugt werden",
};

export const TURN_OFF_MESSAGES: Translated<typeof English.TURN_OFF_MESSAGES> = {
  title: "Zwei-Faktor-Anmeldung ausschalten",
  hint: "Zur Anmeldung reicht dann wieder das Passwort, Ihre Wiederherstellungscodes gelten nicht mehr, und alle anderen Sitzungen werden abgemeldet.",
  act: "Ausschalten",
  busy: "Wird ausgeschaltet …",
  done: "Die Zwei-Faktor-Anmeldung ist aus",
  failed: "Die Zwei-Faktor-Anmeldung konnte nicht ausgeschaltet werden",
};

export const CONFIRM_MESSAGES: Translated<typeof English.CONFIRM_MESSAGES> = {
  title: "Bestätigen Sie, dass Sie es sind",
  passwordHint:
    "Ihre Anmeldung ist eine Weile her, und dieser Schritt ist schwerwiegend. Bitte geben Sie Ihr Passwort an.",
  codeHint:
    "Ihre Anmeldung ist eine Weile her, und dieser Schritt ist schwerwiegend. Bitte geben Sie einen Code Ihrer Authenticator-App oder einen Wiederherstellungscode an.",
  code: "Code",
  confirm: "Bestätigen",
  confirming: "Wird bestätigt …",
  failed: "Es konnte nicht bestätigt werden, dass Sie es sind",
};
