/*
 * Values are somebody's input: a name must not become a link, a heading or a placeholder in the text that it is put into.
 * Pages and mails show Markdown without backslash escapes (contract/markdown), so a backslash would be seen. It is written only
 * where a sign would be read as markup, which it is then kept from; names as people have them stay as they are spelt.
 */

/** A value as it is put into a text: on one line, and without markup. `next` is what the text goes on with. */
export function escapeValue(value: string, next = ""): string {
  // Blanks first, then whether a line ends among them: asked at once, a long run of blanks takes the square of its length.
  const line = value.replaceAll(/[\s\u0085]+/g, (blank) => (LINE_END.test(blank) ? " " : blank)).trim();
  const isLink = line.includes("](") || (line.endsWith("]") && /^[([{]/.test(next));
  return line.replaceAll(SIGNS, (...found: [string, string, string, ...unknown[]]) => {
    const [all, slashes, signs] = found;
    const at = Number(found.at(-2)) + slashes.length;
    const around = { before: line.charAt(at - 1), after: line.charAt(at + signs.length) };
    if (!isMarkup(signs, at, around, isLink)) return all;
    // An odd number of backslashes: two of them would be a pair of their own.
    const lone = slashes.length % 2 === 1 ? "\\" : "";
    return `${slashes}${lone}${Array.from(signs, (sign) => `\\${sign}`).join("")}`;
  });
}

const LINE_END = /[\r\n\u0085\u2028\u2029]/;

/** A run of the same sign, with the backslashes before it. */
const SIGNS = /(\\*)(`+|\*+|_+|\[+|\]+|\{+|\}+|~+|#+|>+)/g;

function isMarkup(
  signs: string,
  at: number,
  { before, after }: { before: string; after: string },
  isLink: boolean,
): boolean {
  switch (signs.charAt(0)) {
    case "`":
      return true;
    case "*":
      return !(isBlank(before) && isBlank(after));
    case "_":
      return !(IN_WORD.test(before) && IN_WORD.test(after));
    case "[":
    case "]":
      return isLink;
    case "{":
    case "}":
      return signs.length > 1 || before === "" || after === "";
    case "#":
      return at === 0 && signs.length <= 6 && (after === "" || isBlank(after));
    default:
      return at === 0;
  }
}

const IN_WORD = /[\p{L}\p{N}]/u;

function isBlank(character: string): boolean {
  return character !== "" && character.trim() === "";
}
