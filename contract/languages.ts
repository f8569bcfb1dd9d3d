/** The languages of the web and of mail, each by its own name; the first is the one without a choice. */
export const LANGUAGES = [
  { value: "en", label: "English" },
  { value: "de", label: "Deutsch" },
] as const;
export type Language = (typeof LANGUAGES)[number]["value"];

/** As they are stored. */
export const LANGUAGE_CODES = ["en", "de"] as const satisfies readonly Language[];

export function isLanguage(code: unknown): code is Language {
  return LANGUAGES.some(({ value }) => value === code);
}
