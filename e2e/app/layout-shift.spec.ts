import { expect, type Page } from "@playwright/test";
import { ticketsApiAs } from "../support/people/api-as.ts";
import { PEOPLE, signIn } from "../support/people/people.ts";
import { test } from "../support/story.ts";
import { freshWord } from "../support/unique-words.ts";
import { PHONE } from "../support/browser/viewports.ts";
import { openCuttableProxy } from "../support/desk/cuttable-proxy.ts";
import { untilWorkerServes } from "../support/browser/kept-app.ts";

/** Measures, from the next page on, how far elements moved without anybody having asked for it. */
async function measureShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    Object.assign(window, { moved: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if ("value" in entry && "hadRecentInput" in entry && !entry.hadRecentInput) {
          Object.assign(window, { moved: Number(Reflect.get(window, "moved")) + Number(entry.value) });
        }
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
  return () => page.evaluate(() => Number(Reflect.get(window, "moved")));
}

/** The names of the answers that this browser keeps, as one text. */
function keptAnswers(page: Page): Promise<string> {
  return page.evaluate(async () => {
    // Opening the database would make it, and without its stores.
    if ((await indexedDB.databases()).length === 0) return "";
    return new Promise<string>((resolve) => {
      const request = indexedDB.open("waypost-kept");
      request.addEventListener("success", () => {
        const db = request.result;
        const keys = db.transaction("answers").objectStore("answers").getAllKeys();
        keys.addEventListener("success", () => resolve(JSON.stringify(keys.result)));
        db.close();
      });
    });
  });
}

test("a ticket comes whole, and nothing on it moves afterwards", async ({ page, request }) => {
  const idris = await ticketsApiAs(request, "idris");
  const ticket = await idris.create({ subject: `Steady ${freshWord()}`, issue: "- one\n- two\n- three" });
  await page.setViewportSize(PHONE);
  const moved = await measureShifts(page);
  await signIn(page, "idris", `/tickets/${ticket.id}`);
  await expect(page.getByRole("heading", { name: ticket.subject })).toBeVisible();
  await expect(page.getByText("No comments yet")).toBeVisible();
  await expect(page.getByRole("listitem").filter({ hasText: "three" })).toBeVisible();
  expect(await moved()).toBeLessThan(0.01);
});

test.describe("without the server", () => {
  test.use({ serviceWorkers: "allow" });

  test("the dashboard begins with the kept figures, and says once that the server is gone", async ({
    page,
    baseURL,
  }) => {
    const proxy = await openCuttableProxy(baseURL ?? "");
    await page.setViewportSize(PHONE);
    await page.goto(`${proxy.address}/login`);
    await page.getByLabel("Email").fill(PEOPLE.idris);
    await page.getByLabel("Password", { exact: true }).fill("waypost-demo");
    await page.getByRole("button", { name: "Sign in" }).click();
    const figures = page.getByRole("region", { name: "Key figures" });
    await expect(figures).toBeVisible();
    await untilWorkerServes(page);
    await page.reload();
    await expect(figures).toBeVisible();
    await expect.poll(async () => await keptAnswers(page)).toContain("metrics");
    await proxy.cut();
    const moved = await measureShifts(page);
    await page.reload();
    await expect(page.getByText("The help desk cannot be reached")).toBeVisible();
    await expect(figures).toBeVisible();
    await expect(page.getByText("Shown as of")).toBeVisible();
    expect(await moved()).toBeLessThan(0.05);
    await expect(page.getByText("Failed to load dashboard metrics")).toHaveCount(0);
  });

  for (const [place, shown, last] of [
    ["/tickets", "Tickets", /^1–50 of/],
    ["/dashboard", "Dashboard", /active · .* closed/],
  ] as const)
    test(`a notice that comes while one reads ${place} moves nothing, and covers nothing for good`, async ({
      page,
      baseURL,
    }) => {
      const proxy = await openCuttableProxy(baseURL ?? "");
      await page.setViewportSize(PHONE);
      await page.goto(`${proxy.address}/login`);
      await page.getByLabel("Email").fill(PEOPLE.idris);
      await page.getByLabel("Password", { exact: true }).fill("waypost-demo");
      const firstListening = page.waitForResponse(/\/api\/events/);
      await page.getByRole("button", { name: "Sign in" }).click();
      await expect(page.getByRole("region", { name: "Key figures" })).toBeVisible();
      await firstListening;
      const moved = await measureShifts(page);
      // Whose end tells the page that the connection is lost.
      const listening = page.waitForResponse(/\/api\/events/);
      await page.goto(`${proxy.address}${place}`);
      await expect(page.getByRole("heading", { level: 1, name: shown })).toBeVisible();
      await listening;
      // Rows that come after the key make the page longer than it was when it was scrolled to its end.
      await expect(page.getByText(last).first()).toBeVisible();
      // What came late found its place.
      const before = await moved();
      expect(before).toBeLessThan(0.01);
      await proxy.cut();
      const notice = page.getByText("The help desk cannot be reached");
      await expect(notice).toBeInViewport();
      expect((await moved()) - before).toBeLessThan(0.001);
      // Scrolled to its end the page stands above the notice.
      await page.keyboard.press("End");
      const lastPart = page.locator("#main > *").last();
      await expect
        .poll(async () => {
          const [end, top] = [await lastPart.boundingBox(), await notice.boundingBox()];
          return end && top ? end.y + end.height <= top.y : false;
        })
        .toBe(true);
    });
});

test("on a phone, too, a form says what it waits for", async ({ page }) => {
  await page.setViewportSize(PHONE);
  await page.route("**/api/uploads", () => undefined);
  await signIn(page, "idris", "/tickets/new");
  const file = { name: "screen.txt", mimeType: "text/plain", buffer: Buffer.from("seen") };
  await page.locator('input[type="file"]').setInputFiles(file);
  await expect(page.getByText("Wait until the files are sent")).toBeVisible();
  await expect(page.getByRole("button", { name: "Create Ticket" })).toBeDisabled();
});

test("figures of tables and times have one width, so that they stand below each other", async ({ page }) => {
  await signIn(page, "idris", "/tickets");
  await expect(page.locator("tbody time").first()).toHaveCSS("font-variant-numeric", "tabular-nums");
  await expect(page.getByRole("columnheader").first()).toHaveCSS("font-variant-numeric", "tabular-nums");
  await page.locator("tbody tr").first().getByRole("link").first().click();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.locator("main time").first()).toHaveCSS("font-variant-numeric", "tabular-nums");
});
