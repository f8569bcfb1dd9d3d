import { expect } from "@playwright/test";
import { PHONE } from "../support/browser/viewports.ts";
import { signInToDashboard } from "../support/people/people.ts";
import { test } from "../support/story.ts";

/** "Expanded by default; collapsed shows icons only; widths 16 collapsed and 64 expanded": units of a quarter rem. */
const WIDTHS = { expanded: 256, collapsed: 64 };

for (const width of [768, 1024, 1440]) {
  test(`the sidebar is expanded by default in a window of ${width} px, and stays as it was left`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    await signInToDashboard(page, "idris");
    const sidebar = page.locator(".sidebar");
    const isWide = async () => Math.round((await sidebar.boundingBox())?.width ?? 0);
    await expect.poll(isWide).toBe(WIDTHS.expanded);
    await expect(sidebar).toContainText("Idris Okafor");
    await page.getByRole("button", { name: "Collapse sidebar" }).click();
    await expect.poll(isWide).toBe(WIDTHS.collapsed);
    await page.reload();
    await expect.poll(isWide).toBe(WIDTHS.collapsed);
  });
}

test("in a low window the sidebar is scrolled to its end, and so is the drawer of a small phone", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 480 });
  await signInToDashboard(page, "maren");
  const wayOut = page.getByRole("button", { name: "Log out" });
  await expect(wayOut).not.toBeInViewport();
  await page.locator(".sidebar").hover();
  await page.mouse.wheel(0, 2000);
  await expect(wayOut).toBeInViewport({ ratio: 1 });

  await page.setViewportSize({ width: PHONE.width, height: 568 });
  await page.getByRole("button", { name: "Open menu" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await expect(wayOut).not.toBeInViewport();
  await page.getByRole("dialog").hover();
  await page.mouse.wheel(0, 2000);
  await expect(wayOut).toBeInViewport({ ratio: 1 });
});
