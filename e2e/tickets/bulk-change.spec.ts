import { readFile } from "node:fs/promises";
import { expect, type Page } from "@playwright/test";
import { callAs, createTicket, ticketsApiAs } from "../support/people/api-as.ts";
import { subjectLinks, toastOf } from "../support/page/locators.ts";
import { signIn } from "../support/people/people.ts";
import { test } from "../support/story.ts";
import { freshWord } from "../support/unique-words.ts";

/** Three tickets of this story alone, and the list that shows them. */
async function openThree(page: Page, request: Parameters<typeof ticketsApiAs>[0]) {
  const word = freshWord();
  const maren = await ticketsApiAs(request, "maren");
  const tickets = [];
  for (const name of ["One", "Two", "Three"]) {
    // One after the other: the list is in this order.
    // oxlint-disable-next-line no-await-in-loop
    tickets.push(await maren.create({ subject: `${name} ${word}` }));
  }
  await signIn(page, "idris", `/tickets?search=${word}`);
  await expect(subjectLinks(page)).toHaveText([/Three/, /Two/, /One/]);
  return { word, maren, tickets };
}

const statuses = (page: Page) => page.locator("tbody .status");

test("many tickets change at once from the keyboard, and one click undoes it", async ({ page, request }) => {
  await openThree(page, request);
  for (const key of ["j", "x", "Shift+ArrowDown", "s"]) await page.keyboard.press(key);
  await expect(page.getByRole("toolbar", { name: "2 selected" })).toBeVisible();
  await expect(page.getByRole("menuitem")).toHaveText([
    "Open",
    "Pending",
    "In Progress",
    "On Hold",
    "Closed",
  ]);
  await page.getByRole("menuitem", { name: "In Progress" }).click();
  await expect(statuses(page)).toHaveText(["In Progress", "In Progress", "Open"]);
  await expect(page.getByText("2 tickets updated")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(statuses(page)).toHaveText(["Open", "Open", "Open"]);
  await expect(page.getByText("Change undone")).toBeVisible();
});

test("an undo that did not get through is offered again", async ({ page, request }) => {
  await openThree(page, request);
  for (const key of ["j", "x", "s"]) await page.keyboard.press(key);
  await page.getByRole("menuitem", { name: "In Progress" }).click();
  await page.route("**/api/tickets/undo/*", (route) => route.abort(), { times: 1 });
  await toastOf(page, "1 ticket updated").getByRole("button", { name: "Undo" }).click();
  const failed = toastOf(page, "Failed to update ticket");
  await failed.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByText("Change undone")).toBeVisible();
  await expect(failed).toHaveCount(0);
  await expect(statuses(page)).toHaveText(["Open", "Open", "Open"]);
});

test("keys that come faster than the page is drawn each find what the one before left", async ({
  page,
  request,
}) => {
  await openThree(page, request);
  await page.evaluate(() => {
    for (const [key, shiftKey] of [
      ["j", false],
      ["x", false],
      ["ArrowDown", true],
      ["ArrowDown", true],
    ] as const)
      document.body.dispatchEvent(new KeyboardEvent("keydown", { key, shiftKey, bubbles: true }));
  });
  await expect(page.getByRole("toolbar", { name: "3 selected" })).toBeVisible();
});

test("priority, assignee and team are set for all that are selected", async ({ page, request }) => {
  await openThree(page, request);
  await page.getByRole("checkbox", { name: "Select all" }).check();
  const bar = page.getByRole("toolbar", { name: "3 selected" });
  await bar.getByRole("button", { name: "Priority" }).click();
  await page.getByRole("menuitem", { name: "Urgent" }).click();
  await expect(page.locator("tbody .priority")).toHaveText(["Urgent", "Urgent", "Urgent"]);
  await expect(page.getByText("3 tickets updated")).toBeVisible();
  await page.keyboard.press("a");
  await page.getByPlaceholder("Assign to…").fill("Lena");
  // A change is shown before the server has it: loading the page anew then would take it back.
  const isKept = page.waitForResponse(
    (answer) =>
      answer.url().endsWith("/tickets/bulk") && Boolean(answer.request().postData()?.includes("assignee_id")),
  );
  await page.getByRole("option", { name: "Lena Fischer" }).click();
  await expect(page.locator("td.column-assignee")).toHaveText([
    /Lena Fischer/,
    /Lena Fischer/,
    /Lena Fischer/,
  ]);
  await isKept;
  await page.reload();
  await expect(page.locator("td.column-assignee")).toHaveText([
    /Lena Fischer/,
    /Lena Fischer/,
    /Lena Fischer/,
  ]);
  await expect(page.locator("tbody .priority")).toHaveText(["Urgent", "Urgent", "Urgent"]);
});

test("a refused change is taken back and reported", async ({ page, request }) => {
  await openThree(page, request);
  await page.route("**/api/tickets/bulk", (route) => route.fulfill({ status: 500, body: "" }));
  await page.getByRole("checkbox", { name: "Select all" }).check();
  await expect(page.getByRole("toolbar", { name: "3 selected" })).toBeVisible();
  await page.keyboard.press("s");
  await page.getByRole("menuitem", { name: "Closed" }).click();
  await expect(page.getByText("Failed to update ticket")).toBeVisible();
  await expect(statuses(page)).toHaveText(["Open", "Open", "Open"]);
});

test("what is filtered is what is exported", async ({ page, request }) => {
  const { word, tickets } = await openThree(page, request);
  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export CSV" }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^tickets-\d{4}-\d\d-\d\d\.csv$/);
  const text = await readFile(await download.path(), "utf8");
  for (const { uid, subject } of tickets) expect(text).toContain(`${uid},${subject},open,normal`);
  expect(text.trim().split("\n")).toHaveLength(4);
  expect(text).toContain(word);
  await expect(page.getByText("Exported 3 tickets")).toBeVisible();
});

test("a client has neither bulk changes nor filters by people", async ({ page }) => {
  await signIn(page, "tomas", "/tickets");
  await expect(subjectLinks(page).first()).toBeVisible();
  await expect(page.getByRole("checkbox")).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Export CSV" })).toHaveCount(0);
  await page.keyboard.press("j");
  await page.keyboard.press("x");
  await expect(page.getByRole("toolbar")).toHaveCount(0);
  await page.getByRole("button", { name: "More filters" }).click();
  const filters = page.getByRole("dialog", { name: "More filters" });
  await expect(filters.getByRole("switch", { name: "Raised by me" })).toBeVisible();
  await expect(filters.getByLabel("Assignee")).toHaveCount(0);
  await expect(filters.getByRole("switch", { name: "Trash" })).toHaveCount(0);
});

for (const language of ["en", "de"])
  test(`every act of the bar is within the page, however wide the window is (${language})`, async ({
    page,
    context,
    baseURL,
  }) => {
    await context.addCookies([{ name: "language", value: language, url: baseURL ?? "" }]);
    await signIn(page, "maren", "/tickets");
    await expect(subjectLinks(page).first()).toBeVisible();
    for (const key of ["j", "x"]) await page.keyboard.press(key);
    const bar = page.locator(".selection-bar .menu");
    await expect(bar).toBeVisible();
    for (const width of [1800, 1440, 1280, 1024, 800, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await expect
        .poll(async () => {
          const [place, shown] = [await bar.boundingBox(), await page.locator("main").boundingBox()];
          return place && shown && place.x >= shown.x && place.x + place.width <= shown.x + shown.width;
        })
        .toBe(true);
    }
  });

test("a selection whose tickets have all left the list is none", async ({ page, request }) => {
  const word = freshWord();
  const lena = await callAs(request, "lena");
  const ids = [await createTicket(lena, `One ${word}`), await createTicket(lena, `Two ${word}`)];
  await signIn(page, "idris", `/tickets?status=open&search=${word}`);
  await expect(subjectLinks(page)).toHaveCount(2);
  for (const key of ["j", "x", "j", "x"]) await page.keyboard.press(key);
  await expect(page.getByRole("toolbar", { name: "2 selected" })).toBeVisible();
  await page.context().setOffline(true);
  await lena("PATCH", "/tickets/bulk", { ids, status: "closed" });
  await expect(page.getByText("You are offline")).toBeVisible();
  await page.context().setOffline(false);
  await expect(subjectLinks(page)).toHaveCount(0);
  await expect(page.getByRole("toolbar")).toHaveCount(0);
});
