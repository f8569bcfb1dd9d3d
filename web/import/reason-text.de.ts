import { IMPORT_PROBLEMS, IMPORT_REASONS } from "#contract/refusals/import-reasons.de.ts";
import { fillIn, type Sentence } from "#contract/refusals/sentence.ts";
import type { problemText as plainProblemText, reasonText as plainReasonText } from "./reason-text.ts";

export const reasonText: typeof plainReasonText = (said) => translate(IMPORT_REASONS, said);

export const problemText: typeof plainProblemText = (said) => translate(IMPORT_PROBLEMS, said);

/** The sentence of the code; what a newer server says stays as it says it. */
function translate(
  sentences: Readonly<Record<string, Sentence>>,
  { code, params, reason }: { code: string; params?: object; reason: string },
): string {
  const sentence = Object.hasOwn(sentences, code) ? sentences[code] : undefined;
  return sentence === undefined ? reason : fillIn(sentence, params);
}
