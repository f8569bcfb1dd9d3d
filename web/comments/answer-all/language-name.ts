import type { Language } from "#contract/languages.ts";
import { LANGUAGE } from "#web/lib/language.ts";

const NAMES = new Intl.DisplayNames([LANGUAGE], { type: "language" });

/** "German", in the language of the app. */
export function languageName(language: Language): string {
  return NAMES.of(language) ?? language;
}
