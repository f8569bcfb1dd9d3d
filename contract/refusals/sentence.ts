/** The text of a refusal; a function where names or numbers stand in it. */
export type Sentence = string | ((params: never) => string);

/** The parameters of a sentence; undefined for one without any. */
export type ParamsOf<S> = S extends (params: infer Params) => string ? Params : undefined;

/** The sentence with its names and numbers in place. */
export function fillIn(sentence: Sentence, params: unknown): string {
  // Callers are typed by `ParamsOf`; only here the two kinds of sentences meet.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return typeof sentence === "string" ? sentence : sentence(params as never);
}
