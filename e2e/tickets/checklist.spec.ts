import { expect, type Page } from "@playwright/test";
import { callAs, createTicket } from "../support/people/api-as.ts";
import { subjectLinks, toastOf } from "../support/page/locators.ts";
import { answerBox, chipsOf, saveReply, waitForFirst } from "../support/page/saved-replies.ts";
import { findViolations } from "../support/page/page-checks.ts";
import { openPageAs, signIn } from "../support/people/people.ts";
import { test } from "../support/story.ts";
import { freshWord } from "../support/unique-words.ts";
import { DEVICES, measureOverflow, PHONE } from "../support/browser/viewports.ts";

const card = (page: Page) => page.locator(".checklist");
const items = (page: Page) => card(page).getByRole("listitem");
const words = (page: Page) => card(page).locator(".checklist-text");
const line = (page: Page) => card(page).getByRole("textbox", { name: "Add item" });

test("an agent writes a checklist by keyboard, ticks and moves, and takes a deletion back", async ({
  page,
  browser,
  request,
}) => {
  const word = freshWord();
  const id = await createTicket(await callAs(request, "maren"), `List ${word}`);
  await signIn(page, "idris", `/tickets/${id}`);
  await expect(card(page)).toHaveCount(0);
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name: "Add checklist" }).click();
  await expect(line(page)).toBeFocused();
  for (const text of ["Alpha", "Beta", "Gamma"]) {
    await page.keyboard.type(text);
    await page.keyboard.press("Enter");
  }
  await page.keyboard.press("Escape");
  await expect(words(page)).toHaveText(["Alpha", "Beta", "Gamma"]);
  await expect(line(page)).toHaveCount(0);

  await card(page).getByRole("checkbox", { name: "Beta" }).focus();
  await page.keyboard.press("Space");
  await expect(card(page).getByRole("heading")).toHaveText("Checklist 1 of 3");
  await expect(items(page).nth(1)).toContainText("IO");
  await page.keyboard.press("Alt+ArrowUp");
  await expect(words(page)).toHaveText(["Beta", "Alpha", "Gamma"]);
  await expect(card(page).getByRole("checkbox", { name: "Beta" })).toBeFocused();

  await card(page).getByRole("button", { name: "Edit: Gamma" }).click();
  await page.keyboard.type(" rays");
  await page.keyboard.press("Enter");
  await expect(words(page)).toHaveText(["Beta", "Alpha", "Gamma rays"]);

  // A colleague sees all of it, and what changes.
  const lena = await openPageAs(browser, "lena", `/tickets/${id}`);
  await expect(words(lena)).toHaveText(["Beta", "Alpha", "Gamma rays"]);
  await page.getByRole("button", { name: "Actions for “Alpha”" }).click();
  await page.getByRole("menuitem", { name: "Delete item" }).press("Enter");
  await expect(words(page)).toHaveText(["Beta", "Gamma rays"]);
  await expect(card(page).getByRole("checkbox", { name: "Gamma rays" })).toBeFocused();
  // A toast that is pointed at stays.
  await page.getByRole("button", { name: "Undo" }).hover();
  await expect(words(lena)).toHaveText(["Beta", "Gamma rays"]);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(words(page)).toHaveText(["Beta", "Alpha", "Gamma rays"]);
  await lena.goto(`/tickets?search=${word}`);
  await expect(lena.locator(".row-sign")).toHaveText(["1/3"]);
  await lena.context().close();
});

test("an item that could not be added when its line was left stands there to be tried again", async ({
  page,
  request,
}) => {
  const id = await createTicket(await callAs(request, "maren"), `List ${freshWord()}`);
  await signIn(page, "idris", `/tickets/${id}`);
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name: "Add checklist" }).click();
  await page.route("**/api/tickets/*/checklist", (route) =>
    route.request().method() === "POST" ? route.abort() : route.fallback(),
  );
  await line(page).fill("Call the lessor");
  await page.keyboard.press("Tab");
  await expect(toastOf(page, "Failed to change the checklist")).toBeVisible();
  await expect(line(page)).toHaveValue("Call the lessor");
  await page.unroute("**/api/tickets/*/checklist");
  await line(page).focus();
  await page.keyboard.press("Tab");
  await expect(words(page)).toHaveText(["Call the lessor"]);
  await expect(line(page)).toHaveCount(0);
});

test("items and new words that the server never got stand in their lines again", async ({
  page,
  request,
}) => {
  const idris = await callAs(request, "idris");
  const id = await createTicket(idris, `List ${freshWord()}`);
  await idris("POST", `/tickets/${id}/checklist`, { text: "Call the lessor" });
  await signIn(page, "idris", `/tickets/${id}`);
  const box = page.getByRole("textbox", { name: "Write a comment" });
  const changed = card(page).getByRole("textbox", { name: "Item", exact: true });
  const mayFail = Promise.withResolvers<void>();
  await page.route("**/api/tickets/*/checklist{,/*}", async (route) => {
    if (route.request().method() === "GET") return route.fallback();
    if (route.request().method() === "POST") await mayFail.promise;
    return route.abort();
  });
  await card(page).getByRole("button", { name: "Edit: Call the lessor" }).click();
  await changed.fill("Call the landlord");
  await box.click();
  await expect(toastOf(page, "Failed to change the checklist")).toBeVisible();
  await expect(changed).toHaveValue("Call the landlord");
  await expect(box).toBeFocused();
  await card(page).getByRole("button", { name: "Add item" }).click();
  for (const text of ["Toner", "Paper"]) {
    await line(page).fill(text);
    await page.keyboard.press("Enter");
  }
  mayFail.resolve();
  await expect(line(page)).toHaveValue(/Toner/);
  await expect(line(page)).toHaveValue(/Paper/);
  await page.unroute("**/api/tickets/*/checklist{,/*}");
  // The other line is left by that, which adds what stands in it.
  await changed.press("Enter");
  await expect(words(page)).toHaveText(["Call the landlord", /Toner/]);
});

test("new words of an item that a colleague deletes meanwhile become a new item", async ({
  page,
  request,
}) => {
  const lena = await callAs(request, "lena");
  const id = await createTicket(lena, `List ${freshWord()}`);
  const { body: added } = await lena("POST", `/tickets/${id}/checklist`, { text: "Call the lessor" });
  const [item] = Array.isArray(added["items"]) ? added["items"] : [];
  await signIn(page, "idris", `/tickets/${id}`);
  const changed = card(page).getByRole("textbox", { name: "Item", exact: true });
  await card(page).getByRole("button", { name: "Edit: Call the lessor" }).click();
  await changed.fill("Call the landlord");
  await lena("DELETE", `/tickets/${id}/checklist/${item.id}`);
  await expect(card(page).getByRole("status").filter({ hasText: "Deleted by a colleague" })).toBeVisible();
  await expect(changed).toBeFocused();
  await expect(changed).toHaveValue("Call the landlord");
  await page.keyboard.press("Enter");
  await expect(changed).toHaveCount(0);
  await expect(words(page)).toHaveText(["Call the landlord"]);
  const { body: list } = await lena("GET", `/tickets/${id}/checklist`);
  expect(list["items"]).toMatchObject([{ text: "Call the landlord" }]);
});

test("closing says what is open, on every way, and closes all the same", async ({ page, request }) => {
  const word = freshWord();
  const call = await callAs(request, "maren");
  const id = await createTicket(call, `Open items ${word}`);
  for (const text of ["One", "Two", "Three"]) await call("POST", `/tickets/${id}/checklist`, { text });
  await signIn(page, "idris", `/tickets/${id}`);
  await expect(words(page)).toHaveCount(3);
  await card(page).getByRole("checkbox", { name: "Two" }).click();
  const warning = "2 of 3 items are open";
  await page.keyboard.press("s");
  await expect(page.getByRole("menuitem", { name: /^Closed/ })).toContainText(warning);
  await page.keyboard.press("Escape");
  // While it fades out it still has an item of that name.
  await expect(page.getByRole("menu")).toHaveCount(0);
  await page.getByRole("textbox", { name: "Write a comment" }).fill("Done.");
  await page.getByRole("button", { name: "Add comment and set status" }).click();
  await expect(page.getByRole("menuitem", { name: /Closed/ })).toContainText(warning);
  await page.keyboard.press("Escape");
  await page.getByRole("textbox", { name: "Write a comment" }).fill("");

  await page.goto(`/tickets/${id}/edit`);
  await page.getByRole("combobox", { name: "Status" }).click();
  await page.getByRole("option", { name: "Closed" }).click();
  await expect(page.getByText(warning)).toBeVisible();

  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Leave" }).click();
  await page.goto(`/tickets?search=${word}`);
  await expect(subjectLinks(page)).toHaveCount(1);
  for (const key of ["j", "x", "s"]) await page.keyboard.press(key);
  const closed = page.getByRole("menuitem", { name: /^Closed/ });
  await expect(closed).toContainText(warning);
  await closed.click();
  await expect(page.getByText("1 ticket updated")).toBeVisible();
});

test("closing by a macro and with an incident says what is open as well", async ({ page, request }) => {
  const word = freshWord();
  const lena = await callAs(request, "lena");
  const tomas = await callAs(request, "tomas");
  const own = await createTicket(tomas, `Own ${word}`);
  for (const text of ["One", "Two"]) await lena("POST", `/tickets/${own}/checklist`, { text });
  await saveReply(lena, `${word} done`, { en: "It is done.", effects: { status: "closed" } });
  const warning = "2 of 2 items are open";
  await signIn(page, "idris", `/tickets/${own}`);
  await answerBox(page).pressSequentially(`;${word}`);
  await waitForFirst(page, `${word} done`);
  await page.keyboard.press("Enter");
  await expect(chipsOf(page)).toHaveText(["Closed"]);
  await expect(page.locator(".answer").getByText(warning)).toBeVisible();
  await answerBox(page).fill("");

  const incident = await createTicket(lena, `Outage ${word}`);
  await lena("POST", `/tickets/${incident}/reporters`, { ticket_ids: [own] });
  await page.goto(`/tickets/${incident}`);
  await expect(page.getByText("0 of 1 closed")).toBeVisible();
  await page.keyboard.press("s");
  await page.getByRole("menuitem", { name: "Closed" }).press("Enter");
  await expect(page.getByRole("button", { name: "Close all 1" })).toBeFocused();
  await expect(page.locator(".close-ask").getByText(warning)).toBeVisible();

  await page.goto(`/tickets?search=own+${word}`);
  await expect(subjectLinks(page)).toHaveCount(1);
  for (const key of ["j", "x", ";"]) await page.keyboard.press(key);
  await expect(page.getByRole("combobox", { name: "Find a saved reply…" })).toBeFocused();
  await page.keyboard.type(word);
  await expect(page.getByRole("option")).toHaveCount(1);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog").getByText(warning)).toBeVisible();
});

test.describe("on a phone", () => {
  test.use({ viewport: PHONE, hasTouch: true });

  test("an item is moved by its menu and ticked with a finger", async ({ page, request }) => {
    const call = await callAs(request, "maren");
    const id = await createTicket(call, `Phone ${freshWord()}`);
    for (const text of ["One", "Two"]) await call("POST", `/tickets/${id}/checklist`, { text });
    await signIn(page, "idris", `/tickets/${id}`);
    await page.getByRole("button", { name: "Actions for “One”" }).tap();
    await page.getByRole("menuitem", { name: "Move down" }).tap();
    await expect(words(page)).toHaveText(["Two", "One"]);
    await card(page).getByRole("checkbox", { name: "One" }).tap();
    await expect(card(page).getByRole("heading")).toHaveText("Checklist 1 of 2");
    expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
  });
});

for (const [device, viewport] of DEVICES)
  test(`axe finds nothing wrong with a checklist ${device}, in light and dark`, async ({ page, request }) => {
    const call = await callAs(request, "maren");
    const id = await createTicket(call, `Axe ${freshWord()}`);
    for (const text of ["One", "Two"]) await call("POST", `/tickets/${id}/checklist`, { text });
    await page.setViewportSize(viewport);
    await signIn(page, "lena", `/tickets/${id}`);
    await card(page).getByRole("checkbox", { name: "One" }).click();
    await card(page).getByRole("button", { name: "Add item" }).click();
    await expect(line(page)).toBeFocused();
    expect(await findViolations(page)).toEqual([]);
  });
