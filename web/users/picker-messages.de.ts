import type { Translated } from "#contract/translation-type.ts";
import type * as English from "./picker-messages.ts";

export const USER_PICKER_MESSAGES: Translated<typeof English.USER_PICKER_MESSAGES> = {
  clients: "Kunden",
  findClient: "Kunden suchen",
  none: "Keiner",
};
