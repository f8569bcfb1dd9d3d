import type { Translated } from "#contract/translation-type.ts";
import type * as English from "./messages.ts";

export const ORIGINAL_MESSAGES: Translated<typeof English.ORIGINAL_MESSAGES> = {
  view: "Ansicht",
  asText: "Text",
  asShown: "Wie angezeigt",
  headers: "Kopfzeilen",
  noRemote: "Bilder aus dem Netz werden nicht geladen.",
  message: "Nachricht",
  arrived: (times) =>
    times === 2 ? "kam zweimal, einmal aufbewahrt" : `kam ${times}-mal, einmal aufbewahrt`,
  download: ".eml herunterladen",
  downloading: "Wird geladen …",
  downloadFailed: "Die Mail konnte nicht heruntergeladen werden",
  headersFailed: "Die Kopfzeilen konnten nicht geladen werden",
  loading: "Mail wird geladen …",
  noText: "Diese Mail enthält keinen Text.",
  close: "Schließen",
};
