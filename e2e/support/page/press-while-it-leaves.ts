import { expect, type Locator, type Page } from "@playwright/test";

/** Clicks a button that closes its window, and once more where it is while the window leaves: the slow half of a double click. */
export async function pressWhileItLeaves(page: Page, button: Locator): Promise<void> {
  await page.addStyleTag({ content: ".menu { animation-duration: 2s !important; }" });
  await expect(button).toBeVisible();
  const place = await button.boundingBox();
  if (!place) throw new Error("The button is not shown.");
  const [x, y] = [place.x + place.width / 2, place.y + place.height / 2];
  await page.mouse.click(x, y);
  await expect(page.locator(".menu[data-state=closed]")).toBeVisible();
  await page.mouse.click(x, y);
}
