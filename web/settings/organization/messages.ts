import { GIGABYTE } from "#contract/retention/retention-times.ts";

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
  language: "Language of mail",
  languageHint: "To people who have not chosen a language themselves",
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

export const LIMITS_MESSAGES = {
  caption:
    "How much one person may do in a while, so that nobody slows the desk for the others. What is over is refused with the time to wait.",
  work: "Work",
  files: "Files",
  mail: "Mail and accounts",
  hint: (of: string, usual: number) => `${of}; usually ${usual.toLocaleString("en")}`,
  limits: {
    limit_writes_per_second: { label: "Changes a second", of: "Of one person, five seconds' worth at once" },
    limit_tickets_per_hour: { label: "Tickets an hour", of: "Raised by one person" },
    limit_streams: { label: "Open windows", of: "Of one person, kept up to date" },
    limit_connections: { label: "Requests at once", of: "Of one person; others wait their turn" },
    limit_upload_megabytes_per_day: { label: "Megabytes a day", of: "Uploaded by one person" },
    limit_company_upload_megabytes_per_day: {
      label: "Megabytes a day of a company",
      of: "Uploaded by all of its clients",
    },
    limit_attachments_per_ticket: { label: "Files of a ticket", of: "With those of its comments" },
    limit_letters_per_hour: {
      label: "Letters an hour to one address",
      of: "Invitations and links, whoever asks",
    },
    limit_credential_notices_per_day: {
      label: "Safety notices a day",
      of: "To one account, after a new password and the like",
    },
    limit_invitations_per_day: { label: "Invitations a day", of: "Sent by one person" },
    limit_company_invitations_per_day: {
      label: "Invitations a day of a company",
      of: "Sent by all of its clients",
    },
    limit_address_changes_per_day: { label: "Changes of the address a day", of: "Of one account" },
    limit_taken_addresses_per_day: {
      label: "Taken addresses a day",
      of: "How often one person may hear that somebody has an address",
    },
  },
} as const;

export const RETENTION_MESSAGES = {
  caption: "How long the desk keeps what it no longer needs. What is older goes each night.",
  days: "Days",
  never: "Never",
  goes: (count: number, isMore: boolean) =>
    `${isMore ? "More than " : ""}${count.toLocaleString("en")} would go tonight.`,
  nothingGoes: "Nothing would go tonight.",
  settings: {
    trash_days: {
      label: "Deleted tickets",
      hint: "Until then an administrator can restore them; then texts and files go, and the number stays.",
    },
    session_days: { label: "Ended sessions", hint: "Network address and browser of sign-ins that are over." },
    mail_days: { label: "Mails", hint: "What the desk has sent; the tickets keep every word. Empty: never." },
    audit_days: {
      label: "Details of the audit log",
      hint: "Values, reasons and network addresses; who did what and when stays. Tickets keep their history. Empty: never.",
    },
  },
  incoming: "Mail that came in",
  incomingHint: "Spam and ignored mail goes after 30 days, failed mail after 90.",
  originals: (days: number | null) =>
    days === null
      ? "Originals of mail are kept forever."
      : `Originals of mail go after ${days.toLocaleString("en")} days; words and files stay with the ticket.`,
  toMail: "Change it under Mail",
  attachments: "Attachments",
  gigabytes: "Gigabytes for all files",
  noLimit: "No limit",
  stored: (bytes: number) => `${gigabytesText(bytes)} stored, the same file counted once. Empty: no limit.`,
  nearlyFull: (bytes: number, limit: number) =>
    `Attachments take ${gigabytesText(bytes)} of ${gigabytesText(limit)}`,
  toSettings: "Settings",
  hide: "Hide this notice",
  nearlyFullHint: "Once the space is used up, no file can be attached. Allow more, or remove files.",
} as const;

function gigabytesText(bytes: number): string {
  return bytes < GIGABYTE
    ? `${Math.round(bytes / 1e6).toLocaleString("en")} MB`
    : `${(bytes / GIGABYTE).toLocaleString("en", { maximumFractionDigits: 1 })} GB`;
}

export const ABOUT_MESSAGES = {
  version: "Version",
  mail: "Mail server",
  mailSet: "Set",
  mailUnset: "Not set: mail is captured",
  demo: "Demo",
  yes: "Yes",
  no: "No",
} as const;
