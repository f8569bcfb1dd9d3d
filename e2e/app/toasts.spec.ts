import { expect } from "@playwright/test";
import { signIn } from "../support/people/people.ts";
import { test } from "../support/story.ts";
import { freshWord } from "../support/unique-words.ts";

test("a toast goes after 4000 ms, but not while the page is hidden", async ({ page }) => {
  await page.clock.install();
  await signIn(page, "idris", "/settings/profile");
  await page.getByLabel("State").fill(freshWord());
  await page.getByRole("button", { name: "Save Changes" }).click();
  const toast = page.getByText("Profile updated successfully");
  await expect(toast).toBeVisible();
  await setHidden(true);
  await page.clock.runFor(60_000);
  await expect(toast).toBeVisible();
  await setHidden(false);
  await page.clock.runFor(5000);
  await expect(toast).toHaveCount(0);

  /** As the browser does when another tab comes to the front. */
  async function setHidden(isHidden: boolean): Promise<void> {
    await page.evaluate((hidden) => {
      Object.defineProperty(document, "hidden", { configurable: true, value: hidden });
      document.dispatchEvent(new Event("visibilitychange"));
    }, isHidden);
  }
});
