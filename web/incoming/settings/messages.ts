import { countText } from "#web/lib/format.ts";

type Figures = { mails: number; tickets: number; comments: number; automatic: number };

/** The texts of the card about mail that came in. */
export const INCOMING_CARD_MESSAGES = {
  title: "Incoming",
  lastDay: ({ mails, tickets, comments, automatic }: Figures) =>
    `The last 24 hours: ${count(mails, "mail", "mails")}, ${count(tickets, "new ticket", "new tickets")}, ` +
    `${count(comments, "comment", "comments")}, ${countText(automatic)} automatic.`,
  none: "No mail came in the last 24 hours.",
  held: (n: number) => `${countText(n)} held`,
  open: "Incoming mail",
  failedToFetch: "Failed to count the mails",
};

function count(n: number, one: string, many: string): string {
  return `${countText(n)} ${n === 1 ? one : many}`;
}
