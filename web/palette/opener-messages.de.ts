import type { Translated } from "#contract/translation-type.ts";
import type * as English from "./opener-messages.ts";

export const PALETTE_OPENER_MESSAGES: Translated<typeof English.PALETTE_OPENER_MESSAGES> = {
  jump: "Suchen, öffnen …",
};
