import { expect, type Page } from "@playwright/test";
import { agentId, callAs, createTicket, ticketsApiAs } from "../support/people/api-as.ts";
import { walkDownTo } from "../support/page/list-cursor.ts";
import { openPageAs, signIn } from "../support/people/people.ts";
import { test } from "../support/story.ts";
import { toastOf } from "../support/page/locators.ts";
import { freshWord } from "../support/unique-words.ts";
import { measureOverflow, PHONE } from "../support/browser/viewports.ts";

const box = (page: Page) => page.getByRole("textbox", { name: /Write a comment|Internal note/ });
const people = (page: Page) => page.getByRole("listbox", { name: "People" });
const rowOf = (page: Page, word: string) => page.locator(".inbox-row", { hasText: word });
const entry = (page: Page) => page.getByRole("link", { name: "Inbox", exact: true });

const touchAt = (clientX: number) => ({ pointerType: "touch", clientX, clientY: 300, bubbles: true });

test("a colleague is mentioned in a note, finds it in the Inbox at once, and works it off by keys", async ({
  page,
  browser,
  request,
}) => {
  const word = freshWord();
  const call = await callAs(request, "maren");
  const first = { id: await createTicket(call, `First ${word}`) };
  const lena = await openPageAs(browser, "lena", "/inbox");
  await signIn(page, "idris", `/tickets/${first.id}`);
  await page.getByRole("switch", { name: "Internal note" }).check();
  await box(page).pressSequentially("He has no rights. @le");
  await expect(people(page)).toBeVisible();
  await expect(page.getByText("Only staff: this is an internal note")).toBeVisible();
  const active = page.getByRole("option", { name: "Lena Fischer" });
  await expect(active).toHaveAttribute("aria-selected", "true");
  await expect(box(page)).toHaveAttribute("aria-activedescendant", (await active.getAttribute("id")) ?? "");
  await page.keyboard.press("Enter");
  await expect(box(page)).toHaveValue("He has no rights. @Lena Fischer ");
  await expect(page.getByText("Mentioned: Lena Fischer")).toBeVisible();
  await box(page).pressSequentially(word);
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(page.locator(".comment .mention")).toHaveText("@Lena Fischer");

  const row = rowOf(lena, word);
  await expect(row).toContainText("Idris Okafor mentioned you in an internal note: “He has no rights.");
  await expect(entry(lena)).toHaveAccessibleDescription(/unread/);
  await createTicket(call, `Second ${word}`, { assignee_id: await agentId(call, "Lena Fischer") });
  await expect(rowOf(lena, `Second ${word}`)).toContainText("Maren Solberg assigned it to you");
  await walkDownTo(lena, rowOf(lena, `Second ${word}`));
  await lena.keyboard.press("e");
  await expect(rowOf(lena, `Second ${word}`)).toHaveCount(0);
  await lena.getByRole("button", { name: "Undo" }).click();
  await expect(lena.getByText("is back in your inbox")).toBeVisible();
  await lena.getByRole("navigation", { name: "Parts of the inbox" }).getByText("All").click();
  await expect(rowOf(lena, `Second ${word}`)).toBeVisible();

  await rowOf(lena, `First ${word}`).getByRole("link").click();
  await expect(lena).toHaveURL(`/tickets/${first.id}`);
  await expect(lena.getByRole("heading", { name: `First ${word}` })).toBeVisible();
  await Promise.all([lena.keyboard.press("g"), lena.keyboard.press("i")]);
  await expect(lena).toHaveURL("/inbox");
  await expect(rowOf(lena, `First ${word}`)).toHaveCount(0);
  await lena.context().close();
});

test("while the people are looked for, nobody is offered whose name does not fit what is typed", async ({
  page,
  request,
}) => {
  const id = await createTicket(await callAs(request, "maren"), `Quick ${freshWord()}`);
  await signIn(page, "idris", `/tickets/${id}`);
  await page.getByRole("switch", { name: "Internal note" }).check();
  await box(page).pressSequentially("@");
  await expect(people(page).getByRole("option").first()).toBeVisible();
  const { promise: isAnswered, resolve: answer } = Promise.withResolvers<void>();
  await page.route("**/mentionable?*search=*", async (route) => {
    await isAnswered;
    await route.continue();
  });
  await box(page).pressSequentially("lena");
  await expect(people(page).getByRole("option").filter({ hasNotText: /lena/i })).toHaveCount(0);
  answer();
  await expect(people(page).getByRole("option", { name: "Lena Fischer" })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(box(page)).toHaveValue("@Lena Fischer ");
});

test("a time to come back at is typed figure by figure; one that is over keeps the window and its words", async ({
  page,
  request,
}) => {
  const word = freshWord();
  const call = await callAs(request, "maren");
  await createTicket(call, `Typed ${word}`, { assignee_id: await agentId(call, "Rafael Monteiro") });
  await signIn(page, "rafael", "/inbox");
  const row = rowOf(page, `Typed ${word}`);
  await row.hover();
  await row.getByRole("button", { name: "Remind me" }).click();
  await page.getByRole("menuitem", { name: "Pick a time…" }).click();
  const time = page.getByLabel("Day and time");
  await time.fill("2021-12-03T09:00");
  await time.focus();
  await page.keyboard.type("12042");
  await expect(time).toHaveValue("0002-12-04T09:00");
  await page.getByRole("button", { name: "Remind me" }).click();
  await expect(page.getByText("Choose a time in the future")).toBeVisible();
  await time.fill("2099-12-04T09:00");
  await page.getByRole("button", { name: "Remind me" }).click();
  await expect(page.getByText("Choose a time within the next two years")).toBeVisible();
  await expect(time).toHaveValue("2099-12-04T09:00");
});

test("a row is put off, and an answer makes it done by itself", async ({ page, request }) => {
  const word = freshWord();
  const call = await callAs(request, "maren");
  const assignee_id = await agentId(call, "Rafael Monteiro");
  await createTicket(call, `Later ${word}`, { assignee_id });
  const answered = await createTicket(call, `Answered ${word}`, { assignee_id });
  await signIn(page, "rafael", "/inbox");
  await expect(rowOf(page, word)).toHaveCount(2);
  await rowOf(page, `Later ${word}`).hover();
  await rowOf(page, `Later ${word}`).getByRole("button", { name: "Remind me" }).click();
  await page.getByRole("menuitem", { name: "Tomorrow" }).click();
  await expect(rowOf(page, `Later ${word}`)).toHaveCount(0);
  await expect(page.getByText(/Comes back/)).toBeVisible();
  await page.goto(`/tickets/${answered}`);
  await box(page).fill("Here it is.");
  // The answer is shown before the server has it: leaving then would take it back.
  const isKept = page.waitForResponse(
    (answer) => answer.request().method() === "POST" && answer.url().endsWith("/comments"),
  );
  await page.keyboard.press("ControlOrMeta+Enter");
  await isKept;
  await page.goto("/inbox?tab=done");
  await expect(rowOf(page, `Answered ${word}`)).toBeVisible();
  await page.goto("/inbox?tab=all");
  await expect(page.locator(".inbox-row").first()).toBeVisible();
  await expect(rowOf(page, word)).toHaveCount(0);
});

test("by keys alone a row is put off, the next one is under the cursor, and Undo brings it back unread", async ({
  page,
  request,
}) => {
  const word = freshWord();
  const call = await callAs(request, "maren");
  const assignee_id = await agentId(call, "Idris Okafor");
  for (const name of ["Third", "Second", "First"])
    await createTicket(call, `${name} ${word}`, { assignee_id });
  await signIn(page, "idris", "/inbox");
  await expect(rowOf(page, word)).toHaveCount(3);
  await walkDownTo(page, rowOf(page, `Second ${word}`));
  for (const putOff of ["Second", "Third"]) {
    await page.keyboard.press("h");
    await expect(page.getByRole("menu")).toBeVisible();
    // Until it is kept the Undo is that of the row before.
    const isKept = page.waitForResponse((answer) => answer.url().endsWith("/remind"));
    await page.keyboard.press("Enter");
    await isKept;
    await expect(rowOf(page, `${putOff} ${word}`)).toHaveCount(0);
    await expect(page.locator(".inbox-row.is-cursor").getByRole("link")).toBeFocused();
    if (putOff === "Second") await expect(rowOf(page, `Third ${word}`)).toHaveClass(/is-cursor/);
  }
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(rowOf(page, `Third ${word}`)).toHaveClass(/is-unread/);
  // From nowhere the cursor begins at the top.
  await page.keyboard.press("Escape");
  await walkDownTo(page, rowOf(page, `First ${word}`));
  await page.keyboard.press("e");
  await expect(rowOf(page, `First ${word}`)).toHaveCount(0);
  // The one before may still be fading.
  await toastOf(page, "Marked as done").getByRole("button", { name: "Undo" }).click();
  await expect(rowOf(page, `First ${word}`)).toHaveClass(/is-unread/);
});

test("after a click on Undo the next key opens what it opens", async ({ page, request }) => {
  const call = await callAs(request, "maren");
  const word = freshWord();
  await createTicket(call, `Clicked ${word}`, { assignee_id: await agentId(call, "Rafael Monteiro") });
  await signIn(page, "rafael", "/inbox?tab=all");
  await walkDownTo(page, rowOf(page, word));
  await page.keyboard.press("e");
  await expect(rowOf(page, word)).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(rowOf(page, word)).toBeVisible();
  await page.keyboard.press("h");
  await expect(page.getByRole("menuitem", { name: "Tomorrow" })).toBeVisible();
});

test("what is shown is done all at once, also where the clock of the browser is behind", async ({
  page,
  request,
}) => {
  const call = await callAs(request, "rafael");
  const word = freshWord();
  await createTicket(call, `Behind ${word}`, { assignee_id: await agentId(call, "Maren Solberg") });
  await page.clock.setFixedTime(Date.now() - 600_000);
  await signIn(page, "maren", "/inbox?tab=all");
  await expect(rowOf(page, word)).toBeVisible();
  await page.getByRole("button", { name: "Mark all as done" }).click();
  await expect(page.getByText("Everything marked as done")).toBeVisible();
  await expect(rowOf(page, word)).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(rowOf(page, word)).toBeVisible();
});

test("words that become a note let go of whom they mentioned from outside", async ({ page, request }) => {
  const word = freshWord();
  const tomas = await ticketsApiAs(request, "tomas");
  const { id } = await tomas.create({ subject: `Noted ${word}` });
  await signIn(page, "idris", `/tickets/${id}`);
  await box(page).pressSequentially("Ask @tom");
  await page.getByRole("option", { name: "Tomás Aguilar" }).click();
  await expect(box(page)).toHaveValue("Ask @Tomás Aguilar ");
  await page.getByRole("switch", { name: "Internal note" }).check();
  await expect(
    page.getByText("Only staff can be mentioned in an internal note: Tomás Aguilar will not be told"),
  ).toBeVisible();
  await box(page).press("ControlOrMeta+Enter");
  await expect(page.locator(".comment.note")).toContainText("Ask @Tomás Aguilar");
  await expect(page.locator(".comment .mention")).toHaveCount(0);
});

test("a client has no Inbox, and mentions whom they know", async ({ page, request }) => {
  const word = freshWord();
  const tomas = await ticketsApiAs(request, "tomas");
  const { id } = await tomas.create({ subject: `Asked ${word}` });
  const idris = await callAs(request, "idris");
  await idris("POST", `/tickets/${id}/comments`, { comment: "Which tray?" });
  await signIn(page, "tomas", "/inbox");
  await expect(page.getByRole("heading", { name: "You don't have access to this page" })).toBeVisible();
  await expect(entry(page)).toHaveCount(0);
  await page.goto(`/tickets/${id}`);
  await box(page).pressSequentially("@");
  await expect(page.getByRole("option")).toHaveText([/Idris Okafor/]);
  await page.keyboard.press("Escape");
  await expect(people(page)).toHaveCount(0);
  await expect(box(page)).toBeFocused();
});

test("on a phone a swipe is done, and the list of people stands across the window", async ({
  page,
  request,
}) => {
  const word = freshWord();
  const call = await callAs(request, "maren");
  const id = await createTicket(call, `Swiped ${word}`, {
    assignee_id: await agentId(call, "Idris Okafor"),
  });
  await page.setViewportSize(PHONE);
  await signIn(page, "idris", "/inbox");
  const row = rowOf(page, word);
  await expect(row).toBeVisible();
  expect(await measureOverflow(page)).toBe(0);
  await row.dispatchEvent("pointerdown", touchAt(300));
  await row.dispatchEvent("pointermove", touchAt(150));
  await row.dispatchEvent("pointerup", touchAt(150));
  await expect(row).toHaveCount(0);
  await page.goto(`/tickets/${id}`);
  await box(page).pressSequentially("@");
  await expect(people(page)).toBeVisible();
  const list = await page.locator(".mention-list").boundingBox();
  expect([list?.x, list?.width]).toEqual([8, PHONE.width - 16]);
  expect(await measureOverflow(page)).toBe(0);
});
