/** The texts of mails about the safety of an account. */
export const AUTH_EMAIL_MESSAGES = {
  notYou: "If this was not you, set a new password at once.",
  setPassword: "Set a new password",
  footer: "You get this mail because it concerns the safety of your account.",
  passwordChanged: "Your password was changed",
  passwordChangedLine: "The password of your account was changed, and every other session was signed out.",
  factorOn: "Two-factor sign-in was turned on",
  factorOnLine:
    "Signing in to your account now asks for a code of your authenticator app, and every other session was signed out.",
  factorOff: "Two-factor sign-in was turned off",
  factorOffLine: "Your password alone signs in to your account now, and every other session was signed out.",
  factorReset: "Two-factor sign-in was reset",
  factorResetLine: (by: string) =>
    `${by} took the second factor of your account away, and every session was signed out. Sign in with your password, and set it up again.`,
  newCodes: "Your recovery codes were replaced",
  newCodesLine: "New recovery codes were made for your account. The earlier ones do not work any more.",
  codeUsed: "A recovery code was used",
  codeUsedLine: (left: number) =>
    `Somebody signed in to your account with a recovery code. ${left === 1 ? "1 code is" : `${left} codes are`} left.`,
};
