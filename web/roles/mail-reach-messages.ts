/** The texts of the line about mail that does not reach somebody. */
export const MAIL_REACH_MESSAGES = {
  failedToFetchReach: "Failed to ask whether mail arrives",
  notArriving: (address: string, reason: string) => `Mail to ${address} does not arrive: ${reason}.`,
  notArrivingHint: "Nothing is sent there until somebody tries again.",
  noResetSent: (at: string) =>
    `The link for a new password that was asked for on ${at} was not sent either: after another try it has to be asked for once more.`,
  tryingAgain: "Trying...",
  tryAgainDone: "Mail is sent there again",
  tryAgainFailed: "Failed to send mail there again",
  retry: "Try again",
};
