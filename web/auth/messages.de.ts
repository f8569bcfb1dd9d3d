import type { Translated } from "#contract/translation-type.ts";
import type * as English from "./messages.ts";

export const AUTH_MESSAGES: Translated<typeof English.AUTH_MESSAGES> = {
  title: "Anmelden",
  subtitle: "Melden Sie sich an, um zu Ihren Tickets zu kommen.",
  email: "E-Mail",
  password: "Passwort",
  signIn: "Anmelden",
  signingIn: "Anmeldung läuft …",
  welcomeBack: "Willkommen zurück!",
  restoreHint: "Der Server hat nicht rechtzeitig geantwortet.",
  forgot: "Passwort vergessen?",
  backToLogin: "Zurück zur Anmeldung",
  code: "Code",
  codeHint: "Sechs Ziffern aus Ihrer Authenticator-App.",
  recoveryCode: "Wiederherstellungscode",
  recoveryCodeHint: "Einer der zehn, die Sie beim Einrichten aufbewahrt haben. Jeder gilt einmal.",
  recoveryInstead: "Wiederherstellungscode benutzen",
  appInstead: "Authenticator-App benutzen",
  back: "Zurück",
};

export const ACCEPT_MESSAGES: Translated<typeof English.ACCEPT_MESSAGES> = {
  title: "Einladung annehmen",
  subtitle: "Geben Sie Ihren Namen an und wählen Sie ein Passwort.",
  subtitleOf: (company) =>
    `Geben Sie Ihren Namen an und wählen Sie ein Passwort für den Helpdesk von ${company}.`,
  fullName: "Vollständiger Name",
  submit: "Konto anlegen",
  busy: "Konto wird angelegt …",
  failed: "Die Einladung konnte nicht angenommen werden",
  done: "Ihr Konto ist bereit",
};

export const LINK_MESSAGES: Translated<typeof English.LINK_MESSAGES> = {
  checking: "Der Link wird geprüft …",
  failed: "Der Link konnte nicht geprüft werden",
  expired: "Dieser Link ist abgelaufen",
  expiredInvite: "Fordern Sie einen neuen an: Er geht an die eingeladene Adresse.",
  expiredReset: "Fordern Sie mit Ihrer Adresse einen neuen an.",
  dead: "Er wurde vielleicht schon benutzt, oder es wurde inzwischen ein neuerer verschickt.",
  ask: "Neuen Link anfordern",
  asking: "Wird angefordert …",
  asked: "Ein neuer Link ist unterwegs",
  askedHint: "Er geht an die eingeladene Adresse. Sehen Sie dort im Postfach nach.",
  askFailed: "Der neue Link konnte nicht angefordert werden",
};

export const FORGOT_MESSAGES: Translated<typeof English.FORGOT_MESSAGES> = {
  title: "Passwort vergessen",
  subtitle: "Sie erhalten einen Link, um ein neues zu wählen.",
  submit: "Link senden",
  busy: "Wird gesendet …",
  failed: "Der Link konnte nicht gesendet werden",
  sent: "Sehen Sie in Ihr Postfach",
  sentHint: (email) =>
    `Wenn ${email} zu einem Konto gehört, ist ein Link für ein neues Passwort dorthin unterwegs.`,
  noMail: "Hier ist kein Mailserver eingerichtet: Ein Administrator kann Ihnen den Link weitergeben.",
};

export const RESET_MESSAGES: Translated<typeof English.RESET_MESSAGES> = {
  title: "Neues Passwort wählen",
  subtitleOf: (email) => `Für ${email}.`,
  submit: "Passwort speichern",
  busy: "Wird gespeichert …",
};

export const PASSWORD_MESSAGES: Translated<typeof English.PASSWORD_MESSAGES> = {
  current: "Aktuelles Passwort",
  new: "Neues Passwort",
  confirm: "Neues Passwort wiederholen",
  submit: "Passwort ändern",
  busy: "Wird geändert …",
  differ: "Die neuen Passwörter stimmen nicht überein",
  done: "Das Passwort wurde geändert",
  failed: "Das Passwort konnte nicht geändert werden",
  mustTitle: "Wählen Sie ein neues Passwort",
  mustHint: "Ihr bisheriges hat jemand anders festgelegt. Wählen Sie ein eigenes, dann geht es weiter.",
  signOut: "Abmelden",
};

export const UNDO_MESSAGES: Translated<typeof English.UNDO_MESSAGES> = {
  title: "Neue Adresse zurücknehmen",
  subtitleOf: (email) => `Ihr Konto bekommt wieder die Adresse ${email}, und alle seine Sitzungen enden.`,
  submit: "Zurücknehmen",
  busy: "Wird zurückgenommen …",
  failed: "Die Änderung konnte nicht zurückgenommen werden",
  done: "Ihre Adresse gilt wieder",
  doneHint: (email) =>
    `Sie melden sich wieder mit ${email} an. Wählen Sie ein neues Passwort, wenn Sie das nicht selbst waren.`,
};

export const SETUP_MESSAGES: Translated<typeof English.SETUP_MESSAGES> = {
  title: "Helpdesk einrichten",
  subtitle: "Legen Sie den ersten Administrator an.",
  code: "Einrichtungscode",
  codeHint: "Der Server hat ihn beim Start ausgegeben.",
  submit: "Administrator anlegen",
  busy: "Wird angelegt …",
  done: "Der Helpdesk ist bereit",
  failed: "Der Administrator konnte nicht angelegt werden",
};
