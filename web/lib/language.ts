import type { Language } from "#contract/languages.ts";

/**
 * The language of this build, its formats, and how short "4m ago" may be. In another language's build the file
 * `language.<code>.ts` stands in its place (decision 13).
 */
export const LANGUAGE: Language = "en";
export const LOCALE = "en-US";
export const AGO_STYLE: Intl.RelativeTimeFormatStyle = "narrow";
