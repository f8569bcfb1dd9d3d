import { expect, type Page } from "@playwright/test";
import { findAxeViolations } from "../support/page/axe.ts";
import { callAs } from "../support/people/api-as.ts";
import { toastOf } from "../support/page/locators.ts";
import { findCutWords, findViolations } from "../support/page/page-checks.ts";
import { openPageAs, signIn } from "../support/people/people.ts";
import { test } from "../support/story.ts";
import { freshWord } from "../support/unique-words.ts";
import { DEVICES, measureOverflow, PHONE } from "../support/browser/viewports.ts";
import { OFFICE_WEEK } from "../../test/support/calendars/week-of.ts";

const OPEN = [["08:00", "18:00"]];
const YEAR = new Date().getFullYear();

type Call = Awaited<ReturnType<typeof callAs>>;

/** Adds a calendar by the API; answers the address of its page. */
async function addCalendar(call: Call, name: string, days: object[] = []): Promise<string> {
  const { body } = await call("POST", "/calendars", { name, zone: "Europe/London", week: OFFICE_WEEK, days });
  const { calendar } = body;
  if (typeof calendar !== "object" || calendar === null || !("id" in calendar))
    throw new Error(JSON.stringify(body));
  return `/settings/calendars/${String(calendar.id)}`;
}

const hoursOn = (page: Page, day: string) => page.getByRole("textbox", { name: `Hours on ${day}` });
const save = (page: Page) => page.getByRole("button", { name: "Save", exact: true });
const daysOf = (page: Page) => page.getByRole("region", { name: "Special days" });

test("an administrator types the hours of a new calendar, and an agent reads them", async ({
  page,
  browser,
}) => {
  const name = `Support ${freshWord()}`;
  await signIn(page, "maren", "/settings/calendars");
  await expect(page.getByRole("link", { name: /^Business hours/ })).toBeVisible();
  await page.getByRole("link", { name: "New calendar" }).click();
  await save(page).click();
  await expect(page.getByText("Name the calendar")).toBeVisible();
  await page.getByLabel("Name", { exact: true }).fill(name);
  await expect(hoursOn(page, "Monday")).toHaveValue("08:00-18:00");
  await hoursOn(page, "Monday").fill("18-8");
  await hoursOn(page, "Tuesday").fill("8-12, 13.30-17");
  await hoursOn(page, "Friday").fill("");
  await hoursOn(page, "Saturday").fill("ten to four");
  await save(page).click();
  await expect(page.getByText("The end must be after the beginning")).toBeVisible();
  await expect(page.getByText("Hours must look like 08:00")).toBeVisible();
  await expect(hoursOn(page, "Monday")).toBeFocused();
  await expect(hoursOn(page, "Tuesday")).toHaveValue("08:00-12:00, 13:30-17:00");
  await hoursOn(page, "Monday").fill("0-24");
  await hoursOn(page, "Saturday").fill("10-16");
  await save(page).click();
  await expect(toastOf(page, "Calendar saved")).toBeVisible();
  await expect(page).toHaveURL(/\/settings\/calendars\/[0-9a-f-]{36}$/);
  await expect(page.getByRole("heading", { level: 2, name })).toBeVisible();
  await expect(page.getByText("not used yet · version 1")).toBeVisible();

  const idris = await openPageAs(browser, "idris", "/settings/calendars");
  await idris.getByRole("link", { name: new RegExp(`^${name}`) }).click();
  await expect(idris.getByRole("heading", { level: 2, name })).toBeVisible();
  await expect(idris.getByText("08:00-12:00, 13:30-17:00")).toBeVisible();
  await expect(idris.getByRole("textbox")).toHaveCount(0);
  await expect(idris.getByRole("button", { name: "Archive" })).toHaveCount(0);
  await idris.context().close();
});

test("a special day is added, changed and removed; each save is a version that can be read", async ({
  page,
  request,
}) => {
  const maren = await callAs(request, "maren");
  await signIn(page, "maren", await addCalendar(maren, `Days ${freshWord()}`));
  await expect(daysOf(page)).toContainText("No special days");
  await page.getByRole("button", { name: "Add day" }).click();
  const window = page.getByRole("dialog", { name: "Special day" });
  await window.getByRole("button", { name: "Add Day" }).click();
  await expect(window.getByText("Choose a date such as 2026-12-24")).toBeVisible();
  await expect(window.getByText("Give a name to each special day")).toBeVisible();
  await window.getByLabel("Date").fill(`${YEAR + 1}-11-26`);
  await window.getByLabel("Name").fill("Staff training");
  await window.getByLabel("Hours").fill("8-13");
  await window.getByLabel("Hours").press("Enter");
  await expect(window).toHaveCount(0);
  const row = daysOf(page).getByRole("row", { name: /Staff training/ });
  await expect(row).toContainText("08:00-13:00");
  await expect(row).toContainText("new");
  await save(page).click();
  await expect(toastOf(page, "Calendar saved")).toBeVisible();
  await expect(row).not.toContainText("new");
  await row.getByRole("button", { name: "Edit Staff training" }).click();
  await window.getByLabel("Hours").fill("");
  await window.getByRole("button", { name: "Change Day" }).click();
  await expect(window).toHaveCount(0);
  await expect(row).toContainText("Closed");
  await row.getByRole("button", { name: "Remove Staff training" }).click();
  await expect(daysOf(page)).toContainText("No special days");
  await save(page).click();
  await expect(page.getByText("not used yet · version 3")).toBeVisible();

  await page.getByRole("button", { name: "Versions" }).click();
  const versions = page.getByRole("dialog", { name: /^Versions of/ });
  await expect(versions.getByRole("link")).toHaveCount(3);
  await versions.getByRole("link", { name: /^Version 2/ }).click();
  await expect(versions).toHaveCount(0);
  await expect(page.getByText("Version 2, as it was")).toBeVisible();
  await expect(daysOf(page)).toContainText("Staff training");
  await expect(save(page)).toHaveCount(0);
  await page.getByRole("link", { name: "Show the newest" }).click();
  await expect(hoursOn(page, "Monday")).toBeVisible();
});

test("proposes public holidays, of which those that stay ticked are added", async ({ page, request }) => {
  const maren = await callAs(request, "maren");
  const taken = { day: `${YEAR}-12-25`, name: "Our own Christmas", hours: null };
  await signIn(page, "maren", await addCalendar(maren, `Holidays ${freshWord()}`, [taken]));
  await page.getByRole("button", { name: "Propose holidays" }).first().click();
  const window = page.getByRole("dialog", { name: "Propose holidays" });
  await expect(window.getByRole("button", { name: "Add 0 Days" })).toBeDisabled();
  await window.getByRole("button", { name: "Country" }).click();
  await page.getByRole("option", { name: "United Kingdom" }).click();
  await window.getByRole("button", { name: "Region" }).click();
  await page.getByRole("option", { name: "England" }).click();
  // In the last months of a year the next one is proposed.
  await window.getByRole("combobox", { name: "Year" }).click();
  await page.getByRole("option", { name: String(YEAR) }).click();
  await expect(window.getByRole("checkbox", { name: /Christmas Day · listed already/ })).toBeDisabled();
  await expect(window.getByRole("checkbox", { name: /Summer bank holiday/ })).toBeChecked();
  await window.getByRole("checkbox", { name: /Good Friday/ }).uncheck();
  await window.getByRole("button", { name: /^Add \d+ Days$/ }).click();
  await expect(window).toHaveCount(0);
  const all = daysOf(page).getByRole("button", { name: "Show all" });
  if (await all.isVisible()) await all.click();
  await expect(daysOf(page)).toContainText("Summer bank holiday");
  await expect(daysOf(page)).toContainText("Our own Christmas");
  await expect(daysOf(page)).not.toContainText("Good Friday");
  await save(page).click();
  await expect(toastOf(page, "Calendar saved")).toBeVisible();
});

test("tells of two who save at once the second one, and keeps what is typed", async ({ page, request }) => {
  const maren = await callAs(request, "maren");
  const name = `Both ${freshWord()}`;
  const address = await addCalendar(maren, name);
  await signIn(page, "maren", address);
  await hoursOn(page, "Monday").fill("9-17");
  const theirs = { name, zone: "Europe/London", week: OFFICE_WEEK, days: [], base_version: 1 };
  const path = address.replace("/settings", "");
  expect((await maren("PUT", path, { ...theirs, zone: "Europe/Oslo" })).status).toBe(200);
  // The live stream brings the news.
  await expect(page.getByText("Somebody has saved other values meanwhile")).toBeVisible();
  await save(page).click();
  await expect(page.locator(".toast.error")).toBeVisible();
  await expect(hoursOn(page, "Monday")).toHaveValue("09:00-17:00");
  await page.getByRole("button", { name: "Show theirs" }).click();
  await expect(hoursOn(page, "Monday")).toHaveValue("08:00-18:00");
  await expect(page.getByRole("button", { name: "Time zone" })).toHaveText("Europe/Oslo");
  await expect(save(page)).toBeDisabled();
});

test("a calendar that nobody uses is archived, after a question", async ({ page, request }) => {
  const maren = await callAs(request, "maren");
  const name = `Gone ${freshWord()}`;
  const address = await addCalendar(maren, name);
  await signIn(page, "maren", address);
  await page.getByRole("button", { name: "Archive" }).click();
  const question = page.getByRole("dialog", { name: "Archive calendar" });
  await question.getByRole("button", { name: "Archive Calendar" }).click();
  await expect(toastOf(page, "Calendar archived")).toBeVisible();
  await expect(page).toHaveURL("/settings/calendars");
  await expect(page.getByRole("link", { name: new RegExp(`^${name}`) })).toHaveCount(0);
  await page.goto(address);
  await expect(page.getByText("This calendar is archived")).toBeVisible();
  await expect(save(page)).toHaveCount(0);
});

test("next year's holidays are missed in the last months of a year", async ({ page, request }) => {
  const maren = await callAs(request, "maren");
  const day = { day: `${YEAR}-12-25`, name: "Christmas Day", hours: null };
  const name = `Banner ${freshWord()}`;
  const address = await addCalendar(maren, name, [day]);
  const { body } = await maren("GET", address.replace("/settings", ""));
  const calendar = body["calendar"];
  // The year may not be that far: what the server would say then is put into its answer.
  await page.route(`**/api${address.replace("/settings", "")}`, (route) =>
    route.fulfill({
      json: { calendar: { ...(typeof calendar === "object" ? calendar : {}), holidays_missing: YEAR + 1 } },
    }),
  );
  await signIn(page, "maren", address);
  const banner = page.getByRole("note").filter({ hasText: `Public holidays of ${YEAR + 1} are missing` });
  await banner.getByRole("button", { name: "Propose holidays" }).click();
  const window = page.getByRole("dialog", { name: "Propose holidays" });
  await expect(window.getByRole("combobox", { name: "Year" })).toHaveText(String(YEAR + 1));
  await window.getByRole("button", { name: "Country" }).click();
  await page.getByRole("option", { name: "Norway" }).click();
  await window.getByRole("button", { name: /^Add \d+ Days$/ }).click();
  await expect(banner).toHaveCount(0);
});

test("clients find no page of calendars", async ({ page }) => {
  await signIn(page, "priya", "/settings/calendars");
  await expect(page.getByText("You don't have access to this page")).toBeVisible();
  await expect(page.getByRole("link", { name: "Calendars" })).toHaveCount(0);
});

test("all of it is done by keyboard", async ({ page, request }) => {
  const maren = await callAs(request, "maren");
  await signIn(page, "maren", await addCalendar(maren, `Keys ${freshWord()}`));
  await hoursOn(page, "Saturday").focus();
  await page.keyboard.type("9-12");
  await page.keyboard.press("Tab");
  await expect(hoursOn(page, "Saturday")).toHaveValue("09:00-12:00");
  await expect(hoursOn(page, "Sunday")).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Propose holidays" })).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  const window = page.getByRole("dialog", { name: "Special day" });
  await expect(window.getByLabel("Date")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(window).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Add day" })).toBeFocused();
  await hoursOn(page, "Saturday").press("Enter");
  await expect(toastOf(page, "Calendar saved")).toBeVisible();
});

test("a failure says so and can be tried again", async ({ page, request }) => {
  const maren = await callAs(request, "maren");
  const name = `Later ${freshWord()}`;
  const address = await addCalendar(maren, name);
  let isAway = true;
  // Changes of other stories would fetch them again before the button is pressed.
  await page.route("**/api/events*", (route) => route.abort());
  await page.route("**/api/calendars**", (route) =>
    isAway ? route.fulfill({ status: 503, json: {} }) : route.continue(),
  );
  await signIn(page, "maren", "/settings/calendars");
  await expect(page.getByText("Failed to load calendars")).toBeVisible();
  isAway = false;
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("link", { name: new RegExp(`^${name}`) })).toBeVisible();
  isAway = true;
  await page.goto(address);
  await expect(page.getByText("Failed to load the calendar")).toBeVisible();
  isAway = false;
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(hoursOn(page, "Monday")).toBeVisible();
});

for (const [place, size] of DEVICES)
  test(`fits and reads well ${place}`, async ({ page, request }) => {
    const maren = await callAs(request, "maren");
    const days = [
      { day: `${YEAR + 1}-11-26`, name: "Staff training in the afternoon", hours: OPEN },
      { day: `${YEAR + 1}-12-25`, name: "Christmas Day", hours: null },
    ];
    const address = await addCalendar(maren, `Look ${freshWord()}`, days);
    await page.setViewportSize(size);
    await signIn(page, "maren", address);
    await expect(hoursOn(page, "Monday")).toBeVisible();
    expect(await findViolations(page)).toEqual([]);
    expect(await measureOverflow(page)).toBe(0);
    expect(await findCutWords(page)).toEqual([]);
    await page.getByRole("button", { name: "Propose holidays" }).click();
    const window = page.getByRole("dialog", { name: "Propose holidays" });
    await window.getByRole("button", { name: "Country" }).click();
    await page.getByRole("option", { name: "Germany" }).click();
    await expect(window.getByRole("checkbox").first()).toBeVisible();
    expect(await findAxeViolations(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await expect(window).toHaveCount(0);
    if (size === PHONE) {
      // German words are longer.
      await page.context().addCookies([{ name: "language", value: "de", url: page.url() }]);
      await page.reload();
      await expect(page.getByRole("textbox", { name: "Zeiten am Montag" })).toBeVisible();
      expect(await measureOverflow(page)).toBe(0);
      const button = await page.getByRole("button", { name: "Tag hinzufügen" }).boundingBox();
      expect((button?.x ?? 0) + (button?.width ?? 0)).toBeLessThan(PHONE.width - 16);
      return;
    }
    await page.goto("/settings/calendars");
    await expect(page.getByRole("link", { name: /^Business hours/ })).toBeVisible();
    expect(await findViolations(page)).toEqual([]);
  });
