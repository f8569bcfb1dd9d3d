import { expect, type Page } from "@playwright/test";
import { callAs } from "../support/people/api-as.ts";
import { findAxeViolations } from "../support/page/axe.ts";
import { mailReader, mailRow, tabCount } from "../support/page/incoming-page.ts";
import { toastOf } from "../support/page/locators.ts";
import { signIn } from "../support/people/people.ts";
import { startOwnServer } from "../support/desk/server-for-one-story.ts";
import { test } from "../support/story.ts";

/** What was decided on the mails of the demo is taken back: from the toast, and later. */
let desk: Awaited<ReturnType<typeof startOwnServer>>;
test.describe.configure({ mode: "serial", timeout: 180_000 });
test.beforeAll(async () => {
  desk = await startOwnServer();
});
test.afterAll(() => desk.end());

/** Words in a toast that leaves, as the one that was pressed does, are read by nobody. */
const stayingToast = (page: Page, words: string) =>
  page.locator("[data-sonner-toast][data-removed=false]", { hasText: words });
const undo = (page: Page, words: string) =>
  toastOf(page, words).getByRole("button", { name: "Undo" }).click();

test("an ignored mail is taken back from the toast, which says so", async ({ browser }) => {
  const page = await browser.newPage({ baseURL: desk.address });
  await signIn(page, "lena", "/incoming");
  await mailRow(page, "Monitoring").click();
  // The mail that was open before has such a button as well.
  await expect(mailReader(page)).toContainText("Too many mails in a short time");
  await mailReader(page).getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Ignore" }).click();
  await expect(mailRow(page, "Monitoring")).toHaveCount(0);
  await expect(tabCount(page, "Ignored")).toHaveText("4");
  await undo(page, "Mail ignored");
  await expect(stayingToast(page, "Taken back")).toBeVisible();
  await expect(toastOf(page, "Mail ignored")).toHaveCount(0);
  await expect(mailRow(page, "Monitoring")).toBeVisible();
  await expect(tabCount(page, "Ignored")).toHaveText("3");
  await page.keyboard.press("u");
  await expect(toastOf(page, "There is nothing to take back")).toBeVisible();
});

test("a blocked sender is let in again from the toast, and their mail is held as before", async ({
  browser,
}) => {
  const page = await browser.newPage({ baseURL: desk.address });
  await signIn(page, "maren", "/incoming");
  const call = await callAs(page.request, "maren");
  await mailRow(page, "Sofia Lindgren").click();
  await expect(mailReader(page)).toContainText("sofia.lindgren@kestrel.example");
  await page.keyboard.press("b");
  await page.getByRole("button", { name: "Only sofia.lindgren@kestrel.example" }).click();
  await expect(mailRow(page, "Sofia Lindgren")).toHaveCount(0);
  expect(JSON.stringify((await call("GET", "/incoming/blocked")).body)).toContain("sofia.lindgren");
  await undo(page, "Sender blocked");
  await expect(stayingToast(page, "Taken back")).toBeVisible();
  await mailRow(page, "Sofia Lindgren").click();
  await expect(mailReader(page)).toContainText("Nobody with this address is known");
  expect((await call("GET", "/incoming/blocked")).body["items"]).toEqual([]);
});

test("a mail of somebody blocked is held again later, and its sender let in", async ({ browser }) => {
  const page = await browser.newPage({ baseURL: desk.address });
  await signIn(page, "maren", "/incoming");
  await mailRow(page, "Sofia Lindgren").click();
  await expect(mailReader(page)).toContainText("sofia.lindgren@kestrel.example");
  await page.keyboard.press("b");
  await page.getByRole("button", { name: "Only sofia.lindgren@kestrel.example" }).click();
  await expect(toastOf(page, "Sender blocked")).toBeVisible();
  // So that the row that is pressed next is that of the other tab.
  await expect(mailRow(page, "Sofia Lindgren")).toHaveCount(0);
  await page.getByRole("link", { name: /^Ignored/ }).click();
  await mailRow(page, "Sofia Lindgren").click();
  await expect(mailReader(page)).toContainText("Blocked by Maren Solberg");
  expect(await findAxeViolations(page)).toEqual([]);
  await mailReader(page).getByRole("button", { name: "Hold again" }).click();
  await expect(toastOf(page, "Mail held again")).toBeVisible();
  await expect(mailRow(page, "Sofia Lindgren")).toHaveCount(0);
  await page.getByRole("button", { name: "Blocked senders" }).click();
  const dialog = page.getByRole("dialog", { name: "Blocked senders" });
  const unblock = dialog.getByRole("button", { name: "Unblock sofia.lindgren@kestrel.example" });
  await expect(unblock).toBeVisible();
  expect(await findAxeViolations(page)).toEqual([]);
  await unblock.click();
  await expect(dialog).toContainText("Let sofia.lindgren@kestrel.example write again?");
  await unblock.click();
  await expect(dialog).toContainText("Nobody is blocked");
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: /^Held/ }).click();
  await mailRow(page, "Sofia Lindgren").click();
  await expect(mailReader(page)).toContainText("Nobody with this address is known");
});
