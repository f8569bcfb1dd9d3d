import { expect } from "@playwright/test";
import { callAs, createTicket } from "../support/people/api-as.ts";
import { signIn } from "../support/people/people.ts";
import { answerBox, chipsOf, pickerOf, saveReply, waitForFirst } from "../support/page/saved-replies.ts";
import { test } from "../support/story.ts";
import { freshWord } from "../support/unique-words.ts";

test("an agent answers with a saved reply by keys alone, fills in what is missing, and sends", async ({
  page,
  request,
}) => {
  const word = freshWord();
  const [lena, tomas] = [await callAs(request, "lena"), await callAs(request, "tomas")];
  await saveReply(lena, `${word}: import the profile again`, {
    en: "Hello {{client.first_name|there}},\n\nsign in once. People who have to do it: {{ask: names}}",
    effects: { status: "pending", follow_up: { in_days: 2, at: "09:00", hold: false }, add_tags: ["vpn"] },
  });
  const id = await createTicket(tomas, `Profile ${word}`);
  await signIn(page, "idris", `/tickets/${id}`);
  await expect(answerBox(page)).toBeVisible();
  // Outside of the box the key opens the list in it.
  await page.keyboard.press(";");
  await expect(answerBox(page)).toBeFocused();
  await page.keyboard.type(word.slice(0, 6));
  await waitForFirst(page, `${word}: import the profile again`);
  await expect(answerBox(page)).toHaveAttribute("aria-activedescendant", /./);
  const preview = pickerOf(page).getByRole("region");
  await expect(preview).toContainText("Hello Tomás,");
  await expect(preview.locator("mark")).toHaveText(["{{ask: names}}"]);
  await expect(preview.locator(".effect-chip").first()).toHaveText("Pending");
  await page.keyboard.press("Enter");
  await expect(answerBox(page)).toHaveValue(
    "Hello Tomás,\n\nsign in once. People who have to do it: {{ask: names}}",
  );
  await expect(chipsOf(page)).toHaveText(["Pending", /^Follow up .*09:00$/, "vpn"]);

  const send = page.getByRole("button", { name: "Add Comment", exact: true });
  await expect(send).toBeDisabled();
  await expect(page.getByText("Fill in the marked places first: names.")).toBeVisible();
  await expect(page.locator(".behind-text mark")).toHaveText(["{{ask: names}}"]);
  await page.keyboard.press("Tab");
  await expect(page.locator(".behind-text mark.is-chosen")).toHaveText("{{ask: names}}");
  await expect(page.getByText("names, marked place 1 of 1")).toBeAttached();
  await page.keyboard.type("Tomás and Priya");
  await expect(page.locator(".behind-text mark")).toHaveCount(0);
  await expect(send).toBeEnabled();
  const isSent = page.waitForResponse(
    (answer) => answer.request().method() === "POST" && answer.url().endsWith("/comments"),
  );
  await page.keyboard.press("ControlOrMeta+Enter");
  expect((await isSent).status()).toBe(201);
  await expect(answerBox(page)).toHaveValue("");
  await expect(chipsOf(page)).toHaveCount(0);
  await expect(page.getByText("People who have to do it: Tomás and Priya")).toBeVisible();
  const rail = page.getByRole("complementary", { name: "Ticket properties" });
  await expect(rail.getByRole("button", { name: /^Change status/ })).toContainText("Pending");
  await expect(rail.locator(".tag-chip")).toHaveText(["vpn"]);
});

test("one undo of the box takes an insertion back with its chips, one redo brings both again", async ({
  page,
  request,
}) => {
  const word = freshWord();
  const lena = await callAs(request, "lena");
  await saveReply(lena, `${word} first`, { en: "First words.", effects: { priority: "high" } });
  await saveReply(lena, `${word} second`, {
    en: "Second words.",
    effects: { priority: "low", add_tags: ["vpn"] },
  });
  const id = await createTicket(await callAs(request, "tomas"), `Undone ${word}`);
  await signIn(page, "idris", `/tickets/${id}`);
  await answerBox(page).pressSequentially(`;${word}`);
  await expect(pickerOf(page).getByRole("option")).toHaveCount(2);
  await waitForFirst(page, `${word} first`);
  await page.keyboard.press("Enter");
  await expect(answerBox(page)).toHaveValue("First words.");
  await answerBox(page).pressSequentially(` ;${word}`);
  await waitForFirst(page, `${word} first`);
  await page.keyboard.press("ArrowDown");
  await expect(pickerOf(page).getByRole("option").nth(1)).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Enter");
  // Of each field the later one wins, and tags add up.
  await expect(answerBox(page)).toHaveValue("First words. Second words.");
  await expect(chipsOf(page)).toHaveText(["Low", "vpn"]);
  await page.keyboard.press("ControlOrMeta+z");
  await expect(answerBox(page)).toHaveValue(`First words. ;${word}`);
  await expect(chipsOf(page)).toHaveText(["High"]);
  await page.keyboard.press("ControlOrMeta+Shift+z");
  await expect(answerBox(page)).toHaveValue("First words. Second words.");
  await expect(chipsOf(page)).toHaveText(["Low", "vpn"]);
  await page.getByRole("button", { name: "Do not: Low" }).click();
  await expect(chipsOf(page)).toHaveText(["vpn"]);
});

test("what is typed stays as it is where nothing fits, in code, and after Escape", async ({
  page,
  request,
}) => {
  const word = freshWord();
  await saveReply(await callAs(request, "lena"), `${word} reply`, { en: "Some words." });
  const id = await createTicket(await callAs(request, "tomas"), `Typed ${word}`);
  await signIn(page, "idris", `/tickets/${id}`);
  const box = answerBox(page);
  await box.pressSequentially(`;${word}`);
  await waitForFirst(page, `${word} reply`);
  await page.keyboard.press("Escape");
  await expect(pickerOf(page)).toHaveCount(0);
  await page.keyboard.press("Enter");
  await expect(box).toHaveValue(`;${word}\n`);
  await box.fill("");
  await box.pressSequentially(`;${word}zz`);
  await expect(pickerOf(page)).toHaveCount(0);
  await box.fill("");
  await box.pressSequentially(`Run \`a ;${word}`);
  await expect(pickerOf(page)).toHaveCount(0);
  // What the button has typed goes again with it.
  await box.fill("Hello");
  await page.getByRole("button", { name: "Saved replies" }).click();
  await expect(pickerOf(page)).toBeVisible();
  await expect(box).toHaveValue("Hello ;");
  await page.keyboard.press("Escape");
  await expect(pickerOf(page)).toHaveCount(0);
  await expect(box).toHaveValue("Hello ");
  // Letters of the text alone are found on the server.
  await box.fill("");
  await saveReply(await callAs(request, "lena"), `${word} long`, {
    en: `${"Many words before it. ".repeat(10)} deep${word}`,
  });
  await page.reload();
  await box.pressSequentially(`;deep${word}`);
  await waitForFirst(page, `${word} long`);
});

test("a reply for notes makes a note of an empty box, one for clients never goes into a note", async ({
  page,
  request,
}) => {
  const word = freshWord();
  const lena = await callAs(request, "lena");
  await saveReply(lena, `${word} note`, { en: "Called, nobody there.", visibility: "internal" });
  await saveReply(lena, `${word} public`, { en: "We called you.", visibility: "public" });
  const id = await createTicket(await callAs(request, "tomas"), `Notes ${word}`);
  await signIn(page, "idris", `/tickets/${id}`);
  const note = page.getByRole("switch", { name: "Internal note" });
  await answerBox(page).pressSequentially(`;${word}`);
  await waitForFirst(page, `${word} note`);
  await page.keyboard.press("Enter");
  await expect(answerBox(page)).toHaveValue("Called, nobody there.");
  await expect(note).toBeChecked();
  await answerBox(page).pressSequentially(` ;${word}`);
  await waitForFirst(page, `${word} note`);
  await page.keyboard.press("ArrowDown");
  await expect(pickerOf(page).getByRole("option").nth(1)).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Enter");
  await expect(
    page.getByText("This reply is for clients; the box is an internal note", { exact: true }).first(),
  ).toBeVisible();
  await expect(answerBox(page)).toHaveValue(`Called, nobody there. ;${word}`);
  await expect(note).toBeChecked();
});

test("the text is in the client's language, and the other one is a key away", async ({ page, request }) => {
  const word = freshWord();
  await saveReply(await callAs(request, "lena"), `${word} both`, {
    en: "Hello {{client.first_name}}",
    de: "Guten Tag {{client.first_name}}",
  });
  // Jonas Weber reads German.
  const id = await createTicket(await callAs(request, "jonas"), `Sprache ${word}`);
  await signIn(page, "idris", `/tickets/${id}`);
  await answerBox(page).pressSequentially(`;${word}`);
  await expect(pickerOf(page)).toContainText("Guten Tag Jonas");
  await page.keyboard.press("Alt+l");
  await expect(pickerOf(page)).toContainText("Hello Jonas");
  await pickerOf(page)
    .getByRole("button", { name: /English/ })
    .click();
  await expect(pickerOf(page)).toContainText("Guten Tag Jonas");
  await expect(answerBox(page)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(answerBox(page)).toHaveValue("Guten Tag Jonas");
});

test("a reply is found in the palette, and goes into the box of the ticket on the screen", async ({
  page,
  request,
}) => {
  const word = freshWord();
  await saveReply(await callAs(request, "lena"), `${word} palette`, { en: "From the palette." });
  const id = await createTicket(await callAs(request, "tomas"), `Found ${word}`);
  await signIn(page, "idris", `/tickets/${id}`);
  await expect(answerBox(page)).toBeVisible();
  await page.keyboard.press("ControlOrMeta+k");
  await page.getByRole("combobox", { name: "Command palette" }).fill(`${word} palette`);
  await expect(page.getByRole("option", { name: `${word} palette`, exact: true })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(answerBox(page)).toHaveValue("From the palette.");
});
