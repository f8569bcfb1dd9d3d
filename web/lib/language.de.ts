import type { Language } from "#contract/languages.ts";

export const LANGUAGE: Language = "de";
export const LOCALE = "de-DE";
export const AGO_STYLE: Intl.RelativeTimeFormatStyle = "short";
