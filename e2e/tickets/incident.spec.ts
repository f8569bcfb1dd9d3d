import { type Browser, expect, type Page } from "@playwright/test";
import { callAs, ticketsApiAs } from "../support/people/api-as.ts";
import { toastOf } from "../support/page/locators.ts";
import { findViolations } from "../support/page/page-checks.ts";
import { openPageAs, signIn } from "../support/people/people.ts";
import { saveReply, waitForFirst } from "../support/page/saved-replies.ts";
import { startOwnServer } from "../support/desk/server-for-one-story.ts";
import { test } from "../support/story.ts";
import { freshWord } from "../support/unique-words.ts";
import { DEVICES, measureOverflow, PHONE } from "../support/browser/viewports.ts";

const rail = (page: Page) => page.getByRole("complementary", { name: "Ticket properties" });
const reporters = (page: Page) => rail(page).locator(".reporters-list li");
const dialog = (page: Page) => page.getByRole("dialog", { name: "Link to an incident" });
const box = (page: Page) => page.getByRole("textbox", { name: "Write a comment" });
const comment = (page: Page, words: string) => page.locator(".comment").filter({ hasText: words });

/** A browser in which somebody chose German. */
async function openInGerman(browser: Browser, viewport: { width: number; height: number }): Promise<Page> {
  const context = await browser.newContext({ viewport });
  await context.addCookies([{ name: "language", value: "de", url: test.info().project.use.baseURL ?? "" }]);
  return context.newPage();
}

test("an outage with reporters of several companies is one incident, one answer and one closing", async ({
  page,
  browser,
  request,
}) => {
  const word = freshWord();
  const tomas = await ticketsApiAs(request, "tomas");
  const helena = await ticketsApiAs(request, "helena");
  const priya = await ticketsApiAs(request, "priya");
  const own = await tomas.create({ subject: `Phone ${word}` });
  const other = await helena.create({ subject: `Line ${word}` });
  const third = await priya.create({ subject: `Bay ${word}` });
  await signIn(page, "idris", `/tickets?search=${word}`);
  await expect(page.getByRole("row")).toHaveCount(4);

  await test.step("three of two companies are selected by keys, and become those of a new incident", async () => {
    for (const key of ["j", "x", "j", "x", "j", "x"]) await page.keyboard.press(key);
    await page.getByRole("button", { name: "Link to an incident…" }).press("Enter");
    await dialog(page).getByRole("checkbox", { name: "New incident" }).press("Space");
    await dialog(page).getByRole("textbox", { name: "Subject" }).fill(`Outage ${word}`);
    await dialog(page).getByRole("textbox", { name: "Description" }).fill("Fault 88-20417 of the carrier.");
    expect(await findViolations(page)).toEqual([]);
    await dialog(page).getByRole("button", { name: "Create incident" }).press("Enter");
    await expect(page.getByRole("heading", { level: 1, name: `Outage ${word}` })).toBeVisible();
    await expect(reporters(page)).toHaveCount(3);
    await expect(rail(page).getByText("0 of 3 closed")).toBeVisible();
  });

  await test.step("one answer, each in the own words, is previewed and sent", async () => {
    await page.getByRole("switch", { name: "Answer all reporters" }).press("Space");
    await expect(page.getByText("Goes to 3 tickets of 2 companies.")).toBeVisible();
    await box(page).fill(`{{ticket.uid}} is back ${word}`);
    await page.getByRole("button", { name: "Preview" }).press("Enter");
    const preview = page.getByRole("list", { name: "Preview of each ticket" });
    await expect(preview.getByText(`${own.uid} is back ${word}`)).toBeVisible();
    await preview.getByRole("checkbox", { name: `Answer ${third.uid}` }).press("Space");
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole("button", { name: "Answer 2 reporters" }).press("Enter");
    await expect(comment(page, "2 reporters answered")).toBeVisible();
  });

  await test.step("each client reads the own answer, and nothing of the others", async () => {
    for (const [name, ticket, foreign] of [
      ["tomas", own, other],
      ["helena", other, own],
    ] as const) {
      const client = await openPageAs(browser, name, `/tickets/${ticket.id}`);
      await expect(comment(client, `${ticket.uid} is back ${word}`)).toBeVisible();
      const text = (await client.locator("body").textContent()) ?? "";
      expect(text).not.toContain(foreign.uid);
      expect(text).not.toContain("Outage");
      await expect(client.getByText("Reporters", { exact: true })).toHaveCount(0);
      await client.close();
    }
    await expect(
      (await openPageAs(browser, "priya", `/tickets/${third.id}`)).getByText("No comments yet"),
    ).toBeVisible();
  });

  await test.step("a client's answer is counted, and closing asks for all or for this one", async () => {
    const asTomas = await callAs(request, "tomas");
    await asTomas("POST", `/tickets/${own.id}/comments`, { comment: `Not yet ${word}` });
    await expect(rail(page).getByText("1 answered since your last answer")).toBeVisible();
    await page.keyboard.press("s");
    await page.getByRole("menuitem", { name: "Closed" }).press("Enter");
    await expect(rail(page).getByRole("button", { name: "Close only this" })).toBeVisible();
    await rail(page).getByRole("button", { name: "Close all 3" }).press("Enter");
    await expect(rail(page).getByText("3 of 3 closed")).toBeVisible();
    await toastOf(page, "4 tickets closed").getByRole("button", { name: "Undo" }).click();
    await expect(rail(page).getByText("0 of 3 closed")).toBeVisible();
  });
});

test.describe("while answers are held", () => {
  let desk: Awaited<ReturnType<typeof startOwnServer>>;
  test.beforeAll(async () => {
    desk = await startOwnServer({}, { holdsAnswers: true });
  });
  test.afterAll(() => desk.end());

  test("an answer to all waits as one, and Z brings it back with all that it was", async ({ browser }) => {
    const word = freshWord();
    const context = await browser.newContext({ baseURL: desk.address, locale: "en-US" });
    const page = await context.newPage();
    const own = await (await ticketsApiAs(context.request, "tomas")).create({ subject: `Phone ${word}` });
    const other = await (await ticketsApiAs(context.request, "jonas")).create({ subject: `Line ${word}` });
    const incident = await (
      await ticketsApiAs(context.request, "idris")
    ).create({ subject: `Outage ${word}` });
    const idris = await callAs(context.request, "idris");
    await idris("POST", `/tickets/${incident.id}/reporters`, { ticket_ids: [own.id, other.id] });
    await idris("PATCH", "/settings/notifications", { undo_send_seconds: 20 });
    const text = "{{ticket.uid}} is back soon.";
    const texts = { en: text, de: "{{ticket.uid}} geht bald wieder." };
    await saveReply(idris, `Soon ${word}`, { ...texts, audience: "me" });
    await signIn(page, "idris", `/tickets/${incident.id}`);
    await page.getByRole("switch", { name: "Answer all reporters" }).press("Space");
    await expect(page.getByText("Goes to 2 tickets of 2 companies.")).toBeVisible();
    await box(page).pressSequentially(`;${word}`);
    await waitForFirst(page, `Soon ${word}`);
    await page.keyboard.press("Enter");
    await expect(box(page)).toHaveValue(text);
    await page.getByRole("button", { name: "Preview" }).press("Enter");
    await page.getByRole("checkbox", { name: `Answer ${own.uid}` }).press("Space");
    await page.getByRole("button", { name: "Answer 1 reporter" }).press("Enter");
    await expect(page.getByText("not sent yet", { exact: true })).toBeVisible();
    await expect(box(page)).toHaveValue("");
    await box(page).blur();
    await page.keyboard.press("z");
    await expect(box(page)).toHaveValue(text);
    await expect(page.getByRole("switch", { name: "Answer all reporters" })).toBeChecked();
    await expect(page.locator(".answer-all-chip")).toContainText(`Soon ${word}`);
    await expect(page.getByText("Goes to 1 ticket of 1 company.")).toBeVisible();
    await expect(page.getByRole("checkbox", { name: `Answer ${own.uid}` })).not.toBeChecked();

    // It still goes to those alone when the page is loaded anew, and when it is taken back after it was left.
    const goesToOne = page.getByText("Goes to 1 ticket of 1 company.");
    await page.reload();
    await expect(box(page)).toHaveValue(text);
    await expect(goesToOne).toBeVisible();
    await page.getByRole("button", { name: "Answer 1 reporter" }).press("Enter");
    const arrives = Promise.withResolvers<void>();
    await page.route("**/scheduled/*", async (route) => {
      await arrives.promise;
      await route.continue();
    });
    await page.locator(".is-waiting").getByRole("button", { name: "Undo" }).press("Enter");
    await page.locator("body").click({ position: { x: 2, y: 2 } });
    for (const key of ["g", "t"]) await page.keyboard.press(key);
    await expect(page.getByRole("heading", { level: 1, name: "Tickets" })).toBeVisible();
    arrives.resolve();
    await expect(toastOf(page, "Answer taken back")).toContainText("The words are in your draft");
    await page.goBack();
    await expect(box(page)).toHaveValue(text);
    await expect(goesToOne).toBeVisible();
  });
});

test("on a phone a ticket joins an incident, and the incident is answered and closed from its box", async ({
  page,
  request,
}) => {
  const word = freshWord();
  const own = await (await ticketsApiAs(request, "tomas")).create({ subject: `Phone ${word}` });
  const incident = await (await ticketsApiAs(request, "idris")).create({ subject: `Outage ${word}` });
  await page.setViewportSize(PHONE);
  await signIn(page, "idris", `/tickets/${own.id}`);
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Link to an incident…" }).click();
  await dialog(page).getByRole("button", { name: "Incident", exact: true }).press("Enter");
  await page.keyboard.type(`Outage ${word}`);
  await expect(page.getByRole("option")).toHaveCount(1);
  await page.keyboard.press("Enter");
  await dialog(page).getByRole("button", { name: "Link", exact: true }).click();
  await expect(toastOf(page, `1 ticket belongs to ${incident.uid}`)).toBeVisible();
  await page.goto(`/tickets/${incident.id}`);
  await page.getByRole("switch", { name: "Answer all reporters" }).click();
  await page.getByRole("button", { name: "Preview" }).click();
  await box(page).fill(`Back ${word}`);
  await expect(
    page.getByRole("list", { name: "Preview of each ticket" }).getByText(`Back ${word}`),
  ).toBeVisible();
  expect(await measureOverflow(page)).toBe(0);
  expect(await findViolations(page)).toEqual([]);
  await page.getByRole("button", { name: "Answer 1 reporter" }).click();
  await expect(comment(page, "1 reporter answered")).toBeVisible();
  await page
    .getByRole("button", { name: /Change status/ })
    .first()
    .click();
  await page.getByRole("menuitem", { name: "Closed" }).click();
  await page.getByRole("button", { name: "Close only this" }).first().click();
  await expect(page.getByText("1 of its tickets is still open.")).toBeVisible();
  await page.getByRole("button", { name: "Close all 1" }).click();
  await expect(page.getByText("1 of 1 closed")).toBeVisible();
});

for (const [place, viewport] of DEVICES)
  test(`an incident is in German ${place}`, async ({ browser, request }) => {
    const word = freshWord();
    const own = await (await ticketsApiAs(request, "tomas")).create({ subject: `Telefon ${word}` });
    const incident = await (await ticketsApiAs(request, "idris")).create({ subject: `Ausfall ${word}` });
    const idris = await callAs(request, "idris");
    await idris("POST", `/tickets/${incident.id}/reporters`, { ticket_ids: [own.id] });
    const page = await openInGerman(browser, viewport);
    await signIn(page, "idris", `/tickets/${incident.id}`);
    await expect(page.getByRole("heading", { name: "Melder" })).toBeVisible();
    await page.getByRole("switch", { name: "Allen Meldern antworten" }).click();
    await expect(page.getByText("Geht an 1 Ticket von 1 Firma.")).toBeVisible();
    await page.getByRole("button", { name: "Vorschau" }).click();
    await expect(page.getByRole("list", { name: "Vorschau für jedes Ticket" })).toContainText(own.uid);
    expect(await findViolations(page)).toEqual([]);
    expect(await measureOverflow(page)).toBe(0);
  });

test("an incident that is closed from the list asks for its open tickets", async ({ page, request }) => {
  const word = freshWord();
  const own = await (await ticketsApiAs(request, "tomas")).create({ subject: `Phone ${word}` });
  const incident = await (await ticketsApiAs(request, "idris")).create({ subject: `Outage ${word}` });
  const idris = await callAs(request, "idris");
  await idris("POST", `/tickets/${incident.id}/reporters`, { ticket_ids: [own.id] });
  await signIn(page, "idris", `/tickets?search=outage+${word}`);
  await expect(page.getByRole("row")).toHaveCount(2);
  for (const key of ["j", "x", "s"]) await page.keyboard.press(key);
  await page.getByRole("menuitem", { name: "Closed" }).press("Enter");
  await toastOf(page, `${incident.uid} closed`).getByRole("button", { name: "Close all 1" }).click();
  await expect(toastOf(page, "1 ticket closed")).toBeVisible();
  expect((await idris("GET", `/tickets/${own.id}`)).body["status"]).toBe("closed");
});

test("a ticket of another incident stays there, and the window says why", async ({ page, request }) => {
  const word = freshWord();
  const own = await (await ticketsApiAs(request, "tomas")).create({ subject: `Phone ${word}` });
  const first = await (await ticketsApiAs(request, "idris")).create({ subject: `Outage ${word}` });
  const idris = await callAs(request, "idris");
  await idris("POST", `/tickets/${first.id}/reporters`, { ticket_ids: [own.id] });
  await signIn(page, "idris", `/tickets?search=phone+${word}`);
  await expect(page.getByRole("row")).toHaveCount(2);
  for (const key of ["j", "x"]) await page.keyboard.press(key);
  await page.getByRole("button", { name: "Link to an incident…" }).press("Enter");
  await dialog(page).getByRole("checkbox", { name: "New incident" }).press("Space");
  await dialog(page).getByRole("textbox", { name: "Description" }).fill("Fault of the carrier.");
  await dialog(page).getByRole("button", { name: "Create incident" }).click();
  await expect(toastOf(page, `${own.uid} already belongs to ${first.uid}`)).toBeVisible();
  await expect(dialog(page).getByRole("textbox", { name: "Description" })).toHaveValue(
    "Fault of the carrier.",
  );
});

test("a ticket that was linked is so at once, with its undo, whatever is read after that fails", async ({
  page,
  request,
}) => {
  const word = freshWord();
  const own = await (await ticketsApiAs(request, "tomas")).create({ subject: `Phone ${word}` });
  await signIn(page, "idris", `/tickets?search=phone+${word}`);
  await expect(page.getByRole("row")).toHaveCount(2);
  for (const key of ["j", "x"]) await page.keyboard.press(key);
  await page.getByRole("button", { name: "Link to an incident…" }).press("Enter");
  await dialog(page).getByRole("checkbox", { name: "New incident" }).press("Space");
  await dialog(page).getByRole("textbox", { name: "Description" }).fill("Fault of the carrier.");
  await page.route(/\/api\/tickets\/[\da-f-]{36}$/, (route) => route.abort());
  await dialog(page).getByRole("button", { name: "Create incident" }).click();
  await expect(dialog(page)).toHaveCount(0);
  await toastOf(page, "1 ticket belongs to").getByRole("button", { name: "Undo" }).click();
  await expect(toastOf(page, "Taken back")).toBeVisible();
  const idris = await callAs(request, "idris");
  expect((await idris("GET", `/tickets/${own.id}`)).body["parent"]).toBeNull();
});

test("tickets of an incident are marked in the list, which its card opens with them alone", async ({
  page,
  request,
}) => {
  const word = freshWord();
  const own = await (await ticketsApiAs(request, "tomas")).create({ subject: `Phone ${word}` });
  const incident = await (await ticketsApiAs(request, "idris")).create({ subject: `Outage ${word}` });
  const idris = await callAs(request, "idris");
  await idris("POST", `/tickets/${incident.id}/reporters`, { ticket_ids: [own.id] });
  await signIn(page, "idris", `/tickets?search=${word}`);
  await expect(page.getByRole("row").filter({ hasText: `Phone ${word}` })).toContainText(incident.uid);
  await expect(page.getByTitle("1 open reporter")).toBeVisible();
  await page.getByRole("link", { name: `Outage ${word}` }).click();
  await rail(page).getByRole("link", { name: "0 of 1 closed" }).click();
  await expect(page).toHaveURL(new RegExp(`parent=${incident.id}`));
  await expect(page.getByRole("row")).toHaveCount(2);
  await expect(page.getByRole("link", { name: `Phone ${word}` })).toBeVisible();
  expect(await findViolations(page)).toEqual([]);
  await page.getByRole("button", { name: `Remove filter Incident: ${incident.uid}` }).click();
  await expect(page).not.toHaveURL(/parent=/);
  await page.goto(`/tickets?parent=${incident.id}&status=closed`);
  await expect(page.getByRole("button", { name: `Remove filter Incident: ${incident.uid}` })).toBeVisible();
});
