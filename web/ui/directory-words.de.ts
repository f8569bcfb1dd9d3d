import type { Translated } from "#contract/translated.ts";
import type * as English from "./directory-words.ts";

export const DIRECTORY_WORDS: Translated<typeof English.DIRECTORY_WORDS> = {
  shown: (shown, total) => `${shown} von ${total}`,
  more: "Mehr anzeigen",
  searchPeople: "Nach Name oder E-Mail suchen …",
  moreFailed: "Mehr konnte nicht geladen werden",
};
