/**
 * A catalogue of words in another language: the same names, any text where a text stands, and functions that take what
 * the English ones take. A missing or a surplus line does not compile.
 */
export type Translated<Words> = Words extends string
  ? string
  : Words extends (...facts: infer Facts) => string
    ? (...facts: Facts) => string
    : { readonly [Name in keyof Words]: Translated<Words[Name]> };
