import { expect, type Page } from "@playwright/test";
import { ticketsApiAs, callAs, createTicket } from "../support/people/api-as.ts";
import { subjectLinks, toastOf } from "../support/page/locators.ts";
import { signIn, signInByForm } from "../support/people/people.ts";
import { test } from "../support/story.ts";
import { freshWord } from "../support/unique-words.ts";
import { DEVICES, measureOverflow, PHONE } from "../support/browser/viewports.ts";

const comment = (page: Page, words: string) => page.locator(".thread .comment", { hasText: words });
const box = (page: Page) => page.getByRole("textbox", { name: /Write a comment|Internal note/ });
const shown = (page: Page, selector: string) => page.locator(selector).filter({ visible: true }).first();

for (const [where, size] of DEVICES) {
  test(`an agent finds a ticket, takes it, notes, answers and closes it, ${where}`, async ({
    page,
    request,
  }) => {
    await page.setViewportSize(size);
    const word = freshWord();
    const tomas = await callAs(request, "tomas");
    const id = await createTicket(tomas, `Scanner stops ${word}`);
    await signInByForm(page, "idris");
    await page.goto("/tickets");
    await page.getByPlaceholder("Search tickets…").fill(word);
    await expect(subjectLinks(page)).toHaveText([/Scanner stops/]);
    await subjectLinks(page).first().click();

    await page
      .getByRole("button", { name: "Assignee: Unassigned" })
      .filter({ visible: true })
      .first()
      .click();
    await page.getByPlaceholder("Assign to…").fill("Idris");
    await page.getByRole("option", { name: /Idris Okafor/ }).click();
    await expect(
      page
        .getByRole("button", { name: /^Assignee: .*Idris Okafor/ })
        .filter({ visible: true })
        .first(),
    ).toBeVisible();

    await page.getByRole("switch", { name: "Internal note" }).check();
    await page.getByRole("textbox", { name: "Internal note" }).fill("Same firmware as last week.");
    await page.getByRole("button", { name: "Add Internal Note" }).click();
    await expect(comment(page, "Same firmware")).toContainText("Internal note");
    await page.getByRole("switch", { name: "Internal note" }).uncheck();
    await page.getByRole("textbox", { name: "Write a comment" }).fill("Updated: please scan again.");
    await page.getByRole("button", { name: "Add comment and set status" }).click();
    await page.getByRole("menuitem", { name: "Add and set Closed" }).click();
    await expect(comment(page, "please scan again")).toContainText("You");
    await expect(shown(page, ".ticket-strip .status, .rail .status")).toHaveText("Closed");
    expect(await measureOverflow(page)).toBeLessThanOrEqual(0);

    await page.getByRole("link", { name: "Tickets", exact: true }).filter({ visible: true }).last().click();
    await expect(page.getByPlaceholder("Search tickets…")).toHaveValue(word);
    const row = page.getByRole("row", { name: /Scanner stops/ });
    await expect(row).toContainText("Closed");
    await expect(row).toContainText("Idris Okafor");
    expect(await measureOverflow(page)).toBeLessThanOrEqual(0);

    const { body } = await tomas("GET", `/tickets/${id}/comments`);
    expect(JSON.stringify(body)).toContain("please scan again");
    expect(JSON.stringify(body)).not.toContain("Same firmware");
  });
}

test("a whole morning by keyboard alone: sign in, find, take, note, answer, close, bulk and undo", async ({
  page,
  request,
}) => {
  test.slow();
  const word = freshWord();
  const maren = await ticketsApiAs(request, "maren");
  await maren.create({ subject: `Second ${word}` });
  await maren.create({ subject: `First ${word}` });
  const { keyboard } = page;
  await page.goto("/login");
  await tabTo(page, page.getByLabel("Email"));
  await keyboard.type("agent@waypost.example");
  await keyboard.press("Tab");
  await keyboard.type("waypost-demo");
  await keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Dashboard" })).toBeVisible();

  await expect(page.getByRole("button", { name: /^Keyboard shortcuts/ })).toBeVisible();
  // The two keys belong together for a second only, which a busy machine may miss between one and the other.
  await Promise.all([keyboard.press("g"), keyboard.press("t")]);
  await expect(page).toHaveURL(/\/tickets$/);
  await expect(page.locator(".ticket-list tr[data-index]").first()).toBeVisible();
  await keyboard.press("/");
  await expect(page.getByPlaceholder("Search tickets…")).toBeFocused();
  await keyboard.type(word);
  await keyboard.press("Enter");
  await expect(subjectLinks(page)).toHaveText([/First/, /Second/]);
  await keyboard.press("Tab");
  await keyboard.press("j");
  await keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: `First ${word}` })).toBeVisible();

  const rail = page.getByRole("complementary", { name: "Ticket properties" });
  await keyboard.press("a");
  await expect(page.getByPlaceholder("Assign to…")).toBeFocused();
  await keyboard.type("Idris");
  await expect(page.getByRole("option")).toHaveText([/Idris Okafor/]);
  await keyboard.press("Enter");
  await expect(rail).toContainText("Idris Okafor");

  await keyboard.press("r");
  const note = page.getByRole("switch", { name: "Internal note" });
  await tabTo(page, note);
  await keyboard.press("Space");
  await expect(note).toBeChecked();
  await tabTo(page, box(page), "Shift+Tab");
  await keyboard.type("Seen before.");
  await keyboard.press("Control+Enter");
  await expect(comment(page, "Seen before.")).toContainText("Internal note");
  await tabTo(page, note);
  await keyboard.press("Space");
  await expect(note).not.toBeChecked();
  await tabTo(page, box(page), "Shift+Tab");
  await keyboard.type("It works again.");
  await keyboard.press("Control+Enter");
  await expect(comment(page, "It works again.")).toBeVisible();
  await keyboard.press("Escape");
  await keyboard.press("s");
  await expect(page.getByRole("menuitem", { name: "Open" })).toBeFocused();
  await keyboard.press("End");
  await expect(page.getByRole("menuitem", { name: "Closed" })).toBeFocused();
  await keyboard.press("Enter");
  await expect(rail.locator(".status")).toHaveText("Closed");

  // The browser takes this key itself: no page gets it.
  await page.goBack();
  await expect(subjectLinks(page)).toHaveCount(2);
  await keyboard.press("x");
  await expect(page.getByRole("toolbar", { name: "1 selected" })).toBeVisible();
  await keyboard.press("Shift+ArrowDown");
  await expect(page.getByRole("toolbar", { name: "2 selected" })).toBeVisible();
  await keyboard.press("p");
  await expect(page.getByRole("menuitem", { name: "Low" })).toBeFocused();
  await keyboard.press("End");
  await expect(page.getByRole("menuitem", { name: "Urgent" })).toBeFocused();
  await keyboard.press("Enter");
  await expect(page.locator("tbody .priority")).toHaveText(["Urgent", "Urgent"]);
  await expect(toastOf(page, "2 tickets updated")).toBeVisible();
  await keyboard.press("Alt+t");
  await tabTo(page, page.getByRole("button", { name: "Undo" }));
  await keyboard.press("Enter");
  await expect(page.locator("tbody .priority")).toHaveText(["Normal", "Normal"]);
});

test("on a phone several tickets are closed at once with the finger, and opened again", async ({
  browser,
  request,
}) => {
  const context = await browser.newContext({ viewport: PHONE, hasTouch: true });
  const page = await context.newPage();
  const word = freshWord();
  const maren = await ticketsApiAs(request, "maren");
  await maren.create({ subject: `Second ${word}` });
  await maren.create({ subject: `First ${word}` });
  await signIn(page, "idris", `/tickets?search=${word}`);
  for (const name of ["First", "Second"]) await page.getByRole("row", { name }).getByRole("checkbox").tap();
  const bar = page.getByRole("toolbar", { name: "2 selected" });
  await bar.getByRole("button", { name: "Status" }).tap();
  await page.getByRole("menuitem", { name: "Closed" }).tap();
  await expect(page.locator("tbody .status")).toHaveText(["Closed", "Closed"]);
  await page.getByRole("button", { name: "Undo" }).tap();
  await expect(page.locator("tbody .status")).toHaveText(["Open", "Open"]);
  // Beside the box, the card still opens its ticket.
  await subjectLinks(page).first().tap();
  await expect(page.getByRole("heading", { name: `First ${word}` })).toBeVisible();
});

test("a ticket raised for the wrong person moves to the right one, with a warning before", async ({
  page,
  request,
}) => {
  const helena = await callAs(request, "helena");
  const id = await createTicket(await callAs(request, "tomas"), `Contract scan ${freshWord()}`);
  await signIn(page, "idris", `/tickets/${id}`);
  await page.getByRole("button", { name: "Change requester" }).click();
  const dialog = page.getByRole("dialog", { name: "Change requester" });
  const save = dialog.getByRole("button", { name: "Change requester" });
  await expect(save).toBeDisabled();
  await dialog.getByLabel("Client").click();
  await page.getByPlaceholder("Find a client").fill("Helena");
  await page.getByRole("option", { name: /Helena Marsh/ }).click();
  await expect(dialog.getByLabel("Company")).toContainText("Aster Legal");
  for (const sentence of [
    "Helena Marsh will see this ticket and all that was said in it so far.",
    "At Aster Legal, whoever may see the tickets of the whole company will see it too.",
    "Tomás Aguilar will no longer see it.",
    "Nobody at Kestrel Logistics will see it any more.",
  ])
    await expect(dialog).toContainText(sentence);

  // The page may ask for the ticket again at the same time.
  await page.route(`**/api/tickets/${id}`, (route) =>
    route.request().method() === "PUT" ? route.fulfill({ status: 500, body: "" }) : route.fallback(),
  );
  await save.click();
  await expect(toastOf(page, "Failed to update ticket")).toBeVisible();
  await page.unroute(`**/api/tickets/${id}`);
  await save.click();
  await expect(toastOf(page, "Ticket updated successfully")).toBeVisible();
  await expect(dialog).toHaveCount(0);
  const rail = page.getByRole("complementary", { name: "Ticket properties" });
  await expect(rail).toContainText("Helena Marsh");
  await expect(rail).toContainText("Aster Legal");
  await rail.getByRole("button", { name: "Show all activity" }).click();
  await expect(rail).toContainText("Tomás Aguilar");
  expect((await helena("GET", `/tickets/${id}`)).status).toBe(200);
});

/** Goes on with Tab, or back with it, until the control has the focus. */
async function tabTo(page: Page, control: ReturnType<Page["getByRole"]>, key = "Tab"): Promise<void> {
  await expect(async () => {
    if (!(await control.evaluate((element) => element === document.activeElement)))
      await page.keyboard.press(key);
    await expect(control).toBeFocused({ timeout: 50 });
  }).toPass({ intervals: [10] });
}
