import { expect, type Page } from "@playwright/test";
import { signIn } from "../support/people.ts";
import { savesData } from "../support/save-data.ts";
import { test } from "../support/story.ts";

const open = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Main" }).getByRole("link", { name, exact: true }).click();
/** Of a list alone: other code may come meanwhile, as what keeps the app for offline use does. */
const isListPage = (url: string) => /\/assets\/list-page[^/]*\.js$/.test(new URL(url).pathname);

const countLists = (page: Page) =>
  page.evaluate(
    () =>
      performance
        .getEntriesByType("resource")
        .filter(({ name }) => /\/assets\/list-page[^/]*\.js$/.test(name)).length,
  );

test("the pages of the navigation open without asking for their code", async ({ page }) => {
  await signIn(page, "maren", "/tickets");
  // Tickets, users, clients and companies each have one.
  await expect.poll(() => countLists(page)).toBe(4);
  const asked: string[] = [];
  page.on("request", (request) => {
    if (isListPage(request.url())) asked.push(request.url());
  });
  for (const name of ["Users", "Clients", "Companies"]) {
    await open(page, name);
    await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
    await expect(page.getByRole("table", { name })).not.toHaveAttribute("aria-busy");
  }
  expect(asked).toEqual([]);
});

test("for those who save data, the code of a page comes with the click", async ({ page }) => {
  await savesData(page);
  await signIn(page, "maren", "/tickets");
  await expect(page.getByRole("table", { name: "Tickets" })).not.toHaveAttribute("aria-busy");
  const code = page.waitForRequest((request) => isListPage(request.url()));
  await page.getByRole("link", { name: "Users", exact: true }).dispatchEvent("click");
  await code;
  await expect(page.getByRole("heading", { level: 1, name: "Users" })).toBeVisible();
});
