import { expect } from "@playwright/test";
import { findAxeViolations } from "../support/page/axe.ts";
import { toastOf } from "../support/page/locators.ts";
import { callAs } from "../support/people/api-as.ts";
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

test("of two who change settings at once none writes over the other's, and the second of the same ones reads so", async ({
  browser,
}) => {
  const page = await browser.newPage({ baseURL: desk.address });
  await signIn(page, "maren", "/settings/organization");
  const maren = await callAs(page.request, "maren");
  const keep = async (change: object) => expect((await maren("PATCH", "/settings", change)).status).toBe(200);
  const brand = page.getByRole("region", { name: "Brand" });
  const passwords = page.getByRole("region", { name: "Passwords" });
  const save = passwords.getByRole("button", { name: "Save Changes" });
  const shortest = passwords.getByLabel("Shortest password");

  await shortest.fill("010");
  await keep({ brand_short_name: "WP" });
  // The live stream brings it to the card that nobody types in.
  await expect(brand.getByLabel("Short name")).toHaveValue("WP");
  await expect(brand.getByText("Unsaved changes")).toHaveCount(0);
  await save.click();
  await expect(toastOf(page, "Settings saved")).toBeVisible();
  await expect(shortest).toHaveValue("10");
  await expect(passwords.getByText("Unsaved changes")).toHaveCount(0);

  await shortest.fill("11");
  await keep({ password_minimum: 12 });
  await expect(passwords.getByText("Somebody has saved other values meanwhile")).toBeVisible();
  await save.click();
  await expect(page.locator(".toast.error")).toBeVisible();
  await passwords.getByRole("button", { name: "Show theirs" }).click();
  await expect(shortest).toHaveValue("12");
  await expect(save).toBeDisabled();
});
