/** A refusal as it came: its id, what stands in the sentence, and the sentence in English. */
export type SentRefusal = { code?: unknown; params?: unknown; sentence: string };

/** What a refusal says in the language of this build; the server speaks English. */
export function refusalText({ sentence }: SentRefusal): string {
  return sentence;
}
