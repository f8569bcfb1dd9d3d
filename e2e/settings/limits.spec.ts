import { expect } from "@playwright/test";
import { findAxeViolations } from "../support/page/axe.ts";
import { toastOf } from "../support/page/locators.ts";
import { signIn } from "../support/people/people.ts";
import { startOwnServer } from "../support/desk/server-for-one-story.ts";
import { test } from "../support/story.ts";

/** The desk's settings have one version: a save of another story, whatever it saves, would have this one refused. */
let desk: Awaited<ReturnType<typeof startOwnServer>>;
test.beforeAll(async () => {
  desk = await startOwnServer();
});
test.afterAll(() => desk.end());

test("an administrator sets what one person may do in a while, and a wrong number keeps its place", async ({
  browser,
}) => {
  const page = await browser.newPage({ baseURL: desk.address });
  await signIn(page, "maren", "/settings/limits");
  const limits = page.getByRole("region", { name: "Limits" });
  const files = limits.getByLabel("Files of a ticket");
  await expect(files).toHaveValue("200");
  expect(await findAxeViolations(page)).toEqual([]);
  await files.fill("5");
  await limits.getByRole("button", { name: "Save Changes" }).click();
  await expect(limits.getByText("Choose a whole number from 10 to 10,000")).toBeVisible();
  await expect(files).toHaveValue("5");
  await files.fill("250");
  await limits.getByRole("button", { name: "Save Changes" }).click();
  await expect(toastOf(page, "Settings saved")).toBeVisible();
  await page.reload();
  await expect(files).toHaveValue("250");
});
