import type { Translated } from "#contract/translation-type.ts";
import type * as English from "./picker-messages.ts";

export const TEAM_PICKER_MESSAGES: Translated<typeof English.TEAM_PICKER_MESSAGES> = {
  teams: "Teams",
  findTeam: "Team suchen",
  none: "Keines",
};
