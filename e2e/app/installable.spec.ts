import { expect } from "@playwright/test";
import { test } from "../support/story.ts";

test("a browser can install the app, with its own name and pictures", async ({ page, request }) => {
  await page.goto("/login");
  const manifest = await request.get("/manifest.webmanifest");
  expect(manifest.headers()["content-type"]).toContain("application/manifest+json");
  const { name, start_url, icons } = await manifest.json();
  expect([name, start_url]).toEqual(["Waypost", "/dashboard"]);
  for (const { src, type } of icons) {
    // oxlint-disable-next-line no-await-in-loop
    const icon = await request.get(src);
    expect([icon.status(), icon.headers()["content-type"]]).toEqual([200, type]);
  }
  await expect(page.locator('link[rel="manifest"]')).toHaveAttribute("href", "/manifest.webmanifest");
});
