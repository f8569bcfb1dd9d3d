import type { Translated } from "#contract/translated.ts";
import type * as English from "./picker-words.ts";

export const TEAM_PICKER_WORDS: Translated<typeof English.TEAM_PICKER_WORDS> = {
  teams: "Teams",
  findTeam: "Team suchen",
  none: "Keines",
};
