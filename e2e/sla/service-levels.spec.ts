import { type APIRequestContext, expect, type Page } from "@playwright/test";
import { callAs, createTicket } from "../support/people/api-as.ts";
import { importTicket } from "../support/desk/import-ticket.ts";
import { findViolations } from "../support/page/page-checks.ts";
import { openPageAs, signIn } from "../support/people/people.ts";
import { showOnly } from "../support/page/show-only.ts";
import { test } from "../support/story.ts";
import { freshWord } from "../support/unique-words.ts";
import { measureOverflow, PHONE } from "../support/browser/viewports.ts";

const HOUR = 3_600_000;

const panel = (page: Page) => page.getByRole("region", { name: "How the clock ran" });
const sheet = (page: Page) => page.getByRole("dialog", { name: "How the clock ran" });
const due = (page: Page) => page.locator("td.column-due .due-cell");
/** The sum of a receipt, and the parts that it is of. */
const sum = (page: Page) => page.locator(".stretch-end td").last();
const parts = (page: Page) => page.locator(".stretch-counted td:last-child");

/** A ticket of Kestrel that was raised nine days ago, so that it waited over a weekend, and is solved now. */
async function solveOldTicket(request: APIRequestContext): Promise<string> {
  const subject = `Weekend ${freshWord()}`;
  const id = await importTicket(request, {
    subject,
    client: "tomas",
    created: new Date(Date.now() - 9 * 24 * HOUR),
  });
  const lena = await callAs(request, "lena");
  await lena("POST", `/tickets/${id}/comments`, { comment: "It works again." });
  expect((await lena("PUT", `/tickets/${id}`, { status: "closed" })).status).toBe(200);
  return id;
}

/** "3 h 09 min" in minutes. */
function minutesOf(text: string): number {
  const [, hours = "0"] = /(\d+) h/.exec(text) ?? [];
  const [, minutes = "0"] = /(\d+) min/.exec(text) ?? [];
  return Number(hours) * 60 + Number(minutes);
}

test("a ticket goes red in the list when its time has come, and is answered while somebody looks", async ({
  page,
  request,
}) => {
  const word = freshWord();
  const id = await createTicket(await callAs(request, "tomas"), `Red ${word}`);
  const idris = await callAs(request, "idris");
  await expect
    .poll(async () => JSON.stringify((await idris("GET", `/tickets?search=${word}`)).body))
    .toContain('"due_target":"first_response"');
  await page.clock.install();
  await signIn(page, "lena", `/tickets?search=${word}&columns=status,due`);
  await expect(due(page)).toBeVisible();
  await expect(due(page)).toHaveClass(/due-running/);
  // Four hours of work lie within five days, whatever day it is.
  await page.clock.fastForward(5 * 24 * HOUR);
  await expect(due(page)).toHaveClass(/due-overdue/);
  await expect(due(page)).toContainText("ago");
  await idris("POST", `/tickets/${id}/comments`, { comment: "I am on it." });
  await expect(due(page)).toHaveAttribute("title", /^Resolution: /);
});

test("what is overdue is one click away, and a narrow window shows it in the place of the last change", async ({
  page,
}) => {
  await signIn(page, "maren", "/tickets");
  const chip = page.getByRole("button", { name: /^Overdue \d+$/ });
  await chip.click();
  await expect(page).toHaveURL(/sla=overdue/);
  await expect(chip).toHaveAttribute("aria-pressed", "true");
  await expect(due(page).first()).toHaveClass(/due-overdue/);
  await page.getByRole("button", { name: "Due", exact: true }).click();
  await expect(page).toHaveURL(/sort=due/);
  expect(await findViolations(page)).toEqual([]);
  await page.setViewportSize(PHONE);
  await expect(due(page).first()).toBeVisible();
  await expect(page.locator("td.column-updated:not(.column-due)").first()).toBeHidden();
  expect(await measureOverflow(page)).toBe(0);
  await chip.click();
  await expect(page).not.toHaveURL(/sla=/);
});

test("a client reads on a phone how the clock ran over a weekend, and the same sum as the staff", async ({
  page,
  browser,
  request,
}) => {
  const id = await solveOldTicket(request);
  await signIn(page, "maren", `/tickets/${id}?receipt=resolution`);
  await expect(panel(page)).toBeVisible();
  const told = await sum(page).innerText();
  const counted = (await parts(page).allInnerTexts()).map(minutesOf);
  expect(counted.reduce((all, minutes) => all + minutes, 0)).toBe(minutesOf(told));
  await expect(panel(page)).toContainText("version");
  await page.emulateMedia({ media: "print" });
  await expect(panel(page).getByRole("tab", { name: "Resolution" })).toBeVisible();
  await expect(panel(page).getByRole("tab", { name: "First response" })).toBeHidden();
  await page.emulateMedia({ media: "screen" });
  await expect(
    panel(page)
      .getByText(/outside business hours/)
      .first(),
  ).toBeVisible();
  expect(await findViolations(page)).toEqual([]);

  const priya = await openPageAs(browser, "priya", "/dashboard");
  await priya.setViewportSize(PHONE);
  await priya.goto(`/tickets/${id}`);
  await priya.getByRole("button", { name: "How the clock ran" }).click();
  await expect(sheet(priya)).toBeVisible();
  await sheet(priya).getByRole("tab", { name: "Resolution" }).click();
  await expect(sum(priya)).toHaveText(told);
  await expect(sheet(priya)).not.toContainText("version");
  await expect(sheet(priya).getByRole("button", { name: "Judge again" })).toHaveCount(0);
  expect(await findViolations(priya)).toEqual([]);
  expect(await measureOverflow(priya)).toBe(0);
  await priya.goBack();
  await expect(sheet(priya)).toBeHidden();
  await expect(priya).toHaveURL(new RegExp(`/tickets/${id}$`));
});

test("the receipt is opened, read and closed by keys alone", async ({ page, request }) => {
  const id = await solveOldTicket(request);
  await signIn(page, "lena", `/tickets/${id}`);
  const link = page.getByRole("button", { name: "How the clock ran" });
  await link.focus();
  await page.keyboard.press("v");
  await expect(panel(page)).toBeFocused();
  const tab = (name: string) => panel(page).getByRole("tab", { name });
  await expect(tab("Resolution")).toHaveAttribute("aria-selected", "true");
  await tab("Resolution").focus();
  await page.keyboard.press("ArrowLeft");
  await expect(tab("Resolution")).toHaveAttribute("aria-selected", "false");
  await expect(tab("First response")).toHaveAttribute("aria-selected", "true");
  await expect(tab("First response")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(panel(page)).toHaveCount(0);
  await expect(link).toBeFocused();
  await expect(page).toHaveURL(new RegExp(`/tickets/${id}$`));
  await page.keyboard.press("v");
  await expect(panel(page)).toBeVisible();
  await page.keyboard.press("v");
  await expect(panel(page)).toHaveCount(0);
});

test("a client whose company sees no due times any more loses the card, and reads no refusal in its place", async ({
  page,
  request,
}) => {
  const jonas = await callAs(request, "jonas");
  const id = await createTicket(jonas, `Hidden ${freshWord()}`);
  const { company_id } = (await jonas("GET", `/tickets/${id}`)).body;
  const maren = await callAs(request, "maren");
  const path = `/sla/assignments/${String(company_id)}`;
  const choose = async (more: object) => {
    const { assignment_id } = (await maren("GET", path)).body;
    expect((await maren("PUT", path, { base_assignment_id: assignment_id, ...more })).status).toBe(200);
  };
  await signIn(page, "jonas", `/tickets/${id}`);
  const card = page.getByRole("button", { name: "How the clock ran" });
  await expect(card).toBeVisible();
  await choose({ shown_to_clients: false });
  try {
    await page.keyboard.press("v");
    await expect(card).toBeHidden();
    await expect(panel(page)).toBeHidden();
    await expect(page.getByText("Ticket not found")).toBeHidden();
  } finally {
    await choose({ inherit: true });
  }
});

test("the status menu says what stops the resolution clock", async ({ page, request }) => {
  const id = await createTicket(await callAs(request, "tomas"), `Pause ${freshWord()}`);
  await signIn(page, "lena", `/tickets/${id}`);
  await expect(page.getByRole("button", { name: "How the clock ran" })).toBeVisible();
  await page.keyboard.press("s");
  for (const status of ["Pending", "On Hold"])
    await expect(page.getByRole("menuitem", { name: status })).toContainText("Pauses the resolution clock");
  await expect(page.getByRole("menuitem", { name: "In Progress" })).not.toContainText("Pauses");
});

test("a manager opens the report, the tickets behind a figure, and how the clock of one ran", async ({
  page,
}) => {
  await signIn(page, "rafael", "/dashboard");
  await expect(page.getByRole("link", { name: /^Met this month/ })).toBeVisible();
  // Within the second that the app waits for the second one, however slow the machine is.
  await Promise.all([page.keyboard.press("g"), page.keyboard.press("r")]);
  await expect(page.getByRole("heading", { level: 1, name: "Reports" })).toBeVisible();
  const companies = page.getByRole("rowheader");
  await expect(companies.first()).toContainText("Aster Legal");
  await page.getByRole("button", { name: "Company", exact: true }).click();
  await expect(companies.last()).toContainText("Aster Legal");
  await expect(page.getByRole("columnheader", { name: "Company" })).toHaveAttribute(
    "aria-sort",
    "descending",
  );
  await page.goBack();
  await expect(companies.first()).toContainText("Aster Legal");
  const figure = page.getByRole("button", { name: /^Tidewell Clinics, .*: (?!100)\d+ %$/ }).first();
  await figure.click();
  await expect(figure).toHaveAttribute("aria-expanded", "true");
  const heading = page.getByRole("heading", { name: /^Tidewell Clinics, / });
  await expect(heading).toBeInViewport();
  await expect(heading.locator(":focus")).toHaveCount(1);
  await page.getByRole("button", { name: "Close", exact: true }).click();
  await expect(heading).toHaveCount(0);
  await expect(figure).toBeFocused();
  await figure.click();
  await expect(heading).toBeInViewport();
  expect(await findViolations(page)).toEqual([]);
  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export CSV" }).first().click();
  expect((await downloading).suggestedFilename()).toMatch(/^service-levels-.*\.csv$/);
  await page.setViewportSize(PHONE);
  expect(await measureOverflow(page)).toBe(0);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.locator(".verdict-subject a").first().click();
  await expect(panel(page)).toContainText(/issed/);
  await page.goBack();
  await expect(page.getByRole("heading", { name: /^Tidewell Clinics, / })).toBeVisible();
});

test("what was promised before can still be read, by those as well who may not change it", async ({
  page,
}) => {
  await signIn(page, "idris", "/settings/service-levels");
  await page.getByRole("link", { name: /^Standard/ }).click();
  const resolution = page.getByRole("textbox", { name: "Resolution, Urgent" });
  await expect(resolution).toHaveValue("10 h");
  await expect(resolution).toBeDisabled();
  await page.getByRole("button", { name: "Versions" }).click();
  await page
    .getByRole("dialog", { name: "Versions of Standard" })
    .getByRole("link", { name: /^Version 1/ })
    .click();
  await expect(page.getByText("Version 1, as it was")).toBeVisible();
  await expect(resolution).toHaveValue("8 h");
  expect(await findViolations(page)).toEqual([]);
  await page.getByRole("link", { name: "Show the newest" }).click();
  await expect(resolution).toHaveValue("10 h");
});

test("a ticket on a phone says beside its status what is due next, and the client's dashboard says it too", async ({
  page,
  browser,
  request,
}) => {
  const subject = `Strip ${freshWord()}`;
  const id = await createTicket(await callAs(request, "tomas"), subject);
  await page.setViewportSize(PHONE);
  await signIn(page, "lena", `/tickets/${id}`);
  const strip = page.locator(".ticket-strip");
  await expect(strip).toContainText(/First response: (4 h|3 h 59 min)/);
  expect(await findViolations(page)).toEqual([]);
  const tomas = await (await browser.newContext()).newPage();
  await showOnly(tomas, subject);
  await signIn(tomas, "tomas");
  const row = tomas.getByRole("row").filter({ hasText: subject });
  await expect(tomas.getByRole("columnheader", { name: "Due" })).toBeVisible();
  await expect(row.locator(".due-cell")).toHaveAttribute("title", /^First response: /);
});

test("a client administrator reads the months of the own company, and nobody else's report", async ({
  page,
}) => {
  await signIn(page, "priya", "/dashboard");
  await expect(page.getByText(/^\d+ % of targets met in /).first()).toBeVisible();
  await expect(page.getByRole("link", { name: "Reports" })).toHaveCount(0);
  await page.goto("/reports");
  await expect(page.getByRole("heading", { name: /access to this page/ })).toBeVisible();
});

test("an archived service level is read as it was, and changed by nobody", async ({ page, request }) => {
  const maren = await callAs(request, "maren");
  const { policies } = (await maren("GET", "/sla/policies")).body;
  const known = Array.isArray(policies) ? policies[0].id : "";
  const { targets } = (await maren("GET", `/sla/policies/${known}`)).body;
  const { id } = (await maren("POST", "/sla/policies", { name: `Gone ${freshWord()}`, targets })).body;
  await signIn(page, "maren", `/settings/service-levels/${String(id)}`);
  const target = page.getByRole("textbox", { name: "Resolution, Urgent" });
  await expect(target).toBeEnabled();
  expect((await maren("DELETE", `/sla/policies/${String(id)}`)).status).toBe(204);
  // The live stream brings the news.
  await expect(page.getByText("This service level is archived")).toBeVisible();
  await expect(target).toBeDisabled();
  for (const name of ["Save", "Archive"])
    await expect(page.getByRole("button", { name, exact: true })).toHaveCount(0);
  expect(await findViolations(page)).toEqual([]);
});

test("hours that would leave a service level without any are refused beside their field", async ({
  page,
}) => {
  await signIn(page, "maren", "/settings/service-levels");
  const usual = page.getByRole("region", { name: "For every company" });
  const hours = usual.getByRole("combobox", { name: "Business hours" });
  await hours.click();
  await page.getByRole("option", { name: "Those of the service level" }).click();
  await usual.getByRole("button", { name: "Save", exact: true }).click();
  await expect(hours).toHaveAttribute("aria-invalid", "true");
  await expect(usual.getByText("Choose a calendar: there is none that would count the hours")).toBeVisible();
});

test("a new service level is not proposed for everybody while nobody knows what they have", async ({
  page,
}) => {
  let isAway = true;
  // Changes of other stories would fetch them again before the button is pressed.
  await page.route("**/api/events*", (route) => route.abort());
  await page.route("**/api/sla/policies", (route) =>
    isAway ? route.fulfill({ status: 503, json: {} }) : route.continue(),
  );
  await signIn(page, "maren", "/settings/service-levels/new");
  await expect(page.getByText("Failed to load service levels")).toBeVisible();
  isAway = false;
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("switch", { name: /^For every company/ })).not.toBeChecked();
});

test("a preview that lists some of many changes says how many it lists", async ({ page }) => {
  await page.route("**/api/sla/preview", async (route) => {
    const preview = await (await route.fetch()).json();
    await route.fulfill({ json: { ...preview, changed: preview.changes.length + 250 } });
  });
  await signIn(page, "maren", "/settings/service-levels");
  await page.getByRole("link", { name: /^Standard/ }).click();
  await page.getByRole("textbox", { name: "First response, Normal" }).fill("1m");
  await page.getByRole("textbox", { name: "Resolution, Normal" }).fill("2m");
  const rows = page.getByRole("table", { name: /^Due times now and then/ }).getByRole("row");
  await expect(rows).not.toHaveCount(0);
  const listed = (await rows.count()) - 1;
  await expect(page.getByText(`${listed + 250} with another due time`)).toContainText(
    `the ${listed} largest differences are listed`,
  );
});
