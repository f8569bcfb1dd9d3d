import type { Translated } from "#contract/translation-type.ts";
import type * as English from "./draft-mark-messages.ts";

export const DRAFT_MARK_MESSAGES: Translated<typeof English.DRAFT_MARK_MESSAGES> = {
  draft: "Entwurf",
};
