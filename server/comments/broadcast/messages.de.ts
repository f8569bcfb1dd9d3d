import type { BROADCAST_MESSAGES as ENGLISH } from "./messages.ts";

export const BROADCAST_MESSAGES: typeof ENGLISH = {
  answered: (n, uids) => `${n === 1 ? "1 Melder" : `${n} Melder`} beantwortet: ${uids}`,
  leftOut: (tickets) => `Ausgelassen: ${tickets}`,
  unnamed: "ein Ticket",
};
