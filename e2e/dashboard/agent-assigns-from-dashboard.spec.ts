import { type APIRequestContext, expect, type Page } from "@playwright/test";
import { type CreatedTicket, ticketsApiAs } from "../support/people/api-as.ts";
import { findAxeViolations } from "../support/page/axe.ts";
import { signInToDashboard } from "../support/people/people.ts";
import { showOnly } from "../support/page/show-only.ts";
import { test } from "../support/story.ts";
import { uniqueName } from "../support/unique-words.ts";

test("an agent gives an unassigned ticket to a colleague by keyboard alone and sees the figures move", async ({
  page,
  request,
}) => {
  const { uid } = await raiseShownAlone(page, request, "Gate scanner reads nothing");
  const figures = new Figures(page);
  await figures.follow();
  await signInToDashboard(page, "idris");
  const assign = page.getByRole("button", { name: `Assign agent to ${uid}` });
  const row = page.getByRole("row").filter({ hasText: uid });
  await expect(assign).toBeVisible();
  const fetched = figures.fetched;

  await assign.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByPlaceholder("Assign to")).toBeFocused();
  await page.keyboard.type("Lena");
  await expect(page.getByRole("option", { name: "Lena Fischer" })).toBeVisible();
  expect(await findAxeViolations(page)).toEqual([]);
  await page.keyboard.press("Enter");
  await expect(page.getByText("Ticket updated successfully")).toBeVisible();
  await expect(row).toContainText("Lena Fischer");
  // Others work at the same time, so the figure is compared with what the server said after the assignment.
  await expect.poll(() => figures.fetched).toBeGreaterThan(fetched);
  await expect.poll(() => figures.shownUnassigned()).toBe(true);
  // The keyboard goes on from the same row.
  await expect(row.getByRole("link").first()).toBeFocused();
});

test("an assigned ticket shows its agent at once, without live events", async ({ page, request }) => {
  const { uid } = await raiseShownAlone(page, request, "Dock door opens by itself");
  await page.route("**/api/events*", (route) => route.abort());
  await signInToDashboard(page, "idris");
  await page.getByRole("button", { name: `Assign agent to ${uid}` }).click();
  await page.getByPlaceholder("Assign to").fill("Lena Fischer");
  const fetched = page.waitForResponse(
    (answer) => answer.url().includes("/api/tickets?") && answer.request().method() === "GET",
  );
  await page.getByRole("option", { name: "Lena Fischer" }).click();
  await expect(page.getByText("Ticket updated successfully")).toBeVisible();
  // "Afterwards tickets and metrics are refetched": the next refetch by the clock would be a minute away.
  await fetched;
  const row = page.getByRole("row").filter({ hasText: uid });
  await expect(row).toContainText("Lena Fischer");
  await expect(row.locator(".is-saving")).toHaveCount(0);
  await expect(page.getByRole("button", { name: `Assign agent to ${uid}` })).toHaveCount(0);
});

test("an assignment that fails is taken back and reported", async ({ page, request }) => {
  const { uid } = await raiseShownAlone(page, request, "Pallet labels are cut off");
  await signInToDashboard(page, "idris");
  await page.route("**/api/tickets/*", (route) =>
    route.request().method() === "PUT"
      ? route.fulfill({ status: 500, contentType: "application/json", body: "{}" })
      : route.continue(),
  );
  const assign = page.getByRole("button", { name: `Assign agent to ${uid}` });
  await assign.click();
  await page.getByPlaceholder("Assign to").fill("Lena Fischer");
  await page.getByRole("option", { name: "Lena Fischer" }).click();
  await expect(page.getByText("Failed to update ticket")).toBeVisible();
  await expect(assign).toBeVisible();
});

test("the table says how much it shows and where to page", async ({ page }) => {
  await signInToDashboard(page, "rafael");
  await expect(page.getByText(/^Showing 10 of [\d,]+ ticket\(s\)$/)).toBeVisible();
  await expect(page.getByLabel("Rows per page")).toBeDisabled();
  await expect(page.getByLabel("Rows per page").locator("option")).toHaveText(["10", "25", "50"]);
  await expect(page.getByRole("button", { name: "Next page" })).toBeDisabled();
  await page.getByRole("link", { name: "Open the ticket list to page" }).click();
  await expect(page).toHaveURL(/\/tickets$/);
});

/** Raises a ticket that the table shows alone. */
async function raiseShownAlone(
  page: Page,
  request: APIRequestContext,
  words: string,
): Promise<CreatedTicket> {
  const ticket = await (await ticketsApiAs(request, "tomas")).create({ subject: uniqueName(words) });
  await showOnly(page, ticket.subject);
  return ticket;
}

/** Follows the metrics that the server answers, to compare them with what the page shows. */
class Figures {
  fetched = 0;
  private unassigned = -1;
  private readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** Reads each answer on its way: the body of one that the page no longer waits for cannot be read afterwards. */
  async follow(): Promise<void> {
    await this.page.route("**/dashboard/metrics", async (route) => {
      const response = await route.fetch();
      this.unassigned = (await response.json()).ticket_metrics.unassigned_count;
      this.fetched += 1;
      await route.fulfill({ response });
    });
  }

  async shownUnassigned(): Promise<boolean> {
    const link = this.page
      .getByRole("region", { name: "Key figures" })
      .getByRole("link", { name: "Unassigned" });
    const shown = /\d[\d,]*/.exec(await link.innerText())?.[0].replaceAll(",", "");
    return Number(shown) === this.unassigned;
  }
}
