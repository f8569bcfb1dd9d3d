import { expect, type Page } from "@playwright/test";
import { agentId, callAs, createTicket } from "../support/people/api-as.ts";
import { inviteAndAccept } from "../support/people/invited-people.ts";
import { subjectLinks, toastOf } from "../support/page/locators.ts";
import { signIn } from "../support/people/people.ts";
import { answerBox, chipsOf, pickerOf, saveReply, waitForFirst } from "../support/page/saved-replies.ts";
import { test } from "../support/story.ts";
import { freshWord } from "../support/unique-words.ts";
import { DEVICES, measureOverflow } from "../support/browser/viewports.ts";

const rail = (page: Page) => page.getByRole("complementary", { name: "Ticket properties" });
const status = (page: Page) => rail(page).getByRole("button", { name: /^Change status/ });
const dialog = (page: Page) => page.getByRole("dialog");

test("a macro without a text is applied at once, and one click takes it back", async ({ page, request }) => {
  const word = freshWord();
  await saveReply(await callAs(request, "lena"), `${word} hold`, {
    effects: { status: "on_hold", priority: "urgent" },
  });
  const id = await createTicket(await callAs(request, "maren"), `Applied ${word}`);
  await signIn(page, "idris", `/tickets/${id}`);
  await answerBox(page).pressSequentially(`Words before ;${word}`);
  await waitForFirst(page, `${word} hold`);
  await page.keyboard.press("Enter");
  await expect(toastOf(page, `${word} hold applied`)).toBeVisible();
  await expect(answerBox(page)).toHaveValue("Words before ");
  await expect(status(page)).toContainText("On Hold");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(status(page)).toContainText("Open");
});

for (const [place, viewport] of DEVICES)
  test(`what an answer without a wait has set is taken back with one click, and the words stay, ${place}`, async ({
    page,
    request,
  }) => {
    const word = freshWord();
    await saveReply(await callAs(request, "lena"), `${word} asked`, {
      en: "Is it on?",
      effects: { status: "pending", priority: "urgent" },
    });
    const id = await createTicket(await callAs(request, "tomas"), `Set ${word}`);
    await page.setViewportSize(viewport);
    await signIn(page, "idris", `/tickets/${id}`);
    await answerBox(page).pressSequentially(`;${word}`);
    await waitForFirst(page, `${word} asked`);
    await page.keyboard.press("Enter");
    await expect(chipsOf(page)).toHaveText(["Pending", "Urgent"]);
    await answerBox(page).press("ControlOrMeta+Enter");
    const told = toastOf(page, "Answer sent, and the ticket changed with it");
    await expect(status(page)).toContainText("Pending");
    expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
    await told.getByRole("button", { name: "Undo" }).click();
    await expect(toastOf(page, "Change undone, the answer stays")).toBeVisible();
    await expect(status(page)).toContainText("Open");
    await expect(rail(page).getByRole("button", { name: /^Change priority/ })).toContainText("Normal");
    await expect(page.locator(".comment", { hasText: "Is it on?" })).toHaveCount(1);
  });

test("what no longer fits is red, and Send waits until it is taken off", async ({ page, request }) => {
  const word = freshWord();
  const [maren, lena] = [await callAs(request, "maren"), await callAs(request, "lena")];
  const sven = await inviteAndAccept(maren, `Sven ${word}`, { role: "support_specialist" });
  await saveReply(lena, `${word} hand over`, {
    en: "Somebody else goes on.",
    effects: { assignee: sven.id, status: "pending" },
  });
  expect((await maren("DELETE", `/users/${sven.id}`)).status).toBeLessThan(300);
  const id = await createTicket(await callAs(request, "tomas"), `Stale ${word}`);
  await signIn(page, "idris", `/tickets/${id}`);
  await answerBox(page).pressSequentially(`;${word}`);
  await waitForFirst(page, `${word} hand over`);
  await page.keyboard.press("Enter");
  const send = page.getByRole("button", { name: "Add Comment", exact: true });
  await expect(chipsOf(page)).toHaveText(["Pending", `Sven ${word} can no longer be assigned`]);
  await expect(page.getByText(`Take off what no longer fits: Sven ${word}.`)).toBeVisible();
  await expect(send).toBeDisabled();
  await page.getByRole("button", { name: `Do not: Sven ${word} can no longer be assigned` }).click();
  await expect(send).toBeEnabled();
  await answerBox(page).press("ControlOrMeta+Enter");
  await expect(page.locator(".comment", { hasText: "Somebody else goes on." })).toBeVisible();
  await expect(status(page)).toContainText("Pending");
  await expect(rail(page).getByText("Unassigned")).toBeVisible();
  // Settings say which reply needs attention.
  await page.goto("/settings/replies?tab=attention");
  await expect(page.getByRole("row", { name: new RegExp(word) })).toContainText("Needs attention");
});

test("another macro that sets the same takes the place of what no longer fits", async ({ page, request }) => {
  const word = freshWord();
  const [maren, lena] = [await callAs(request, "maren"), await callAs(request, "lena")];
  const sven = await inviteAndAccept(maren, `Sven ${word}`, { role: "support_specialist" });
  const assignees = { gone: sven.id, here: await agentId(maren, "Lena Fischer") };
  for (const [name, assignee] of Object.entries(assignees))
    await saveReply(lena, `${name}${word}`, { en: `${name} goes on.`, effects: { assignee } });
  expect((await maren("DELETE", `/users/${sven.id}`)).status).toBeLessThan(300);
  const id = await createTicket(await callAs(request, "tomas"), `Another ${word}`);
  await signIn(page, "idris", `/tickets/${id}`);
  for (const [name, chip] of [
    ["gone", `Sven ${word} can no longer be assigned`],
    ["here", "Lena Fischer"],
  ] as const) {
    await answerBox(page).pressSequentially(` ;${name}${word}`);
    await waitForFirst(page, `${name}${word}`);
    await page.keyboard.press("Enter");
    await expect(chipsOf(page)).toHaveText([chip]);
  }
  await expect(page.getByRole("button", { name: "Add Comment", exact: true })).toBeEnabled();
  await answerBox(page).press("ControlOrMeta+Enter");
  await expect(rail(page).getByText("Lena Fischer")).toBeVisible();
});

test("what became stale after the insertion is red once the server has said so", async ({
  page,
  request,
}) => {
  const word = freshWord().toLowerCase();
  const [maren, lena] = [await callAs(request, "maren"), await callAs(request, "lena")];
  await maren("POST", "/tags", { name: `gone-${word}` });
  await saveReply(lena, `${word} tagged`, { en: "It is tagged.", effects: { add_tags: [`gone-${word}`] } });
  const id = await createTicket(await callAs(request, "tomas"), `Later ${word}`);
  await signIn(page, "idris", `/tickets/${id}`);
  await answerBox(page).pressSequentially(`;${word}`);
  await waitForFirst(page, `${word} tagged`);
  await page.keyboard.press("Enter");
  await expect(chipsOf(page)).toHaveText([`gone-${word}`]);
  const { body } = await maren("GET", `/tags?search=gone-${word}`);
  const [tag] = Array.isArray(body["items"]) ? body["items"] : [];
  await maren("DELETE", `/tags/${tag.id}`);
  await answerBox(page).press("ControlOrMeta+Enter");
  await expect(chipsOf(page)).toHaveText([`There is no tag gone-${word} any more`]);
  await expect(answerBox(page)).toHaveValue("It is tagged.");
  await page.getByRole("button", { name: /^Do not: There is no tag/ }).click();
  await answerBox(page).press("ControlOrMeta+Enter");
  await expect(page.locator(".comment", { hasText: "It is tagged." })).toBeVisible();
});

test("what is set by hand after the insertion wins", async ({ page, request }) => {
  const word = freshWord();
  await saveReply(await callAs(request, "lena"), `${word} sets`, {
    en: "Set by a macro.",
    effects: { status: "on_hold", priority: "low" },
  });
  const id = await createTicket(await callAs(request, "tomas"), `By hand ${word}`);
  await signIn(page, "idris", `/tickets/${id}`);
  await answerBox(page).pressSequentially(`;${word}`);
  await waitForFirst(page, `${word} sets`);
  await page.keyboard.press("Enter");
  await expect(chipsOf(page)).toHaveText(["On Hold", "Low"]);
  await rail(page)
    .getByRole("button", { name: /^Change priority/ })
    .click();
  await page.getByRole("menuitem", { name: "Urgent" }).click();
  await expect(chipsOf(page)).toHaveText(["On Hold"]);
  await page.getByRole("button", { name: "Add comment and set status" }).click();
  await page.getByRole("menuitem", { name: "Add and set Pending" }).click();
  await expect(page.locator(".comment", { hasText: "Set by a macro." })).toBeVisible();
  await expect(status(page)).toContainText("Pending");
  await expect(rail(page).getByRole("button", { name: /^Change priority/ })).toContainText("Urgent");
});

test("many tickets take a macro at once, those that cannot stay as they are, and one click undoes it", async ({
  page,
  request,
}) => {
  const word = freshWord();
  const [maren, tomas] = [await callAs(request, "maren"), await callAs(request, "tomas")];
  await saveReply(await callAs(request, "lena"), `${word} supplier`, {
    en: "Hello {{client.first_name}}, {{ask: the part}} for {{ticket.uid}} is ordered.",
    effects: { status: "on_hold" },
  });
  await createTicket(tomas, `One ${word}`);
  await createTicket(tomas, `Two ${word}`);
  await createTicket(maren, `Nobody ${word}`, { assignee_id: await agentId(maren, "Idris Okafor") });
  await signIn(page, "idris", `/tickets?search=${word}`);
  await expect(subjectLinks(page)).toHaveCount(3);
  for (const key of ["j", "x", "Shift+ArrowDown", "Shift+ArrowDown"]) await page.keyboard.press(key);
  await expect(page.getByRole("toolbar", { name: "3 selected" })).toBeVisible();
  await page.keyboard.press(";");
  await expect(page.getByRole("combobox", { name: "Find a saved reply…" })).toBeFocused();
  await page.keyboard.type(word);
  await expect(page.getByRole("option")).toHaveCount(1);
  await page.keyboard.press("Enter");
  await expect(dialog(page)).toContainText("For 3 selected tickets");
  const apply = dialog(page).getByRole("button", { name: /^Apply to/ });
  // The blank is asked once for all of them; until then none can take it.
  await expect(dialog(page).getByText("Cannot take it: not filled in: the part").first()).toBeVisible();
  await expect(apply).toBeDisabled();
  await dialog(page).getByLabel("the part").fill("The power supply");
  await expect(apply).toHaveText("Apply to 2 tickets");
  await expect(dialog(page).getByText("1 ticket stays as it is")).toBeVisible();
  await expect(dialog(page).getByText("mail to Tomás Aguilar")).toHaveCount(2);
  await dialog(page)
    .getByRole("listitem")
    .filter({ hasText: `One ${word}` })
    .locator("summary")
    .click();
  await expect(dialog(page).locator("details[open]")).toContainText(
    /Hello Tomás, The power supply for WP-\d+ is ordered\./,
  );
  await apply.click();
  await expect(toastOf(page, `${word} supplier applied to 2 tickets`)).toBeVisible();
  await expect(page.locator("td.column-status", { hasText: "On Hold" })).toHaveCount(2);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.locator("td.column-status", { hasText: "On Hold" })).toHaveCount(0);
});

test("notes for many tickets are there at once, without an undo, and what was merged meanwhile says so", async ({
  page,
  request,
}) => {
  const word = freshWord();
  const [lena, tomas] = [await callAs(request, "lena"), await callAs(request, "tomas")];
  await saveReply(lena, `${word} note`, { en: "For us: {{ticket.uid}}.", visibility: "internal" });
  const [one, two] = [await createTicket(tomas, `One ${word}`), await createTicket(tomas, `Two ${word}`)];
  await signIn(page, "idris", `/tickets?search=${word}`);
  await expect(subjectLinks(page)).toHaveCount(2);
  for (const key of ["j", "x", "Shift+ArrowDown"]) await page.keyboard.press(key);
  await page.route("**/replies/*/preview", async (route) => {
    await lena("POST", `/tickets/${one}/merge`, { ids: [two] });
    await route.continue();
  });
  await page.keyboard.press(";");
  await page.getByRole("combobox", { name: "Find a saved reply…" }).fill(word);
  await expect(page.getByRole("option")).toHaveCount(1);
  await page.keyboard.press("Enter");
  const gone = dialog(page)
    .getByRole("listitem")
    .filter({ hasText: `Two ${word}` });
  await expect(gone).toContainText(/Cannot take it: it was merged into WP-\d+ meanwhile/);
  await dialog(page).getByRole("button", { name: "Apply to 1 ticket" }).click();
  await expect(toastOf(page, `${word} note applied to 1 ticket`)).toBeVisible();
  await expect(page.getByRole("button", { name: "Undo" })).toHaveCount(0);
  const { body } = await lena("GET", `/tickets/${one}/comments`);
  expect(JSON.stringify(body)).toContain("For us: ");
});

test("the answers of a macro wait like any other, and one click takes all of them back", async ({
  page,
  request,
}) => {
  const word = freshWord();
  const [rafael, tomas] = [await callAs(request, "rafael"), await callAs(request, "tomas")];
  await saveReply(rafael, `${word} waits`, { en: "We look at it.", effects: { status: "pending" } });
  const ids = [await createTicket(tomas, `One ${word}`), await createTicket(tomas, `Two ${word}`)];
  await rafael("PATCH", "/settings/notifications", { undo_send_seconds: 20 });
  try {
    await signIn(page, "rafael", `/tickets?search=${word}`);
    await expect(subjectLinks(page)).toHaveCount(2);
    for (const key of ["j", "x", "Shift+ArrowDown"]) await page.keyboard.press(key);
    await page.keyboard.press(";");
    await page.getByRole("combobox", { name: "Find a saved reply…" }).fill(word);
    await expect(page.getByRole("option")).toHaveCount(1);
    await page.keyboard.press("Enter");
    await expect(dialog(page)).toContainText("and for 20 seconds after");
    await expect(dialog(page).getByRole("button", { name: "Apply to 2 tickets" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(toastOf(page, `${word} waits applied to 2 tickets`)).toBeVisible();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(toastOf(page, "Answers taken back")).toBeVisible();
    for (const id of ids) {
      // oxlint-disable-next-line no-await-in-loop
      const { body } = await tomas("GET", `/tickets/${id}/comments`);
      expect(body["total"]).toBe(0);
    }
    await expect(page.locator("td.column-status", { hasText: "Open" })).toHaveCount(2);
  } finally {
    await rafael("PATCH", "/settings/notifications", { undo_send_seconds: 0 });
  }
});

test("a client sees nothing of saved replies: not in the box, by its key, in settings or the palette", async ({
  page,
  request,
}) => {
  const word = freshWord();
  await saveReply(await callAs(request, "lena"), `${word} secret`, { en: "Secret words." });
  const tomas = await callAs(request, "tomas");
  const id = await createTicket(tomas, `Mine ${word}`);
  await signIn(page, "tomas", `/tickets/${id}`);
  await expect(answerBox(page)).toBeVisible();
  await expect(page.getByRole("button", { name: "Saved replies" })).toHaveCount(0);
  await page.keyboard.press(";");
  await expect(answerBox(page)).not.toBeFocused();
  await answerBox(page).pressSequentially(`;${word}`);
  await expect(answerBox(page)).toHaveValue(`;${word}`);
  await expect(pickerOf(page)).toHaveCount(0);
  await page.goto("/settings");
  await expect(page.getByRole("heading", { level: 1, name: "Settings" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Saved replies" })).toHaveCount(0);
  await page.goto("/settings/replies");
  await expect(page.getByRole("heading", { name: "You don't have access to this page" })).toBeVisible();
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
  await expect(page.getByText("Saved reply or macro")).toHaveCount(0);
  expect((await tomas("GET", "/replies")).status).toBe(403);
});
