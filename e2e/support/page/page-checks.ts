import { type Browser, type BrowserContextOptions, expect, type Page } from "@playwright/test";
import { findAxeViolations } from "./axe.ts";
import { patiently } from "../people/patiently.ts";
import { type Name, PEOPLE } from "../people/people.ts";

export const WIDE = { width: 1440, height: 900 };
/** Several workers visit every page at the same time on one machine, hence the long wait. */
const SLOW = { timeout: 20_000 };

/** All rules in the dark theme, then the colours alone in the light one. */
export async function findViolations(page: Page): Promise<string[]> {
  await showTheme(page, "dark");
  const dark = await findAxeViolations(page);
  await showTheme(page, "light");
  return [...dark, ...(await findAxeViolations(page, ["color-contrast"]))];
}

async function showTheme(page: Page, theme: string): Promise<void> {
  await page.evaluate((name) => {
    document.documentElement.dataset["theme"] = name;
  }, theme);
}

/** The elements beyond the right edge of the window; none if an element around them scrolls. */
export async function findHorizontalOverflow(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const root = document.documentElement;
    // Charts are drawn anew for the new width, a frame or two later, and on a busy machine later still. A browser that draws
    // no frame, as one did for four minutes, is asked for the width all the same, which needs none.
    for (let turn = 0; turn === 0 || (turn < 50 && root.scrollWidth > root.clientWidth); turn += 1) {
      const { promise, resolve } = Promise.withResolvers<void>();
      requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, 100)));
      setTimeout(resolve, 2000);
      await promise;
    }
    const width = root.clientWidth;
    if (root.scrollWidth <= width) return [];
    return [...document.querySelectorAll("main *")]
      .filter((one) => one.getBoundingClientRect().right > width + 1)
      .slice(0, 3)
      .map((one) => `wider than the window: ${one.outerHTML.slice(0, 120)}`)
      .concat(`${root.scrollWidth} px of ${width}`);
  });
}

/** The address whose page is on the screen; undefined while another is on its way. A page may add to its query. */
const SHOWN = `(({ status, resolvedLocation }) => status === "idle" ? resolvedLocation?.href : undefined)(
  window.__TSR_ROUTER__?.state ?? {})`;

/** Goes to another address of the app without loading it anew; resolves once all of the page is there. */
export async function navigateTo(page: Page, place: string): Promise<void> {
  await page.evaluate((href) => {
    history.pushState({}, "", href);
    dispatchEvent(new PopStateEvent("popstate"));
  }, place);
  // The page before stays until the code of the next one has arrived; the router itself knows when.
  await expect
    .poll(() => page.evaluate<string | undefined>(SHOWN), SLOW)
    .toMatch(new RegExp(`^${RegExp.escape(place)}(?:[?&]|$)`));
}

export async function waitUntilLoaded(page: Page): Promise<void> {
  await expect(page.locator("h1").first()).toBeVisible(SLOW);
  await expect(page.locator(".skeleton:visible, main .spinner:visible")).toHaveCount(0, SLOW);
}

/** A page of somebody who is signed in, without the way through the form. */
export async function openSignedIn(
  browser: Browser,
  name: Name,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const context = await browser.newContext({ viewport: WIDE, ...options });
  const account = { email: PEOPLE[name], password: "waypost-demo" };
  await patiently(() => context.request.post("/api/auth/login", { data: account }));
  const page = await context.newPage();
  await page.goto("/dashboard");
  await waitUntilLoaded(page);
  return page;
}

/** Buttons, badges and the tabs of a wide window whose words do not fit into them, whatever hides the rest. */
export async function findCutWords(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const boxes = [...document.querySelectorAll(".button, .badge")].filter((one) => {
      const range = document.createRange();
      range.selectNodeContents(one);
      const [words, box] = [range.getBoundingClientRect(), one.getBoundingClientRect()];
      const fits = words.left > box.left - 1 && words.right < box.right + 1 && words.bottom < box.bottom + 1;
      return one.checkVisibility() && !fits;
    });
    const tabs = [...document.querySelectorAll("nav")].filter(
      (one) => window.innerWidth > 1000 && one.scrollWidth > one.clientWidth + 1,
    );
    return [...boxes, ...tabs].map((one) => `cut: ${one.textContent}`);
  });
}
