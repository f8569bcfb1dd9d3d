/** The texts of the versions of calendars and service levels. */
export const VERSION_MESSAGES = {
  versions: "Versions",
  versionsOf: (name: string) => `Versions of ${name}`,
  versionsHint: "A ticket is judged by the version that was in force when it was created.",
  newest: "newest",
  name: (n: string) => `Version ${n}`,
  savedBy: (date: string, name: string | null) => (name === null ? date : `${date} · ${name}`),
  former: (n: string) => `Version ${n}, as it was`,
  formerHint: "Tickets of that time are still judged by it. It cannot be changed.",
  toNewest: "Show the newest",
} as const;
