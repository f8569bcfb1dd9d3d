import type { Translated } from "#contract/translation-type.ts";
import type * as English from "./messages.ts";

export const EFFECT_MESSAGES: Translated<typeof English.EFFECT_MESSAGES> = {
  unassign: "Nicht zugewiesen",
  me: "Mir zugewiesen",
  assignee: "Bearbeiter",
  noTeam: "Kein Team",
  team: "Team",
  followUp: (when) => `Wiedervorlage ${when}`,
  inDays: (days) => (days === 1 ? "Nächster Arbeitstag" : `In ${days} Arbeitstagen`),
  hold: "Bis dahin pausiert",
  clearFollowUp: "Keine Wiedervorlage",
  removeTag: (name) => `Ohne ${name}`,
  checklist: (items) => (items === 1 ? "Checkliste mit 1 Punkt" : `Checkliste mit ${items} Punkten`),
};
