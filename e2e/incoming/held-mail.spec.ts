import { expect } from "@playwright/test";
import { callAs } from "../support/people/api-as.ts";
import { findAxeViolations } from "../support/page/axe.ts";
import { mailReader, mailRow, tabCount } from "../support/page/incoming-page.ts";
import { toastOf } from "../support/page/locators.ts";
import { signIn } from "../support/people/people.ts";
import { startOwnServer } from "../support/desk/server-for-one-story.ts";
import { test } from "../support/story.ts";
import { PHONE } from "../support/browser/viewports.ts";

/** The mails of the demo that wait for a person; each story decides on the whole desk, so it has one of its own. */
let desk: Awaited<ReturnType<typeof startOwnServer>>;
test.describe.configure({ mode: "serial", timeout: 180_000 });
test.beforeAll(async () => {
  desk = await startOwnServer();
});
test.afterAll(() => desk.end());

test("a specialist finds no way to incoming mail, and is refused", async ({ browser }) => {
  const page = await browser.newPage({ baseURL: desk.address });
  await signIn(page, "idris", "/tickets");
  await expect(page.getByRole("link", { name: "Tickets", exact: true })).toBeVisible();
  await expect(page.getByRole("link", { name: "Incoming" })).toHaveCount(0);
  await page.goto("/incoming");
  await expect(
    page.getByRole("heading", { level: 1, name: "You don't have access to this page" }),
  ).toBeVisible();
  const call = await callAs(page.request, "idris");
  expect((await call("GET", "/incoming")).status).toBe(403);
});

test("a team lead reads why mails are held, by keyboard, and the address names the mail", async ({
  browser,
}) => {
  const page = await browser.newPage({ baseURL: desk.address });
  await signIn(page, "lena", "/tickets");
  await page.getByRole("link", { name: "6 held" }).click();
  await expect(mailReader(page)).toContainText("Nobody with this address is known");
  await page.keyboard.press("j");
  await expect(mailReader(page)).toContainText("Writes about a ticket of another company");
  await expect(mailReader(page).getByRole("heading", { level: 2 })).toContainText("Label printer");
  await expect(page).toHaveURL(/\/incoming\?mail=[\da-f-]{36}$/);
  const shared = await browser.newPage({ baseURL: desk.address });
  await signIn(shared, "rafael", page.url());
  await expect(mailReader(shared)).toContainText("Writes about a ticket of another company");
  expect(await findAxeViolations(page)).toEqual([]);
});

test("a mail is ignored and taken back by one key each, and every open page follows", async ({ browser }) => {
  const page = await browser.newPage({ baseURL: desk.address });
  const other = await browser.newPage({ baseURL: desk.address });
  await signIn(page, "lena", "/incoming");
  await signIn(other, "maren", "/incoming");
  await mailRow(page, "Monitoring").click();
  await expect(mailReader(page)).toContainText("Too many mails in a short time");
  await page.keyboard.press("i");
  await expect(toastOf(page, "Mail ignored")).toBeVisible();
  await expect(mailRow(page, "Monitoring")).toHaveCount(0);
  await expect(tabCount(other, "Held")).toHaveText("5");
  await page.keyboard.press("u");
  await expect(toastOf(page, "Taken back")).toBeVisible();
  await expect(mailRow(page, "Monitoring")).toBeVisible();
  await expect(tabCount(other, "Held")).toHaveText("6");
});

test("several are decided on at once", async ({ browser }) => {
  const page = await browser.newPage({ baseURL: desk.address });
  await signIn(page, "maren", "/incoming?state=ignored");
  await expect(mailRow(page, "Northgate Events")).toBeVisible();
  // The first one is opened by itself; before that no row has the cursor.
  await expect(mailReader(page).getByRole("heading", { level: 2 })).toBeVisible();
  await page.keyboard.press("x");
  await page.keyboard.press("j");
  await page.keyboard.press("x");
  await page.getByRole("toolbar", { name: "2 selected" }).getByRole("button", { name: "Spam" }).click();
  await expect(toastOf(page, "2 mails marked as spam")).toBeVisible();
  await expect(tabCount(page, "Spam")).toHaveText("2");
});

test("the original stands in a frame that may do nothing, and is saved as it arrived", async ({
  browser,
}) => {
  const page = await browser.newPage({ baseURL: desk.address });
  await signIn(page, "maren", "/incoming");
  await mailRow(page, "Helena Marsh").click();
  // The mail that was open before has such a button as well.
  await expect(mailReader(page)).toContainText("Helena Marsh");
  await mailReader(page).getByRole("button", { name: "Original" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Headers" }).click();
  await expect(dialog).toContainText("From: ");
  const saving = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Download .eml" }).click();
  expect((await saving).suggestedFilename()).toMatch(/\.eml$/);
  expect(await findAxeViolations(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
});

test("on a phone the mail takes the place of the list, which is found again where it was left", async ({
  browser,
}) => {
  const page = await browser.newPage({ baseURL: desk.address, viewport: PHONE });
  await signIn(page, "maren", "/incoming");
  await mailRow(page, "Sofia Lindgren").click();
  await expect(mailReader(page)).toContainText("Nobody with this address is known");
  await expect(mailRow(page, "Sofia Lindgren")).toBeHidden();
  expect(await findAxeViolations(page)).toEqual([]);
  await page.goBack();
  await expect(mailRow(page, "Sofia Lindgren")).toBeVisible();
  await expect(mailReader(page)).toBeHidden();
});

test("a list that cannot be fetched says so once, and is fetched again", async ({ browser }) => {
  const page = await browser.newPage({ baseURL: desk.address });
  await page.route("**/api/incoming?*", (route) => route.fulfill({ status: 503, body: "" }));
  await signIn(page, "maren", "/incoming");
  await expect(page.getByText("Failed to fetch incoming mail")).toHaveCount(1);
  expect(await findAxeViolations(page)).toEqual([]);
  await page.unroute("**/api/incoming?*");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(mailRow(page, "Sofia Lindgren")).toBeVisible();
});
