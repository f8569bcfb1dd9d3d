import { expect, type Page } from "@playwright/test";
import { callAs, createTicket } from "../support/people/api-as.ts";
import { openPageAs, signIn } from "../support/people/people.ts";
import { answerBox, chipsOf, saveReply, waitForFirst } from "../support/page/saved-replies.ts";
import { test } from "../support/story.ts";
import { freshWord, uniqueName } from "../support/unique-words.ts";
import { PHONE } from "../support/browser/viewports.ts";

const box = (page: Page) => page.getByRole("textbox", { name: "Write a comment" });
const files = (page: Page) => page.locator(".tray [data-state=sent]");
/** The answer to words that are saved; slow typing saves some of them before. */
const savedDraft = (page: Page, words: string) =>
  page.waitForResponse(
    (answer) =>
      answer.url().endsWith("/draft") &&
      answer.request().method() === "PUT" &&
      Boolean(answer.request().postData()?.includes(words)),
  );

test("words go on at another window, and nothing is lost when the line is cut", async ({
  page,
  browser,
  request,
}) => {
  const id = await createTicket(await callAs(request, "tomas"), uniqueName("Two devices"));
  await signIn(page, "lena", `/tickets/${id}`);
  const phone = await (await browser.newContext()).newPage();
  const listening = phone.waitForResponse(/\/api\/events/);
  await signIn(phone, "lena", `/tickets/${id}`);
  await expect(box(phone)).toHaveValue("");
  await listening;
  await box(page).pressSequentially("Thank you, the log helps.");
  await expect(box(phone)).toHaveValue("Thank you, the log helps.");
  await expect(page.locator(".ticket-head").getByTitle("Draft")).toHaveText("Draft");

  await phone.context().setOffline(true);
  await box(phone).press("End");
  await box(phone).pressSequentially(" On the train.");
  await expect(phone.getByText("Kept on this device")).toBeVisible();
  await box(page).press("End");
  const saved = savedDraft(page, "At the desk.");
  await box(page).pressSequentially(" At the desk.");
  await saved;
  await phone.context().setOffline(false);
  await expect(phone.getByText("Also written on another device")).toBeVisible();
  await expect(box(phone)).toHaveValue("Thank you, the log helps. On the train.");
  await phone.getByRole("button", { name: "Use that" }).click();
  await expect(box(phone)).toHaveValue("Thank you, the log helps. At the desk.");
  await expect(phone.getByText("Also written on another device")).toHaveCount(0);

  await box(page).press("Control+Enter");
  await expect(page.locator(".thread .comment", { hasText: "At the desk." })).toBeVisible();
  await expect(box(phone)).toHaveValue("");
  await expect(page.locator(".ticket-head").getByTitle("Draft")).toHaveCount(0);
});

test("files come to another window and go from it as they do in the first", async ({
  page,
  browser,
  request,
}) => {
  const id = await createTicket(await callAs(request, "tomas"), uniqueName("Files of two windows"));
  await signIn(page, "lena", `/tickets/${id}`);
  const phone = await (await browser.newContext()).newPage();
  const listening = phone.waitForResponse(/\/api\/events/);
  await signIn(phone, "lena", `/tickets/${id}`);
  await listening;
  await box(page).fill("Both logs are attached.");
  for (const name of ["one.txt", "two.txt"])
    await page
      .locator("input[type=file]")
      .first()
      .setInputFiles({ name, mimeType: "text/plain", buffer: Buffer.from(name) });
  await expect(files(phone)).toHaveText([/one\.txt/, /two\.txt/]);
  await files(page).first().getByRole("button").last().click();
  await expect(files(phone)).toHaveText([/two\.txt/]);
  await box(page).press("Control+Enter");
  await expect(page.locator(".thread .comment", { hasText: "Both logs" })).toContainText("two.txt");
  await expect(box(phone)).toHaveValue("");
  await expect(files(phone)).toHaveCount(0);
  await box(phone).fill("And one more thing.");
  await box(phone).press("Control+Enter");
  await expect(phone.locator(".thread .comment", { hasText: "one more thing" })).toContainText("You");
  await phone.context().close();
});

test("a second window of the same browser, slow to load, leaves what is typed in the first", async ({
  page,
  request,
}) => {
  const id = await createTicket(await callAs(request, "tomas"), uniqueName("Two windows"));
  const idris = await callAs(request, "idris");
  await signIn(page, "idris", `/tickets/${id}`);
  const second = await page.context().newPage();
  const { promise: hasFirstSaved, resolve } = Promise.withResolvers<void>();
  await second.route(/draft-sync/, async (route) => {
    await hasFirstSaved;
    await route.fallback();
  });
  await second.goto(`/tickets/${id}`);
  await expect(box(second)).toHaveValue("");
  const saved = savedDraft(page, "The log helps.");
  await box(page).fill("The log helps.");
  await (await saved).finished();
  await expect.poll(() => page.evaluate(() => Object.keys(localStorage).join())).toContain("common:comment");
  resolve();
  await expect(box(second)).toHaveValue("The log helps.");
  await expect(box(page)).toHaveValue("The log helps.");
  expect((await idris("GET", `/tickets/${id}/draft`)).body).toMatchObject({
    draft: { text: "The log helps." },
  });
});

test("a page that draws late does not save the words which others have taken the place of", async ({
  browser,
  request,
}) => {
  const id = await createTicket(await callAs(request, "tomas"), uniqueName("Drawn late"));
  const lena = await callAs(request, "lena");
  const write = async (text: string, base_version: number) =>
    Number((await lena("PUT", `/tickets/${id}/draft`, { text, base_version })).body.version);
  const page = await (await browser.newContext()).newPage();
  await page.addInitScript(drawLate);
  const listening = page.waitForResponse(/\/api\/events/);
  await signIn(page, "lena", `/tickets/${id}`);
  await listening;
  const version = await write("Thank yo", 0);
  await expect(box(page)).toHaveValue("Thank yo");
  // From here on the page looks at what it has drawn before it draws what comes.
  await page.evaluate("isLate = true");
  await write("Thank you, the log helps.", version);
  await expect(box(page)).toHaveValue("Thank you, the log helps.");
  const { body } = await lena("GET", `/tickets/${id}/draft`);
  expect(body).toMatchObject({ draft: { text: "Thank you, the log helps." } });
});

/** Once `isLate` is set React draws later than a draft rests before it is saved. */
const drawLate = `
  globalThis.isLate = false;
  const post = MessagePort.prototype.postMessage;
  MessagePort.prototype.postMessage = function (...message) {
    if (globalThis.isLate) setTimeout(() => post.apply(this, message), 1500);
    else post.apply(this, message);
  };`;

test("a pencil marks the ticket in the list of its writer alone", async ({ page, browser, request }) => {
  const word = freshWord();
  const id = await createTicket(await callAs(request, "tomas"), `Marked ${word}`);
  await signIn(page, "idris", `/tickets?search=${word}`);
  const lena = await openPageAs(browser, "lena", `/tickets?search=${word}`);
  const row = (each: Page) => each.getByRole("row", { name: new RegExp(word) });
  await expect(row(page)).toBeVisible();
  const other = await openPageAs(browser, "idris", `/tickets/${id}`);
  const saved = savedDraft(other, "Begun");
  await box(other).fill("Begun");
  await saved;
  await expect(row(page).getByText("Draft")).toBeVisible();
  await expect(row(lena)).toBeVisible();
  await expect(row(lena).getByText("Draft")).toHaveCount(0);
  await box(other).fill("");
  await expect(row(page).getByText("Draft")).toHaveCount(0);
});

test("signing out drops this browser's copy, and not the server's", async ({ page, browser, request }) => {
  const id = await createTicket(await callAs(request, "tomas"), uniqueName("Signing out"));
  const rafael = await openPageAs(browser, "rafael", `/tickets/${id}`);
  const saved = savedDraft(rafael, "Between two meetings.");
  await box(rafael).fill("Between two meetings.");
  await saved;
  await rafael.getByRole("button", { name: "Log out" }).click();
  await expect(rafael).toHaveURL(/\/login/);
  const kept = await rafael.evaluate(() => JSON.stringify(Object.entries(localStorage)));
  expect(kept).not.toContain("Between two meetings.");
  await signIn(page, "rafael", `/tickets/${id}`);
  await expect(box(page)).toHaveValue("Between two meetings.");
});

test("a client's words follow them too", async ({ page, browser, request }) => {
  const id = await createTicket(await callAs(request, "tomas"), uniqueName("A client's words"));
  await signIn(page, "tomas", `/tickets/${id}`);
  const saved = savedDraft(page, "The serial number is");
  await box(page).fill("The serial number is");
  await saved;
  const phone = await openPageAs(browser, "tomas", `/tickets/${id}`);
  await expect(box(phone)).toHaveValue("The serial number is");
});

test("what a macro sets comes along to a phone, is taken off there, and sets what is left", async ({
  page,
  browser,
  request,
}) => {
  const word = freshWord();
  const idris = await callAs(request, "idris");
  const id = await createTicket(await callAs(request, "tomas"), `Macro ${word}`);
  await saveReply(await callAs(request, "lena"), `${word} vpn`, {
    en: "Hello {{client.first_name}}.",
    effects: { status: "pending", priority: "urgent" },
  });
  await signIn(page, "idris", `/tickets/${id}`);
  await answerBox(page).pressSequentially(`;${word}`);
  await waitForFirst(page, `${word} vpn`);
  const saved = page.waitForResponse(
    (answer) => answer.url().endsWith("/draft") && Boolean(answer.request().postData()?.includes("effects")),
  );
  await page.keyboard.press("Enter");
  await saved;
  const context = await browser.newContext({ viewport: PHONE, hasTouch: true });
  const phone = await context.newPage();
  await signIn(phone, "idris", `/tickets/${id}`);
  await expect(answerBox(phone)).toHaveValue("Hello Tomás.");
  await expect(chipsOf(phone)).toHaveText(["Pending", "Urgent"]);
  await phone.getByRole("button", { name: "Do not: Urgent" }).tap();
  await expect(chipsOf(phone)).toHaveText(["Pending"]);
  await expect(chipsOf(page)).toHaveText(["Pending"]);
  await phone.getByRole("button", { name: "Add Comment", exact: true }).tap();
  await expect
    .poll(async () => (await idris("GET", `/tickets/${id}`)).body)
    .toMatchObject({ status: "pending", priority: "normal" });
  await expect(answerBox(page)).toHaveValue("");
  await expect(chipsOf(page)).toHaveCount(0);
  await context.close();
});
