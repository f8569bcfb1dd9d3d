import { expect } from "@playwright/test";
import { signIn } from "../support/people/people.ts";
import { test } from "../support/story.ts";

test("the days of the audit log are typed figure by figure, and the list goes by whole ones", async ({
  page,
}) => {
  await signIn(page, "maren", "/settings/audit");
  const from = page.getByLabel("From");
  await from.focus();
  await page.keyboard.type("11032");
  await expect(from).toHaveValue("0002-11-03");
  await expect(page).not.toHaveURL(/from=/);
  await page.keyboard.type("026");
  await expect(page).toHaveURL(/from=2026-11-03/);
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.type("04");
  await expect(page).toHaveURL(/from=2026-11-04/);
  await page.getByRole("button", { name: "Clear" }).click();
  await expect(from).toHaveValue("");
});
