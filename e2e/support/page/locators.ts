import type { Page } from "@playwright/test";

export function toastOf(page: Page, words: string) {
  return page.locator(".toast", { hasText: words });
}

/** The subjects of the ticket list on the screen, from above. */
export function subjectLinks(page: Page) {
  return page.getByRole("row").getByRole("cell").locator("a.strong");
}
