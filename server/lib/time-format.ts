/*
 * How times are written in a language and a zone. Making a formatter takes up to half a millisecond and tens of kilobytes outside
 * of the heap, which come back late: one for each of some thousand times held a hundred megabytes.
 */
import { RecentlyUsed } from "./recently-used.ts";

/** Languages and zones that are in use, each with the few ways of writing a time. */
const MOST = 500;
const formats = new RecentlyUsed<Intl.DateTimeFormat>(MOST);

/** A formatter, made once. Throws RangeError for a zone that this machine does not know. */
export function timeFormat(language: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return formats.take(JSON.stringify([language, options]), () => new Intl.DateTimeFormat(language, options));
}
