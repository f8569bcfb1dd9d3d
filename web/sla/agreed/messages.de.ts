import type { Translated } from "#contract/translation-type.ts";
import type * as English from "./messages.ts";

export const AGREED_MESSAGES: Translated<typeof English.AGREED_MESSAGES> = {
  title: "Servicelevel",
  policy: "Servicelevel",
  calendar: "Geschäftszeiten",
  shown: "Kunden sehen es",
  inherit: (name) => `Wie die Organisation (${name ?? "keines"})`,
  none: "Kein Servicelevel",
  levelsCalendar: (name) => (name === null ? "Die des Servicelevels" : `Die des Servicelevels (${name})`),
  noCalendar: "Keine eigenen",
  shownInherit: "Wie die Organisation",
  shownYes: "Sichtbar",
  shownNo: "Nicht sichtbar",
  origins: {
    company: "von der Firma",
    policy: "vom Servicelevel",
    organization: "von der Organisation",
    none: "von niemandem gewählt",
  },
  applies: (policy, origin) => `${policy}, ${origin}`,
  save: "Speichern",
  saving: "Wird gespeichert …",
  saved: "Das Servicelevel wurde gespeichert",
  failed: "Das Servicelevel konnte nicht gespeichert werden",
  failedToLoad: "Das Servicelevel konnte nicht geladen werden",
  loading: "Servicelevel wird geladen …",
};
