import { expect, type Page } from "@playwright/test";
import { callAs, createTicket } from "../support/people/api-as.ts";
import { subjectLinks, toastOf } from "../support/page/locators.ts";
import { findCutWords, findViolations } from "../support/page/page-checks.ts";
import { signIn } from "../support/people/people.ts";
import { test } from "../support/story.ts";
import { pressWhileItLeaves } from "../support/page/press-while-it-leaves.ts";
import { freshWord } from "../support/unique-words.ts";
import { DEVICES, measureOverflow, PHONE } from "../support/browser/viewports.ts";

const rail = (page: Page) => page.getByRole("complementary", { name: "Ticket properties" });
const times = (page: Page) => page.getByRole("dialog", { name: "Follow up" });
const property = (page: Page) => rail(page).getByRole("button", { name: /^Change follow-up/ });
const status = (page: Page) => rail(page).getByRole("button", { name: /^Change status/ });

test("an agent comes back tomorrow, the client answers before, and one key sets the date again", async ({
  page,
  request,
}) => {
  const word = freshWord();
  const tomas = await callAs(request, "tomas");
  const id = await createTicket(tomas, `Later ${word}`);
  await signIn(page, "idris", `/tickets/${id}`);
  await expect(property(page)).toContainText("None");
  await page.keyboard.press("h");
  await expect(times(page).getByRole("button", { name: /^Tomorrow/ })).toBeVisible();
  await expect(times(page).getByRole("switch", { name: "On Hold until then" })).toBeChecked();
  await times(page)
    .getByRole("button", { name: /^Tomorrow/ })
    .click();
  await expect(property(page)).toContainText("09:00");
  await expect(status(page)).toContainText("On Hold");
  const when = await property(page).textContent();
  // Its undo is not the one that is pressed below.
  await toastOf(page, "Follow-up on").getByRole("button", { name: "Dismiss" }).click();
  await expect(toastOf(page, "Follow-up on")).toHaveCount(0);

  await tomas("POST", `/tickets/${id}/comments`, { comment: "It happened again." });
  await expect(status(page)).toContainText("Open");
  await expect(property(page)).toContainText("None");
  await page.keyboard.press("h");
  await expect(times(page).getByRole("button", { name: /^Again: / })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(status(page)).toContainText("On Hold");
  await expect(property(page)).toHaveText(when ?? "");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(property(page)).toContainText("None");
  await expect(status(page)).toContainText("Open");
});

test("a double click on a time is one, and one undo takes it back", async ({ page, request }) => {
  const id = await createTicket(await callAs(request, "maren"), `Twice ${freshWord()}`);
  await signIn(page, "idris", `/tickets/${id}`);
  await expect(property(page)).toContainText("None");
  await page.keyboard.press("h");
  await pressWhileItLeaves(page, times(page).getByRole("button", { name: /^Tomorrow/ }));
  await expect(property(page)).toContainText("09:00");
  await toastOf(page, "Follow-up on").getByRole("button", { name: "Undo" }).click();
  await expect(property(page)).toContainText("None");
  await expect(status(page)).toContainText("Open");
});

test("arrows walk through the times, and a time by hand has to be ahead", async ({ page, request }) => {
  const id = await createTicket(await callAs(request, "maren"), `By hand ${freshWord()}`);
  await signIn(page, "idris", `/tickets/${id}`);
  await expect(property(page)).toBeVisible();
  await page.keyboard.press("h");
  const choices = times(page).locator(".follow-up-times .menu-item");
  await expect(choices.first()).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await expect(choices.last()).toBeFocused();
  await page.keyboard.press("Enter");
  await times(page).getByLabel("Date and time").fill("2020-01-01T09:00");
  await times(page).getByRole("button", { name: "Set", exact: true }).click();
  await expect(times(page).getByText("Choose a time in the future")).toBeVisible();
  const year = new Date().getUTCFullYear() + 1;
  await times(page).getByLabel("Date and time").fill(`${year}-03-02T14:30`);
  await times(page).getByText("On Hold until then").click();
  await times(page).getByRole("button", { name: "Set", exact: true }).click();
  await expect(property(page)).toContainText("Mar 2, 14:30");
  await expect(status(page)).toContainText("Open");
  await page.keyboard.press("h");
  await times(page).getByRole("button", { name: "Remove follow-up" }).click();
  await expect(property(page)).toContainText("None");
});

test("many tickets get one date, are found by the filter, and one click undoes it", async ({
  page,
  request,
}) => {
  const word = freshWord();
  const maren = await callAs(request, "maren");
  await createTicket(maren, `One ${word}`);
  await createTicket(maren, `Two ${word}`);
  await createTicket(maren, `Three ${word}`);
  await signIn(page, "idris", `/tickets?search=${word}`);
  await expect(subjectLinks(page)).toHaveCount(3);
  for (const key of ["j", "x", "Shift+ArrowDown"]) await page.keyboard.press(key);
  await expect(page.getByRole("toolbar", { name: "2 selected" })).toBeVisible();
  await page.keyboard.press("h");
  await times(page)
    .getByRole("button", { name: /^In a week/ })
    .click();
  await expect(page.getByText(/^2 tickets: follow-up on /)).toBeVisible();
  await expect(page.locator(".row-sign")).toHaveCount(2);
  await page.keyboard.press("Escape");
  // A toast that is pointed at stays: the filter is set by keys.
  await page.getByRole("button", { name: "Undo" }).hover();
  await page.getByRole("button", { name: "More filters" }).press("Enter");
  const filter = page.getByRole("combobox", { name: "Follow-up" });
  for (const key of ["Enter", "End", "ArrowUp"]) await filter.press(key);
  await expect(page.getByRole("option", { name: "Any date" })).toHaveAttribute("data-active", "true");
  await filter.press("Enter");
  await filter.press("Escape");
  await expect(subjectLinks(page)).toHaveCount(2);
  await expect(page.getByRole("button", { name: "Remove filter Follow-up: Any date" })).toBeVisible();
  await expect(page).toHaveURL(/follow_up=set/);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("No tickets found")).toBeVisible();
});

test("a client sees nothing of follow-ups: not on the ticket, in the list, its filters or keys", async ({
  page,
  request,
}) => {
  const word = freshWord();
  const [tomas, idris] = [await callAs(request, "tomas"), await callAs(request, "idris")];
  const id = await createTicket(tomas, `Mine ${word}`);
  await idris("PUT", `/tickets/${id}/follow-up`, { at: new Date(Date.now() + 86_400_000).toISOString() });
  await idris("POST", `/tickets/${id}/checklist`, { text: `Secret ${word}` });
  await signIn(page, "tomas", `/tickets/${id}`);
  await expect(page.getByRole("heading", { level: 1, name: `Mine ${word}` })).toBeVisible();
  await expect(rail(page).getByText("On Hold")).toBeVisible();
  await page.keyboard.press("h");
  await expect(times(page)).toHaveCount(0);
  await expect(page.getByText("Follow-up", { exact: true })).toHaveCount(0);
  await expect(page.getByText(/Checklist|Secret/)).toHaveCount(0);
  await page.goto(`/tickets?search=${word}&follow_up=none`);
  await expect(subjectLinks(page)).toHaveText([`Mine ${word}`]);
  await expect(page.locator(".row-signs")).toHaveCount(0);
  await page.getByRole("button", { name: "More filters" }).click();
  await expect(page.getByRole("dialog", { name: "More filters" }).getByText("Follow-up")).toHaveCount(0);
});

test.describe("on a phone", () => {
  test.use({ viewport: PHONE, hasTouch: true });

  test("a date is set with a finger", async ({ page, request }) => {
    const word = freshWord();
    const id = await createTicket(await callAs(request, "maren"), `Phone ${word}`);
    await signIn(page, "idris", `/tickets/${id}`);
    await property(page).tap();
    await times(page)
      .getByRole("button", { name: /^Next Monday/ })
      .tap();
    await expect(property(page)).toContainText("Mon,");
    expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
    await page.goto(`/tickets?search=${word}`);
    await expect(page.locator(".row-sign")).toHaveCount(1);
    expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
  });
});

for (const [device, viewport] of DEVICES)
  test(`axe finds nothing wrong with follow-ups ${device}, in light and dark`, async ({ page, request }) => {
    const call = await callAs(request, "maren");
    const id = await createTicket(call, `Axe ${freshWord()}`);
    await call("PUT", `/tickets/${id}/follow-up`, { at: new Date(Date.now() + 86_400_000).toISOString() });
    await page.setViewportSize(viewport);
    await signIn(page, "lena", `/tickets/${id}`);
    await property(page).click();
    await times(page).getByRole("button", { name: "Pick a time" }).click();
    await expect(times(page).getByLabel("Date and time")).toBeVisible();
    expect(await findViolations(page)).toEqual([]);
  });

for (const [device, viewport] of DEVICES)
  test(`somebody sets a date and reads a checklist in German ${device}`, async ({ browser, request }) => {
    const call = await callAs(request, "maren");
    const id = await createTicket(call, `Deutsch ${freshWord()}`);
    await call("POST", `/tickets/${id}/checklist`, { text: "Donaudampfschifffahrtsgesellschaft anrufen" });
    const context = await browser.newContext({ viewport });
    await context.addCookies([{ name: "language", value: "de", url: test.info().project.use.baseURL ?? "" }]);
    const page = await context.newPage();
    await signIn(page, "idris", `/tickets/${id}`);
    await expect(page.getByRole("heading", { name: "Checkliste 0 von 1" })).toBeVisible();
    await page.getByRole("button", { name: /^Wiedervorlage ändern/ }).click();
    const window = page.getByRole("dialog", { name: "Wiedervorlage" });
    await window.getByRole("button", { name: "Zeitpunkt wählen" }).click();
    await expect(window.getByLabel("Datum und Uhrzeit")).toBeVisible();
    expect(await findCutWords(page)).toEqual([]);
    await window.getByRole("button", { name: /^In 2 Arbeitstagen/ }).click();
    await expect(page.getByText(/^Wiedervorlage am /)).toBeVisible();
    expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
    await context.close();
  });
