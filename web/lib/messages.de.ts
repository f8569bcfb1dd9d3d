import type { Translated } from "#contract/translation-type.ts";
import type * as English from "./messages.ts";

export const LIB_MESSAGES: Translated<typeof English.LIB_MESSAGES> = {
  sessionExpired: "Ihre Sitzung ist abgelaufen. Bitte melden Sie sich wieder an.",
  sessionRestoreFailed: "Die Sitzung konnte nicht wiederhergestellt werden",
  failedToFetchUser: "Der Benutzer konnte nicht geladen werden",
  loginFailed: "Die Anmeldung ist fehlgeschlagen",
  noConnection: "Der Server ist nicht erreichbar",
  notLoaded: "Die App konnte nicht geladen werden. Prüfen Sie Ihre Verbindung und laden Sie die Seite neu.",
  productName: "Waypost",
  control: "Strg",
};
