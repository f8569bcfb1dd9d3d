import type { Translated } from "#contract/translation-type.ts";
import type * as English from "./change-messages.ts";

export const CHANGE_MESSAGES: Translated<typeof English.CHANGE_MESSAGES> = {
  agents: "Bearbeiter",
  assign: "Zuweisen an …",
  unassigned: "Nicht zugewiesen",
  you: "Sie",
  failedToFetchAgents: "Die möglichen Bearbeiter konnten nicht geladen werden",
  failedToUpdate: "Das Ticket konnte nicht geändert werden",
  updated: "Das Ticket wurde geändert",
};
