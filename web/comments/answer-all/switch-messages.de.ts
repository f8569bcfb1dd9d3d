import type { ANSWER_ALL_SWITCH_MESSAGES as ENGLISH } from "./switch-messages.ts";

export const ANSWER_ALL_SWITCH_MESSAGES: typeof ENGLISH = {
  answerAll: "Allen Meldern antworten",
  send: (n) => (n === 1 ? "1 Melder antworten" : `${n} Meldern antworten`),
};
