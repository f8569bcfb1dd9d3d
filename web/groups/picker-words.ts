/** The texts of the team picker (SPEC 8; the rest is free to reword). */
export const TEAM_PICKER_WORDS = {
  teams: "Teams",
  findTeam: "Find a team",
  none: "None",
  failedToFetch: "Failed to fetch groups",
} as const;
