/** The texts of mails about invitations, passwords and addresses. */
export const USER_EMAIL_MESSAGES = {
  notExpected: "If you did not expect this mail, you need not do anything.",
  worksOnce: (hours: number) => `The link works once, for ${hoursText(hours)}.`,
  invited: "You are invited to the help desk",
  invitedTo: (company: string) => `You are invited to the help desk of ${company}`,
  invitedBy: (by: string) => `${by} invited you to the help desk.`,
  invitedAsMember: (by: string, company: string) =>
    `${by} invited you to the help desk as a member of ${company}.`,
  setNameAndPassword: "Follow the link to set your name and a password.",
  accept: "Accept the invitation",
  setPassword: "Set a new password",
  askedFor: "Somebody, hopefully you, asked for a new password.",
  sentBy: (by: string) => `${by} sent you a link to set a new password.`,
  yoursAgain:
    "Your address is yours again. If somebody else changed it, they may know your password: set a new one.",
  addressChanged: "Your e-mail address was changed",
  addressIsNow: (address: string) => `The address of your account is now ${address}.`,
  takeItBack: (hours: number) =>
    `If this was not you, take it back: the link works once, for ${hoursText(hours)}.`,
  takeBack: "Take the change back",
  sentUntilNow: "You get this mail because it was sent to your address until now.",
  accountMoved: "The e-mail address of an account was changed",
  useItToSignIn: (address: string) => `The address of your account is now ${address}. Use it to sign in.`,
  tellYourDesk: "If you did not ask for this, tell whoever runs your help desk.",
  safety: "You get this mail because it concerns the safety of your account.",
};

function hoursText(hours: number): string {
  if (hours === 1) return "one hour";
  return hours > 48 && hours % 24 === 0 ? `${hours / 24} days` : `${hours} hours`;
}
