import { test as base } from "@playwright/test";

/**
 * A story of a browser. Pages that it opened beside its own are closed after it: left open, they followed everything
 * that later stories did, and asked for it again.
 */
export const test = base.extend<{ closeOpenedPages: void }>({
  closeOpenedPages: [
    async ({ browser }, use) => {
      const before = new Set(browser.contexts());
      await use();
      const opened = browser.contexts().filter((context) => !before.has(context));
      await Promise.all(opened.map((context) => context.close()));
    },
    { auto: true },
  ],
});
