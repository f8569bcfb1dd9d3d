/** The texts of which service level applies to whom. */
export const AGREED_MESSAGES = {
  title: "Service level",
  policy: "Service level",
  calendar: "Business hours",
  shown: "Clients see it",
  inherit: (name: string | null) => `As the organization (${name ?? "none"})`,
  none: "No service level",
  levelsCalendar: (name: string | null) =>
    name === null ? "Those of the service level" : `Those of the service level (${name})`,
  noCalendar: "None of its own",
  shownInherit: "As the organization",
  shownYes: "Shown",
  shownNo: "Not shown",
  origins: {
    company: "from the company",
    policy: "from the service level",
    organization: "from the organization",
    none: "chosen by nobody",
  },
  applies: (policy: string, origin: string) => `${policy}, ${origin}`,
  save: "Save",
  saving: "Saving...",
  saved: "Service level saved",
  failed: "Failed to save service level",
  failedToLoad: "Failed to load the service level",
  loading: "Loading the service level...",
} as const;
