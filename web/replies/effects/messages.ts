/** What macros set, in words. */
export const EFFECT_MESSAGES = {
  unassign: "Unassigned",
  me: "Assigned to me",
  assignee: "Assignee",
  noTeam: "No team",
  team: "Team",
  followUp: (when: string) => `Follow up ${when}`,
  inDays: (days: number) => (days === 1 ? "Next working day" : `In ${days} working days`),
  hold: "On Hold until then",
  clearFollowUp: "No follow-up",
  removeTag: (name: string) => `Without ${name}`,
  checklist: (items: number) => (items === 1 ? "Checklist of 1" : `Checklist of ${items}`),
} as const;
