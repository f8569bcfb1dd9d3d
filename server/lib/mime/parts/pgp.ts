/*
 * PGP within a plain text (RFC 4880, 6 and 7). Nothing is decrypted, and no signature is checked.
 */

export function hasArmor(text: string): "encrypted" | "signed" | null {
  if (/^-----BEGIN PGP SIGNED MESSAGE-----[ \t]{0,9}$/m.test(text)) return "signed";
  return /^[ \t]{0,9}-----BEGIN PGP MESSAGE-----[ \t]{0,9}$/m.test(text) ? "encrypted" : null;
}

/** The text that is signed, without what surrounds it. */
export function openArmor(text: string): string {
  const begin = /^-----BEGIN PGP SIGNED MESSAGE-----[ \t]*\n(?:[A-Za-z]+: .*\n)*\n?/m.exec(text);
  if (!begin) return text;
  const from = begin.index + begin[0].length;
  const end = text.indexOf("\n-----BEGIN PGP SIGNATURE-----", from);
  const signed = text.slice(from, end === -1 ? undefined : end);
  const after = /-----END PGP SIGNATURE-----[ \t]*\n?/.exec(end === -1 ? "" : text.slice(end));
  const rest = after && end !== -1 ? text.slice(end + after.index + after[0].length) : "";
  return [text.slice(0, begin.index), signed.replaceAll(/^- /gm, ""), rest]
    .filter((each) => each.trim() !== "")
    .join("\n");
}
