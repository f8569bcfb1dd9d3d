import { type Page, test as base } from "@playwright/test";

/**
 * A story of a browser. Pages that it opened beside its own are closed after it: left open, they followed everything
 * that later stories did, and asked for it again. What a page asks for just then, and the story would answer, is nobody's.
 */
export const test = base.extend<{ closeOpenedPages: void }>({
  page: async ({ page }, run) => {
    await run(page);
    await leaveUnanswered([page]);
  },
  closeOpenedPages: [
    async ({ browser }, use) => {
      const before = new Set(browser.contexts());
      await use();
      const opened = browser.contexts().filter((context) => !before.has(context));
      await leaveUnanswered(opened.flatMap((context) => context.pages()));
      await Promise.all(opened.map((context) => context.close()));
    },
    { auto: true },
  ],
});

/** An answer that a story fetches itself would fail with the page: other stories decide when the page asks. */
async function leaveUnanswered(pages: readonly Page[]): Promise<void> {
  const open = pages.filter((page) => !page.isClosed());
  await Promise.all(open.map((page) => page.unrouteAll({ behavior: "ignoreErrors" })));
}
