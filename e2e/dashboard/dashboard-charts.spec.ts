import { expect, type Page } from "@playwright/test";
import { findAxeViolations } from "../support/page/axe.ts";
import { signInToDashboard } from "../support/people/people.ts";
import { test } from "../support/story.ts";
import { measureOverflow } from "../support/browser/viewports.ts";

test("every figure says what it counts and leads to what it counted", async ({ page }) => {
  await signInToDashboard(page, "lena");
  const figures = page.getByRole("region", { name: "Key figures" });
  await expect(figures.getByRole("link")).toHaveCount(8);
  const unassigned = figures.getByRole("link", { name: "Unassigned" });
  await unassigned.hover();
  await expect(page.getByRole("tooltip")).toContainText("Tickets without an assignee");
  // Other stories create and assign tickets: the figure and the list have to agree only where none does in between.
  await expect(async () => {
    await page.goto("/dashboard");
    const count = /\d+/.exec(await unassigned.innerText())?.[0] ?? "none";
    await unassigned.click();
    await expect(page).toHaveURL(/\/tickets\?unassigned=true$/);
    await expect(page.getByRole("heading", { level: 1 })).toContainText(count, { timeout: 3000 });
  }).toPass();
});

for (const theme of ["dark", "light"]) {
  test(`the charts read with the keyboard in the ${theme} theme, and axe finds nothing`, async ({ page }) => {
    await page.addInitScript((chosen) => localStorage.setItem("theme", chosen), theme);
    await signInToDashboard(page, "rafael");
    const trend = chart(page, /^Tickets created per day/);
    const days = trend.getByRole("img");
    await expect(days).toHaveCount(30);
    await days.last().focus();
    await page.keyboard.press("ArrowLeft");
    await expect(days.nth(28)).toBeFocused();
    await page.keyboard.press("Home");
    await expect(days.first()).toBeFocused();
    const label = (await days.first().getAttribute("aria-label")) ?? "";
    const [day = "", figure = ""] = label.split(/: | created/);
    await expect(trend.locator(".chart-tooltip")).toContainText(day);
    await expect(trend.locator(".chart-tooltip")).toContainText(figure);
    await page.keyboard.press("Escape");
    await expect(trend.locator(".chart-tooltip")).toHaveCount(0);

    // Each chart is one stop on the way; its marks lead to their tickets.
    await days.first().press("Tab");
    await expect(
      chart(page, /^Tickets by status/)
        .getByRole("link")
        .first(),
    ).toBeFocused();
    await page.keyboard.press("Tab");
    await expect(
      chart(page, /^Tickets by priority/)
        .getByRole("link")
        .first(),
    ).toBeFocused();
    expect(await findAxeViolations(page)).toEqual([]);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/tickets\?priority=urgent$/);
  });
}

test("the hidden table says what the trend draws", async ({ page }) => {
  await signInToDashboard(page, "rafael");
  const trend = chart(page, /^Tickets created per day/);
  await expect(trend.getByRole("row")).toHaveCount(31);
  // Both are of the same moment, but reading them is not, and other stories create tickets.
  await expect(async () => {
    const cells = await trend.getByRole("cell").allInnerTexts();
    const total = cells.reduce((sum, cell) => sum + Number(cell.replaceAll(",", "")), 0);
    await expect(page.getByText(`${total.toLocaleString("en")} in total`)).toBeVisible({ timeout: 1000 });
  }).toPass();
});

test("a priority without tickets is drawn as one and counted as none", async ({ page }) => {
  await page.route("**/api/dashboard/metrics", async (route) => {
    const response = await route.fetch();
    const metrics = await response.json();
    metrics.ticket_metrics.by_priority[0].count = 0;
    await route.fulfill({ response, json: metrics });
  });
  await signInToDashboard(page, "rafael");
  const urgent = chart(page, /^Tickets by priority/).getByRole("link", { name: "Urgent: 0" });
  const drawn = await urgent.locator(".chart-arc").getAttribute("stroke-dasharray");
  expect(Number(drawn?.split(" ")[0])).toBeGreaterThan(0);
});

test("a failure keeps the last good figures, with their time, under the banner", async ({ page }) => {
  let isBroken = false;
  // The same ones until then: what other stories do would move them between being read here and failing.
  let good: unknown;
  await page.route("**/api/dashboard/metrics", async (route) => {
    if (isBroken) return route.fulfill({ status: 500, json: { detail: "The database is away" } });
    good ??= await (await route.fetch()).json();
    return route.fulfill({ json: good });
  });
  await page.clock.install();
  await signInToDashboard(page, "rafael");
  const figures = page.getByRole("region", { name: "Key figures" });
  await expect(figures).toBeVisible();
  const before = await figures.innerText();
  isBroken = true;
  await page.clock.runFor(63_000);
  const banner = page.getByRole("alert").filter({ hasText: "Failed to load dashboard metrics" });
  await expect(banner).toContainText("The database is away");
  await expect(banner).toContainText("The figures below are from");
  expect(await figures.innerText()).toBe(before);
  expect(await findAxeViolations(page)).toEqual([]);
  // Only the press mends it: what others change meanwhile fetches the figures again as well.
  await page.exposeFunction("mend", () => (isBroken = false));
  await page.evaluate("document.addEventListener('click', () => mend(), { capture: true })");
  await banner.getByRole("button", { name: "Try again" }).click();
  await expect(async () => {
    await banner
      .getByRole("button", { name: "Try again" })
      .click({ timeout: 1000 })
      .catch(() => undefined);
    await expect(banner).toHaveCount(0, { timeout: 2000 });
  }).toPass();
});

test("without any tickets each part says so", async ({ page }) => {
  await page.route("**/api/dashboard/metrics", async (route) => {
    const response = await route.fetch();
    const metrics = await response.json();
    const none = { total: 0, open: 0, closed: 0, in_progress: 0, unassigned_count: 0 };
    Object.assign(metrics.ticket_metrics, none, {
      avg_resolution_time_hours: null,
      median_resolution_time_hours: null,
      by_status: [],
      by_priority: [],
    });
    await route.fulfill({ response, json: { ...metrics, ticket_trend: [] } });
  });
  await page.route("**/api/tickets?*", (route) =>
    route.fulfill({
      json: { items: [], meta: { total: 0, limit: 10, page: 1, pages: 0, counts: {}, next: null } },
    }),
  );
  await signInToDashboard(page, "rafael");
  for (const words of [
    "No trend data available",
    "No ticket data available",
    "No priority data available",
    "No tickets found",
    "N/A",
  ]) {
    await expect(page.getByText(words, { exact: true })).toBeVisible();
  }
});

test("the page holds at 320 px, and its charts keep their size of text", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 800 });
  await signInToDashboard(page, "rafael");
  await expect(chart(page, /^Tickets by status/).getByRole("link")).toHaveCount(5);
  // Charts are drawn for the width a frame or two later.
  await expect.poll(() => measureOverflow(page)).toBe(0);
  const sizes = await page.evaluate(() =>
    [...document.querySelectorAll(".chart text:not(.bar-value)")].map(
      (text) => getComputedStyle(text).fontSize,
    ),
  );
  expect(new Set(sizes)).toEqual(new Set(["11px"]));
});

function chart(page: Page, name: RegExp) {
  return page.getByRole("figure", { name });
}
