/** A sentence of the server in the language of this build; the server speaks English. */
export function serverText(sentence: string): string {
  return sentence;
}
