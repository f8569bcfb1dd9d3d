import type { Translated } from "../translation-type.ts";
import type { INCIDENT_REFUSALS as ENGLISH } from "./incidents.ts";

export const INCIDENT_REFUSALS: Translated<typeof ENGLISH> = {
  "incident.nested": "Eine Störung kann nicht zu einer anderen Störung gehören",
  "incident.belongs_already": ({ uid, incident }) => `${uid} gehört bereits zu ${incident}`,
  "incident.full": ({ max }) => `Eine Störung kann höchstens ${max} Tickets haben`,
  "incident.not_part": ({ uid }) => `${uid} gehört nicht zu dieser Störung`,
  "incident.choose_one": "Wählen Sie eines: einen Text oder einen Textbaustein",
  "incident.nobody_left": "Keines dieser Tickets kann noch beantwortet werden",
  "incident.reply_unfit": "Dieser Textbaustein hat keinen Text für Kunden",
  "incident.answer_fixed":
    "Eine Antwort an alle Melder lässt sich nicht ändern: nehmen Sie sie zurück und schreiben Sie sie neu",
};
