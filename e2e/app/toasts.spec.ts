import { expect } from "@playwright/test";
import { PHONE } from "../support/browser/viewports.ts";
import { openSignedIn, navigateTo } from "../support/page/page-checks.ts";
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

test("on a phone a toast leaves the buttons of an open window free", async ({ browser }) => {
  const page = await openSignedIn(browser, "maren", { viewport: PHONE });
  await navigateTo(page, "/companies");
  await page.getByRole("button", { name: "New Company" }).click();
  await page.getByRole("textbox", { name: "Name", exact: true }).fill("Kestrel Logistics");
  await page.getByRole("button", { name: "Create Company" }).click();
  const toast = page.locator(".toast", { hasText: "already exists" });
  await expect(toast).toBeVisible();
  const button = page.getByRole("button", { name: "Create Company" });
  // It comes from below.
  await expect
    .poll(async () => {
      const [above, below] = [await toast.boundingBox(), await button.boundingBox()];
      return above && below && above.y + above.height < below.y;
    })
    .toBe(true);
});

test("on a small phone a toast leaves the button of the sign-in page free", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 568 });
  await page.goto("/login");
  await page.getByLabel("Email").fill("nobody@waypost.example");
  await page.getByLabel("Password").fill("not the one");
  const button = page.getByRole("button", { name: "Sign in", exact: true });
  await button.click();
  const toast = page.locator(".toast");
  await expect(toast).toBeVisible();
  const field = await page.getByLabel("Email").boundingBox();
  await expect
    .poll(async () => {
      const shown = await toast.boundingBox();
      return shown && field && shown.y >= 0 && shown.y + shown.height < field.y;
    })
    .toBe(true);
  await button.click({ timeout: 2000 });
});

test("a toast over an open window is pressed, and the window stays; an export is cancelled from its toast", async ({
  page,
}) => {
  const held = Promise.withResolvers<void>();
  await page.route("**/api/companies/export**", async (route) => {
    await held.promise;
    await route.abort();
  });
  await signIn(page, "maren", "/companies");
  const exportButton = page.getByRole("button", { name: "Export CSV" });
  await exportButton.click();
  const toast = page.locator(".toast", { hasText: "Exporting..." });
  await expect(toast).toBeVisible();
  await page.keyboard.press("?");
  const window = page.getByRole("dialog");
  await expect(window).toBeVisible();
  await toast.getByRole("button", { name: "Cancel" }).click();
  await expect(toast).toHaveCount(0);
  await expect(window).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(window).toHaveCount(0);
  await expect(exportButton).toBeEnabled();
  await expect(page.locator(".toast")).toHaveCount(0);
  held.resolve();
});
