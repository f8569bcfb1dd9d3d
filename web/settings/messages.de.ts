import type { Translated } from "#contract/translation-type.ts";
import type * as English from "./messages.ts";

export const SETTINGS_MESSAGES: Translated<typeof English.SETTINGS_MESSAGES> = {
  title: "Einstellungen",
  sections: "Bereiche der Einstellungen",
  account: "Ihr Konto",
  organization: "Organisation",
  save: "Änderungen speichern",
  saving: "Wird gespeichert …",
  unsaved: "Ungespeicherte Änderungen",
  leave: "Ihre Änderungen sind nicht gespeichert.",
  pages: {
    appearance: "Darstellung",
    profile: "Profil",
    security: "Sicherheit",
    sessions: "Sitzungen",
    email: "E-Mail-Adresse ändern",
    notifications: "Benachrichtigungen",
    danger: "Gefahrenbereich",
    brand: "Marke",
    tickets: "Tickets",
    passwords: "Passwörter",
    secondFactorRule: "Zwei-Faktor-Regel",
    limits: "Grenzen",
    retention: "Aufbewahrung",
    about: "Über",
    tags: "Schlagwörter",
    mail: "Mail",
    access: "Zugriff",
    import: "Import",
    audit: "Protokoll",
  },
};
