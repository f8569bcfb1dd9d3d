import { MAIL_MESSAGES } from "#server/mail/messages.ts";
import { MAIL_MESSAGES as GERMAN_MAIL_MESSAGES } from "#server/mail/messages.de.ts";
import { TICKET_EMAIL_MESSAGES } from "./messages.ts";
import { TICKET_EMAIL_MESSAGES as GERMAN_MESSAGES } from "./messages.de.ts";

/** What mails about tickets say, in the language of each reader. */
export const TICKET_MESSAGES = {
  en: { ...MAIL_MESSAGES, ...TICKET_EMAIL_MESSAGES },
  de: { ...GERMAN_MAIL_MESSAGES, ...GERMAN_MESSAGES },
};
export type TicketMessages = (typeof TICKET_MESSAGES)["en"];
