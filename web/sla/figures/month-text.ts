import { LOCALE } from "#web/lib/language.ts";

/** "October", of a month as YYYY-MM; with the year where it is another one than that of `now`. */
export function monthText(month: string, now: string): string {
  const at = Date.parse(`${month}-15T00:00:00Z`);
  return month.slice(0, 4) === now.slice(0, 4) ? alone.format(at) : withYear.format(at);
}

const alone = new Intl.DateTimeFormat(LOCALE, { timeZone: "UTC", month: "long" });
const withYear = new Intl.DateTimeFormat(LOCALE, { timeZone: "UTC", month: "long", year: "numeric" });
