import { REFUSALS } from "#contract/refusals/catalogue.de.ts";
import { fillIn, type Sentence } from "#contract/refusals/sentence.ts";
import type { statusWords as plainStatusWords, SentRefusal } from "./refusal-text.ts";

const GERMAN = new Map<unknown, Sentence>(Object.entries(REFUSALS));

/** The German sentence; a refusal that this build does not know is shown as it came. */
export function refusalText({ code, params, sentence }: SentRefusal): string {
  const german = GERMAN.get(code);
  if (german === undefined) return sentence;
  const isKnown = typeof german === "string" || (typeof params === "object" && params !== null);
  return isKnown ? fillIn(german, params) : sentence;
}

/** None: the reader gets the words for any error instead. */
export const statusWords: typeof plainStatusWords = () => "";
