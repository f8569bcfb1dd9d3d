export const PICKER_MESSAGES = {
  ticket: "Ticket",
  findTicket: "Find by number or words...",
  noTicket: "No ticket chosen",
  failedToFetchTickets: "The tickets could not be fetched",
};
