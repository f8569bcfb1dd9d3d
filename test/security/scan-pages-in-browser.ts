import { type Browser, chromium, type Page } from "@playwright/test";
import { findBrowser } from "../../scripts/find-browser.mjs";
import { countShown, goWithin, hasArrived, isCalm, touchAndScan } from "./scan-within-page.mjs";

/** The browser of this machine, or null where there is none. */
export async function launch(): Promise<Browser | null> {
  const executablePath = findBrowser();
  // Chromium's sandbox refuses root.
  const args = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
  return executablePath === null ? null : chromium.launch({ executablePath, args });
}

type Seen = { found: string[]; shown: number };

/** Opens a page of the app and touches its elements; gives the markup that could run something, and the payloads shown. */
export async function look(page: Page, address: string): Promise<Seen> {
  await page.goto(address, { waitUntil: "load" });
  return scan(page, address);
}

/** The same for a page that the app goes to by itself, as its links do: many times quicker than to start the app anew. */
export async function lookWithin(page: Page, path: string): Promise<Seen> {
  await page.evaluate(goWithin, path);
  await page.waitForFunction(hasArrived);
  return scan(page, path);
}

async function scan(page: Page, address: string): Promise<Seen> {
  await settle(page);
  const found = await page.evaluate(touchAndScan);
  return { found: found.map((each) => `${address}: ${each}`), shown: await page.evaluate(countShown) };
}

export async function settle(page: Page): Promise<void> {
  await page.locator("h1").first().waitFor();
  await page.waitForFunction(isCalm);
}

type Sink = (payload: string) => string;

/** Places where a careless page puts what somebody wrote. */
export const CARELESS: Record<string, Sink> = {
  "the page": (text) => `<body>${text}`,
  "an attribute": (text) => `<input value="${text}">`,
  "another attribute": (text) => `<input value='${text}'>`,
  "an attribute without quotes": (text) => `<input value=x${text}>`,
  "a link": (text) => `<a href="${text}">x</a>`,
  "a script": (text) => `<script>var x = "${text}"</script>`,
  "a script with apostrophes": (text) => `<script>var x = '${text}'</script>`,
  "a script with backticks": (text) => `<script>var x = \`${text}\`</script>`,
  "a template": (text) =>
    `<script>${/\{\{(.*)\}\}|<%= (.*) %>|\[\[(.*)\]\]/.exec(text)?.slice(1).find(Boolean) ?? ""}</script>`,
  "a title": (text) => `<title>${text}</title>`,
  "a text box": (text) => `<textarea>${text}</textarea>`,
  "a style": (text) => `<style>${text}</style>`,
  "a comment": (text) => `<!--${text}-->`,
  "what is read and written again": (text) =>
    `<div></div><script>const d = document.querySelector("div"); d.innerHTML = ${inScript(text)}; d.innerHTML = d.innerHTML.replace(/&lt;/g, "<").replace(/&gt;/g, ">")</script>`,
  "careless Markdown": (text) =>
    `<body>${text
      .replaceAll(/!\[([^\]]*)\]\(([^)]*\)?)\)/g, '<img alt="$1" src="$2">')
      .replaceAll(/\[([^\]]*)\]\(\s*<?([^)]*\)?)\)?/g, '<a href="$2">$1</a>')
      .replaceAll(/<((?:javascript|https?):[^>]*)>/g, '<a href="$1">$1</a>')
      .replaceAll(/\b(https?:\S+)/g, '<a href="$1">$1</a>')}`,
};

function inScript(text: string): string {
  return JSON.stringify(text).replaceAll("<", "\\u003c");
}
