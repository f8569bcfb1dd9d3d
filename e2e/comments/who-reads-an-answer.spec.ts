import { type APIRequestContext, expect, type Page } from "@playwright/test";
import { callAs, clientId, createTicket } from "../support/people/api-as.ts";
import { toastOf } from "../support/page/locators.ts";
import { signIn } from "../support/people/people.ts";
import { test } from "../support/story.ts";
import { uniqueName } from "../support/unique-words.ts";
import { measureOverflow, PHONE } from "../support/browser/viewports.ts";

const box = (page: Page) => page.getByRole("textbox", { name: "Write a comment" });
const line = (page: Page) => page.locator(".audience-line");
const send = (page: Page) => page.getByRole("button", { name: "Add Comment", exact: true });

/** A ticket of Tomás, with others on it. */
async function raise(request: APIRequestContext, others: string[]): Promise<string> {
  const id = await createTicket(await callAs(request, "tomas"), uniqueName("Who reads this"));
  const idris = await callAs(request, "idris");
  for (const name of others)
    await idris("POST", `/tickets/${id}/participants`, { user_id: await clientId(idris, name) });
  return id;
}

test("staff read who will be mailed before they write, without anything moving", async ({
  page,
  request,
}) => {
  const id = await raise(request, ["Priya Nair"]);
  const asked: string[] = [];
  page.on("request", (each) => each.url().includes("/audience") && asked.push(each.url()));
  await signIn(page, "idris", `/tickets/${id}`);
  await expect(line(page)).toHaveText("Visible to everyone who can see this ticket");
  const everyone = page.getByText("Visible to everyone who can see this ticket");
  await expect(everyone.filter({ visible: true })).toHaveCount(1);
  expect(asked).toEqual([]);
  const before = await page.locator(".composer").boundingBox();
  await box(page).focus();
  await expect(line(page)).toContainText("Will be mailed to Tomás Aguilar and Priya Nair");
  await expect(everyone).toBeVisible();
  expect((await page.locator(".composer").boundingBox())?.height).toBe(before?.height);
  await page.getByRole("switch", { name: "Internal note" }).check();
  await expect(line(page)).toContainText("Internal: nobody is mailed");
  expect((await page.locator(".composer").boundingBox())?.height).toBe(before?.height);
});

test("somebody of another company is agreed to once for the words, by keyboard", async ({
  page,
  request,
}) => {
  const id = await raise(request, ["Helena Marsh"]);
  await signIn(page, "idris", `/tickets/${id}`);
  await box(page).fill("Please keep bay 3 free.");
  await expect(line(page)).toContainText("Helena Marsh belongs to Aster Legal");
  await expect(send(page)).toBeDisabled();
  await box(page).press("Control+Enter");
  await expect(page.getByRole("button", { name: "Send anyway" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(box(page)).toBeFocused();
  await expect(line(page)).toContainText("Will be mailed to Tomás Aguilar and Helena Marsh");
  await page.keyboard.press("Control+Enter");
  await expect(page.locator(".thread .comment", { hasText: "Please keep bay 3 free." })).toBeVisible();
  await expect(line(page)).toContainText("Helena Marsh belongs to Aster Legal");
});

test("an answer whose readers have changed comes back with those of now", async ({ page, request }) => {
  const id = await raise(request, []);
  await signIn(page, "idris", `/tickets/${id}`);
  // The page hears of nothing meanwhile.
  await page.route("**/api/live**", (route) => route.abort());
  await box(page).fill("The courier is downstairs.");
  await expect(line(page)).toContainText("Will be mailed to Tomás Aguilar");
  let first = true;
  await page.route(`**/api/tickets/${id}/comments`, async (route) => {
    if (route.request().method() !== "POST" || !first) return route.fallback();
    first = false;
    const idris = await callAs(request, "idris");
    await idris("POST", `/tickets/${id}/participants`, { user_id: await clientId(idris, "Priya Nair") });
    return route.fallback();
  });
  await send(page).click();
  await expect(toastOf(page, "The people who will read this have changed")).toBeVisible();
  await expect(box(page)).toHaveValue("The courier is downstairs.");
  await expect(line(page)).toContainText("Tomás Aguilar and Priya Nair");
  await send(page).click();
  await expect(page.locator(".thread .comment", { hasText: "The courier is downstairs." })).toBeVisible();
});

test("a client reads names, brings a colleague by keyboard, and all of it on a phone", async ({
  page,
  request,
}) => {
  const id = await createTicket(await callAs(request, "tomas"), uniqueName("A colleague knows more"));
  await page.setViewportSize(PHONE);
  await signIn(page, "tomas", `/tickets/${id}`);
  await box(page).focus();
  await expect(line(page)).toHaveText("The help desk will read this");
  await page.getByRole("button", { name: "Add a colleague" }).press("Enter");
  await page.getByPlaceholder("Find a colleague").fill("priya");
  await expect(page.getByRole("option", { name: "Priya Nair" })).toBeVisible();
  await expect(page.getByRole("option")).toHaveCount(1);
  await page.keyboard.press("Enter");
  await expect(page.locator(".people")).toContainText("Priya Nair");
  await box(page).focus();
  await expect(line(page)).toContainText("Will be mailed to Priya Nair");
  await page.getByRole("button", { name: "Who will read this" }).click();
  await expect(page.locator(".reader-list")).toHaveText("Priya Nair");
  expect(await measureOverflow(page)).toBe(0);
});
