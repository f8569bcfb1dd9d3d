/** The mail to whoever is responsible for a ticket whose mail came back. */
export const BOUNCE_MESSAGES = {
  subject: (address: string) => `Mail to ${address} was returned`,
  bounced: (uid: string, reason: string) => `Mail about ${uid} could not be delivered: ${reason}.`,
  stops: "It will not be sent there again until you choose Try again.",
  open: (uid: string) => `Open ${uid}`,
  footer: "You get this mail because the ticket is yours or your team's.",
};
