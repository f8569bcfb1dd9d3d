/*
 * How times are written in a language and a zone. Making a formatter takes up to half a millisecond and tens of kilobytes outside
 * of the heap, which come back late: one for each of some thousand times held a hundred megabytes.
 */

/** Languages and zones that are in use, each with the few ways of writing a time. */
const MOST = 500;
const formats = new Map<string, Intl.DateTimeFormat>();

/** A formatter, made once. Throws RangeError for a zone that this machine does not know. */
export function timeFormat(language: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const name = JSON.stringify([language, options]);
  const format = formats.get(name) ?? new Intl.DateTimeFormat(language, options);
  if (formats.size >= MOST) formats.clear();
  formats.set(name, format);
  return format;
}
