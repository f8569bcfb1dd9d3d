import type { Translated } from "../translation-type.ts";
import type { GROUP_REFUSALS as ENGLISH } from "./groups.ts";

export const GROUP_REFUSALS: Translated<typeof ENGLISH> = {
  "group.not_found": "Team nicht gefunden",
  "group.required": "Wählen Sie ein Team",
  "group.not_in": "Wählen Sie ein Team, zu dem Sie gehören",
  "group.unknown": "Dieses Team gibt es nicht",
  "group.archived": "Dieses Team ist archiviert: Stellen Sie es zuerst wieder her",
  "group.name_required": "Bitte geben Sie den Namen des Teams an",
  "group.name_taken": "Ein Team mit diesem Namen gibt es bereits",
  "group.member_of_other_company": "Mitglieder müssen zur Firma des Teams gehören",
};
