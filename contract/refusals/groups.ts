/** Refusals about teams. */
export const GROUP_REFUSALS = {
  "group.not_found": "Team not found",
  "group.required": "Choose a team",
  "group.not_in": "Choose a team that you are in",
  "group.unknown": "The team does not exist",
  "group.archived": "This team is archived: restore it first",
  "group.name_required": "Team name is required",
  "group.name_taken": "A team with this name already exists",
  "group.member_of_other_company": "Members must be people of the team's company",
} as const;
