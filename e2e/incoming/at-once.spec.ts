import { type APIRequestContext, type Browser, expect, type Page, request } from "@playwright/test";
import { callAs } from "../support/people/api-as.ts";
import { mailReader, mailRow } from "../support/page/incoming-page.ts";
import { toastOf } from "../support/page/locators.ts";
import { type Name, signIn } from "../support/people/people.ts";
import { startOwnServer } from "../support/desk/server-for-one-story.ts";
import { test } from "../support/story.ts";

/** Two people decide on one mail of the demo at once: one decision counts, and the other person reads whose. */
let desk: Awaited<ReturnType<typeof startOwnServer>>;
let client: APIRequestContext;
test.describe.configure({ mode: "serial", timeout: 180_000 });
test.beforeAll(async () => {
  desk = await startOwnServer();
  client = await request.newContext({ baseURL: desk.address });
});
test.afterAll(async () => {
  await client.dispose();
  await desk.end();
});

const joined = (page: Page) => toastOf(page, "Mail joined to");
const tooLate = (page: Page) => toastOf(page, "This mail was dealt with already");

/** Opens a mail of the demo for somebody, at a machine of their own. */
async function openMail(browser: Browser, name: Name, sender: string): Promise<Page> {
  const page = await browser.newPage({ baseURL: desk.address });
  await signIn(page, name, "/incoming");
  await mailRow(page, sender).click();
  await expect(mailReader(page)).toContainText(sender);
  return page;
}

test("somebody who was faster is named", async ({ browser }) => {
  const page = await openMail(browser, "lena", "Tomás Aguilar");
  const id = new URL(page.url()).searchParams.get("mail");
  const maren = await callAs(client, "maren");
  // While Lena's is on its way, so that no notice of Maren's can take the button from her before.
  await page.route(`**/api/incoming/${id}/ignore`, async (route) => {
    expect((await maren("POST", `/incoming/${id}/ignore`)).status).toBe(200);
    await route.continue();
  });
  await mailReader(page).getByRole("button", { name: "Ignore" }).click();
  await expect(tooLate(page)).toContainText("Maren Solberg was faster");
  await expect(mailReader(page)).toContainText("Decided by Maren Solberg");
});

test("of two who join a mail at once one has, and the other is told who", async ({ browser }) => {
  const lena = await openMail(browser, "lena", "Sofia Lindgren");
  const maren = await openMail(browser, "maren", "Sofia Lindgren");
  const pages = [lena, maren];
  const bothAreOnTheWay = Promise.withResolvers<void>();
  let onTheWay = 0;
  for (const page of pages)
    await page.route("**/api/incoming/*/join", async (route) => {
      onTheWay += 1;
      if (onTheWay === pages.length) bothAreOnTheWay.resolve();
      await bothAreOnTheWay.promise;
      await route.continue();
    });
  for (const page of pages) await joinToPrinter(page);
  for (const page of pages) await expect(tooLate(page).or(joined(page))).toBeVisible();
  const lenaWon = await joined(lena).isVisible();
  const [winner, loser] = lenaWon ? [lena, maren] : [maren, lena];
  await expect(tooLate(loser)).toContainText(`${lenaWon ? "Lena Fischer" : "Maren Solberg"} was faster`);
  await expect(loser.getByRole("form", { name: "Join ticket" })).toHaveCount(0);
  await joined(winner).getByRole("button", { name: "Open" }).click();
  await expect(winner.locator("li.comment", { hasText: "I start at Kestrel Logistics" })).toHaveCount(1);
});

async function joinToPrinter(page: Page): Promise<void> {
  await page.keyboard.press("n");
  const form = page.getByRole("form", { name: "Join ticket" });
  await form.getByRole("button", { name: "Ticket", exact: true }).click();
  await page.getByPlaceholder("Find by number or words...").fill("Label printer in Bay 3");
  await page.getByRole("option", { name: "Label printer in Bay 3" }).first().click();
  await form.getByRole("button", { name: "Join ticket" }).click();
}
