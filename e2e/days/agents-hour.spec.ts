import { expect, type Page } from "@playwright/test";
import { agentId, callAs, createTicket, ticketsApiAs } from "../support/people/api-as.ts";
import { walkDownTo } from "../support/page/list-cursor.ts";
import { subjectLinks, toastOf } from "../support/page/locators.ts";
import { signIn } from "../support/people/people.ts";
import { answerBox, chipsOf, saveReply, waitForFirst } from "../support/page/saved-replies.ts";
import { startOwnServer } from "../support/desk/server-for-one-story.ts";
import { test } from "../support/story.ts";
import { freshWord } from "../support/unique-words.ts";
import { measureOverflow, PHONE } from "../support/browser/viewports.ts";

let desk: Awaited<ReturnType<typeof startOwnServer>>;
test.beforeAll(async () => {
  desk = await startOwnServer({}, { holdsAnswers: true });
});
test.afterAll(() => desk.end());

const rail = (page: Page) => page.getByRole("complementary", { name: "Ticket properties" });
const status = (page: Page) => rail(page).getByRole("button", { name: /^Change status/ });
const rowOf = (page: Page, words: string) => page.locator(".inbox-row", { hasText: words });
const comment = (page: Page, words: string) => page.locator(".comment").filter({ hasText: words });
const times = (page: Page) => page.getByRole("dialog", { name: "Follow up" });

/** The two keys belong together for a second only, which a busy machine may miss between one and the other. */
async function goTo(page: Page, key: string): Promise<void> {
  await Promise.all([page.keyboard.press("g"), page.keyboard.press(key)]);
}

/** Selects the first two rows, wherever the cursor stood before. */
async function selectTwo(page: Page): Promise<void> {
  for (const key of ["Escape", "Escape", "j", "x", "j", "x"]) await page.keyboard.press(key);
  await expect(page.getByRole("toolbar", { name: "2 selected" })).toBeVisible();
}

test("an agent's hour goes by keys alone: Inbox, a reply with a gap, a mention, a date, a macro, a merge and every undo", async ({
  browser,
}) => {
  test.setTimeout(180_000);
  const word = freshWord();
  const context = await browser.newContext({ baseURL: desk.address, locale: "en-US" });
  const [maren, tomas] = [await callAs(context.request, "maren"), await callAs(context.request, "tomas")];
  const [lena, idris] = [await callAs(context.request, "lena"), await callAs(context.request, "idris")];
  const mentions = async () => JSON.stringify((await lena("GET", "/inbox?tab=mentions")).body["items"]);
  await idris("PATCH", "/settings/notifications", { undo_send_seconds: 10 });
  const id = await createTicket(tomas, `Profile ${word}`);
  const other = await createTicket(tomas, `Profile again ${word}`);
  await maren("PUT", `/tickets/${id}`, { assignee_id: await agentId(maren, "Idris Okafor") });
  await saveReply(lena, `${word} profile`, {
    en: "Hello {{client.first_name|there}}, sign in once. Who has to: {{ask: names}}",
    effects: { status: "pending", add_tags: ["vpn"] },
  });
  await saveReply(lena, `${word} urgent`, { effects: { priority: "urgent" } });
  const page = await context.newPage();
  await signIn(page, "idris", "/dashboard");

  await test.step("the Inbox has what concerns him, and opens it", async () => {
    await expect(page.getByRole("heading", { level: 1, name: "Dashboard" })).toBeVisible();
    await goTo(page, "i");
    await expect(page).toHaveURL("/inbox");
    await walkDownTo(page, rowOf(page, `Profile ${word}`));
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { level: 1, name: `Profile ${word}` })).toBeVisible();
  });

  await test.step("a saved reply leaves a gap; filled in and sent, it comes back with one key, chips and all", async () => {
    await expect(answerBox(page)).toBeVisible();
    await page.keyboard.press(";");
    await page.keyboard.type(word);
    await waitForFirst(page, `${word} profile`);
    await page.keyboard.press("Enter");
    await expect(chipsOf(page)).toHaveText(["Pending", "vpn"]);
    await page.keyboard.press("ControlOrMeta+Enter");
    // It leads to the gap in place of sending.
    await expect(page.locator(".behind-text mark.is-chosen")).toHaveText("{{ask: names}}");
    await page.keyboard.type("Tomás and Priya");
    await page.keyboard.press("ControlOrMeta+Enter");
    await expect(page.getByText("not sent yet", { exact: true })).toBeVisible();
    await page.keyboard.press("Escape");
    await page.keyboard.press("z");
    await expect(answerBox(page)).toHaveValue("Hello Tomás, sign in once. Who has to: Tomás and Priya");
    await expect(answerBox(page)).toBeFocused();
    await expect(chipsOf(page)).toHaveText(["Pending", "vpn"]);
    await page.keyboard.press("ControlOrMeta+Enter");
    await expect(page.getByText("not sent yet", { exact: true })).toBeVisible();
    await expect(page.getByText("not sent yet", { exact: true })).toHaveCount(0);
    await expect(comment(page, "Who has to: Tomás and Priya")).toHaveCount(1);
    await expect(status(page)).toContainText("Pending");
  });

  await test.step("a colleague is mentioned in a note, and finds it", async () => {
    await page.keyboard.press("Escape");
    await page.keyboard.press("n");
    await expect(page.getByRole("textbox", { name: "Internal note" })).toBeFocused();
    await page.keyboard.type("Seen before? @le");
    await expect(page.getByRole("option", { name: "Lena Fischer" })).toHaveAttribute("aria-selected", "true");
    await page.keyboard.press("Enter");
    await page.keyboard.type(word);
    await page.keyboard.press("ControlOrMeta+Enter");
    await expect(comment(page, `@Lena Fischer ${word}`)).toBeVisible();
    await expect.poll(mentions).toContain(`Profile ${word}`);
  });

  await test.step("he comes back tomorrow, and takes that back", async () => {
    await page.keyboard.press("Escape");
    await page.keyboard.press("h");
    await expect(times(page).locator(".menu-item").first()).toBeFocused();
    await expect(async () => {
      await page.keyboard.press("ArrowDown");
      await expect(times(page).getByRole("button", { name: /^Tomorrow/ })).toBeFocused({ timeout: 200 });
    }).toPass();
    await page.keyboard.press("Enter");
    await expect(status(page)).toContainText("On Hold");
    // The window gives the focus back when it has gone.
    await expect(times(page)).toHaveCount(0);
    await toastOf(page, "Follow-up on").getByRole("button", { name: "Undo" }).press("Enter");
    await expect(status(page)).toContainText("Pending");
  });

  await test.step("answering has made the row of the Inbox done by itself", async () => {
    await goTo(page, "i");
    await expect(page).toHaveURL("/inbox");
    await expect(page.getByRole("heading", { level: 1, name: "Inbox" })).toBeVisible();
    await expect(rowOf(page, `Profile ${word}`)).toHaveCount(0);
  });

  await test.step("a macro without words sets both tickets, and one undo takes it back", async () => {
    await goTo(page, "t");
    await expect(page.getByRole("heading", { level: 1, name: "Tickets" })).toBeVisible();
    await page.keyboard.press("/");
    await page.keyboard.type(word);
    await page.keyboard.press("Enter");
    await expect(subjectLinks(page)).toHaveCount(2);
    // Escape would empty the search.
    await page.keyboard.press("Tab");
    await selectTwo(page);
    await page.keyboard.press(";");
    await expect(page.getByRole("combobox", { name: "Find a saved reply…" })).toBeFocused();
    await page.keyboard.type(`${word} urgent`);
    await expect(page.getByRole("option")).toHaveCount(1);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("button", { name: "Apply to 2 tickets" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page.locator("td.column-priority", { hasText: "Urgent" })).toHaveCount(2);
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await toastOf(page, "applied to 2 tickets").getByRole("button", { name: "Undo" }).press("Enter");
    await expect(page.locator("td.column-priority", { hasText: "Urgent" })).toHaveCount(0);
  });

  await test.step("the two are one matter: merged, and taken apart again", async () => {
    await selectTwo(page);
    await page.keyboard.press("m");
    await page.getByRole("button", { name: "Merge 2 tickets" }).press("Enter");
    await expect(subjectLinks(page)).toHaveCount(1);
    await toastOf(page, "merged into").getByRole("button", { name: "Undo" }).press("Enter");
    await expect(toastOf(page, "Merge undone")).toBeVisible();
    await expect(subjectLinks(page)).toHaveCount(2);
  });
  expect((await tomas("GET", `/tickets/${other}`)).body["merged_into"]).toBeNull();
  await context.close();
});

test("an agent's hour on a phone: the Inbox, a saved reply, a note, a date and an undo fit and work by touch", async ({
  browser,
}) => {
  test.setTimeout(120_000);
  const word = freshWord();
  const context = await browser.newContext({
    baseURL: desk.address,
    locale: "en-US",
    viewport: PHONE,
    hasTouch: true,
  });
  const maren = await callAs(context.request, "maren");
  const { id } = await (await ticketsApiAs(context.request, "tomas")).create({ subject: `Phone ${word}` });
  await maren("PUT", `/tickets/${id}`, { assignee_id: await agentId(maren, "Rafael Monteiro") });
  await saveReply(await callAs(context.request, "lena"), `${word} soon`, {
    en: "Hello {{client.first_name|there}}, soon.",
    effects: { status: "pending" },
  });
  const rafael = await callAs(context.request, "rafael");
  await rafael("PATCH", "/settings/notifications", { undo_send_seconds: 20 });
  const page = await context.newPage();
  await signIn(page, "rafael", "/inbox");
  await rowOf(page, `Phone ${word}`).getByRole("link").tap();
  await expect(page.getByRole("heading", { level: 1, name: `Phone ${word}` })).toBeVisible();

  await page.getByRole("button", { name: "Saved replies" }).tap();
  await answerBox(page).pressSequentially(word);
  await page.getByRole("option", { name: new RegExp(`${word} soon`) }).tap();
  await expect(answerBox(page)).toHaveValue("Hello Tomás, soon.");
  await expect(chipsOf(page)).toHaveText(["Pending"]);
  expect(await measureOverflow(page)).toBe(0);
  await page.getByRole("button", { name: "Add Comment", exact: true }).tap();
  await page.locator(".is-waiting").getByRole("button", { name: "Undo" }).tap();
  await expect(answerBox(page)).toHaveValue("Hello Tomás, soon.");
  await expect(chipsOf(page)).toHaveText(["Pending"]);
  await page.getByRole("button", { name: "Add Comment", exact: true }).tap();
  await page.locator(".is-waiting").getByRole("button", { name: "Send now" }).tap();
  await expect(comment(page, "Hello Tomás, soon.")).toHaveCount(1);
  await expect(page.locator(".is-waiting")).toHaveCount(0);

  await rail(page)
    .getByRole("button", { name: /^Change follow-up/ })
    .tap();
  await times(page)
    .getByRole("button", { name: /^Tomorrow/ })
    .tap();
  await expect(status(page)).toContainText("On Hold");
  expect(await measureOverflow(page)).toBe(0);
  const client = await openClient(page, id);
  await expect(comment(client, "Hello Tomás, soon.")).toBeVisible();
  await expect(client.getByText("Follow-up")).toHaveCount(0);
  await client.context().close();
  await context.close();

  async function openClient(from: Page, ticket: string): Promise<Page> {
    const opened = await browser.newContext({ baseURL: desk.address, locale: "en-US", viewport: PHONE });
    const next = await opened.newPage();
    await signIn(next, "tomas", new URL(`/tickets/${ticket}`, from.url()).pathname);
    return next;
  }
});
