import type { Translated } from "#contract/translation-type.ts";
import type * as English from "./messages.ts";

export const MENTION_MESSAGES: Translated<typeof English.MENTION_MESSAGES> = {
  people: "Personen",
  onTicket: "Auf diesem Ticket",
  staff: "Support",
  clients: "Kunden",
  onlyStaff: "Nur der Support: Dies ist eine interne Notiz",
  found: (count) => (count === 1 ? "1 Person" : `${count} Personen`),
};

export const MENTIONED_MESSAGES: Translated<typeof English.MENTIONED_MESSAGES> = {
  mentioned: "Erwähnt:",
  noLonger: (names) =>
    `In einer internen Notiz kann nur der Support erwähnt werden: ${names} erfährt davon nichts`,
};
