/** The texts of mentions in the box. */
export const MENTION_MESSAGES = {
  people: "People",
  onTicket: "On this ticket",
  staff: "Staff",
  clients: "Clients",
  onlyStaff: "Only staff: this is an internal note",
  found: (count: number) => (count === 1 ? "1 person" : `${count} people`),
} as const;

/** What the box itself says of mentions. */
export const MENTIONED_MESSAGES = {
  mentioned: "Mentioned:",
  noLonger: (names: string) => `Only staff can be mentioned in an internal note: ${names} will not be told`,
} as const;
