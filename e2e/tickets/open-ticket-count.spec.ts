import { expect, type Locator, type Page } from "@playwright/test";
import { callAs, createTicket } from "../support/people/api-as.ts";
import { signIn } from "../support/people/people.ts";
import { startOwnServer } from "../support/desk/server-for-one-story.ts";
import { test } from "../support/story.ts";

const entry = (around: Page | Locator) => around.getByRole("link", { name: "Tickets", exact: true }).first();
const count = (page: Page) => entry(page).locator(".open-count");

test("staff see beside Tickets how many are open, live, and nobody asks the server for it", async ({
  browser,
}) => {
  test.slow();
  // On a server of its own: elsewhere other stories create and close tickets at the same time.
  const desk = await startOwnServer();
  try {
    // Of her own: her cookie in the page's context would sign the page in as her.
    const hers = await browser.newContext({ baseURL: desk.address });
    const maren = await callAs(hers.request, "maren");
    const { body } = await maren("GET", "/dashboard/metrics");
    const metrics = body["ticket_metrics"];
    const open = typeof metrics === "object" && metrics && "open" in metrics ? Number(metrics.open) : 0;
    expect(open).toBeGreaterThan(0);

    const page = await (await browser.newContext({ baseURL: desk.address })).newPage();
    const asked: string[] = [];
    page.on("request", (sent) => asked.push(sent.url()));
    await signIn(page, "idris");
    await expect(count(page)).toHaveText(String(open));
    await expect(
      page.getByRole("link", { name: "Tickets", exact: true }).first(),
    ).toHaveAccessibleDescription(`${open} open`);
    const id = await createTicket(maren, "One more");
    await expect(count(page)).toHaveText(String(open + 1));
    await maren("PUT", `/tickets/${id}`, { status: "pending" });
    await expect(count(page)).toHaveText(String(open));
    await maren("DELETE", `/tickets/${await createTicket(maren, "Gone again")}`);
    await expect(count(page)).toHaveText(String(open));
    expect(asked.filter((url) => url.includes("status=open"))).toEqual([]);

    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole("button", { name: "Open menu" }).click();
    await expect(entry(page.getByRole("dialog")).locator(".open-count")).toHaveText(String(open));

    const client = await (await browser.newContext({ baseURL: desk.address })).newPage();
    await signIn(client, "tomas");
    await expect(client.getByRole("link", { name: "Tickets", exact: true })).toBeVisible();
    await expect(count(client)).toHaveCount(0);
  } finally {
    await desk.end();
  }
});
