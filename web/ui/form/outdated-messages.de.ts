import type { Translated } from "#contract/translation-type.ts";
import type * as English from "./outdated-messages.ts";

export const OUTDATED_MESSAGES: Translated<typeof English.OUTDATED_MESSAGES> = {
  outdated: "Jemand hat inzwischen andere Werte gespeichert",
  outdatedHint: "Ihre Änderungen bleiben, bis Sie die anderen übernehmen; dann lässt sich wieder speichern.",
  adopt: "Die anderen zeigen",
};
