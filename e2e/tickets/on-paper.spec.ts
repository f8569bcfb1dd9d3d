import { expect } from "@playwright/test";
import { callAs, createTicket } from "../support/people/api-as.ts";
import { navigateTo, openSignedIn } from "../support/page/page-checks.ts";
import { test } from "../support/story.ts";

test("a ticket is printed without what is pressed, black on white, with every line of its code", async ({
  browser,
  request,
}) => {
  const line = "Dec 12 06:40:11 vpn-1 ike: no response to rekey, peer removed ".repeat(5);
  const idris = await callAs(request, "idris");
  const id = await createTicket(idris, "On paper", {
    issue: `**The log** says:\n\n\`\`\`\n${line}\n\`\`\``,
  });
  const { body } = await idris("POST", `/tickets/${id}/checklist`, { text: "Read the log" });
  await idris("PATCH", `/tickets/${id}/checklist/${String(body["id"])}`, { done: true });
  const page = await openSignedIn(browser, "idris", { colorScheme: "dark" });
  await page.goto(`/tickets/${id}`);
  const code = page.locator("pre").filter({ hasText: "peer removed" });
  await expect(code).toBeVisible();
  const pressed = [
    page.getByRole("navigation").first(),
    page.getByRole("textbox"),
    page.getByRole("button", { name: "Add Comment", exact: true }),
    page.getByRole("link", { name: "Edit" }),
  ];
  for (const part of pressed) await expect(part).toBeVisible();

  await page.emulateMedia({ media: "print" });
  for (const part of pressed) await expect(part).toBeHidden();
  await expect(page.getByRole("heading", { level: 1, name: "On paper" })).toHaveCSS("color", "rgb(0, 0, 0)");
  await expect(page.locator("body")).toHaveCSS("background-color", "rgba(0, 0, 0, 0)");
  const tick = page.getByRole("checkbox", { name: "Read the log" });
  await expect(tick).toBeChecked();
  expect(await tick.evaluate((box) => getComputedStyle(box, "::after").backgroundColor)).toBe("rgb(0, 0, 0)");
  const cut = await code.evaluate((block) => block.scrollWidth - block.clientWidth);
  expect(cut).toBeLessThanOrEqual(0);
});

test("what is cut out of a glyph and the tracks of a chart are light on paper, whatever the theme", async ({
  browser,
}) => {
  const page = await openSignedIn(browser, "idris", { colorScheme: "dark" });
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await navigateTo(page, "/dashboard");
  await expect(page.locator(".chart .track").first()).toBeVisible();
  await page.emulateMedia({ media: "print" });
  const lightnessOf = (selector: string) => page.locator(selector).first().evaluate(readLightness);
  expect(await lightnessOf(".chart .track")).toBeGreaterThan(0.7);
  await navigateTo(page, "/tickets?priority=urgent");
  expect(await lightnessOf(".priority-urgent path")).toBeGreaterThan(0.95);
  await navigateTo(page, "/tickets?status=closed");
  expect(await lightnessOf(".status-closed path")).toBeGreaterThan(0.95);
});

/** How light a line is drawn, from 0 to 1. */
function readLightness(line: Element): number {
  const canvas = new OffscreenCanvas(1, 1).getContext("2d");
  if (!canvas) throw new Error("there is no canvas");
  canvas.fillStyle = getComputedStyle(line).stroke;
  canvas.fillRect(0, 0, 1, 1);
  return (canvas.getImageData(0, 0, 1, 1).data[1] ?? 0) / 255;
}

test("a receipt beside its ticket is printed as it stands there, however narrow the paper is", async ({
  browser,
}) => {
  const page = await openSignedIn(browser, "idris");
  await navigateTo(page, "/tickets?sla=overdue");
  await page.locator("a.strong").first().click();
  await expect(page.getByRole("button", { name: "How the clock ran" })).toBeVisible();
  await page.keyboard.press("v");
  await expect(page.getByRole("region", { name: "How the clock ran" }).getByRole("table")).toBeVisible();
  // With what opens as it does elsewhere: as a window it would begin unseen. An empty page has 1 kB.
  expect((await page.pdf()).length).toBeGreaterThan(20_000);
});
