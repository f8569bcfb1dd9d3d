import type { Translated } from "#contract/translated.ts";
import type * as English from "./picker-words.ts";

export const USER_PICKER_WORDS: Translated<typeof English.USER_PICKER_WORDS> = {
  clients: "Kunden",
  findClient: "Kunden suchen",
  none: "Keiner",
};
