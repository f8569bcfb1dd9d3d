import type { Translated } from "#contract/translation-type.ts";
import type * as English from "./messages.ts";

export const REPLY_MESSAGES: Translated<typeof English.REPLY_MESSAGES> = {
  title: "Textbausteine",
  applyMacro: "Makro",
  failedToFetch: "Die Textbausteine konnten nicht geladen werden",
};
