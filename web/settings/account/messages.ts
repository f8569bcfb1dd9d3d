/** The texts of the settings of one's own account (rule 327; what rule 168 does not hold is free to reword). */
export const APPEARANCE_MESSAGES = {
  caption: "How the desk looks to you.",
  theme: "Theme",
  light: "Light",
  dark: "Dark",
  system: "System",
  language: "Language",
  languageHint: "Of this device and of your mail. The page is loaded anew.",
  languageFailed: "Failed to change the language",
  timeZone: "Time zone",
  timeZoneHint: "In which you read times, on every device.",
  findTimeZone: "Find a time zone",
  ofBrowser: (zone: string) => `This device's (${zone.replaceAll("_", " ")})`,
  timeZoneSaved: "Time zone updated successfully",
  timeZoneFailed: "Failed to update time zone",
  switchTitle: "Change the language?",
  switchHint: "The page is loaded anew. Your changes on it are not saved.",
  switchAct: "Change language",
} as const;

export const PROFILE_MESSAGES = {
  caption: "How you appear to clients and colleagues.",
  fullName: "Full Name",
  phone: "Phone",
  city: "City",
  state: "State",
  hide: "Hide when I was last online",
  hideHint: "Colleagues do not see it; the help desk does.",
  done: "Profile updated successfully",
  failed: "Failed to update profile",
} as const;

export const SECURITY_MESSAGES = {
  caption: "Change the password you sign in with.",
  others: "Every other session is signed out.",
  sessionsCaption: "Where you are signed in.",
  thisOne: "This session",
  lastUsed: "last used",
  unknownDevice: "Unknown device",
  device: (browser: string, system: string) => `${browser} on ${system}`,
  signOut: "Sign out",
  signOutOf: (device: string) => `Sign out of ${device}`,
  signedOut: "Session signed out",
  failedToSignOut: "Failed to sign out the session",
  failedToFetch: "Failed to fetch sessions",
  failedSignIn: "Wrong password",
  failedSignInsCaption:
    "Somebody gave your address and a wrong password. If it was not you, change your password.",
} as const;

export const EMAIL_MESSAGES = {
  captionLead: "You sign in with ",
  new: "New Email",
  placeholder: "name@company.com",
  submit: "Change Email",
  busy: "Changing...",
  hint: "Your old address gets a mail with a link that undoes the change for 72 hours.",
  done: "Email address updated successfully",
  failed: "Failed to change email",
} as const;

export const NOTIFICATION_MESSAGES = {
  caption: "What you get mail about.",
  reply: "Answers",
  replyHint: "Somebody answers on a ticket you raised, follow or work on.",
  ticket_created: "New tickets of your own",
  ticket_createdHint: "A ticket you raised has arrived.",
  mention: "Mentions",
  mentionHint: "Somebody mentions you on a ticket.",
  assigned: "Assignments",
  assignedHint: "A ticket is assigned to you.",
  sla: "SLA warnings",
  slaHint: "A target of a ticket that you look after is due soon, or has passed.",
  due: "Follow-ups",
  dueHint: "The follow-up date of a ticket that you look after has come.",
  failed: "Failed to save notifications",
  failedToFetch: "Failed to fetch notifications",
} as const;

export const UNDO_SEND_MESSAGES = {
  title: "Sending",
  caption: "How your answers leave.",
  wait: "Undo send",
  waitHint: "Public answers wait this long and can be undone with Z. Internal notes are there at once.",
  off: "Off",
  seconds: (seconds: number) => `${seconds} seconds`,
  failed: "Failed to save how answers are sent",
} as const;

export const DANGER_MESSAGES = {
  caption: "Closing the account signs you out everywhere. An administrator can restore it.",
  close: "Close Account",
  closeHint: "Your tickets and comments stay with the team.",
  sure: "Are you absolutely sure?",
  sureHint:
    "This closes your account and signs you out. You will not be able to sign in again unless an administrator restores it.",
  act: "Yes, close my account",
  closing: "Closing...",
  done: "Account closed successfully",
  failed: "Failed to close account",
} as const;
