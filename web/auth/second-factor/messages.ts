/** Setting up two-factor sign-in, in the settings and where a role requires it before anything else. */
export const FACTOR_MESSAGES = {
  title: "Two-factor sign-in",
  caption: "A code of an authenticator app, asked for after your password.",
  off: "Off",
  offHint: "Whoever knows your password can sign in as you.",
  setUp: "Set up",
  app: "Authenticator app",
  since: (day: string) => `On since ${day}`,
  changeApp: "Change app",
  codes: "Recovery codes",
  codesLeft: (left: number) => (left === 1 ? "1 of 10 is left" : `${left} of 10 are left`),
  newCodes: "New codes",
  turnOff: "Turn off",
  turnOffHint: "Your password alone signs you in again.",
  required: "Your role requires two-factor sign-in, so it stays on.",
  failedToFetch: "Failed to fetch how two-factor sign-in stands",
} as const;

export const SETUP_FACTOR_MESSAGES = {
  title: "Set up two-factor sign-in",
  mustHint: "Your role requires it. Set it up to go on.",
  passwordHint: "First your password, so that it is you who sets it up.",
  othersEnd: "Every other session is signed out.",
  next: "Next",
  checking: "Checking...",
  failed: "The set-up could not be started",
  scan: "Scan this with an authenticator app",
  scanHint: "Such as Google Authenticator, 1Password, Aegis or your phone's own password app.",
  qr: "QR code for the authenticator app",
  key: "Key",
  keyHint: "For apps that cannot scan.",
  copyKey: "Copy key",
  open: "Open in an app on this device",
  code: "Code of the app",
  codeHint: "Six digits, new every 30 seconds.",
  turnOn: "Turn on",
  turningOn: "Turning on...",
  failedToTurnOn: "Two-factor sign-in could not be turned on",
  done: "Two-factor sign-in is on",
} as const;

export const RECOVERY_MESSAGES = {
  title: "Keep your recovery codes",
  hint: "Each signs you in once when your phone is not at hand. They are shown only now: keep them where the phone is not.",
  list: "Recovery codes",
  copy: "Copy all codes",
  download: "Download",
  fileOf: (desk: string) => `${desk} recovery codes`,
  fileHint: (email: string) => `For ${email}. Each works once.`,
  kept: "I have kept them",
  renewTitle: "New recovery codes",
  renewHint: "The codes you have now stop working.",
  renew: "Make new codes",
  renewing: "Making...",
  renewed: "New recovery codes made",
  failedToRenew: "New codes could not be made",
} as const;

export const TURN_OFF_MESSAGES = {
  title: "Turn off two-factor sign-in",
  hint: "Your password alone signs you in again, your recovery codes stop working, and every other session is signed out.",
  act: "Turn off",
  busy: "Turning off...",
  done: "Two-factor sign-in is off",
  failed: "Two-factor sign-in could not be turned off",
} as const;

/** The question before a grave action. */
export const CONFIRM_MESSAGES = {
  title: "Confirm that it is you",
  passwordHint: "You signed in a while ago, and this is a grave step. Your password, please.",
  codeHint:
    "You signed in a while ago, and this is a grave step. A code of your authenticator app, or a recovery code, please.",
  code: "Code",
  confirm: "Confirm",
  confirming: "Confirming...",
  failed: "It could not be confirmed that it is you",
} as const;
