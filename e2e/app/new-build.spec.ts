import { expect, type Page } from "@playwright/test";
import { signInToDashboard } from "../support/people/people.ts";
import { savesData } from "../support/browser/save-data.ts";
import { test } from "../support/story.ts";

/** The server has been updated: the page names another entry, and parts that were not fetched yet are gone. */
async function update(page: Page, part: RegExp) {
  let reloads = 0;
  let isUpdated = true;
  await page.route(
    (url) => url.pathname === "/",
    async (route) => {
      const response = await route.fetch();
      const text = await response.text();
      await route.fulfill({
        response,
        body: isUpdated ? text.replace(/index-[\w-]+\.js/, "index-newer.js") : text,
      });
    },
  );
  await page.route(part, (route) =>
    isUpdated ? route.fulfill({ status: 404, body: "" }) : route.continue(),
  );
  page.on("framenavigated", () => {
    if (page.url() !== "about:blank") reloads += 1;
  });
  await page.route(
    (url) => !url.pathname.startsWith("/api/"),
    async (route) => {
      // The reload brings the new app, whose parts are all there.
      if (route.request().isNavigationRequest()) isUpdated = false;
      await route.fallback();
    },
  );
  return { reloads: () => reloads };
}

test("a page whose part an update has removed loads the new app by itself, once", async ({ page }) => {
  await savesData(page);
  await signInToDashboard(page, "maren");
  await update(
    page,
    /\/assets\/manage-page-[^/]*\.js|\/assets\/companies[^/]*\.js|\/assets\/list-page-[^/]*\.js/,
  );
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Companies" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Companies" })).toBeVisible();
  await expect(page).toHaveURL(/\/companies/);
});

test("what is being written stays while a part is missing, and a notice offers the new app", async ({
  page,
}) => {
  await signInToDashboard(page, "maren");
  await page.goto("/tickets/new");
  await page.getByLabel("Subject").fill("Half a sentence");
  await update(page, /\/assets\/(palette|shortcuts-sheet)-[^/]*\.js/);
  await page.keyboard.press("Escape");
  await page.getByRole("heading", { level: 1 }).click();
  await page.keyboard.press("?");
  await expect(page.getByText("There is a new version of the app")).toBeVisible();
  await expect(page.getByLabel("Subject")).toHaveValue("Half a sentence");
  await page.getByRole("button", { name: "Reload the page" }).click();
  await expect(page.getByText("There is a new version of the app")).toHaveCount(0);
  await expect(page.getByLabel("Subject")).toHaveValue("Half a sentence");
});

test("a page that cannot be fetched without a connection does not take the app away", async ({
  page,
  context,
}) => {
  await savesData(page);
  await signInToDashboard(page, "maren");
  // A part that was fetched ahead of the click would be there.
  await page.route(/\/assets\/list-page[^/]*\.js|\/assets\/companies[^/]*\.js/, (route) => route.abort());
  await context.setOffline(true);
  let loadings = 0;
  page.on("request", (request) => {
    if (request.isNavigationRequest()) loadings += 1;
  });
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Companies" }).click();
  await expect(page.getByRole("button", { name: "Try again" })).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Main" })).toBeVisible();
  expect(loadings).toBe(0);
});
