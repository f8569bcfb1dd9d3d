/** The languages that the web is built in, each by its own name; the first is the one without a choice. */
export const LANGUAGES = [
  { value: "en", label: "English" },
  { value: "de", label: "Deutsch" },
] as const;
export type Language = (typeof LANGUAGES)[number]["value"];

const YEAR_SECONDS = 365 * 86_400;

/** Keeps the choice in this browser, where the server reads it, and loads the page anew in that language. */
export function chooseLanguage(language: Language): void {
  const secure = window.location.protocol === "https:" ? "; Secure" : "";
  // Not the Cookie Store API: it is missing where the desk runs without https.
  // oxlint-disable-next-line unicorn/no-document-cookie
  document.cookie = `language=${language}; Max-Age=${YEAR_SECONDS}; Path=/; SameSite=Lax${secure}`;
  window.location.reload();
}
