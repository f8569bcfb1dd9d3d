import { expect, type Page } from "@playwright/test";
import { callAs, clientId } from "../support/people/api-as.ts";
import { test } from "../support/story.ts";
import { PHONE } from "../support/browser/viewports.ts";
import { findViolations, waitUntilLoaded, openSignedIn, navigateTo } from "../support/page/page-checks.ts";

/** Rule 158 for overlays, error messages and loading states. */
test.use({ trace: "off" });
// Far more than it takes: a busy machine must not decide.
test.describe.configure({ timeout: 240_000 });

type Step = [what: string, open: (page: Page) => Promise<unknown>];

const named = (page: Page, role: "button" | "combobox" | "menuitem" | "checkbox", name: string | RegExp) =>
  page.getByRole(role, { name }).first();

const ON_THE_LIST: Step[] = [
  ["the palette", (page) => page.keyboard.press("Control+k")],
  ["what the palette finds", (page) => find(page, "vpn")],
  ["the sheet of keys", (page) => page.keyboard.press("?")],
  ["the status filter", (page) => named(page, "combobox", "Status").click()],
  ["more filters", (page) => named(page, "button", "More filters").click()],
  ["a selection", (page) => named(page, "checkbox", /^Select WP-/).check()],
  ["the statuses for a selection", (page) => page.keyboard.press("s")],
];

const ON_A_TICKET: Step[] = [
  ["the status menu", (page) => page.keyboard.press("s")],
  ["the assignee picker", (page) => page.keyboard.press("a")],
  ["nobody found", (page) => page.getByPlaceholder("Assign to…").fill("qqqq")],
];

const ON_DIRECTORIES: Step[] = [
  ["the invitation of a user", (page) => named(page, "button", "Invite User").click()],
  ["the deletion of a user", (page) => actOn(page, "/users", "Delete user")],
  ["the new company", (page) => openOn(page, "/companies", "New Company")],
  ["the new team", (page) => openOn(page, "/settings/teams", "New Team")],
  ["the closing of the account", (page) => openOn(page, "/settings", "Close Account")],
];

test("what opens over the list", ({ browser }) =>
  noneOn(openSignedIn(browser, "maren"), "/tickets?search=vpn", ON_THE_LIST));

test("what opens over a ticket", async ({ browser }) => {
  const page = await openSignedIn(browser, "idris");
  await navigateTo(page, "/tickets");
  await page.locator("a.strong").first().click();
  await expect(page.getByRole("textbox", { name: "Write a comment" })).toBeVisible();
  await waitUntilLoaded(page);
  await noneOn(page, null, ON_A_TICKET);
});

test("the dialogs of users, companies, teams and the account", ({ browser }) =>
  noneOn(openSignedIn(browser, "maren"), "/users", ON_DIRECTORIES));

test("what is said of mistakes", async ({ browser }) => {
  const page = await openSignedIn(browser, "maren");
  await navigateTo(page, "/tickets/new");
  await named(page, "button", "Create Ticket").click();
  await expect(page.getByText("Subject is required")).toBeVisible();
  expect(await findViolations(page)).toEqual([]);
  await page.route("**/api/tickets?**", (route) => route.fulfill({ status: 503, body: "" }));
  await page.route("**/api/dashboard/**", (route) => route.fulfill({ status: 503, body: "" }));
  await navigateTo(page, "/tickets?search=else");
  await expect(named(page, "button", "Try again")).toBeVisible();
  expect(await findViolations(page)).toEqual([]);
});

test("what stands there while waiting", async ({ browser }) => {
  const page = await openSignedIn(browser, "tomas");
  await page.route("**/api/tickets?**", () => new Promise(() => undefined));
  await page.route("**/api/tickets/*", () => new Promise(() => undefined));
  await page.evaluate(() => {
    history.pushState({}, "", "/tickets?search=slow");
    dispatchEvent(new PopStateEvent("popstate"));
  });
  await expect(page.locator(".skeleton").first()).toBeVisible();
  expect(await findViolations(page)).toEqual([]);
});

test("the phone's navigation, palette and row menus", async ({ browser }) => {
  const page = await openSignedIn(browser, "priya", { viewport: PHONE });
  await noneOn(page, "/users", [
    ["the navigation", () => named(page, "button", "Open menu").click()],
    ["the phone's palette", () => named(page, "button", "Search").click()],
    ["a row's menu", () => named(page, "button", /^Actions for/).click()],
  ]);
});

test("nothing moves for those who asked for it", async ({ browser }) => {
  const page = await openSignedIn(browser, "maren", { reducedMotion: "reduce" });
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog")).toBeVisible();
  const moving = await page.evaluate(
    () => document.getAnimations().filter(({ playState }) => playState === "running").length,
  );
  expect(moving).toBe(0);
});

test("with forced colours the place and the focus stay visible", async ({ browser }) => {
  const page = await openSignedIn(browser, "maren", { forcedColors: "active" });
  const here = page.getByRole("link", { name: "Dashboard" }).first();
  await expect(here).toHaveCSS("outline-style", "solid");
  await page.keyboard.press("Tab");
  await expect(page.locator(":focus")).not.toHaveCSS("outline-style", "none");
});

test("with forced colours it is told by an edge what is chosen, ticked or switched on", async ({
  browser,
}) => {
  const page = await openSignedIn(browser, "maren", { forcedColors: "active" });
  await navigateTo(page, "/inbox");
  const tab = page
    .getByRole("navigation", { name: "Parts of the inbox" })
    .getByRole("link", { name: "Unread" });
  await expect(tab).toHaveCSS("outline-style", "solid");
  const tomas = await clientId(await callAs(page.request, "maren"), "Tomás Aguilar");
  await navigateTo(page, `/clients/${tomas}/roles`);
  await expect(page.locator(".role-list .is-chosen").first()).toHaveCSS("outline-style", "solid");
  await navigateTo(page, "/settings/notifications");
  const on = page.getByRole("switch", { checked: true }).first();
  const colors = await on.evaluate((box) => [
    getComputedStyle(box, "::after").backgroundColor,
    getComputedStyle(box).backgroundColor,
  ]);
  expect(colors[0]).not.toBe(colors[1]);
});

/** Steps that stay open, because the next one continues from them. */
const STAYS_OPEN = new Set(["the palette", "the assignee picker", "a selection"]);
const LAYERS = ["dialog", "alertdialog", "menu", "listbox"].map((role) => `[role="${role}"]`).join();

/** Presses Escape and waits until the overlay is gone: keys go to nothing else before. */
async function close(page: Page): Promise<void> {
  await page.keyboard.press("Escape");
  await expect(page.locator('[role="dialog"], [role="alertdialog"], [role="menu"]')).toHaveCount(0);
}

/** Opens one thing after the other, each over what the one before left, and looks at it. */
async function noneOn(given: Page | Promise<Page>, place: string | null, steps: Step[]): Promise<void> {
  const page = await given;
  if (place !== null) await navigateTo(page, place);
  await waitUntilLoaded(page);
  const found: string[] = [];
  for (const [what, open] of steps) {
    await open(page);
    // The code of some comes with the first need of it: Escape before that would close nothing.
    if (what !== "a selection")
      await expect(page.locator(LAYERS).filter({ visible: true }).first()).toBeVisible();
    found.push(...(await findViolations(page)).map((find) => `${what}: ${find}`));
    if (!STAYS_OPEN.has(what)) await close(page);
  }
  expect(found).toEqual([]);
}

async function find(page: Page, words: string): Promise<void> {
  await page.getByRole("combobox", { name: "Command palette" }).fill(words);
  await expect(page.getByRole("option", { name: /WP-/ }).first()).toBeVisible();
}

async function openOn(page: Page, place: string, name: string): Promise<void> {
  await navigateTo(page, place);
  await waitUntilLoaded(page);
  await named(page, "button", name).click();
  await expect(page.getByRole("dialog").or(page.getByRole("alertdialog"))).toBeVisible();
}

async function actOn(page: Page, place: string, act: string): Promise<void> {
  await navigateTo(page, place);
  await waitUntilLoaded(page);
  await named(page, "button", /^Actions for/).click();
  await named(page, "menuitem", act).click();
  await expect(page.getByRole("dialog").or(page.getByRole("alertdialog"))).toBeVisible();
}
