/** The texts of the line about mail that does not reach somebody. */
export const MAIL_REACH_MESSAGES = {
  failedToFetchReach: "Failed to ask whether mail arrives",
  notArriving: (address: string, reason: string) => `Mail to ${address} does not arrive: ${reason}.`,
  notArrivingHint: "Nothing is sent there until somebody tries again.",
  tryingAgain: "Trying...",
  tryAgainDone: "Mail is sent there again",
  tryAgainFailed: "Failed to send mail there again",
  retry: "Try again",
};
