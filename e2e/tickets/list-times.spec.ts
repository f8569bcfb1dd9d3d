import { expect } from "@playwright/test";
import { signIn } from "../support/people/people.ts";
import { test } from "../support/story.ts";

test("the list shows created and updated as relative times, however old, and the date in the tooltip", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page, "idris", "/tickets?sort=created&order=asc");
  const times = page.locator("td.column-created time, td.column-updated time");
  await expect(times.first()).toHaveText(/ago$/);
  const shown = await times.evaluateAll((all) =>
    all.map((time) => ({ text: time.textContent, title: time.getAttribute("title") })),
  );
  expect(shown.length).toBeGreaterThan(20);
  for (const { text, title } of shown) {
    expect(text).toMatch(/^(now|yesterday|\d+(m|h|d|w|mo|y) ago)$/);
    expect(title).toMatch(/^[A-Z][a-z]{2} \d{1,2}, \d{4}, \d{1,2}:\d{2}\s[AP]M$/);
  }
});

test("beside due times a subject keeps its room in the window of a small laptop", async ({ page }) => {
  // 1366 px at 125 %, with the sidebar as it is at first.
  await page.setViewportSize({ width: 1093, height: 614 });
  await signIn(page, "idris", "/tickets");
  const head = (name: string) => page.getByRole("columnheader", { name });
  await expect(head("Due")).toBeVisible();
  expect((await head("Subject").boundingBox())?.width).toBeGreaterThan(140);
  await expect(head("Updated")).toBeHidden();
  await page.setViewportSize({ width: 1280, height: 720 });
  await expect(head("Updated")).toBeVisible();
});
