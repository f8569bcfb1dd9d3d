/*
 * Folding makes text comparable for searching, in the server and the browser: case, accents and spelling make no difference.
 * "Łódź" and "lodz", "Straße" and "strasse" fold to the same letters.
 */

/**
 * Letters without a decomposition in Unicode, with their plain spelling. The function `name_key` of the database holds
 * the same list.
 */
export const LETTERS: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  þ: "th",
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  ħ: "h",
  ŧ: "t",
  ŋ: "n",
  ı: "i",
  ȷ: "j",
  ĸ: "k",
  ƒ: "f",
  ƀ: "b",
  ƶ: "z",
  ǥ: "g",
  ɨ: "i",
  ə: "e",
  ɛ: "e",
  ɔ: "o",
  ɓ: "b",
  ɗ: "d",
  ƙ: "k",
  ɣ: "g",
  ς: "σ",
  ґ: "г",
};

const UNFOLDED = new RegExp(`[${Object.keys(LETTERS).join("")}]`, "gu");

/** Text in lower case, without accents, and with plain letters for those of `LETTERS`. */
export function foldText(text: string): string {
  return text
    .normalize("NFKD")
    .replaceAll(/\p{M}+/gu, "")
    .toLowerCase()
    .replaceAll(UNFOLDED, (letter) => LETTERS[letter] ?? letter);
}

/** The folded forms of a typed word, one for each spelling; never empty, the first is the word as typed. */
export function foldedSpellings(word: string): [string, ...string[]] {
  const [typed, other] = spellingVariants(word);
  const key = foldText(typed);
  const otherKey = other === undefined ? key : foldText(other);
  return otherKey === key ? [key] : [key, otherKey];
}

/**
 * A typed word and its other spelling, neither folded: ä, ö, ü, å and ø are also spelt ae, oe, ue, aa
 * and oe. "Müller" is looked for as mueller too, and "mueller" as muller.
 */
export function spellingVariants(word: string): [string, string?] {
  const typed = word.normalize("NFKC").toLowerCase();
  const spelt = typed.replaceAll(/[äöüåø]/gu, (letter) => SPELT[letter] ?? letter);
  if (spelt !== typed) return [word, spelt];
  const plain = typed.length < LONG_ENOUGH ? typed : typed.replaceAll(UMLAUT, "$1");
  return plain === typed ? [word] : [word, plain];
}

const SPELT: Readonly<Record<string, string>> = { ä: "ae", ö: "oe", ü: "ue", å: "aa", ø: "oe" };
/** Not behind a vowel or q, where the e is its own ("neue", "queue"), nor at a word's end ("value", "shoe"). */
const UMLAUT = /(?<![aeioquy])([aou])e(?=\p{L})/gu;
/** In shorter words it is seldom an umlaut ("does", "user"), and what is left begins too many others. */
const LONG_ENOUGH = 5;
