import { expect, type Locator, type Page } from "@playwright/test";

/** Walks down a list by key until the cursor is on a row, also where rows come or go above it meanwhile. */
export async function walkDownTo(page: Page, row: Locator): Promise<void> {
  const isThere = () => row.evaluate((element) => element.classList.contains("is-cursor"));
  await expect(row).toBeVisible();
  await expect(async () => {
    if (!(await isThere())) await page.keyboard.press("j");
    expect(await isThere()).toBe(true);
  }).toPass({ intervals: [10] });
}
