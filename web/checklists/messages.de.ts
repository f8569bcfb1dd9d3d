import type { Translated } from "#contract/translation-type.ts";
import type * as English from "./messages.ts";

export const CHECKLIST_MESSAGES: Translated<typeof English.CHECKLIST_MESSAGES> = {
  open: (open, items) => `${open} von ${items} Punkten offen`,
};
