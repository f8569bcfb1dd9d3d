import { STALE_WORDS } from "../macros/stale-words.de.ts";
import type { StaleField } from "../macros/stale-words.ts";
import type { Translated } from "../translation-type.ts";
import type { MACRO_REFUSALS as ENGLISH } from "./macros.ts";

export const MACRO_REFUSALS: Translated<typeof ENGLISH> = {
  "macro.nothing": "Wählen Sie, was gesetzt werden soll",
  "macro.status_twice": "Wählen Sie den Status nur einmal",
  "macro.time_invalid": "Wählen Sie eine Uhrzeit, etwa 09:00",
  "macro.closed_with_follow_up":
    "Ein geschlossenes Ticket wartet auf nichts: Wählen Sie den Status oder die Wiedervorlage",
  "macro.assignee_stale": stale("assignee"),
  "macro.team_stale": stale("team"),
  "macro.tag_stale": stale("add_tags"),
  "macro.reply_stale": stale("reply"),
};

function stale(field: StaleField) {
  return ({ name }: { name: string }) => `Dieses Makro passt nicht mehr: ${STALE_WORDS[field](name)}`;
}
