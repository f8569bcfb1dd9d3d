import type { Translated } from "#contract/translation-type.ts";
import type * as English from "./directory-messages.ts";

export const DIRECTORY_MESSAGES: Translated<typeof English.DIRECTORY_MESSAGES> = {
  shown: (shown, total) => `${shown} von ${total}`,
  more: "Mehr anzeigen",
  searchPeople: "Nach Name oder E-Mail suchen …",
  moreFailed: "Mehr konnte nicht geladen werden",
};
