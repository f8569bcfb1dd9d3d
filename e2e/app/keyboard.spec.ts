import { expect as plain, type Locator, type Page } from "@playwright/test";
import { callAs, createTicket } from "../support/people/api-as.ts";
import { toastOf } from "../support/page/locators.ts";
import { inviteAndAccept, signInAs } from "../support/people/invited-people.ts";
import { signIn } from "../support/people/people.ts";
import { test } from "../support/story.ts";
import { PHONE } from "../support/browser/viewports.ts";
import { freshWord } from "../support/unique-words.ts";

/** Every task without a mouse; keys come at once, so each step waits for what it goes on from. */
test.describe.configure({ timeout: 90_000 });
const expect = plain.configure({ timeout: 15_000 });

const palette = (page: Page) => page.getByRole("combobox", { name: "Command palette" });

/** Moves on with Tab until the focus is on what is asked for. */
async function tabTo(page: Page, wanted: Locator): Promise<void> {
  const reached = wanted.and(page.locator(":focus"));
  for (let presses = 0; presses < 40 && (await reached.count()) === 0; presses += 1)
    await page.keyboard.press("Tab");
  await expect(wanted).toBeFocused();
}

test("an agent signs in, finds a ticket, answers it, moves it on and goes back", async ({
  page,
  request,
}) => {
  const word = freshWord();
  await createTicket(await callAs(request, "tomas"), `Keyboard ${word}`);
  await page.goto("/login");
  await expect(page.getByLabel("Email")).toBeVisible();
  await tabTo(page, page.getByLabel("Email"));
  await page.keyboard.type("agent@waypost.example");
  await tabTo(page, page.getByLabel("Password", { exact: true }));
  await page.keyboard.type("waypost-demo");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Dashboard" })).toBeVisible();

  // Within the second that the app waits for the second one, however slow the machine is.
  await Promise.all([page.keyboard.press("g"), page.keyboard.press("t")]);
  await expect(page).toHaveURL(/\/tickets$/);
  // The dashboard has rows as well, and stays until the list is here.
  await expect(page.getByRole("heading", { level: 1, name: "Tickets" })).toBeVisible();
  await page.keyboard.press("/");
  await page.keyboard.type(word);
  await page.keyboard.press("Enter");
  const found = page.locator("tbody a.strong");
  await expect(found).toHaveText([new RegExp(word)]);
  await tabTo(page, found);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: `Keyboard ${word}` })).toBeVisible();

  const box = page.getByRole("textbox", { name: "Write a comment" });
  await expect(box).toBeVisible();
  await page.keyboard.press("r");
  await expect(box).toBeFocused();
  await page.keyboard.type("On it.");
  await page.keyboard.press("Control+Enter");
  await expect(page.locator(".thread .comment", { hasText: "On it." })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.keyboard.press("s");
  await page.getByRole("menuitem", { name: "Pending" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.locator(".status:visible", { hasText: "Pending" }).first()).toBeVisible();
  await expect(page.getByRole("menu")).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(new RegExp(`/tickets\\?search=${word}$`));
});

test("keys open the menus of a ticket where they are seen, however far the page is scrolled", async ({
  page,
  request,
}) => {
  const lines = Array.from({ length: 90 }, (_, line) => `Line ${line}.`).join("\n\n");
  const id = await createTicket(await callAs(request, "tomas"), `Long ${freshWord()}`, { issue: lines });
  await page.setViewportSize({ width: 1366, height: 850 });
  await signIn(page, "maren", `/tickets/${id}`);
  const box = page.getByRole("textbox", { name: "Write a comment" });
  await expect(box).toBeVisible();
  for (const [key, opened] of [
    ["s", page.getByRole("menu")],
    ["p", page.getByRole("menu")],
    ["a", page.getByRole("dialog", { name: "Agents" })],
    ["t", page.getByRole("dialog", { name: "Tags" })],
    ["h", page.getByRole("dialog", { name: "Follow up" })],
  ] as const) {
    await box.scrollIntoViewIfNeeded();
    await page.keyboard.press(key);
    await expect(opened).toBeInViewport({ ratio: 1 });
    await page.keyboard.press("Escape");
    await expect(opened).toHaveCount(0);
  }
});

test("on a phone as well, where the rail is below the thread", async ({ page, request }) => {
  const lines = Array.from({ length: 90 }, (_, line) => `Line ${line}.`).join("\n\n");
  const id = await createTicket(await callAs(request, "tomas"), `Long ${freshWord()}`, { issue: lines });
  await page.setViewportSize(PHONE);
  await signIn(page, "maren", `/tickets/${id}`);
  await expect(page.getByRole("textbox", { name: "Write a comment" })).toBeVisible();
  await page.keyboard.press("h");
  await expect(page.getByRole("dialog", { name: "Follow up" })).toBeInViewport({ ratio: 1 });
});

test("the palette creates a ticket from what was typed", async ({ page }) => {
  const word = freshWord();
  await signIn(page, "tomas");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.keyboard.press("Control+k");
  await expect(palette(page)).toBeFocused();
  const found = page.waitForResponse((answer) => answer.url().includes(word));
  await page.keyboard.type(`Screen ${word}`);
  // While the server is still asked, Enter would search: creating takes its place once nothing was found.
  await found;
  await expect(page.getByRole("option", { selected: true })).toContainText(`Create ticket “Screen ${word}”`);
  // Tickets found for the first letters go with the last answer, and the selection with them.
  await expect(page.getByRole("option", { name: /^WP-/ })).toHaveCount(0);
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("option", { selected: true })).toContainText("Search all tickets for");
  await page.keyboard.press("ArrowUp");
  await expect(page.getByRole("option", { selected: true })).toContainText(`Create ticket “Screen ${word}”`);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("textbox", { name: "Subject" })).toHaveValue(`Screen ${word}`);
  await page.getByRole("textbox", { name: "Issue" }).focus();
  await page.keyboard.type("It stays black.");
  await page.keyboard.press("Control+Enter");
  await expect(toastOf(page, "Ticket created successfully")).toBeVisible();
});

test("the palette opens pages, tickets and people, as far as one may", async ({ page, request, context }) => {
  const word = freshWord();
  await createTicket(await callAs(request, "tomas"), `Palette ${word}`);
  await signIn(page, "idris");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.keyboard.press("Control+k");
  await expect(palette(page)).toBeFocused();
  await page.keyboard.type(word);
  const hit = page.getByRole("option", { name: new RegExp(word) }).filter({ hasText: "WP-" });
  await expect(hit).toHaveAttribute("aria-selected", "true");
  await expect(hit.locator("mark")).toHaveText(word);
  const opened = context.waitForEvent("page");
  await page.keyboard.press("Control+Enter");
  await expect((await opened).getByRole("heading", { level: 1, name: `Palette ${word}` })).toBeVisible();

  await palette(page).fill("admin@kestrel");
  await page.getByRole("option", { name: /Priya Nair/ }).waitFor();
  await page.keyboard.press("Escape");
  await expect(palette(page)).toHaveCount(0);

  await page.keyboard.press("Control+k");
  await palette(page).fill("audit");
  await expect(page.getByRole("option", { name: "Audit log" })).toHaveCount(0);
  await palette(page).fill("zzqx");
  await expect(page.getByRole("option").first()).toContainText("Create ticket “zzqx”");
  await expect(page.getByRole("option").filter({ hasNotText: "zzqx" })).toContainText([
    "Dashboard",
    "Inbox",
    "Switch theme",
  ]);
});

test("dialogs take the focus and give it back", async ({ page }) => {
  await signIn(page, "maren", "/users");
  await expect(page.getByRole("row").nth(1)).toBeVisible();
  await tabTo(page, page.getByRole("button", { name: "Invite User" }));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog").getByRole("textbox").first()).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Invite User" })).toBeFocused();
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Invite User" })).toBeFocused();
});

test("the focus stays where it acted, also when the button that acted is gone", async ({
  page,
  browser,
  request,
}) => {
  const id = await createTicket(await callAs(request, "tomas"), `Solved by keys ${freshWord()}`);
  await signIn(page, "tomas", `/tickets/${id}`);
  const solve = page.getByRole("button", { name: "Mark as solved" });
  await tabTo(page, solve);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Reopen" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(solve).toBeFocused();

  const idris = await (await browser.newContext()).newPage();
  await signIn(idris, "idris", "/tickets?active=true&unassigned=true");
  await idris.getByRole("button", { name: "Remove filter Active" }).press("Enter");
  await expect(idris.getByRole("button", { name: "Remove filter Unassigned" })).toBeFocused();

  const eli = await inviteAndAccept(await callAs(request, "maren"), "Eli Roth", {
    role: "support_specialist",
  });
  const newPage = async () => (await browser.newContext()).newPage();
  for (const other of [await newPage(), await newPage()]) await signInAs(other, eli);
  const here = await newPage();
  await signInAs(here, eli);
  await here.goto("/settings/sessions");
  const others = here.getByRole("button", { name: /^Sign out of/ });
  await expect(others).toHaveCount(2);
  await others.first().press("Enter");
  await expect(others).toHaveCount(1);
  await expect(others).toBeFocused();
});

test("the focus stays on a button that is off while it downloads or follows", async ({ page, request }) => {
  const id = await createTicket(await callAs(request, "tomas"), `Followed by keys ${freshWord()}`);
  await signIn(page, "lena", `/tickets/${id}`);
  await page.getByRole("button", { name: "Follow", exact: true }).press("Enter");
  const unfollow = page.getByRole("button", { name: "Unfollow" });
  await expect(unfollow).toBeFocused();
  await unfollow.press("Enter");
  await expect(page.getByRole("button", { name: "Follow", exact: true })).toBeFocused();
  await page.goto("/tickets?status=closed");
  const download = page.getByRole("button", { name: "Export CSV" });
  await download.press("Enter");
  await expect(toastOf(page, "Exported")).toBeVisible();
  await expect(download).toBeFocused();
});

test("the sheet lists only keys that do something, and single keys can be switched off", async ({ page }) => {
  await signIn(page, "tomas");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.keyboard.press("?");
  const sheet = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(sheet.getByText("Command palette")).toBeVisible();
  for (const forbidden of ["Companies", "Select row", "Assign"])
    await expect(sheet.getByText(forbidden, { exact: true })).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(sheet).toHaveCount(0);
  await Promise.all([page.keyboard.press("g"), page.keyboard.press("s")]);
  await page.getByRole("switch", { name: "Single-key shortcuts" }).focus();
  await page.keyboard.press("Space");
  await page.keyboard.press("c");
  await page.keyboard.press("?");
  await page.keyboard.press("Control+k");
  await expect(palette(page)).toBeFocused();
  await expect(page).toHaveURL(/\/settings/);
  await expect(sheet).toHaveCount(0);
});

test("the theme switches from the keyboard, even while typing", async ({ page }) => {
  await signIn(page, "tomas", "/tickets/new");
  await page.getByRole("textbox", { name: "Subject" }).focus();
  await page.keyboard.press("Control+Shift+l");
  await expect(page.locator("html")).toHaveAttribute("data-theme", "light");
});
