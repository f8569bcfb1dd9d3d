import { expect, type Page } from "@playwright/test";
import { callAs, createTicket } from "../support/people/api-as.ts";
import { toastOf } from "../support/page/locators.ts";
import { openPageAs, signIn } from "../support/people/people.ts";
import { answerBox, pickerOf, saveReply, waitForFirst } from "../support/page/saved-replies.ts";
import { test } from "../support/story.ts";
import { freshWord } from "../support/unique-words.ts";

const rowOf = (page: Page, name: string) => page.getByRole("row", { name: new RegExp(name) }).first();
const find = (page: Page) => page.getByRole("textbox", { name: "Find a saved reply…" });
/** Until the others are gone the row moves, also away from a pointer that is about to press. */
async function findAlone(page: Page, word: string): Promise<void> {
  await find(page).fill(word);
  await expect(page.getByRole("button", { name: /^Actions for/ })).toHaveCount(1);
}

test("a lead writes a macro in two languages for everyone, and an agent uses it", async ({
  page,
  browser,
  request,
}) => {
  const word = freshWord();
  await createTicket(await callAs(request, "tomas"), `Preview ${word}`);
  await signIn(page, "lena", "/settings/replies");
  await page.getByRole("link", { name: "New saved reply" }).click();
  const form = page.getByRole("form", { name: "New saved reply" });
  await form.getByRole("button", { name: "Save", exact: true }).click();
  await expect(form.getByText("Name is required")).toBeVisible();
  await expect(form.getByText("Write a text or choose what it sets")).toBeVisible();
  await form.getByLabel("Name", { exact: true }).fill(`${word} restart`);
  await form.getByRole("textbox", { name: "Text in English" }).fill("Hello {{client.nickname}}");
  await form.getByRole("button", { name: "Save", exact: true }).click();
  // The preview says the same.
  await expect(form.locator(".field-error")).toHaveText('Unknown placeholder "{{client.nickname}}"');
  await form.getByRole("textbox", { name: "Text in English" }).fill("Hello ");
  await form.getByRole("button", { name: "Insert placeholder" }).click();
  await page.getByRole("menuitem", { name: /^client first name/ }).click();
  const text = form.getByRole("textbox", { name: "Text in English" });
  await expect(text).toHaveValue("Hello {{client.first_name}}");
  await expect(form.locator(".behind-text mark")).toHaveText(["{{client.first_name}}"]);
  await expect(form.getByRole("region", { name: /^Preview with WP-/ })).toContainText(/Hello \p{L}/u);
  await form.getByRole("button", { name: "Deutsch" }).click();
  await form.getByRole("textbox", { name: "Text in Deutsch" }).fill("Guten Tag");
  await form.getByRole("button", { name: "Set something…" }).click();
  await page.getByRole("menuitem", { name: "Status" }).click();
  await form.getByRole("combobox", { name: "Status" }).click();
  await page.getByRole("option", { name: "On Hold" }).click();
  await form.getByRole("button", { name: /^Priority, assignee/ }).click();
  await page.getByRole("menuitem", { name: "Follow-up" }).click();
  await form.getByLabel("Working days").fill("3");
  await form.getByRole("combobox", { name: "For" }).click();
  await page.getByRole("option", { name: "Everyone" }).click();
  await form.getByRole("button", { name: "Save", exact: true }).click();
  await expect(toastOf(page, "Saved reply created successfully")).toBeVisible();
  await expect(form).toHaveCount(0);
  await find(page).fill(word);
  await expect(rowOf(page, word)).toContainText("On Hold, In 3 working days");
  await expect(rowOf(page, word)).toContainText("Everyone");

  const id = await createTicket(await callAs(request, "tomas"), `Used ${word}`);
  const idris = await openPageAs(browser, "idris", `/tickets/${id}`);
  await answerBox(idris).pressSequentially(`;${word}`);
  await waitForFirst(idris, `${word} restart`);
  await idris.keyboard.press("Enter");
  await expect(answerBox(idris)).toHaveValue("Hello Tomás");
  await answerBox(idris).press("ControlOrMeta+Enter");
  await expect(idris.locator(".comment", { hasText: "Hello Tomás" })).toBeVisible();
  // A use counts once the answer went, not with the insertion.
  await expect(async () => {
    await page.reload();
    await find(page).fill(word);
    await expect(rowOf(page, word)).toContainText("today", { timeout: 2000 });
  }).toPass();
  await idris.context().close();
});

test("two at once: the second one is told first, and only then saves over the other", async ({
  page,
  browser,
  request,
}) => {
  const word = freshWord();
  await saveReply(await callAs(request, "lena"), `${word} shared`, { en: "As it was." });
  await signIn(page, "lena", "/settings/replies");
  await findAlone(page, word);
  await page.getByRole("button", { name: `${word} shared`, exact: true }).click();
  await expect(page.getByRole("textbox", { name: "Text in English" })).toHaveValue("As it was.");
  const rafael = await openPageAs(browser, "rafael", page.url().replace(/^https?:\/\/[^/]+/, ""));
  await rafael.getByRole("textbox", { name: "Text in English" }).fill("Rafael was quicker.");
  await rafael.getByRole("button", { name: "Save", exact: true }).click();
  await expect(toastOf(rafael, "Saved reply updated successfully")).toBeVisible();
  await page.getByRole("textbox", { name: "Text in English" }).fill("Lena wrote this.");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.locator(".toast.error")).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Text in English" })).toHaveValue("Lena wrote this.");
  // Told once, whoever saves again means it; what was saved meanwhile has been read by then.
  await expect(page.getByRole("button", { name: "Save", exact: true })).toBeEnabled();
  await page.getByRole("textbox", { name: "Text in English" }).press("ControlOrMeta+Enter");
  await expect(toastOf(page, "Saved reply updated successfully")).toBeVisible();
  await rafael.context().close();
});

test("a deleted reply is gone for everybody, and one click brings it back", async ({ page, request }) => {
  const word = freshWord();
  await saveReply(await callAs(request, "lena"), `${word} old`, { en: "Old words." });
  await signIn(page, "lena", "/settings/replies");
  await findAlone(page, word);
  await page.getByRole("button", { name: `Actions for ${word} old` }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await expect(page.getByText("No saved reply matches")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(rowOf(page, word)).toBeVisible();
});

test("an agent keeps own replies alone, which nobody else finds", async ({ page, browser, request }) => {
  const word = freshWord();
  await signIn(page, "idris", "/settings/replies?reply=new");
  const form = page.getByRole("form", { name: "New saved reply" });
  await expect(form.getByRole("combobox", { name: "For" })).toBeDisabled();
  await form.getByLabel("Name", { exact: true }).fill(`${word} mine`);
  await form.getByRole("textbox", { name: "Text in English" }).fill("Only mine.");
  await form.getByRole("textbox", { name: "Text in English" }).press("ControlOrMeta+Enter");
  await expect(toastOf(page, "Saved reply created successfully")).toBeVisible();
  await page.getByRole("link", { name: /^Mine/ }).click();
  await expect(rowOf(page, word)).toContainText("Me");
  const id = await createTicket(await callAs(request, "tomas"), `Own ${word}`);
  const lena = await openPageAs(browser, "lena", `/tickets/${id}`);
  await answerBox(lena).pressSequentially(`;${word}`);
  await expect(pickerOf(lena)).toHaveCount(0);
  await lena.context().close();
});
