import { type APIRequestContext, type Browser, expect, type Page } from "@playwright/test";
import { callAs, clientId, createTicket, ticketsApiAs } from "../support/people/api-as.ts";
import { toastOf } from "../support/page/locators.ts";
import { findViolations } from "../support/page/page-checks.ts";
import { openPageAs, signIn } from "../support/people/people.ts";
import { test } from "../support/story.ts";
import { freshWord } from "../support/unique-words.ts";
import { DEVICES, measureOverflow, PHONE } from "../support/browser/viewports.ts";

const dialog = (page: Page) => page.getByRole("dialog", { name: "Merge tickets" });
const thread = (page: Page) => page.getByRole("list").filter({ has: page.locator(".comment") });
const comment = (page: Page, words: string) => page.locator(".comment").filter({ hasText: words });

test("two tickets are merged from the list by keys alone, taken back, and merged once more", async ({
  page,
  request,
}) => {
  const word = freshWord();
  const tomas = await ticketsApiAs(request, "tomas");
  const priya = await ticketsApiAs(request, "priya");
  const first = await priya.create({ subject: `First ${word}` });
  const second = await tomas.create({ subject: `Second ${word}` });
  await signIn(page, "idris", `/tickets?search=${word}`);
  await expect(page.getByRole("row")).toHaveCount(3);
  const merge = async () => {
    for (const key of ["j", "x", "j", "x", "m"]) await page.keyboard.press(key);
    await expect(dialog(page).getByRole("radio", { name: `Keep ${first.uid}` })).toBeChecked();
    await expect(
      dialog(page).getByText(`${second.uid}, its links and mails lead to ${first.uid}`),
    ).toBeVisible();
    // Priya is the admin of the company, and saw both before.
    await expect(dialog(page).getByText("Tomás Aguilar Kestrel Logistics")).toBeVisible();
    await page.keyboard.press("Tab");
    await dialog(page).getByRole("button", { name: "Merge 2 tickets" }).press("Enter");
    await expect(toastOf(page, `${second.uid} merged into ${first.uid}`)).toBeVisible();
    await expect(page.getByRole("row")).toHaveCount(2);
  };
  await merge();
  await toastOf(page, "merged into").getByRole("button", { name: "Undo" }).click();
  await expect(toastOf(page, "Merge undone")).toBeVisible();
  await expect(page.getByRole("row")).toHaveCount(3);
  await page.reload();
  await expect(page.getByRole("row")).toHaveCount(3);
  await merge();
});

test("a client whose ticket was merged follows the old link and the old number, and reads one conversation", async ({
  page,
  browser,
  request,
}) => {
  const word = freshWord();
  const tomas = await ticketsApiAs(request, "tomas");
  const kept = await (await ticketsApiAs(request, "priya")).create({ subject: `Kept ${word}` });
  const merged = await tomas.create({ subject: `Merged ${word}` });
  const idris = await callAs(request, "idris");
  await idris("POST", `/tickets/${merged.id}/comments`, { comment: `Answer ${word}` });
  const client = await openPageAs(browser, "tomas", `/tickets/${merged.id}`);
  await expect(comment(client, `Answer ${word}`)).toBeVisible();
  await signIn(page, "idris", `/tickets/${kept.id}`);

  await test.step("staff choose the other ticket on the page, and the client's page follows", async () => {
    await expect(page.getByRole("heading", { level: 1, name: `Kept ${word}` })).toBeVisible();
    await page.keyboard.press("m");
    await dialog(page).getByRole("button", { name: "Which ticket becomes part of it?" }).press("Enter");
    await page.keyboard.type(`Merged ${word}`);
    await expect(page.getByRole("option")).toHaveCount(1);
    await page.keyboard.press("Enter");
    await expect(dialog(page).getByText("Will newly read it")).toBeVisible();
    expect(await findViolations(page)).toEqual([]);
    await dialog(page).getByRole("button", { name: "Merge 2 tickets" }).click();
    await expect(comment(page, `Answer ${word}`)).toContainText(`from ${merged.uid}`);
    await expect(page.getByText(`${merged.uid} was merged into this ticket`)).toBeVisible();
    await expect(client).toHaveURL(`/tickets/${kept.id}`);
    await expect(client.getByText(`${merged.uid} is now part of this ticket.`)).toBeVisible();
    await expect(client.getByText(`${merged.uid} became part of this ticket`)).toBeVisible();
    await expect(client.getByRole("button", { name: "Undo merge" })).toHaveCount(0);
  });
  await test.step("an old number leads there, also typed by hand; who sees neither finds nothing", async () => {
    await client.goto(`/tickets/${merged.uid}`);
    await expect(client).toHaveURL(`/tickets/${kept.id}`);
    await expect(client.getByRole("heading", { level: 1, name: `Kept ${word}` })).toBeVisible();
    const stranger = await openPageAs(browser, "helena", `/tickets/${merged.uid}`);
    await expect(stranger.getByText("Ticket not found")).toBeVisible();
  });
  await test.step("a week later the merge is undone, and what the client wrote since goes along", async () => {
    await client.getByRole("textbox", { name: /comment/i }).fill(`Since ${word}`);
    await client.getByRole("button", { name: "Add Comment" }).click();
    await expect(comment(page, `Since ${word}`)).toBeVisible();
    await page.reload();
    await page.getByRole("button", { name: "Undo merge" }).click();
    const undo = page.getByRole("dialog", { name: "Undo merge" });
    await expect(undo.getByRole("checkbox")).toBeChecked();
    expect(await findViolations(page)).toEqual([]);
    await undo.getByRole("button", { name: "Undo merge" }).click();
    await expect(toastOf(page, "Merge undone")).toBeVisible();
    await expect(comment(page, `Since ${word}`)).toHaveCount(0);
    await client.goto(`/tickets/${merged.id}`);
    await expect(client.getByRole("heading", { level: 1, name: `Merged ${word}` })).toBeVisible();
    await expect(comment(client, `Since ${word}`)).toBeVisible();
  });
});

test("after an undo a ticket that one was led away from opens again, and no line says that it is part", async ({
  page,
  request,
}) => {
  const word = freshWord();
  const { kept, merged } = await raiseTwo(request, word);
  const idris = await callAs(request, "idris");
  await idris("POST", `/tickets/${kept.id}/merge`, { ids: [merged.id] });
  const partLine = page.getByText(`${merged.uid} is now part of this ticket.`);
  const backInList = async () => {
    await page.getByRole("link", { name: `Kept ${word}` }).waitFor();
    // By key: the list may still put the two in another order, under a pointer.
    await page.getByRole("link", { name: `Merged ${word}` }).press("Enter");
    await expect(page.getByRole("heading", { level: 1, name: `Merged ${word}` })).toBeVisible();
    await expect(page).toHaveURL(`/tickets/${merged.id}`);
  };
  await signIn(page, "idris", `/tickets/${merged.id}`);
  await expect(partLine).toBeVisible();

  await test.step("one's own undo, while a comment comes that the open window offers", async () => {
    await page.getByRole("button", { name: "Undo merge" }).click();
    const undo = page.getByRole("dialog", { name: "Undo merge" });
    await expect(undo).toBeVisible();
    await (
      await callAs(request, "tomas")
    )("POST", `/tickets/${kept.id}/comments`, { comment: `Now ${word}` });
    await expect(undo.getByText(`Now ${word}`)).toBeVisible();
    await undo.getByRole("button", { name: "Undo merge" }).click();
    await expect(toastOf(page, "Merge undone")).toBeVisible();
    await expect(partLine).toHaveCount(0);
    await Promise.all([page.keyboard.press("g"), page.keyboard.press("t")]);
    await page.getByPlaceholder("Search tickets…").fill(word);
    // Both stand in the list before it searches, which takes them from under the pointer.
    await expect(page).toHaveURL(new RegExp(`search=${word}`));
    await expect(page.getByRole("row")).toHaveCount(3);
    await backInList();
  });
  await test.step("somebody else's undo", async () => {
    await idris("POST", `/tickets/${kept.id}/merge`, { ids: [merged.id] });
    const { body } = await idris("GET", `/tickets/${kept.id}/merges`);
    await expect(page).toHaveURL(`/tickets/${kept.id}`);
    await expect(partLine).toBeVisible();
    await idris("POST", "/tickets/merges/undo", {
      merge_ids: Array.isArray(body["items"]) ? body["items"].map(({ id }) => id) : [],
    });
    await expect(partLine).toHaveCount(0);
    await page.goBack();
    await backInList();
  });
});

for (const [place, viewport] of DEVICES)
  test(`editing a ticket that is merged meanwhile keeps the words and leads on, ${place}`, async ({
    browser,
    request,
  }) => {
    const word = freshWord();
    const { kept, merged } = await raiseTwo(request, word);
    const context = await browser.newContext({ viewport });
    const page = await context.newPage();
    await signIn(page, "idris", `/tickets/${merged.id}/edit`);
    const subject = page.getByRole("textbox", { name: "Subject" });
    await subject.fill(`Begun ${word}`);
    const other = await context.newPage();
    await other.goto(`/tickets/${merged.id}/edit`);
    await expect(other.getByRole("textbox", { name: "Subject" })).toHaveValue(`Merged ${word}`);
    const idris = await callAs(request, "idris");
    await idris("POST", `/tickets/${kept.id}/merge`, { ids: [merged.id] });
    // Nothing was begun there.
    await expect(other).toHaveURL(`/tickets/${kept.id}`);
    await expect(other.getByText(`${merged.uid} is now part of this ticket.`)).toBeVisible();
    const banner = page.locator(".banner", { hasText: `${merged.uid} became part of ${kept.uid}` });
    await expect(banner).toContainText("Your changes cannot be saved here any more.");
    await expect(subject).toHaveValue(`Begun ${word}`);
    await expect(page.getByRole("button", { name: "Save Changes" })).toBeDisabled();
    expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
    expect(await findViolations(page)).toEqual([]);
    await banner.getByRole("link", { name: `Open ${kept.uid}` }).click();
    await page.getByRole("button", { name: "Leave", exact: true }).click();
    await expect(page).toHaveURL(`/tickets/${kept.id}`);
    await context.close();
  });

test("the window names what waits and one's draft, and asks again where others would read it", async ({
  page,
  request,
}) => {
  const word = freshWord();
  const tomas = await ticketsApiAs(request, "tomas");
  const kept = await (await ticketsApiAs(request, "priya")).create({ subject: `Kept ${word}` });
  const merged = await tomas.create({ subject: `Merged ${word}` });
  const idris = await callAs(request, "idris");
  await idris("POST", `/tickets/${merged.id}/scheduled`, {
    comment: "Later",
    send_at: new Date(Date.now() + 86_400_000).toISOString(),
  });
  await idris("PUT", `/tickets/${merged.id}/draft`, { text: "I begin" });
  await signIn(page, "idris", `/tickets?search=${word}`);
  await expect(page.getByRole("row")).toHaveCount(3);
  for (const key of ["j", "x", "j", "x", "m"]) await page.keyboard.press(key);
  await expect(dialog(page).getByText("1 answer that waits is stopped, since others would")).toBeVisible();
  await expect(dialog(page).getByText(`Your draft on ${merged.uid} is kept and offered in`)).toBeVisible();
  await expect(dialog(page).getByText("Jonas Weber")).toHaveCount(0);
  await idris("POST", `/tickets/${merged.id}/participants`, {
    user_id: await clientId(idris, "Jonas Weber"),
  });
  await dialog(page).getByRole("button", { name: "Merge 2 tickets" }).click();
  await expect(toastOf(page, "The people who will read this have changed")).toBeVisible();
  await expect(dialog(page).getByText("Jonas Weber Aster Legal")).toBeVisible();
  await dialog(page).getByRole("button", { name: "Merge 2 tickets" }).click();
  await expect(toastOf(page, `${merged.uid} merged into ${kept.uid}`)).toBeVisible();
});

test("words that were typed as their ticket was merged are offered on the one that stays", async ({
  page,
  request,
}) => {
  const { kept, merged } = await raiseTwo(request, freshWord());
  await signIn(page, "idris", `/tickets/${merged.id}`);
  const box = page.getByRole("textbox", { name: "Write a comment" });
  // The line to the server is slow: none of it is a draft there when the merge comes.
  await page.route(/\/draft$/, (route) =>
    route.request().method() === "PUT" ? undefined : route.continue(),
  );
  await box.fill("I have looked at the log, and");
  const lena = await callAs(request, "lena");
  await lena("POST", `/tickets/${kept.id}/merge`, { ids: [merged.id] });
  await expect(page).toHaveURL(`/tickets/${kept.id}`);
  await expect(box).toHaveValue("");
  await expect(page.getByText(`Your draft from ${merged.uid}:`)).toBeVisible();
  await page.getByRole("button", { name: "Insert" }).click();
  await expect(box).toHaveValue("I have looked at the log, and");
  await expect(page.getByText(`Your draft from ${merged.uid}:`)).toHaveCount(0);
});

test("a draft on a ticket that was merged twice over is offered on the one that stays", async ({
  page,
  request,
}) => {
  const word = freshWord();
  const { kept, merged } = await raiseTwo(request, word);
  const last = await (await ticketsApiAs(request, "tomas")).create({ subject: `Last ${word}` });
  const idris = await callAs(request, "idris");
  await idris("PUT", `/tickets/${merged.id}/draft`, { text: "I have looked at the log" });
  await idris("POST", `/tickets/${kept.id}/merge`, { ids: [merged.id] });
  await idris("POST", `/tickets/${last.id}/merge`, { ids: [kept.id] });
  await signIn(page, "idris", `/tickets/${merged.id}`);
  await expect(page).toHaveURL(`/tickets/${last.id}`);
  await page
    .getByRole("note")
    .filter({ hasText: `Your draft from ${merged.uid}:` })
    .getByRole("button", { name: "Insert" })
    .click();
  await expect(page.getByRole("textbox", { name: "Write a comment" })).toHaveValue(
    "I have looked at the log",
  );
});

test("another ticket stays where the one that was to stay is put in the trash meanwhile", async ({
  page,
  request,
}) => {
  const word = freshWord();
  const tomas = await ticketsApiAs(request, "tomas");
  const first = await tomas.create({ subject: `First ${word}` });
  const second = await tomas.create({ subject: `Second ${word}` });
  const third = await tomas.create({ subject: `Third ${word}` });
  await signIn(page, "idris", `/tickets?search=${word}`);
  await expect(page.getByRole("row")).toHaveCount(4);
  for (const key of ["j", "x", "j", "x", "j", "x", "m"]) await page.keyboard.press(key);
  await expect(dialog(page).getByRole("radio", { name: `Keep ${first.uid}` })).toBeChecked();
  await (
    await callAs(request, "maren")
  )("DELETE", `/tickets/${first.id}`);
  await dialog(page).getByRole("button", { name: "Merge 3 tickets" }).click();
  await expect(toastOf(page, "Ticket not found")).toBeVisible();
  await expect(dialog(page).getByRole("radio")).toHaveCount(2);
  await expect(dialog(page).getByRole("radio", { name: `Keep ${second.uid}` })).toBeChecked();
  await expect(
    dialog(page).getByText(`${third.uid}, its links and mails lead to ${second.uid}`),
  ).toBeVisible();
  await dialog(page).getByRole("button", { name: "Merge 2 tickets" }).click();
  await expect(toastOf(page, `${third.uid} merged into ${second.uid}`)).toBeVisible();
});

test("tickets of two companies are left out with the reason, and linked instead", async ({
  page,
  request,
}) => {
  const word = freshWord();
  const own = await (await ticketsApiAs(request, "tomas")).create({ subject: `Own ${word}` });
  const foreign = await (await ticketsApiAs(request, "helena")).create({ subject: `Foreign ${word}` });
  await signIn(page, "idris", `/tickets?search=${word}`);
  await expect(page.getByRole("row")).toHaveCount(3);
  for (const key of ["j", "x", "j", "x", "m"]) await page.keyboard.press(key);
  await expect(
    dialog(page).getByText(`${foreign.uid} belongs to Aster Legal, ${own.uid} to Kestrel Logistics.`),
  ).toBeVisible();
  await expect(dialog(page).getByText("1 of 2 is left out")).toBeVisible();
  await dialog(page).getByRole("button", { name: "Link" }).click();
  await expect(dialog(page).getByRole("button", { name: "Linked" })).toBeDisabled();
  const call = await callAs(request, "idris");
  const { body } = await call("GET", `/tickets/${own.id}/links`);
  expect(JSON.stringify(body)).toContain(foreign.uid);
});

test("comments are split off into a new ticket, and brought home", async ({ page, request }) => {
  const word = freshWord();
  const tomas = await callAs(request, "tomas");
  const id = await createTicket(tomas, `Ticket ${word}`);
  await tomas("POST", `/tickets/${id}/comments`, { comment: `The printer is empty ${word}` });
  const idris = await callAs(request, "idris");
  await idris("POST", `/tickets/${id}/comments`, { comment: `Toner is coming ${word}` });
  await signIn(page, "idris", `/tickets/${id}`);
  await comment(page, "The printer").hover();
  await comment(page, "The printer").getByRole("button", { name: "Split from the comment of" }).click();
  await page.getByRole("checkbox", { name: "Take along the comment of Idris Okafor" }).check();
  await page.getByRole("button", { name: "New ticket…" }).click();
  const form = page.getByRole("dialog", { name: "New ticket from 2 comments" });
  await expect(form.getByRole("textbox", { name: "Description" })).toHaveValue(
    `The printer is empty ${word}`,
  );
  await expect(form.getByText("Tomás Aguilar will read it.")).toBeVisible();
  expect(await findViolations(page)).toEqual([]);
  await form.getByRole("textbox", { name: "Subject" }).fill(`Printer ${word}`);
  await form.getByRole("button", { name: "Split" }).click();
  await expect(toastOf(page, "2 comments moved to")).toBeVisible();
  await page.getByRole("link", { name: /2 comments moved to/ }).click();
  await expect(page.getByRole("heading", { level: 1, name: `Printer ${word}` })).toBeVisible();
  await expect(comment(page, "Toner is coming")).toBeVisible();
  await page.getByRole("button", { name: "Undo split" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Undo split" }).click();
  await expect(page).toHaveURL(`/tickets/${id}`);
  await expect(thread(page).locator(".comment")).toHaveCount(2);
});

test("a split of a comment that somebody deleted meanwhile says so", async ({ page, request }) => {
  const word = freshWord();
  const id = await createTicket(await callAs(request, "tomas"), `Ticket ${word}`);
  const idris = await callAs(request, "idris");
  const { body } = await idris("POST", `/tickets/${id}/comments`, { comment: `Toner is coming ${word}` });
  await signIn(page, "idris", `/tickets/${id}`);
  await comment(page, "Toner").getByRole("button", { name: "Split from the comment of" }).press("Enter");
  await page.getByRole("button", { name: "New ticket…" }).click();
  const form = page.getByRole("dialog", { name: "New ticket from 1 comment" });
  await form.getByRole("textbox", { name: "Subject" }).fill(`Toner ${word}`);
  await idris("DELETE", `/tickets/${id}/comments/${String(body["id"])}`);
  await form.getByRole("button", { name: "Split" }).click();
  await expect(toastOf(page, "A chosen comment is not on this ticket any more")).toBeVisible();
  await expect(form.getByRole("textbox", { name: "Subject" })).toHaveValue(`Toner ${word}`);
});

test("what was typed for a split is offered on the ticket that stays where a colleague merges meanwhile", async ({
  page,
  request,
}) => {
  const word = freshWord();
  const tomas = await callAs(request, "tomas");
  const [id, kept] = [await createTicket(tomas, `Ticket ${word}`), await createTicket(tomas, `Kept ${word}`)];
  await tomas("POST", `/tickets/${id}/comments`, { comment: `The printer is empty ${word}` });
  await signIn(page, "idris", `/tickets/${id}`);
  await comment(page, "The printer")
    .getByRole("button", { name: "Split from the comment of" })
    .press("Enter");
  await page.getByRole("button", { name: "New ticket…" }).click();
  const form = page.getByRole("dialog", { name: "New ticket from 1 comment" });
  await form.getByRole("textbox", { name: "Subject" }).fill(`Toner ${word}`);
  await form.getByRole("textbox", { name: "Description" }).fill("Both cartridges, since Monday.");
  const { status } = await (await callAs(request, "lena"))("POST", `/tickets/${kept}/merge`, { ids: [id] });
  expect(status).toBeLessThan(300);
  await expect(page).toHaveURL(new RegExp(kept));
  await page.getByRole("button", { name: "Insert", exact: true }).click();
  await expect(page.getByRole("textbox", { name: "Internal note" })).toHaveValue(
    `Toner ${word}\n\nBoth cartridges, since Monday.`,
  );
});

test("a phone shows the window as a sheet that fits, and the palette leads to it", async ({
  page,
  request,
}) => {
  const word = freshWord();
  const tomas = await ticketsApiAs(request, "tomas");
  const one = await tomas.create({ subject: `${"A long subject that goes on ".repeat(5)}${word}` });
  await tomas.create({ subject: `Other ${word}` });
  await signIn(page, "idris", `/tickets/${one.id}`);
  await expect(page.getByRole("heading", { level: 1 })).toContainText(word);
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("combobox", { name: "Command palette" })).toBeFocused();
  await page.keyboard.type("Merge…");
  await expect(page.getByRole("option", { name: "Merge…", exact: true })).toHaveAttribute(
    "aria-selected",
    "true",
  );
  await page.keyboard.press("Enter");
  await expect(dialog(page)).toBeVisible();
  await page.setViewportSize(PHONE);
  await dialog(page).getByRole("button", { name: "Which ticket becomes part of it?" }).click();
  await page.keyboard.type(`Other ${word}`);
  await page.getByRole("option").click();
  await expect(dialog(page).getByText("Will newly read it")).toBeVisible();
  expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
  expect(await findViolations(page)).toEqual([]);
});

/** A browser in which somebody chose German. */
async function openInGerman(browser: Browser, viewport: { width: number; height: number }): Promise<Page> {
  const context = await browser.newContext({ viewport });
  await context.addCookies([{ name: "language", value: "de", url: test.info().project.use.baseURL ?? "" }]);
  return context.newPage();
}

for (const [place, viewport] of DEVICES)
  test(`merging is in German ${place}`, async ({ browser, request }) => {
    const word = freshWord();
    const tomas = await ticketsApiAs(request, "tomas");
    const kept = await tomas.create({ subject: `Eins ${word}` });
    const merged = await tomas.create({ subject: `Zwei ${word}` });
    const idris = await callAs(request, "idris");
    await idris("POST", `/tickets/${kept.id}/merge`, { ids: [merged.id] });
    const page = await openInGerman(browser, viewport);
    await signIn(page, "idris", `/tickets/${kept.id}`);
    await expect(page.getByText(`${merged.uid} wurde mit diesem Ticket zusammengeführt`)).toBeVisible();
    expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
    await page.getByRole("button", { name: "Zusammenführung rückgängig machen" }).click();
    await expect(page.getByRole("dialog")).toContainText("wird wieder ein eigenes Ticket");
    expect(await findViolations(page)).toEqual([]);
  });

/** Two tickets of one client, of which one is to become part of the other. */
async function raiseTwo(request: APIRequestContext, word: string) {
  const tomas = await ticketsApiAs(request, "tomas");
  const kept = await tomas.create({ subject: `Kept ${word}` });
  return { kept, merged: await tomas.create({ subject: `Merged ${word}` }) };
}
