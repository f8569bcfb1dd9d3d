import { existsSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { DevEnvironment, Environment, Plugin } from "vite";

/*
 * The build of the web for one language (decision 13): where a file has a twin for the language
 * that is built, such as `words.de.ts` beside `words.ts`, the twin stands in its place.
 */

/** The languages besides English, which is what stands in the files without a language. */
export const LANGUAGES = ["de"] as const;

/** The texts of `index.html` itself. */
const PAGE: Record<(typeof LANGUAGES)[number], [english: string, translated: string][]> = {
  de: [
    ['<html lang="en"', '<html lang="de"'],
    [
      "Help desk: raise, follow and answer support tickets.",
      "Helpdesk: Support-Tickets erstellen, verfolgen und beantworten.",
    ],
    ["Waypost needs JavaScript.", "Waypost braucht JavaScript."],
  ],
};

/** A file of `web/` or `contract/` that is the twin of another: `words.de.ts` is the German `words.ts`. */
const TWIN = new RegExp(String.raw`\.(${LANGUAGES.join("|")})\.ts$`);

/** Puts the twins in their places, and names the page `index.<language>.html`; a twin itself gets what it asks for. */
export const languages: Plugin = {
  name: "languages",
  enforce: "pre",
  async resolveId(source, importer, options) {
    const language = languageOf(this.environment);
    if (!language || !importer || !/^[.#]/.test(source) || TWIN.test(importer)) return null;
    const found = await this.resolve(source, importer, { ...options, skipSelf: true });
    const twin = found?.id.replace(/\.ts$/, `.${language}.ts`) ?? "";
    return TWINS.has(twin) ? twin : found;
  },
};

/** The page is there only after all other plugins have written it. */
export const languagePage: Plugin = {
  name: "language-page",
  enforce: "post",
  generateBundle(_, bundle) {
    const language = languageOf(this.environment);
    const page = bundle["index.html"];
    if (!language || page?.type !== "asset") return;
    delete bundle["index.html"];
    const source = translated(String(page.source), language);
    this.emitFile({ type: "asset", fileName: `index.${language}.html`, source });
  },
};

type Language = (typeof LANGUAGES)[number];

/** A build has one environment per language; the development server speaks one at a time: `npm run dev -- --mode de`. */
function languageOf(environment: Environment | DevEnvironment): Language | undefined {
  return LANGUAGES.find((language) => language === environment.name || language === environment.config.mode);
}

function translated(page: string, language: Language): string {
  return PAGE[language].reduce((text, [english, words]) => {
    if (!text.includes(english)) throw new Error(`index.html no longer says: ${english}`);
    return text.replace(english, words);
  }, page);
}

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const TWINS = new Set(
  ["web", "contract"].flatMap((layer) =>
    readdirSync(`${ROOT}${layer}`, { recursive: true, encoding: "utf8" })
      .filter((file) => TWIN.test(file))
      .map((file) => `${ROOT}${layer}/${file.replaceAll("\\", "/")}`)
      .filter((file) => existsSync(file.replace(TWIN, ".ts"))),
  ),
);
