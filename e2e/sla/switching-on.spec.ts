import { type Browser, expect, type Page } from "@playwright/test";
import { callAs, type Call } from "../support/people/api-as.ts";
import { toastOf } from "../support/page/locators.ts";
import { findViolations } from "../support/page/page-checks.ts";
import { signIn } from "../support/people/people.ts";
import { startOwnServer } from "../support/desk/server-for-one-story.ts";
import { test } from "../support/story.ts";
import { measureOverflow, PHONE } from "../support/browser/viewports.ts";

const save = (page: Page) => page.getByRole("button", { name: "Save", exact: true });
const also = (page: Page) => page.getByRole("switch", { name: /^Also for \d+ open tickets$/ });
const applied = (page: Page) => page.locator(".toast").filter({ hasText: /Applied to \d+ open tickets/ });
const target = (page: Page, name: string) => page.getByRole("textbox", { name, exact: true });

/** Tells a story on a desk of its own. */
async function onOwnDesk(browser: Browser, story: (page: Page) => Promise<void>): Promise<void> {
  const server = await startOwnServer();
  try {
    const context = await browser.newContext({ baseURL: server.address });
    await story(await context.newPage());
    await context.close();
  } finally {
    await server.end();
  }
}

/** A desk where nobody has switched service levels on. */
async function switchOff(maren: Call): Promise<void> {
  const { body } = await maren("GET", "/sla/assignments");
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const { organization, companies } = body as {
    organization: { assignment_id: string };
    companies: { company_id: string; assignment_id: string }[];
  };
  for (const { company_id, assignment_id } of companies)
    // oxlint-disable-next-line no-await-in-loop
    await maren("PUT", `/sla/assignments/${company_id}`, {
      inherit: true,
      base_assignment_id: assignment_id,
    });
  await maren("PUT", "/sla/assignments/organization", {
    policy_id: null,
    base_assignment_id: organization.assignment_id,
  });
  const { body: list } = await maren("GET", "/sla/policies");
  for (const { id } of Array.isArray(list["policies"]) ? list["policies"] : [])
    // oxlint-disable-next-line no-await-in-loop
    expect((await maren("DELETE", `/sla/policies/${id}`)).status).toBe(204);
}

test("an administrator switches service levels on, adds a day off, and sees what that does first", async ({
  browser,
}) => {
  await onOwnDesk(browser, async (page) => {
    await switchOff(await callAs(page.request, "maren"));
    await signIn(page, "maren", "/tickets");
    await expect(page.getByRole("columnheader", { name: "Subject" })).toBeVisible();
    await expect(page.getByRole("columnheader", { name: "Due" })).toHaveCount(0);
    await expect(page.getByRole("link", { name: "Companies" })).toBeVisible();
    await expect(page.getByRole("link", { name: "Reports" })).toHaveCount(0);

    await page.goto("/settings/service-levels");
    await page.getByRole("link", { name: "Start with these targets" }).click();
    await expect(target(page, "First response, Urgent")).toHaveValue("1 h");
    await target(page, "First response, Urgent").fill("soon");
    await target(page, "Next response, Urgent").fill("1:30");
    await target(page, "Resolution, Low").fill("");
    await save(page).click();
    await expect(page.getByText("A duration looks like 4h, 90m or 1:30")).toBeVisible();
    await target(page, "First response, Urgent").fill("45m");
    await expect(also(page)).not.toBeChecked();
    expect(await findViolations(page)).toEqual([]);
    await page.setViewportSize(PHONE);
    expect(await measureOverflow(page)).toBe(0);
    await page.setViewportSize({ width: 1440, height: 900 });
    await also(page).check();
    await save(page).click();
    await expect(toastOf(page, "Service level saved")).toBeVisible();
    await expect(applied(page)).toBeVisible();
    await expect(page.getByRole("link", { name: "Reports" })).toBeVisible();
    await page.getByRole("link", { name: /^Standard/ }).click();
    await expect(target(page, "Next response, Urgent")).toHaveValue("1 h 30 min");
    await expect(target(page, "Resolution, Low")).toHaveValue("");
    // Taking the changes back takes the choice back.
    const cancel = page.getByRole("button", { name: "Cancel" });
    await target(page, "Resolution, Low").fill("90h");
    await also(page).check();
    await cancel.click();
    await target(page, "Resolution, Low").fill("80h");
    await expect(also(page)).not.toBeChecked();
    await cancel.click();

    // A day off next week moves due times, and is for open tickets too unless somebody says otherwise.
    await page.goto("/settings/calendars");
    await page.getByRole("link", { name: /^Business hours/ }).click();
    await page.getByRole("button", { name: "Add day" }).click();
    const window = page.getByRole("dialog", { name: "Special day" });
    await window.getByLabel("Date").fill(nextWorkday());
    await window.getByLabel("Name").fill("Fire drill");
    await window.getByRole("button", { name: "Add Day" }).click();
    await expect(page.getByText(/\d+ with another due time/)).toBeVisible();
    await expect(also(page)).toBeChecked();
    await expect(page.getByRole("table", { name: /^Due times now and then/ })).toBeVisible();
    await save(page).click();
    await expect(applied(page)).toBeVisible();
    await applied(page).getByRole("button", { name: "Undo" }).click();
    await expect(toastOf(page, "Undone: the open tickets are judged as before")).toBeVisible();

    await page.goto("/tickets?sort=due");
    await expect(page.getByRole("columnheader", { name: "Due" })).toBeVisible();
    await expect(page.getByRole("button", { name: /^Overdue \d+$/ })).toBeVisible();
  });
});

test("a company gets a service level of its own in its window, and the organization's again", async ({
  browser,
}) => {
  await onOwnDesk(browser, async (page) => {
    await signIn(page, "maren", "/companies?search=Aster");
    const open = () => page.getByRole("button", { name: /Edit/ }).first().click();
    const window = page.getByRole("dialog", { name: "Edit Company" });
    const level = window.getByRole("group", { name: "Service level" });
    await open();
    await expect(level).toContainText("Standard, from the organization");
    await level.getByRole("combobox", { name: "Service level" }).click();
    await page.getByRole("option", { name: "Priority care" }).click();
    await level.getByRole("button", { name: "Save", exact: true }).click();
    await expect(toastOf(page, "Service level saved")).toBeVisible();
    await expect(level).toContainText("Priority care, from the company");
    expect(await findViolations(page)).toEqual([]);
    await level.getByRole("combobox", { name: "Service level" }).click();
    await page.getByRole("option", { name: /^As the organization/ }).click();
    await level.getByRole("button", { name: "Save", exact: true }).click();
    await expect(level).toContainText("Standard, from the organization");
  });
});

/** The next weekday, at least a day away, as YYYY-MM-DD. */
function nextWorkday(): string {
  const day = new Date(Date.now() + 86_400_000);
  while (day.getUTCDay() === 0 || day.getUTCDay() === 6) day.setUTCDate(day.getUTCDate() + 1);
  return day.toISOString().slice(0, 10);
}

test("a service level that is chosen and not saved holds the window of its company, and is kept from nobody", async ({
  browser,
}) => {
  await onOwnDesk(browser, async (page) => {
    await signIn(page, "maren", "/companies?search=Aster");
    const maren = await callAs(page.request, "maren");
    const window = page.getByRole("dialog", { name: "Edit Company" });
    const level = window.getByRole("group", { name: "Service level" });
    const choice = level.getByRole("combobox", { name: "Service level" });
    await page.getByRole("button", { name: /Edit/ }).first().click();
    await choice.click();
    await page.getByRole("option", { name: "Priority care" }).click();
    // The place in which it is told to who does not see it is there before.
    const told = level.getByRole("status").and(page.locator(".visually-hidden"));
    await expect(told).toBeEmpty();

    // Somebody else chooses meanwhile: what is chosen here stays, and is not saved over it.
    const companies = (await maren("GET", "/companies?search=Aster")).body["companies"];
    const path = `/sla/assignments/${Array.isArray(companies) ? companies[0].id : ""}`;
    const theirs = { policy_id: null, base_assignment_id: null };
    expect((await maren("PUT", path, theirs)).status).toBe(200);
    await expect(
      level.getByRole("status").filter({ hasText: "Somebody has saved other values meanwhile" }),
    ).toBeVisible();
    await expect(choice).toHaveText("Priority care");
    const dueTimes = level.getByRole("table").locator(".numeric");
    await expect(dueTimes.first()).toBeVisible();
    for (const time of await dueTimes.all())
      expect(await time.evaluate((cell) => cell.scrollWidth - cell.clientWidth)).toBeLessThanOrEqual(0);
    await level.getByRole("button", { name: "Show theirs" }).click();
    await expect(choice).toHaveText("No service level");

    await choice.click();
    await page.getByRole("option", { name: "Priority care" }).click();
    await window.getByLabel("Contact Phone").fill("+44 20 7946 0000");
    await window.getByRole("button", { name: "Save Changes" }).click();
    await expect(toastOf(page, "Company updated successfully")).toBeVisible();
    await expect(window.getByText("The service level is not saved yet")).toBeVisible();
    await expect(choice).toHaveText("Priority care");
    await level.getByRole("button", { name: "Save", exact: true }).click();
    await expect(toastOf(page, "Service level saved")).toBeVisible();
    await expect(window).toHaveCount(0);
    expect((await maren("GET", path)).body["policy"]).toMatchObject({ name: "Priority care" });
  });
});

test("a change of hours goes for new tickets alone while nobody chooses otherwise, however quickly it is saved; a failure to apply one is tried again", async ({
  browser,
}) => {
  await onOwnDesk(browser, async (page) => {
    await signIn(page, "maren", "/settings/calendars");
    const maren = await callAs(page.request, "maren");
    const { calendars } = (await maren("GET", "/calendars")).body;
    const { id } = Array.isArray(calendars) ? calendars[0] : { id: "" };
    // Tickets of the sample desk are older than what it agreed on.
    const upToDate = await maren("POST", "/sla/apply", { calendar_id: id });
    expect(upToDate.body["state"]).toBe("done");
    await page.goto(`/settings/calendars/${String(id)}`);
    const applies: string[] = [];
    page.on("request", (request) => {
      if (request.url().endsWith("/sla/apply")) applies.push(request.url());
    });
    await page.getByRole("button", { name: "Add day" }).click();
    const day = page.getByRole("dialog");
    await day.getByLabel("Date").fill("2098-03-10");
    await day.getByLabel("Name").fill("Jubilee");
    await day.getByRole("button", { name: "Add Day" }).click();
    await expect(also(page)).toBeChecked();
    // The preview of what follows does not come before it is saved.
    const held: (() => unknown)[] = [];
    await page.route("**/api/sla/preview", (route) => void held.push(() => route.continue()));
    const monday = page.getByRole("textbox", { name: "Hours on Monday" });
    await monday.fill("10-12");
    await expect(also(page)).not.toBeChecked();
    await save(page).click();
    await expect(toastOf(page, "Calendar saved")).toBeVisible();
    expect(applies).toEqual([]);

    await page.unroute("**/api/sla/preview");
    await page.route("**/api/sla/apply", (route) => route.abort(), { times: 1 });
    await monday.fill("10-13");
    await also(page).check();
    await save(page).click();
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByText(/^Applied to/)).toBeVisible();
  });
});
