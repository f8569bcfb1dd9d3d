/** The texts of the people pickers (SPEC 8; the rest is free to reword). */
export const USER_PICKER_WORDS = {
  clients: "Clients",
  findClient: "Find a client",
  none: "None",
  failedToFetch: "Failed to fetch users",
} as const;
