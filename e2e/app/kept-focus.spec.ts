import { expect, type Page } from "@playwright/test";
import { mailReader, mailRow } from "../support/page/incoming-page.ts";
import { signIn } from "../support/people/people.ts";
import { test } from "../support/story.ts";

/** Answers the calls of an address with a failure, each once `go` is called. */
async function failLater(page: Page, address: string) {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    await promise;
    await route.fulfill({ status: 503, contentType: "application/problem+json", body: "{}" });
  });
  return { go: resolve };
}

test("a button that is off while it acts has the focus again when that failed", async ({ page }) => {
  await signIn(page, "maren", "/incoming");
  await mailRow(page, "Label printer in Bay 3").click();
  const button = mailReader(page).getByRole("button", { name: "Ignore" });
  const failing = await failLater(page, "**/api/incoming/*/ignore");
  await button.focus();
  await page.keyboard.press("Enter");
  await expect(button).toBeDisabled();
  failing.go();
  await expect(button).toBeEnabled();
  await expect(button).toBeFocused();
});

test("a form whose changes are taken back by a key has the focus at its beginning", async ({ page }) => {
  await signIn(page, "maren", "/settings/calendars");
  await page.locator("main a[href^='/settings/calendars/']:not([href$='/new'])").first().click();
  const name = page.getByRole("main").getByLabel("Name", { exact: true }).first();
  const before = await name.inputValue();
  await name.fill("Typed and taken back");
  const cancel = page.getByRole("button", { name: "Cancel" });
  await cancel.focus();
  await page.keyboard.press("Enter");
  await expect(cancel).toBeDisabled();
  await expect(name).toHaveValue(before);
  await expect(name).toBeFocused();
});
