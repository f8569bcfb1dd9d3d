/** A refusal as it came: its id, what stands in the sentence, and the sentence in English. */
export type SentRefusal = { code?: unknown; params?: unknown; sentence: string };

/** The sentence of a refusal in the language of this build; the server answers in English. */
export function refusalText({ sentence }: SentRefusal): string {
  return sentence;
}

/** What the status line of a refusal says in the language of this build; it is English wherever it is sent. */
export function statusWords(statusText: string): string {
  return statusText;
}
