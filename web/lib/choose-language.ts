import { isLanguage, type Language } from "#contract/languages.ts";
import { LANGUAGE } from "./language.ts";

const YEAR_SECONDS = 365 * 86_400;

/** Keeps the choice in this browser, where the server reads it, and loads the page anew in that language. */
export function chooseLanguage(language: Language): void {
  const secure = window.location.protocol === "https:" ? "; Secure" : "";
  // Not the Cookie Store API: it is missing where the desk runs without https.
  // oxlint-disable-next-line unicorn/no-document-cookie
  document.cookie = `language=${language}; Max-Age=${YEAR_SECONDS}; Path=/; SameSite=Lax${secure}`;
  window.location.reload();
}

/** In a browser where nobody has chosen a language, follows the one that the person chose elsewhere. */
export function followLanguage({ locale }: { locale: string | null }): void {
  const isChosenHere = /(^|; )language=/.test(document.cookie);
  if (!isChosenHere && isLanguage(locale) && locale !== LANGUAGE) chooseLanguage(locale);
}
