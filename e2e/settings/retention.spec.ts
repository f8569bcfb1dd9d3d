import { expect } from "@playwright/test";
import { findAxeViolations } from "../support/page/axe.ts";
import { toastOf } from "../support/page/locators.ts";
import { signIn } from "../support/people/people.ts";
import { startOwnServer } from "../support/desk/server-for-one-story.ts";
import { test } from "../support/story.ts";

/** The desk's settings have one version: a save of another story, whatever it saves, would have this one refused. */
let desk: Awaited<ReturnType<typeof startOwnServer>>;
// One desk, not one for each worker.
test.describe.configure({ mode: "default" });
test.beforeAll(async () => {
  desk = await startOwnServer();
});
test.afterAll(() => desk.end());

test("an administrator sees what would go before saying how long things are kept", async ({ browser }) => {
  const page = await browser.newPage({ baseURL: desk.address });
  await signIn(page, "maren", "/settings/retention");
  const card = page.getByRole("region", { name: "Retention" });
  const audit = card.getByLabel("Details of the audit log");
  await expect(card.getByLabel("Deleted tickets")).toHaveValue("30");
  await expect(audit).toHaveValue("");
  await expect(card.getByText("Nothing would go tonight.")).toHaveCount(6);
  expect(await findAxeViolations(page)).toEqual([]);
  await audit.fill("89");
  await expect(card.getByText("Nothing would go tonight.")).toHaveCount(0);
  await card.getByRole("button", { name: "Save Changes" }).click();
  await expect(card.getByText("Choose a whole number from 90 to 3,650")).toBeVisible();
  await expect(audit).toHaveValue("89");
  await audit.fill("3650");
  await expect(card.getByText("Nothing would go tonight.")).toHaveCount(6);
  await card.getByRole("button", { name: "Save Changes" }).click();
  await expect(toastOf(page, "Settings saved")).toBeVisible();
  await page.reload();
  await expect(audit).toHaveValue("3650");
  await audit.fill("");
  await card.getByRole("button", { name: "Save Changes" }).click();
  await expect(toastOf(page, "Settings saved")).toBeVisible();
});

test("an administrator is told on every page that the attachments take nearly all of their space", async ({
  page,
}) => {
  // As the server says it with so many files, which no story has.
  const full = { bytes: 900_000_000, limit_bytes: 1_000_000_000, is_nearly_full: true };
  await page.route("**/api/settings/storage", (route) => route.fulfill({ json: full }));
  await signIn(page, "maren", "/tickets");
  const warning = page.getByRole("note").filter({ hasText: "Attachments take 900 MB of 1 GB" });
  await expect(warning).toBeVisible();
  expect(await findAxeViolations(page)).toEqual([]);
  await warning.getByRole("link", { name: "Settings" }).click();
  await expect(page.getByText("900 MB stored")).toBeVisible();
  await warning.getByRole("button", { name: "Hide this notice" }).click();
  await expect(warning).toHaveCount(0);
});
