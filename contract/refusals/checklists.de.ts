import type { Translated } from "../translation-type.ts";
import type { CHECKLIST_REFUSALS as ENGLISH } from "./checklists.ts";

export const CHECKLIST_REFUSALS: Translated<typeof ENGLISH> = {
  "checklist.item_not_found": "Dieser Punkt steht nicht mehr auf der Checkliste",
  "checklist.text_required": "Bitte schreiben Sie, was zu tun ist",
  "checklist.no_change": "Wählen Sie, was an dem Punkt geändert werden soll",
  "checklist.full": ({ max }) => `Eine Checkliste hat höchstens ${max} Punkte`,
};
