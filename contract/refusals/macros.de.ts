import type { Translated } from "../translation-type.ts";
import type { MACRO_REFUSALS as ENGLISH } from "./macros.ts";

export const MACRO_REFUSALS: Translated<typeof ENGLISH> = {
  "macro.nothing": "Wählen Sie, was gesetzt werden soll",
  "macro.status_twice": "Wählen Sie den Status nur einmal",
  "macro.time_invalid": "Wählen Sie eine Uhrzeit, etwa 09:00",
  "macro.closed_with_follow_up":
    "Ein geschlossenes Ticket wartet auf nichts: Wählen Sie den Status oder die Wiedervorlage",
  "macro.assignee_stale": ({ name }) =>
    `Dieses Makro passt nicht mehr: ${name} kann nichts mehr zugewiesen werden`,
  "macro.team_stale": ({ name }) =>
    `Dieses Makro passt nicht mehr: Das Team ${name} nimmt keine Tickets mehr`,
  "macro.tag_stale": ({ name }) => `Dieses Makro passt nicht mehr: Das Schlagwort ${name} gibt es nicht mehr`,
  "macro.reply_stale": ({ name }) => `Dieses Makro passt nicht mehr: ${name} wurde gelöscht`,
};
