import type { Translated } from "#contract/translation-type.ts";
import type * as English from "./messages.ts";

export const SAVED_FORM_MESSAGES: Translated<typeof English.SAVED_FORM_MESSAGES> = {
  effect: "Was diese Änderung bewirkt",
  effectHint: "Für neue Tickets gilt sie ab dem Speichern. Was entschieden ist, bleibt.",
  save: "Speichern",
  saving: "Wird gespeichert …",
  unsaved: "Ungespeicherte Änderungen",
  archive: "Archivieren",
  archiveLead: (name) => `${name} lässt sich dann nicht mehr wählen. Was danach beurteilt wurde, bleibt.`,
  archiving: "Wird archiviert …",
};
