import { expect, type Page } from "@playwright/test";
import { ticketsApiAs } from "../support/people/api-as.ts";
import { toastOf } from "../support/page/locators.ts";
import { findViolations } from "../support/page/page-checks.ts";
import { openPageAs, signIn } from "../support/people/people.ts";
import { test } from "../support/story.ts";
import { freshWord } from "../support/unique-words.ts";
import { measureOverflow, PHONE } from "../support/browser/viewports.ts";

const rail = (page: Page) => page.getByRole("complementary", { name: "Ticket properties" });
const rows = (page: Page) => rail(page).locator(".ticket-links li");
const dialog = (page: Page) => page.getByRole("dialog", { name: "Link to another ticket" });
const linkTo = (page: Page) => rail(page).getByRole("button", { name: "Link to..." });

/** Chooses a ticket in the list of the dialog by keys alone. */
async function choose(page: Page, words: string): Promise<void> {
  await dialog(page).getByRole("button", { name: "Ticket", exact: true }).press("Enter");
  await page.keyboard.type(words);
  await expect(page.getByRole("option")).toHaveCount(1);
  await page.keyboard.press("Enter");
}

test("a duplicate is linked by keys and closed, taken back, and its link removed from the other end", async ({
  page,
  browser,
  request,
}) => {
  const word = freshWord();
  const maren = await ticketsApiAs(request, "maren");
  const twin = await maren.create({ subject: `Twin ${word}` });
  const first = await maren.create({ subject: `First ${word}` });
  await signIn(page, "idris", `/tickets/${twin.id}`);
  await expect(rail(page).getByText("No links yet")).toBeVisible();
  const other = await openPageAs(browser, "lena", `/tickets/${first.id}`);
  await expect(rail(other).getByText("No links yet")).toBeVisible();

  await test.step("nothing is linked before a ticket is chosen", async () => {
    await linkTo(page).press("Enter");
    await expect(dialog(page).getByRole("combobox", { name: "It is" })).toBeFocused();
    await page.keyboard.press("Enter");
    await dialog(page).getByRole("button", { name: "Link", exact: true }).click();
    await expect(dialog(page).getByText("Choose a ticket")).toBeVisible();
  });
  await test.step("the duplicate is closed with its link, and a colleague sees it at once", async () => {
    await dialog(page).getByRole("combobox", { name: "It is" }).click();
    await page.getByRole("option", { name: "Duplicate of" }).click();
    await choose(page, `First ${word}`);
    await expect(dialog(page).getByRole("checkbox")).toBeChecked();
    expect(await findViolations(page)).toEqual([]);
    await dialog(page).getByRole("button", { name: "Link", exact: true }).press("Enter");
    await expect(toastOf(page, ", and closed")).toBeVisible();
    await expect(rows(page)).toHaveText([new RegExp(`First ${word}.*duplicate of`)]);
    await expect(rail(page).getByText("Closed").first()).toBeVisible();
    await expect(rows(other)).toHaveText([new RegExp(`Twin ${word}.*duplicate`)]);
  });
  await test.step("one Undo opens it again and takes the link", async () => {
    await toastOf(page, ", and closed").getByRole("button", { name: "Undo" }).click();
    await expect(toastOf(page, "Taken back")).toBeVisible();
    await expect(rail(page).getByText("No links yet")).toBeVisible();
    await expect(rail(page).getByText("Open").first()).toBeVisible();
  });
  await test.step("the cross takes a link away, from the other ticket as well", async () => {
    await linkTo(page).click();
    await choose(page, `First ${word}`);
    await dialog(page).getByRole("button", { name: "Link", exact: true }).click();
    await expect(rows(other)).toHaveText([new RegExp(`Twin ${word}.*related`)]);
    await rows(other).getByRole("button", { name: "Remove the link to" }).press("Enter");
    await expect(toastOf(other, "removed")).toBeVisible();
    await expect(rows(other)).toHaveCount(0);
    await expect(linkTo(other)).toBeFocused();
    await expect(rail(page).getByText("No links yet")).toBeVisible();
  });
});

test("a client sees nothing of links, and a phone shows them whole", async ({ page, browser, request }) => {
  const word = freshWord();
  const tomas = await ticketsApiAs(request, "tomas");
  const maren = await ticketsApiAs(request, "maren");
  const own = await tomas.create({ subject: `Own ${word}` });
  const secret = await maren.create({ subject: `${"A long subject of another company ".repeat(4)}${word}` });
  await signIn(page, "idris", `/tickets/${own.id}`);
  await page.setViewportSize(PHONE);
  await linkTo(page).click();
  await choose(page, word);
  await dialog(page).getByRole("button", { name: "Link", exact: true }).click();
  await expect(rows(page)).toHaveCount(1);
  expect(await measureOverflow(page)).toBe(0);
  expect(await findViolations(page)).toEqual([]);
  await rows(page).getByRole("link").click();
  await expect(page).toHaveURL(`/tickets/${secret.id}`);

  const client = await openPageAs(browser, "tomas", `/tickets/${own.id}`);
  await expect(client.getByRole("heading", { level: 1, name: `Own ${word}` })).toBeVisible();
  await expect(client.getByText("Links", { exact: true })).toHaveCount(0);
  await expect(client.getByText("another company")).toHaveCount(0);
});
