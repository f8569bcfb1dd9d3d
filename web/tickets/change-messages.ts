/** The texts of changing a ticket from anywhere: on its page, in lists and on the dashboard. */
export const CHANGE_MESSAGES = {
  agents: "Agents",
  assign: "Assign to…",
  unassigned: "Unassigned",
  you: "You",
  failedToFetchAgents: "Failed to fetch assignable users",
  failedToUpdate: "Failed to update ticket",
  updated: "Ticket updated successfully",
} as const;
