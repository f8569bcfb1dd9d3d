/** The mail to administrators about a mailbox that has been away for an hour. */
export const MAILBOX_EMAIL_MESSAGES = {
  away: (address: string) => `${address} cannot be reached`,
  awaySince: (address: string, since: string) =>
    `${address} has not been reachable since ${since}. Nothing is lost: mail waits at your provider.`,
  refusedSince: (address: string, since: string) =>
    `The mail server has refused the sign-in of ${address} since ${since}. Nothing is lost: mail waits at your provider.`,
  openMailbox: "Open the mailbox",
  awayFooter: "You look after the settings of this help desk. This mail comes once each time.",
};
