/** The text of a refusal; a function where names or numbers stand in it. */
export type Sentence = string | ((params: never) => string);

/** What a sentence has to be told; undefined for one that stands as it is. */
export type ParamsOf<S> = S extends (params: infer Params) => string ? Params : undefined;

/** The sentence with its names and numbers in place. */
export function fillIn(sentence: Sentence, params: unknown): string {
  // Whoever names an id is typed by `ParamsOf`; here only the two kinds of sentences meet.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return typeof sentence === "string" ? sentence : sentence(params as never);
}
