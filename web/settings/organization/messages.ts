import type { EventEntity } from "#contract/events.ts";

/** The texts of what administrators set for everybody. */
export const ORGANIZATION_MESSAGES = {
  title: "Organization",
  done: "Settings saved",
  failed: "Failed to save settings",
  failedToFetch: "Failed to fetch settings",
} as const;

export const BRAND_MESSAGES = {
  title: "Brand",
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
  title: "Tickets",
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
  title: "Passwords",
  caption: "What a new password has to be. Passwords in use stay valid.",
  minimum: "Shortest password",
  minimumHint: "Characters, from 8 to 64",
} as const;

export const REQUIRED_FACTOR_MESSAGES = {
  title: "Two-factor rule",
  caption: "Who has to set up two-factor sign-in before anything else opens.",
  roles: "Required of",
} as const;

export const ABOUT_MESSAGES = {
  title: "About",
  version: "Version",
  mail: "Mail server",
  mailSet: "Set",
  mailUnset: "Not set: mail is captured",
  demo: "Demo",
  yes: "Yes",
  no: "No",
} as const;

export const MAIL_MESSAGES = {
  title: "Mail",
  caption: "What the desk sends.",
  set: "A mail server is set, so mail goes out.",
  unset: "No mail server is set, so mail is captured here and sent to nobody.",
  test: "Send a test message",
  testing: "Sending...",
  testHint: (email: string) => `It goes to ${email}.`,
  testDone: "Test message sent",
  testFailed: "Failed to send the test message",
  captured: "Captured mail",
  capturedCaption: "The latest 200 messages.",
  outgoing: "Outgoing mail",
  outgoingCaption: "What became of each message.",
  state: "State",
  states: { queued: "Queued", sent: "Sent", captured: "Captured", failed: "Failed" },
  anyState: "All states",
  attempts: (n: number) => (n === 1 ? "1 attempt" : `${n} attempts`),
  retry: "Try again",
  retryOf: (subject: string) => `Try again: ${subject}`,
  retryDone: "The message is queued again",
  retryFailed: "Failed to queue the message again",
  empty: "No mail yet",
  emptyHint: "A test message is the first one.",
  loading: "Loading mail...",
  failedToFetch: "Failed to fetch mail",
  asText: "Text",
  asShown: "As shown",
  view: "View",
  body: "Message",
  close: "Close",
} as const;

export const AUDIT_MESSAGES = {
  title: "Audit log",
  caption: "Every change: who, what, when and from where. It cannot be changed.",
  search: "Search who and what…",
  what: "What",
  everything: "Everything",
  from: "From",
  to: "To",
  export: "Export CSV",
  exporting: "Exporting...",
  exportFailed: "Failed to export the audit log",
  clear: "Clear",
  columns: { at: "When", actor: "Who", kind: "Did", entity: "To", ip: "Address" },
  details: (kind: string) => `Details: ${kind}`,
  loading: "Loading entries...",
  more: "Show more",
  empty: "No entries found",
  emptyHint: "Other filters may show more.",
  failedToFetch: "Failed to fetch the audit log",
  field: "Field",
  before: "Before",
  after: "After",
  reason: "Reason",
  via: "Via",
  request: "Request",
  identifier: "Id",
  noFields: "No fields were recorded.",
  close: "Close",
  entities: {
    ticket: "Tickets",
    comment: "Comments",
    attachment: "Attachments",
    user: "Users",
    company: "Companies",
    group: "Teams",
    settings: "Settings",
    mail: "Mail",
  } satisfies Record<EventEntity, string>,
} as const;
