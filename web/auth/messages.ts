/** The texts of the sign-in page (rule 203). */
export const AUTH_MESSAGES = {
  title: "Sign in",
  subtitle: "Enter your credentials to access the ticket system.",
  email: "Email",
  password: "Password",
  signIn: "Sign in",
  signingIn: "Signing in...",
  welcomeBack: "Welcome back!",
  restoreHint: "The server did not answer in time.",
  forgot: "Forgot password?",
  backToLogin: "Back to sign-in",
  code: "Code",
  codeHint: "Six digits from your authenticator app.",
  recoveryCode: "Recovery code",
  recoveryCodeHint: "One of the ten that you kept when you set it up. Each works once.",
  recoveryInstead: "Use a recovery code",
  appInstead: "Use your authenticator app",
  back: "Back",
} as const;

/** The texts of an invitation's page. */
export const ACCEPT_MESSAGES = {
  title: "Accept invitation",
  subtitle: "Set your name and a password to get started.",
  subtitleOf: (company: string) => `Set your name and a password to join the help desk of ${company}.`,
  fullName: "Full Name",
  submit: "Create account",
  busy: "Creating account...",
  failed: "The invitation could not be accepted",
  done: "Your account is ready",
} as const;

/** A mailed link that does not work, and what can be done about it. */
export const LINK_MESSAGES = {
  checking: "Looking at the link...",
  failed: "The link could not be looked at",
  expired: "This link has run out",
  expiredInvite: "Ask for a new one: it is sent to the address that was invited.",
  expiredReset: "Ask for a new one with your address.",
  dead: "It may have been used already, or a newer one was sent since.",
  ask: "Ask for a new one",
  asking: "Asking...",
  asked: "A new link is on its way",
  askedHint: "It goes to the address that was invited. Look into its mail.",
  askFailed: "The new link could not be asked for",
} as const;

export const FORGOT_MESSAGES = {
  title: "Forgot password",
  subtitle: "Get a link to set a new one.",
  submit: "Send link",
  busy: "Sending...",
  failed: "The link could not be sent",
  sent: "Look into your mail",
  sentHint: (email: string) =>
    `If ${email} belongs to an account, a link to set a new password is on its way there.`,
  noMail: "No mail server is set here: an administrator can pass the link on to you.",
} as const;

export const RESET_MESSAGES = {
  title: "Set a new password",
  subtitleOf: (email: string) => `For ${email}.`,
  submit: "Set password",
  busy: "Saving...",
} as const;

/** Changing one's own password, here and in the settings (rule 324). */
export const PASSWORD_MESSAGES = {
  current: "Current Password",
  new: "New Password",
  confirm: "Confirm New Password",
  submit: "Change Password",
  busy: "Changing...",
  differ: "New passwords do not match",
  done: "Password changed successfully",
  failed: "Failed to change password",
  mustTitle: "Choose a new password",
  mustHint: "Somebody else set the one you signed in with. Choose your own to go on.",
  signOut: "Sign out",
} as const;

export const UNDO_MESSAGES = {
  title: "Take back the new address",
  subtitleOf: (email: string) => `Your account goes back to ${email}, and every session of it ends.`,
  submit: "Take it back",
  busy: "Taking back...",
  failed: "The change could not be taken back",
  done: "Your address is back",
  doneHint: (email: string) => `You sign in with ${email} again. Set a new password if this was not you.`,
} as const;

/** The first start: nobody administers the desk yet. */
export const SETUP_MESSAGES = {
  title: "Set up the desk",
  subtitle: "Make the first administrator.",
  code: "Setup code",
  codeHint: "The server printed it when it started.",
  submit: "Create administrator",
  busy: "Creating...",
  done: "The desk is ready",
  failed: "The administrator could not be created",
} as const;
