import { expect, type Page } from "@playwright/test";
import { agentId, callAs, createTicket, ticketsApiAs } from "../support/people/api-as.ts";
import { subjectLinks } from "../support/page/locators.ts";
import { signIn } from "../support/people/people.ts";
import { test } from "../support/story.ts";
import { freshWord } from "../support/unique-words.ts";

test("an agent finds a ticket by a word of its issue, and by its number without the prefix", async ({
  page,
  request,
}) => {
  const word = freshWord();
  const idris = await ticketsApiAs(request, "idris");
  const ticket = await idris.create({ subject: "Scanner reads nothing", issue: `The display says ${word}.` });
  await signIn(page, "maren");
  await page.goto("/tickets");
  await page.getByPlaceholder("Search tickets…").fill(word);
  await expect(subjectLinks(page)).toHaveText([/Scanner reads nothing/]);
  await expect(page.getByRole("heading", { name: "Tickets" })).toContainText("1");
  await expect(page).toHaveURL(`/tickets?search=${word}`);

  const number = ticket.uid.replace(/\D/g, "");
  await page.getByPlaceholder("Search tickets…").fill(number);
  // The list before has that link as well.
  await expect(page).toHaveURL(new RegExp(`search=\\D*${number}`));
  await waitUntilListed(page);
  await page.getByRole("link", { name: ticket.uid }).click();
  await expect(page).toHaveURL(`/tickets/${ticket.id}`);
  await expect(page.getByRole("heading", { name: "Scanner reads nothing" })).toBeVisible();
});

test("filters are exactly those of the desk, stand in the address, and Back takes them away", async ({
  page,
}) => {
  await signIn(page, "idris");
  await page.goto("/tickets");
  await page.getByRole("combobox", { name: "Status" }).click();
  await expect(page.getByRole("option")).toHaveText(["All Statuses", "Open", "Pending", "On Hold", "Closed"]);
  await page.getByRole("option", { name: "Pending" }).click();
  await expect(page).toHaveURL("/tickets?status=pending");
  await page.getByRole("combobox", { name: "Priority" }).click();
  await expect(page.getByRole("option")).toHaveText(["All Priorities", "Low", "Normal", "High", "Urgent"]);
  await page.getByRole("option", { name: "High" }).click();
  await expect(page).toHaveURL("/tickets?status=pending&priority=high");
  await page.goBack();
  await expect(page).toHaveURL("/tickets?status=pending");
  await expect(page.getByRole("combobox", { name: "Priority" })).toHaveText("All Priorities");
  await page.getByRole("button", { name: "Clear", exact: true }).click();
  await expect(page).toHaveURL("/tickets");
});

test("more filters narrow the list to whom a ticket is assigned to", async ({ page, request }) => {
  const word = freshWord();
  const maren = await callAs(request, "maren");
  await createTicket(maren, `His ${word}`, { assignee_id: await agentId(maren, "Idris Okafor") });
  await createTicket(maren, `Nobody's ${word}`);
  await signIn(page, "idris");
  await page.goto(`/tickets?search=${word}`);
  await expect(subjectLinks(page)).toHaveCount(2);
  await page.getByRole("button", { name: "More filters" }).click();
  await page.getByRole("dialog", { name: "More filters" }).getByLabel("Assignee").click();
  await page.getByRole("option", { name: "Assigned to me" }).click();
  await expect(page).toHaveURL(`/tickets?search=${word}&mine=true`);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("row").locator("td.column-assignee")).toHaveText([/Idris Okafor/]);
  await page.getByRole("button", { name: "Remove filter Assigned to me" }).click();
  await expect(page).toHaveURL(`/tickets?search=${word}`);
  await expect(subjectLinks(page)).toHaveCount(2);
});

test("an address with nonsense in it still shows the list", async ({ page }) => {
  await signIn(page, "idris");
  await page.goto("/tickets?status=broken&assignee_id=42&page=-1&sort=magic&%00=x");
  await expect(subjectLinks(page).first()).toBeVisible();
  await expect(page.getByRole("combobox", { name: "Status" })).toHaveText("All Statuses");
});

test("nothing found says so, with a hint only where a filter is set", async ({ page }) => {
  await signIn(page, "idris");
  await page.goto(`/tickets?search=${freshWord()}`);
  await expect(page.getByRole("heading", { name: "No tickets found" })).toBeVisible();
  await expect(page.getByText("Try adjusting your filters or create a new ticket.")).toBeVisible();
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(subjectLinks(page).first()).toBeVisible();
});

test("a list that cannot be loaded says so and is asked for again", async ({ page }) => {
  await signIn(page, "idris");
  await page.route("**/api/tickets?**", (route) => route.fulfill({ status: 500, body: "" }));
  await page.goto("/tickets");
  await expect(page.getByRole("heading", { name: "Failed to load tickets" })).toBeVisible();
  await page.unroute("**/api/tickets?**");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(subjectLinks(page).first()).toBeVisible();
});

test("columns sort both ways and say so", async ({ page }) => {
  await signIn(page, "idris");
  await page.goto("/tickets?status=closed");
  await page.getByRole("button", { name: "Subject" }).click();
  await expect(page).toHaveURL("/tickets?status=closed&sort=subject&order=asc");
  await expect(page.getByRole("columnheader", { name: "Subject" })).toHaveAttribute("aria-sort", "ascending");
  await waitUntilListed(page);
  const first = await subjectLinks(page).first().textContent();
  await page.getByRole("button", { name: "Subject" }).click();
  await expect(page.getByRole("columnheader", { name: "Subject" })).toHaveAttribute(
    "aria-sort",
    "descending",
  );
  await expect(subjectLinks(page).first()).not.toHaveText(first ?? "");
});

for (const [device, viewport] of [
  ["a desk", { width: 1280, height: 800 }],
  ["a phone", { width: 390, height: 844 }],
] as const) {
  test(`the list goes on while one scrolls, and Back finds the place again on ${device}`, async ({
    page,
    request,
  }) => {
    await page.setViewportSize(viewport);
    const maren = await ticketsApiAs(request, "maren");
    await signIn(page, "idris");
    await page.goto("/tickets");
    await expect(subjectLinks(page).first()).toBeVisible();
    await expect(async () => {
      await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
      await expect(page.locator("footer.card-foot")).toHaveText(/^1–(1[5-9]\d|2\d\d) of/, { timeout: 500 });
    }).toPass();
    const before = await total(page);
    await page.evaluate(() => window.scrollBy(0, -1500));
    const row = page.locator("tbody tr[data-index]", {
      has: page.locator(`a[href="${await hrefInView(page)}"]`),
    });
    await row.locator("a.strong").click();
    await expect(page).toHaveURL(/\/tickets\/[\da-f-]{36}$/);
    // A ticket that arrives above moves every row down by many screens of a phone.
    for (let n = 1; n <= 8; n += 1) await maren.create({ subject: `Meanwhile ${n}` });
    await page.goBack();
    await expect(row).toHaveClass(/is-cursor/);
    // Other stories merge and delete a few meanwhile.
    await expect.poll(() => total(page)).toBeGreaterThan(before + 4);
    await expect(row).toBeInViewport();
    expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(1000);
  });
}

/** Until then the rows of the search before stand there. */
async function waitUntilListed(page: Page): Promise<void> {
  await expect(page.locator("table.ticket-list[aria-busy]")).toHaveCount(0);
}

/** The total number of tickets in the foot of the list, once nothing is being loaded. */
async function total(page: Page): Promise<number> {
  let total = 0;
  await expect
    .poll(async () => {
      const text = await page.locator("footer.card-foot").textContent();
      return (total = Number(/of ([\d,]+)/.exec(text ?? "")?.[1]?.replaceAll(",", "") ?? 0));
    })
    .toBeGreaterThan(0);
  return total;
}

test("the keyboard alone finds, opens and comes back", async ({ page, request }) => {
  const word = freshWord();
  const maren = await ticketsApiAs(request, "maren");
  const older = await maren.create({ subject: `Older ${word}` });
  await maren.create({ subject: `Newer ${word}` });
  await signIn(page, "idris");
  await page.goto("/tickets");
  await expect(subjectLinks(page).first()).toBeVisible();
  await page.keyboard.press("/");
  await page.keyboard.type(word);
  await page.keyboard.press("Enter");
  await expect(subjectLinks(page)).toHaveText([/Newer/, /Older/]);
  await page.keyboard.press("Tab");
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  await expect(page.locator("tr.is-cursor")).toContainText("Older");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`/tickets/${older.id}`);
  await page.goBack();
  await expect(page.locator("tr.is-cursor")).toContainText("Older");
});

test("what others do appears without a reload, and nothing jumps under the pointer", async ({
  page,
  request,
}) => {
  const word = freshWord();
  const maren = await ticketsApiAs(request, "maren");
  const first = await maren.create({ subject: `First ${word}` });
  await signIn(page, "idris");
  await page.goto(`/tickets?search=${word}`);
  await expect(subjectLinks(page)).toHaveText([/First/]);
  await page.mouse.move(2, 2);
  await maren.create({ subject: `Second ${word}` });
  await expect(subjectLinks(page)).toHaveText([/Second/, /First/]);

  await subjectLinks(page).first().hover();
  await maren.create({ subject: `Third ${word}` });
  await maren.change(first.id, { status: "closed" });
  await expect(page.getByRole("row", { name: /First/ })).toContainText("Closed");
  await expect(page.getByRole("button", { name: "1 new ticket" })).toBeVisible();
  await expect(subjectLinks(page)).toHaveText([/Second/, /First/]);
  // By keyboard: on its way to the button the pointer leaves the list, which then takes in what is new by itself.
  await page.getByRole("button", { name: "1 new ticket" }).press("Enter");
  await expect(subjectLinks(page)).toHaveText([/First/, /Third/, /Second/]);
});

/** The link of the subject in the middle of the window. */
function hrefInView(page: Page): Promise<string | null | undefined> {
  return page.evaluate(() =>
    [...document.querySelectorAll("a.strong")]
      .find((link) => link.getBoundingClientRect().top > window.innerHeight / 2)
      ?.getAttribute("href"),
  );
}
