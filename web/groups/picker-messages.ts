/** The texts of the team picker (free to reword). */
export const TEAM_PICKER_MESSAGES = {
  teams: "Teams",
  findTeam: "Find a team",
  none: "None",
} as const;
