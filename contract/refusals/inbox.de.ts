import type { Translated } from "../translation-type.ts";
import type { INBOX_REFUSALS as ENGLISH } from "./inbox.ts";

export const INBOX_REFUSALS: Translated<typeof ENGLISH> = {
  "inbox.not_found": "Dieses Ticket ist nicht in Ihrer Inbox",
  "inbox.after_unknown": "Eine solche Stelle hat Ihre Inbox nicht",
  "inbox.remind_too_far": "Bitte wählen Sie einen Zeitpunkt innerhalb der nächsten zwei Jahre",
};
