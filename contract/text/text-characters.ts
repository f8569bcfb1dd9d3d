/*
 * What characters a text may hold, for the schemas, the forms and the import alike (rules 548 and 550).
 */

/**
 * Whether the database can hold a text: well-formed Unicode without NUL. PostgreSQL stores no NUL, and UTF-8 has no bytes
 * for half a surrogate pair.
 */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes("\u0000");
}

/**
 * Whether anything of a text can be seen: a letter, a digit, a sign or an emoji. Fillers, which Unicode counts among the
 * letters, and blanks of Braille and music, which it counts among the signs, show nothing.
 */
export function isVisible(text: string): boolean {
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(text.replaceAll(UNSEEN, ""));
}

const UNSEEN = /[\p{Default_Ignorable_Code_Point}\u2800\u{1D159}]/gu;

/**
 * Whether a text of one line holds characters that show nothing and change what is read: controls, format characters
 * (Cf), ends of lines and paragraphs. The joiners U+200C and U+200D stand where they belong: between letters of scripts
 * that are spelt with them (after RFC 5892, appendix A), and U+200D in emoji sequences.
 */
export function hasHiddenCharacter(text: string): boolean {
  return HIDDEN.test(text.replaceAll(JOINED, ""));
}

/** The text of one line without its hidden characters, for texts that nobody can be asked to type again. */
export function dropHiddenCharacters(text: string): string {
  // Nearly every text, and looking for joiners costs more than all else that is done to it.
  if (!HIDDEN.test(text)) return text;
  const kept = new Set([...text.matchAll(JOINED)].map(({ index }) => index));
  return text.replaceAll(EACH_HIDDEN, (character, at: number) => (kept.has(at) ? character : ""));
}

const HIDDEN_CLASS = String.raw`(?!\t)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]`;
const HIDDEN = new RegExp(HIDDEN_CLASS, "u");
const EACH_HIDDEN = new RegExp(HIDDEN_CLASS, "gu");

/** Cursive scripts, whose letters join, and those whose virama binds the letter behind it. */
const JOINING_SCRIPTS = (
  "Arabic,Syriac,Mandaic,Mongolian,Nko,Adlam,Hanifi_Rohingya,Phags_Pa," +
  "Devanagari,Bengali,Gurmukhi,Gujarati,Oriya,Tamil,Telugu,Kannada,Malayalam," +
  "Sinhala,Myanmar,Khmer,Tibetan,Balinese,Javanese"
).split(",");

/**
 * Joiners in their place. A mark belongs to its letter: a virama stands between the letter and the joiner. The joiner comes
 * first in each branch, so that a text without one costs nothing.
 */
const JOINED = new RegExp(
  [
    ...JOINING_SCRIPTS.map((script) => {
      const letter = String.raw`(?=\p{scx=${script}})[\p{L}\p{M}]`;
      return String.raw`[\u200C\u200D](?<=${letter}.)(?=${letter})`;
    }),
    String.raw`\u200D(?<=\p{Extended_Pictographic}[\uFE0F\p{Emoji_Modifier}]*.)(?=\p{Extended_Pictographic})`,
  ].join("|"),
  "gu",
);
