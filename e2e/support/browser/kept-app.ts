import { expect, type Page } from "@playwright/test";

/** Resolves when the worker serves the page: it does so only once it holds all of the app's own files. */
export async function untilWorkerServes(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
}
