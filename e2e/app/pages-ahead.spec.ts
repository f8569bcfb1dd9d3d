import { expect, type Page } from "@playwright/test";
import { signIn } from "../support/people/people.ts";
import { savesData } from "../support/browser/save-data.ts";
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

declare global {
  interface Window {
    /** What was asked for, each with the words of the title that stood on the page then. */
    asked: [path: string, title: string | null][];
  }
}

/** Notes each request from now on, before the page has any answer. */
const noteRequests = (page: Page) =>
  page.evaluate(() => {
    window.asked = [];
    const ask = window.fetch.bind(window);
    window.fetch = (input, init) => {
      const { url } = new Request(input, { ...init, body: null });
      window.asked.push([
        new URL(url).pathname,
        document.querySelector("h1")?.firstChild?.textContent ?? null,
      ]);
      return ask(input, init);
    };
  });

test("a page's data are asked for with the click, once, while the page before still stands", async ({
  page,
}) => {
  // What others change meanwhile is asked for again, and rightly so.
  await page.route("**/api/events**", (route) => route.abort());
  await signIn(page, "maren", "/tickets");
  await expect.poll(() => countLists(page)).toBe(4);
  await noteRequests(page);
  const titlesAt = (path: RegExp) =>
    page.evaluate(
      (pattern) =>
        window.asked.filter(([asked]) => new RegExp(pattern).test(asked)).map(([, title]) => title),
      path.source,
    );

  await page.getByRole("link", { name: "Dashboard", exact: true }).dispatchEvent("click");
  await expect(page.getByRole("heading", { level: 1, name: "Dashboard" })).toBeVisible();
  await expect(page.getByRole("region", { name: "Key figures" })).toBeVisible();
  expect(await titlesAt(/dashboard\/metrics$/)).toEqual(["Tickets"]);

  await open(page, "Tickets");
  const row = page.getByRole("table", { name: "Tickets" }).getByRole("link").first();
  await row.dispatchEvent("click");
  await expect(page.getByRole("region", { name: "Comments" })).toBeVisible();
  expect(await titlesAt(/tickets\/[\da-f-]{36}$/)).toEqual(["Tickets"]);
  expect(await titlesAt(/tickets\/[\da-f-]{36}\/comments$/)).toEqual(["Tickets"]);
});
