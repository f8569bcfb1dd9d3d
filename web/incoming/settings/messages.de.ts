import type { Translated } from "#contract/translation-type.ts";
import { countText } from "#web/lib/format.ts";
import type * as English from "./messages.ts";

export const INCOMING_CARD_MESSAGES: Translated<typeof English.INCOMING_CARD_MESSAGES> = {
  title: "Eingang",
  lastDay: ({ mails, tickets, comments, automatic }) =>
    `Die letzten 24 Stunden: ${count(mails, "Mail", "Mails")}, ${count(tickets, "neues Ticket", "neue Tickets")}, ` +
    `${count(comments, "Kommentar", "Kommentare")}, ${countText(automatic)} automatisch.`,
  none: "In den letzten 24 Stunden kam keine Mail.",
  held: (n) => `${countText(n)} zurückgehalten`,
  open: "Eingehende Mail",
  failedToFetch: "Die Mails konnten nicht gezählt werden",
};

function count(n: number, one: string, many: string): string {
  return `${countText(n)} ${n === 1 ? one : many}`;
}
