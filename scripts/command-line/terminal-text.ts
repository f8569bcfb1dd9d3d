/**
 * Text as a terminal may show it, on one line: control characters, which a terminal obeys, and characters that turn the
 * direction of what follows are written as in code, such as `\\u{1b}`. For values that come from files and databases.
 */
export function escapeControls(text: string): string {
  return text.replaceAll(
    /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]|(?![\u200C\u200D])\p{Cf}/gu,
    (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`,
  );
}
