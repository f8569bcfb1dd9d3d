import { existsSync, readFileSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

/**
 * The limits of the built web app, in bytes after brotli, for all that a browser fetches before a page can be used.
 * The numbers are measured and rounded up: a change that makes a page heavier has to say so here.
 */
const BUDGETS = { "/login": 75_000, "/tickets": 140_000, "/dashboard": 170_000 };
const STYLES = 15_000;
/**
 * How many files of scripts a browser fetches for a page besides those that the page names: it asks for six at once, and the
 * session and the data of the page wait behind them.
 */
const FILES = { "/tickets/": 21, "/tickets": 6, "/dashboard": 16 };
/** The bytes that another language may add to a page: longer words, and the sentences of the server. */
const PAGES = [
  ["English", "index.html", 0],
  ["German", "index.de.html", 10_000],
] as const;

const BUILT = fileURLToPath(new URL("../dist/web/", import.meta.url));
const isBuilt = existsSync(`${BUILT}index.html.br`);

/** Without a build there is nothing to weigh; the whole run of tests builds first. */
describe.skipIf(!isBuilt).each(PAGES)("the built web app in %s", (_, file, more) => {
  const page = isBuilt ? readFileSync(`${BUILT}${file}`, "utf8") : "";
  const named = (pattern: RegExp) => [...page.matchAll(pattern)].map((match) => match[1] ?? "");
  const weight = (files: string[]) =>
    files.reduce((sum, file) => sum + statSync(`${BUILT}${file}.br`).size, 0);
  const entry = named(/(?:src|href)="\/(assets\/[^"]+\.js)"/g);
  const pages = new Map(
    (named(/<meta name="pages" content="([^"]*)"/g)[0] ?? "").split(", ").map((each) => {
      const [prefix = "", ...files] = each.split(" ");
      return [prefix, files];
    }),
  );

  const budgets = Object.entries(BUDGETS).map(([prefix, budget]) => [prefix, budget + more] as const);
  it.each(budgets)("loads %s with at most %i bytes of scripts", (prefix, budget) => {
    const files = pages.get(prefix);
    expect(files, "theme.js fetches the files of this page").toBeDefined();
    expect(weight([...entry, "theme.js", ...(files ?? [])])).toBeLessThanOrEqual(budget);
  });

  it.each(Object.entries(FILES))(
    "loads %s with at most %i files besides those of every page",
    (prefix, most) => {
      expect(pages.get(prefix)?.length).toBeLessThanOrEqual(most);
    },
  );

  it(`has at most ${STYLES} bytes of styles`, () => {
    expect(weight(named(/href="\/(assets\/[^"]+\.css)"/g))).toBeLessThanOrEqual(STYLES);
  });
});
