import type { Page } from "@playwright/test";

/** The window sizes that a story runs in. */
export const PHONE = { width: 390, height: 844 };
export const DEVICES = [
  ["at a desk", { width: 1440, height: 900 }],
  ["on a phone", PHONE],
] as const;

/** Pixels by which the page is wider than the window. */
export function measureOverflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
}
