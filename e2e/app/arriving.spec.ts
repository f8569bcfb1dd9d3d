import { expect, type Page } from "@playwright/test";
import { signIn } from "../support/people/people.ts";
import { test } from "../support/story.ts";

/** What a screen reader is told of the page that one has come to. */
const said = (page: Page) => page.locator(".main > [aria-live=polite]");

test("the page that one comes to within the app is said by its title", async ({ page }) => {
  await signIn(page, "idris", "/inbox");
  await expect(said(page)).toHaveText("");
  await page.getByRole("navigation").getByRole("link", { name: "Users" }).click();
  await expect(said(page)).toHaveText("Users · Waypost");
  await page.goBack();
  await expect(said(page)).toHaveText("Inbox · Waypost");
});

test("what is read next is the new page, also where the link that led there is gone", async ({ page }) => {
  await signIn(page, "idris", "/tickets");
  const row = page.locator("tbody a.strong").first();
  const subject = ((await row.textContent()) ?? "").replace(/, Unread$/, "");
  await row.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: subject })).toBeVisible();
  await expect(page.getByRole("main")).toBeFocused();
  await expect(said(page)).toContainText(subject);
  await page.keyboard.press("Tab");
  await expect(page.getByRole("main").getByRole("link", { name: "Tickets" })).toBeFocused();
});

test("a page with a place to write has the focus there", async ({ page }) => {
  await signIn(page, "idris", "/tickets");
  await page.getByRole("heading", { level: 1, name: "Tickets" }).click();
  await page.keyboard.press("c");
  await expect(said(page)).toHaveText("Create New Ticket · Waypost");
  await expect(page.getByRole("main").locator("input:focus")).toHaveCount(1);
});
