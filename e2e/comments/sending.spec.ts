import { type Browser, expect, type Page } from "@playwright/test";
import { callAs, createTicket } from "../support/people/api-as.ts";
import { findAxeViolations } from "../support/page/axe.ts";
import { toastOf } from "../support/page/locators.ts";
import { findCutWords } from "../support/page/page-checks.ts";
import { type Name, signIn } from "../support/people/people.ts";
import { startOwnServer } from "../support/desk/server-for-one-story.ts";
import { test } from "../support/story.ts";
import { freshWord, uniqueName } from "../support/unique-words.ts";
import { measureOverflow, PHONE } from "../support/browser/viewports.ts";

let desk: Awaited<ReturnType<typeof startOwnServer>>;
test.beforeAll(async () => {
  desk = await startOwnServer({}, { holdsAnswers: true });
});
test.afterAll(() => desk.end());

type Size = { width: number; height: number };
async function open(
  browser: Browser,
  name: Name,
  place: string,
  more: { viewport?: Size; locale?: string } = {},
) {
  const context = await browser.newContext({ baseURL: desk.address, ...more });
  const page = await context.newPage();
  await signIn(page, name, place);
  return page;
}
async function raise(browser: Browser, subject: string, by: Name = "tomas") {
  const context = await browser.newContext({ baseURL: desk.address });
  const call = await callAs(context.request, by);
  return { id: await createTicket(call, uniqueName(subject)), call };
}
async function setSeconds(browser: Browser, name: Name, undo_send_seconds: number) {
  const context = await browser.newContext({ baseURL: desk.address });
  await (
    await callAs(context.request, name)
  )("PATCH", "/settings/notifications", { undo_send_seconds });
}

const box = (page: Page) => page.getByRole("textbox", { name: "Write a comment" });
const comment = (page: Page, words: string) => page.locator(".thread .comment", { hasText: words });
const chips = (page: Page) => page.getByRole("list", { name: "Also:" }).getByRole("listitem");
const waiting = (page: Page) => page.locator(".thread .comment.is-waiting");
const upload = (page: Page) =>
  page
    .locator("input[type=file]")
    .first()
    .setInputFiles({ name: "profile.txt", mimeType: "text/plain", buffer: Buffer.from("words") });

test("an answer waits, is seen by its author alone, and Z brings it back whole", async ({ browser }) => {
  await setSeconds(browser, "idris", 20);
  const { id } = await raise(browser, "Profile for the Mac");
  const idris = await open(browser, "idris", `/tickets/${id}`);
  const tomas = await open(browser, "tomas", `/tickets/${id}`);
  const lena = await open(browser, "lena", `/tickets/${id}`);
  await box(idris).fill("Profile for the Mac is attached.");
  await upload(idris);
  await expect(idris.locator(".tray [data-state=sent]")).toContainText("profile.txt");
  await box(idris).press("Control+Enter");
  await expect(waiting(idris)).toContainText("Profile for the Mac is attached.");
  await expect(waiting(idris)).toContainText(/Sending in \d+ s/);
  await expect(waiting(idris)).toContainText("not sent yet");
  await expect(box(idris)).toHaveValue("");
  for (const other of [tomas, lena]) await expect(other.getByText("No comments yet")).toBeVisible();

  const keycap = waiting(idris).getByText("Z", { exact: true });
  await expect(box(idris)).toBeFocused();
  await expect(keycap).toBeHidden();
  await box(idris).blur();
  await expect(keycap).toBeVisible();
  await idris.keyboard.press("z");
  await expect(waiting(idris)).toHaveCount(0);
  await expect(box(idris)).toHaveValue("Profile for the Mac is attached.");
  await expect(box(idris)).toBeFocused();
  await expect(idris.locator(".tray")).toContainText("profile.txt");
  for (const other of [tomas, lena]) await expect(other.getByText("No comments yet")).toBeVisible();

  await box(idris).press("Control+Enter");
  await waiting(idris).getByRole("button", { name: "Send now" }).click();
  await expect(comment(tomas, "Profile for the Mac is attached.")).toContainText("profile.txt");
  await expect(waiting(idris)).toHaveCount(0);
  await expect(comment(idris, "Profile for the Mac is attached.")).toHaveCount(1);
});

test("Z twice brings two answers back, and types nothing into their words", async ({ browser }) => {
  await setSeconds(browser, "idris", 20);
  const { id } = await raise(browser, "Two in a row");
  const idris = await open(browser, "idris", `/tickets/${id}`);
  for (const [n, words] of ["First of two.", "Second of two."].entries()) {
    await box(idris).fill(words);
    await box(idris).press("Control+Enter");
    await expect(waiting(idris)).toHaveCount(n + 1);
  }
  await box(idris).blur();
  await idris.keyboard.press("z");
  await expect(waiting(idris)).toHaveCount(1);
  await expect(box(idris)).toHaveValue("Second of two.");
  await idris.keyboard.press("z");
  await expect(waiting(idris)).toHaveCount(0);
  await expect(box(idris)).toHaveValue("First of two.\n\nSecond of two.");
  await expect(box(idris)).toBeFocused();
});

test("it goes by itself when its seconds are over, with the status that it sets", async ({ browser }) => {
  await setSeconds(browser, "lena", 5);
  const { id } = await raise(browser, "By itself");
  const lena = await open(browser, "lena", `/tickets/${id}`);
  const tomas = await open(browser, "tomas", `/tickets/${id}`);
  await box(lena).fill("Please try again now.");
  await lena.getByRole("button", { name: "Add comment and set status" }).click();
  await lena.getByRole("menuitem", { name: "Add and set Pending" }).click();
  await expect(waiting(lena)).toContainText("sets Pending with it");
  const status = lena.getByRole("complementary", { name: "Ticket properties" }).getByRole("button", {
    name: /^Change status/,
  });
  await expect(status).toContainText("Open");
  await expect(comment(tomas, "Please try again now.")).toBeVisible();
  await expect(status).toContainText("Pending");
  await expect(waiting(lena)).toHaveCount(0);
  await expect(comment(lena, "Please try again now.")).toHaveCount(1);
});

test("whoever chose none sends at once, and internal notes never wait", async ({ browser }) => {
  const { id } = await raise(browser, "At once");
  const rafael = await open(browser, "rafael", "/settings/notifications");
  await rafael.getByRole("combobox", { name: "Undo send" }).click();
  const isKept = rafael.waitForResponse(
    (answer) => answer.request().method() === "PATCH" && answer.url().endsWith("/settings/notifications"),
  );
  await rafael.getByRole("option", { name: "Off" }).click();
  await expect(rafael.getByRole("combobox", { name: "Undo send" })).toContainText("Off");
  await isKept;
  await rafael.goto(`/tickets/${id}`);
  await box(rafael).fill("I am on it.");
  await box(rafael).press("Control+Enter");
  await expect(comment(rafael, "I am on it.")).toContainText("You");
  await expect(waiting(rafael)).toHaveCount(0);

  await setSeconds(browser, "idris", 20);
  const idris = await open(browser, "idris", `/tickets/${id}`);
  await idris.getByRole("switch", { name: "Internal note" }).check();
  await idris.getByRole("textbox", { name: "Internal note" }).fill("Third site this week.");
  await idris.getByRole("button", { name: "Add Internal Note" }).click();
  await expect(comment(rafael, "Third site this week.")).toBeVisible();
  await expect(waiting(idris)).toHaveCount(0);
});

test("an answer goes out tomorrow, colleagues see when, and the client's answer stops it", async ({
  browser,
}) => {
  const { id, call: tomas } = await raise(browser, "Change window");
  const idris = await open(browser, "idris", `/tickets/${id}`);
  const lena = await open(browser, "lena", `/tickets/${id}`);
  const client = await open(browser, "tomas", `/tickets/${id}`);
  await box(idris).fill("The change window is tonight.");
  await idris.getByRole("button", { name: "Add comment and set status" }).click();
  await expect(
    idris.getByRole("menuitemcheckbox", { name: "Not if the client answers first" }),
  ).toBeChecked();
  await idris.getByRole("menuitem", { name: "Tomorrow, 08:00" }).click();
  for (const page of [idris, lena]) {
    await expect(waiting(page)).toContainText("Goes out tomorrow, 08:00");
    await expect(waiting(page)).toContainText("Idris Okafor");
  }
  await expect(waiting(lena).getByRole("button")).toHaveCount(0);
  await expect(client.getByText("No comments yet")).toBeVisible();

  await waiting(idris).getByRole("button", { name: "Edit" }).click();
  await idris
    .getByRole("textbox", { name: "Answer that waits" })
    .fill("The change window is tomorrow night.");
  await idris.getByRole("button", { name: "Save", exact: true }).click();
  await expect(waiting(lena)).toContainText("The change window is tomorrow night.");

  await tomas("POST", `/tickets/${id}/comments`, { comment: "It works again." });
  await expect(waiting(idris)).toContainText("Not sent: the client answered first");
  await expect(waiting(lena)).toHaveCount(0);
  // The page of the ticket was open, so that it is read already.
  await idris.goto("/inbox?tab=all");
  await expect(idris.locator(".inbox-row", { hasText: "Change window" }).first()).toContainText(
    "Your answer was not sent: the client answered first",
  );
  await idris.goto(`/tickets/${id}`);
  await waiting(idris).getByRole("button", { name: "Send now" }).click();
  await expect(comment(client, "The change window is tomorrow night.")).toBeVisible();
});

test("a time by hand has to be ahead, and what waits can be deleted", async ({ browser }) => {
  const { id } = await raise(browser, "By hand");
  const idris = await open(browser, "idris", `/tickets/${id}`);
  await box(idris).fill("Some day.");
  await idris.getByRole("button", { name: "Add comment and set status" }).click();
  await idris.getByRole("menuitem", { name: "Pick a time…" }).click();
  const dialog = idris.getByRole("dialog", { name: "Send later" });
  await dialog.getByLabel("Goes out").fill("2020-01-01T09:00");
  await dialog.getByRole("button", { name: "Send later" }).click();
  await expect(dialog.getByText("Choose a time between 1 minute and 90 days from now")).toBeVisible();
  const day = new Date(Date.now() + 30 * 24 * 3_600_000).toISOString().slice(0, 10);
  await dialog.getByLabel("Goes out").fill(`${day}T14:30`);
  await dialog.getByRole("button", { name: "Send later" }).click();
  await expect(waiting(idris)).toContainText("14:30");
  await waiting(idris).getByRole("button", { name: "Delete" }).click();
  await expect(waiting(idris)).toHaveCount(0);
  await expect(idris.getByText("Answer taken back")).toBeVisible();
});

test("what waits is edited, given up, deleted and sent by keys, and the focus is never lost", async ({
  browser,
}) => {
  await setSeconds(browser, "idris", 0);
  const { id } = await raise(browser, "By keys");
  const idris = await open(browser, "idris", `/tickets/${id}`);
  const act = (name: string) => waiting(idris).getByRole("button", { name });
  const editor = idris.getByRole("textbox", { name: "Answer that waits" });
  const isLost = () => idris.evaluate(() => document.activeElement === document.body);
  await box(idris).fill("The change window is tonight.");
  await idris.getByRole("button", { name: "Add comment and set status" }).click();
  await idris.getByRole("menuitem", { name: "Tomorrow, 08:00" }).click();

  await act("Edit").press("Enter");
  await editor.press("Escape");
  await expect(act("Edit")).toBeFocused();
  await act("Edit").press("Enter");
  await editor.fill("The change window is at eight.");
  await editor.press("Escape");
  const asked = idris.getByRole("dialog", { name: "Discard your changes?" });
  await asked.getByRole("button", { name: "Keep editing" }).click();
  await expect(editor).toHaveValue("The change window is at eight.");
  await idris.getByLabel("Goes out").fill("2020-01-01T09:00");
  await idris.getByRole("button", { name: "Save", exact: true }).click();
  await expect(idris.getByText("Choose a time between 1 minute and 90 days from now")).toBeVisible();
  await idris.getByRole("button", { name: "Cancel" }).click();
  await asked.getByRole("button", { name: "Discard" }).click();
  await expect(waiting(idris)).toContainText("The change window is tonight.");
  expect(await isLost()).toBe(false);

  await act("Delete").press("Enter");
  await expect(waiting(idris)).toHaveCount(0);
  expect(await isLost()).toBe(false);
  // A double click is one.
  await toastOf(idris, "Answer taken back").getByRole("button", { name: "Undo" }).dblclick();
  await expect(toastOf(idris, "Answer scheduled again")).toBeVisible();
  await expect(waiting(idris)).toHaveCount(1);
  await expect(waiting(idris)).toContainText("Goes out tomorrow, 08:00");
  await act("Send now").press("Enter");
  await expect(comment(idris, "The change window is tonight.")).toContainText("You");
  await expect(waiting(idris)).toHaveCount(0);
  expect(await isLost()).toBe(false);
});

test("words that are edited while their answer goes out come into the box", async ({ browser }) => {
  const { id } = await raise(browser, "Under one's hands");
  const context = await browser.newContext({ baseURL: desk.address });
  const call = await callAs(context.request, "idris");
  const send_at = new Date(Date.now() + 24 * 3_600_000).toISOString();
  const { body } = await call("POST", `/tickets/${id}/scheduled`, { comment: "Tonight.", send_at });
  const idris = await open(browser, "idris", `/tickets/${id}`);
  await waiting(idris).getByRole("button", { name: "Edit" }).click();
  await idris.getByRole("textbox", { name: "Answer that waits" }).fill("Tomorrow night.");
  await call("POST", `/tickets/${id}/scheduled/${String(body["id"])}/send-now`);
  await expect(comment(idris, "Tonight.")).toBeVisible();
  await expect(box(idris)).toHaveValue("Tomorrow night.");
  await expect(idris.getByText("This answer no longer waits")).toBeVisible();
});

test("words that are taken back once their page was left are in the draft of the ticket", async ({
  browser,
}) => {
  await setSeconds(browser, "idris", 20);
  const { id, call: tomas } = await raise(browser, "Left behind");
  const idris = await open(browser, "idris", `/tickets/${id}`);
  const leave = async () => {
    for (const key of ["g", "t"]) await idris.keyboard.press(key);
    await expect(idris.getByRole("heading", { level: 1, name: "Tickets" })).toBeVisible();
  };

  await test.step("by Undo, whose answer comes late", async () => {
    await box(idris).fill("I am on my way.");
    await upload(idris);
    await expect(idris.locator(".tray [data-state=sent]")).toContainText("profile.txt");
    await box(idris).press("Control+Enter");
    const arrives = Promise.withResolvers<void>();
    await idris.route("**/scheduled/*", async (route) => {
      await arrives.promise;
      await route.continue();
    });
    await waiting(idris).getByRole("button", { name: "Undo" }).press("Enter");
    await idris.locator("body").click({ position: { x: 2, y: 2 } });
    await leave();
    arrives.resolve();
    await expect(toastOf(idris, "Answer taken back")).toContainText("The words are in your draft");
    await idris.goBack();
    await expect(box(idris)).toHaveValue("I am on my way.");
    await expect(idris.locator(".tray")).toContainText("profile.txt");
  });
  await test.step("by the Undo of a deletion, of an answer that was stopped", async () => {
    const call = await callAs((await browser.newContext({ baseURL: desk.address })).request, "idris");
    const send_at = new Date(Date.now() + 24 * 3_600_000).toISOString();
    const words = { comment: "At noon.", send_at, stop_if_answered: true };
    await call("POST", `/tickets/${id}/scheduled`, words);
    await tomas("POST", `/tickets/${id}/comments`, { comment: "It works again." });
    await expect(waiting(idris)).toContainText("the client answered first");
    await waiting(idris).getByRole("button", { name: "Delete" }).press("Enter");
    await expect(waiting(idris)).toHaveCount(0);
    await leave();
    await toastOf(idris, "Answer taken back").getByRole("button", { name: "Undo" }).click();
    await expect(toastOf(idris, "The words are in your draft on its ticket")).toBeVisible();
    await idris.goBack();
    await expect(box(idris)).toHaveValue("At noon.\n\nI am on my way.");
  });
});

test("what an answer sets stands with it; what no longer fits is taken off in the box", async ({
  browser,
}) => {
  const { id } = await raise(browser, "Sets more");
  const callFrom = async (name: Name) =>
    callAs((await browser.newContext({ baseURL: desk.address })).request, name);
  const [lead, agent] = [await callFrom("lena"), await callFrom("idris")];
  const tag = `carrier-${freshWord().toLowerCase()}`;
  const { body: made } = await lead("POST", "/tags", { name: tag });
  const effects = { priority: "high", assignee: "me", add_tags: [tag] };
  const send_at = new Date(Date.now() + 24 * 3_600_000).toISOString();
  await agent("POST", `/tickets/${id}/scheduled`, { comment: "In a day.", effects, send_at });
  const lena = await open(browser, "lena", `/tickets/${id}`);
  await expect(chips(lena)).toHaveText(["High", "Idris Okafor", tag]);

  await agent("POST", `/tickets/${id}/scheduled`, { comment: "In a moment.", effects, hold_seconds: 3 });
  expect((await lead("DELETE", `/tags/${idOf(made)}`)).status).toBeLessThan(300);
  const idris = await open(browser, "idris", `/tickets/${id}`);
  const stopped = idris.locator(".thread .comment.is-waiting", { hasText: "In a moment." });
  await expect(stopped).toContainText("Not sent: This macro no longer fits");
  await stopped.getByRole("button", { name: "Edit" }).click();
  await expect(box(idris)).toHaveValue("In a moment.");
  await expect(box(idris)).toBeFocused();
  const inBox = idris.locator(".answer").getByRole("listitem");
  await expect(inBox).toHaveCount(3);
  await box(idris).press("Control+Enter");
  await expect(idris.getByText("Take off what no longer fits")).toBeVisible();
  await idris.getByRole("button", { name: /^Do not: .*carrier/ }).click();
  await box(idris).press("Control+Enter");
  await expect(comment(idris, "In a moment.")).toContainText("You");

  // One that waits still says so when it is to be sent now.
  const later = idris.locator(".thread .comment.is-waiting", { hasText: "In a day." });
  await later.getByRole("button", { name: "Send now" }).click();
  await later.getByRole("button", { name: "Edit" }).click();
  await expect(box(idris)).toHaveValue("In a day.");
  await idris.getByRole("button", { name: /^Do not: .*carrier/ }).click();
  await box(idris).press("Control+Enter");
  await expect(comment(idris, "In a day.")).toContainText("You");
});

const idOf = ({ tag }: Record<string, unknown>) => String(Object(tag).id);

for (const [where, viewport, locale] of [
  ["at a desk", { width: 1440, height: 900 }, "en"],
  ["on a phone in German", PHONE, "de"],
] as const)
  test(`what waits is readable ${where}, and axe finds nothing`, async ({ browser }) => {
    await setSeconds(browser, "idris", 20);
    const { id } = await raise(browser, "Looks");
    const context = await browser.newContext({ baseURL: desk.address });
    const idris = await callAs(context.request, "idris");
    const send_at = new Date(Date.now() + 3 * 24 * 3_600_000).toISOString();
    await idris("POST", `/tickets/${id}/scheduled`, { comment: "In three days.", send_at });
    await idris("POST", `/tickets/${id}/scheduled`, { comment: "In a minute.", hold_seconds: 60 });
    const page = await open(browser, "idris", `/tickets/${id}`, { viewport, locale });
    await expect(waiting(page)).toHaveCount(2);
    expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
    expect(await findCutWords(page)).toEqual([]);
    for (const theme of ["dark", "light"]) {
      await page.evaluate((name) => (document.documentElement.dataset["theme"] = name), theme);
      expect(await findAxeViolations(page)).toEqual([]);
    }
  });
