/**
 * The type of a catalogue of messages in another language: the same keys, any string for a string, and functions with the
 * parameters of the English ones. A missing or a surplus line does not compile.
 */
export type Translated<Words> = Words extends string
  ? string
  : Words extends (...params: infer Params) => string
    ? (...params: Params) => string
    : { readonly [Name in keyof Words]: Translated<Words[Name]> };
