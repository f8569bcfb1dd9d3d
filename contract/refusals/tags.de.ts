import type { Translated } from "../translation-type.ts";
import type { TAG_REFUSALS as ENGLISH } from "./tags.ts";

export const TAG_REFUSALS: Translated<typeof ENGLISH> = {
  "tag.not_found": "Schlagwort nicht gefunden",
  "tag.required": "Bitte geben Sie ein Schlagwort an",
  "tag.invalid": "Ein Schlagwort besteht aus Buchstaben, Ziffern und Bindestrichen",
  "tag.too_long": ({ max }) => `Ein Schlagwort hat höchstens ${max} Zeichen`,
  "tag.reserved": "„none“ steht für Tickets ohne Schlagwort: Wählen Sie einen anderen Namen",
  "tag.name_taken": "Dieses Schlagwort gibt es bereits",
  "tag.too_many": ({ max }) => `Höchstens ${max.toLocaleString("de")} Schlagwörter sind möglich`,
  "tag.too_many_on_ticket": ({ max }) => `Ein Ticket kann höchstens ${max} Schlagwörter haben`,
  "tag.no_change": "Wählen Sie ein Schlagwort zum Hinzufügen oder Entfernen",
  "tag.merge_into_itself": "Ein Schlagwort kann nicht mit sich selbst zusammengeführt werden",
  "tag.merge_target_unknown": "Das Schlagwort, mit dem zusammengeführt werden soll, gibt es nicht",
  "tag.changed_since": "Dieses Schlagwort wurde inzwischen geändert",
};
