import { expect, type Page } from "@playwright/test";
import { mailReader } from "../support/page/incoming-page.ts";
import { toastOf } from "../support/page/locators.ts";
import { signIn } from "../support/people/people.ts";
import { startOwnServer } from "../support/desk/server-for-one-story.ts";
import { test } from "../support/story.ts";

/** Everything that waits in the demo is decided on, so it is a desk of the story's own. */
let desk: Awaited<ReturnType<typeof startOwnServer>>;
test.beforeAll(async () => {
  desk = await startOwnServer();
});
test.afterAll(() => desk.end());

/** The mail that is read: a key pressed before would mean the one that was asked for. */
const reads = (page: Page, words: string) =>
  expect(mailReader(page).getByRole("heading", { level: 2 })).toContainText(words);
const keys = async (page: Page, ...pressed: string[]) => {
  for (const key of pressed) await page.keyboard.press(key);
};
const form = (page: Page, name: string) => page.getByRole("form", { name });
/** Opens the list of choices that has the focus, takes the one of these words, and is back in the form. */
async function choose(page: Page, words: string): Promise<void> {
  await keys(page, "Enter");
  await expect(page.getByRole("option").first()).toBeVisible();
  await page.keyboard.type(words);
  await expect(page.getByRole("option")).toHaveCount(1);
  await keys(page, "Enter");
  await expect(page.getByRole("form").locator(":focus")).toHaveCount(1);
}

test("an administrator works through what is held by keys alone", async ({ browser }) => {
  test.setTimeout(180_000);
  const page = await browser.newPage({ baseURL: desk.address });
  await signIn(page, "maren", "/tickets");
  await expect(page.getByRole("heading", { level: 1, name: "Tickets" })).toBeVisible();
  // The app has the page, and so its key, once the desk has said that mail comes to it.
  await expect(page.getByRole("link", { name: /^Incoming/ })).toBeVisible();
  // The two keys belong together for a second only, which a busy machine may miss between one and the other.
  await Promise.all([page.keyboard.press("g"), page.keyboard.press("h")]);
  await reads(page, "New laptop for Monday");
  await keys(page, "j");
  await reads(page, "Label printer in Bay 3");
  await keys(page, "Enter");
  await expect(mailReader(page)).toBeFocused();
  await keys(page, "k");
  await reads(page, "New laptop for Monday");

  await test.step("M makes a contact; Escape lets it be", async () => {
    await keys(page, "m");
    await expect(form(page, "Make contact").getByLabel("Full Name")).toBeFocused();
    await keys(page, "Escape");
    await expect(form(page, "Make contact")).toHaveCount(0);
    await keys(page, "m", "Tab");
    await choose(page, "Kestrel");
    await keys(page, "ControlOrMeta+Enter");
    await expect(toastOf(page, "created")).toBeVisible();
  });
  await test.step("T makes a ticket of somebody known", async () => {
    await reads(page, "Label printer in Bay 3");
    await keys(page, "t");
    await expect(toastOf(page, "created")).toBeVisible();
  });
  await test.step("I ignores, and U takes it back", async () => {
    await reads(page, "Gift cards, urgent");
    await keys(page, "i");
    await expect(toastOf(page, "Mail ignored")).toBeVisible();
    await reads(page, "new bank details");
    await keys(page, "u");
    await expect(toastOf(page, "Taken back")).toBeVisible();
    await expect(page.getByRole("link", { name: "Gift cards, urgent" })).toBeVisible();
  });
  await test.step("B asks whom to block, Enter blocks the address, and U takes it back", async () => {
    await keys(page, "b");
    await expect(page.getByRole("button", { name: "Only client@kestrel.example" })).toBeFocused();
    await keys(page, "Enter");
    await expect(toastOf(page, "Sender blocked")).toBeVisible();
    await reads(page, "Nightly backup job failed");
    await keys(page, "u");
    await expect(toastOf(page, "Taken back")).toBeVisible();
    await expect(page.getByRole("link", { name: "new bank details" })).toBeVisible();
  });
  await test.step("N joins the ticket that the mail names", async () => {
    await keys(page, "n");
    await expect(
      form(page, "Join ticket").getByRole("button", { name: "Ticket", exact: true }),
    ).toBeFocused();
    await keys(page, "ControlOrMeta+Enter");
    await expect(toastOf(page, "Mail joined to")).toBeVisible();
  });
  await test.step("W says who it is", async () => {
    await reads(page, "CRITICAL: disk C:");
    await keys(page, "w");
    await expect(form(page, "It is ...").getByRole("button", { name: "Person", exact: true })).toBeFocused();
    await choose(page, "Tomás Aguilar");
    await keys(page, "ControlOrMeta+Enter");
    await expect(toastOf(page, "The mail is read again as Tomás Aguilar's")).toBeVisible();
  });
  await test.step("R tries again", async () => {
    await reads(page, "new bank details");
    await keys(page, "k");
    await reads(page, "Gift cards, urgent");
    await keys(page, "r");
    await expect(toastOf(page, "The mail is tried again")).toBeVisible();
  });
});
