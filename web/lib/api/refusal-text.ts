/** A refusal as it came: its id, what stands in the sentence, and the sentence in English. */
export type SentRefusal = { code?: unknown; params?: unknown; sentence: string };

/** The sentence of a refusal in the language of this build; the server answers in English. */
export function refusalText({ sentence }: SentRefusal): string {
  return sentence;
}
