/** The texts of what administrators set for everybody. */
export const ORGANIZATION_MESSAGES = {
  done: "Settings saved",
  failed: "Failed to save settings",
  failedToFetch: "Failed to fetch settings",
} as const;

export const BRAND_MESSAGES = {
  caption: "How the desk is called, on every page and in every mail.",
  name: "Name",
  shortName: "Short name",
  shortNameHint: "Beside the logo and in the title of the browser's tab",
  logo: "Logo",
  logoHint: "PNG, JPEG or WebP, at most 300 kB, best square",
  choose: "Choose a picture",
  replace: "Replace",
  remove: "Remove",
  logoDone: "Logo saved",
  logoRemoved: "Logo removed",
  logoFailed: "Failed to save the logo",
} as const;

export const TICKETS_MESSAGES = {
  caption: "How tickets are called, and when work on one begins.",
  prefix: "Ticket prefix",
  prefixHint: (prefix: string) => `A ticket reads ${prefix}1001. Numbers stay as they are.`,
  timeZone: "Time zone",
  timeZoneHint: "Where the days of the dashboard begin and end",
  findTimeZone: "Find a time zone",
  whenTaken: "In Progress when taken",
  whenTakenHint:
    "An open ticket becomes In Progress with its first assignee or the first answer of the desk.",
} as const;

export const PASSWORDS_MESSAGES = {
  caption: "What a new password has to be. Passwords in use stay valid.",
  minimum: "Shortest password",
  minimumHint: "Characters, from 8 to 64",
} as const;

export const REQUIRED_FACTOR_MESSAGES = {
  caption: "Who has to set up two-factor sign-in before anything else opens.",
  roles: "Required of",
} as const;

export const ABOUT_MESSAGES = {
  version: "Version",
  mail: "Mail server",
  mailSet: "Set",
  mailUnset: "Not set: mail is captured",
  demo: "Demo",
  yes: "Yes",
  no: "No",
} as const;
