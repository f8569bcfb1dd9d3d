import type { Page } from "@playwright/test";

/** Lists tickets of this subject alone from then on: those that other stories raise meanwhile would push them out of a short list. */
export async function showOnly(page: Page, subject: string): Promise<void> {
  await page.route("**/api/tickets?*", (route) => {
    const url = new URL(route.request().url());
    url.searchParams.set("search", subject);
    return route.continue({ url: url.href });
  });
}
