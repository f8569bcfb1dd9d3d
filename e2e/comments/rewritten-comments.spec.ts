import { expect, type Page } from "@playwright/test";
import { type Call, callAs, createTicket } from "../support/people/api-as.ts";
import { toastOf } from "../support/page/locators.ts";
import { signIn } from "../support/people/people.ts";
import { test } from "../support/story.ts";
import { uniqueName } from "../support/unique-words.ts";

const box = (page: Page) => page.getByRole("textbox", { name: "Write a comment" });

/** Begins to change the comment on the page, and leaves the new words unsaved. */
async function rewrite(page: Page, words: string): Promise<void> {
  await page.locator("li.comment:not(.gone)").hover();
  await page.getByRole("button", { name: "Edit comment" }).click();
  await page.getByRole("textbox", { name: "Edit comment" }).fill(words);
}

async function comment(call: Call, id: string): Promise<string> {
  return String((await call("POST", `/tickets/${id}/comments`, { comment: "It is the fuse." })).body["id"]);
}

test("new words of a comment that is deleted or split off meanwhile come into the box", async ({
  page,
  request,
}) => {
  const idris = await callAs(request, "idris");
  const maren = await callAs(request, "maren");
  const id = await createTicket(idris, uniqueName("Fuse"));
  const deleted = await comment(idris, id);
  await signIn(page, "idris", `/tickets/${id}`);
  await rewrite(page, "It is the main fuse.");
  await maren("DELETE", `/tickets/${id}/comments/${deleted}`);
  await expect(toastOf(page, "This comment is no longer here")).toContainText("The words are in the box");
  await expect(box(page)).toHaveValue("It is the main fuse.");
  await box(page).fill("");

  const split = await comment(idris, id);
  await rewrite(page, "It is the second fuse.");
  await maren("POST", `/tickets/${id}/split`, { comment_ids: [split], subject: "Second fuse" });
  await expect(box(page)).toHaveValue("It is the second fuse.");
});

test("new words of a comment on a ticket that is merged meanwhile are offered on the one that stays", async ({
  page,
  request,
}) => {
  const idris = await callAs(request, "idris");
  const [id, kept] = [
    await createTicket(idris, uniqueName("Fuse")),
    await createTicket(idris, uniqueName("Kept")),
  ];
  await comment(idris, id);
  await signIn(page, "idris", `/tickets/${id}`);
  await rewrite(page, "It is the main fuse.");
  const { status } = await (await callAs(request, "lena"))("POST", `/tickets/${kept}/merge`, { ids: [id] });
  expect(status).toBeLessThan(300);
  await expect(page).toHaveURL(new RegExp(kept));
  await page.getByRole("button", { name: "Insert", exact: true }).click();
  await expect(box(page)).toHaveValue("It is the main fuse.");
});
