import type { Page } from "@playwright/test";

/** A person who told their browser to save data: the code of a page comes with the click that opens it, not before. */
export async function savesData(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, "connection", { value: { saveData: true } });
  });
}
