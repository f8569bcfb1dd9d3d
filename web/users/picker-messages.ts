/** The texts of the people pickers (free to reword). */
export const USER_PICKER_MESSAGES = {
  clients: "Clients",
  findClient: "Find a client",
  none: "None",
} as const;
