import type { PICKER_MESSAGES as English } from "./messages.ts";

export const PICKER_MESSAGES: typeof English = {
  ticket: "Ticket",
  findTicket: "Nummer oder Wörter …",
  noTicket: "Kein Ticket gewählt",
  failedToFetchTickets: "Die Tickets konnten nicht geladen werden",
};
