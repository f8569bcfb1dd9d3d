import { types } from "pg";

const parseAny: (text: string) => Date | number | null = types.getTypeParser(types.builtins.TIMESTAMPTZ);

/**
 * Parses a time as the database writes it in UTC, `2026-11-26 01:42:26.559+00`, of which every list reads a hundred. pg's own
 * parser takes several times as long; it is left what looks otherwise, such as another time zone, or `infinity`.
 */
export function parseTimestamp(text: string): Date | number | null {
  const isPlain = text.endsWith("+00") && text[4] === "-" && text[10] === " ";
  return isPlain ? new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`) : parseAny(text);
}
