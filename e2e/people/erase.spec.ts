import { readFile } from "node:fs/promises";
import { expect, type Page } from "@playwright/test";
import { findAxeViolations } from "../support/page/axe.ts";
import { callAs, createTicket } from "../support/people/api-as.ts";
import { chooseRowAction, inviteAndAccept } from "../support/people/invited-people.ts";
import { signIn } from "../support/people/people.ts";
import { test } from "../support/story.ts";
import { uniqueName } from "../support/unique-words.ts";

test("an administrator erases a deleted user, and keeps the receipt", async ({ page, request }) => {
  const maren = await callAs(request, "maren");
  const name = uniqueName("Ondine Farewell");
  const { id, fullname } = await inviteAndAccept(maren, name, { role: "support_specialist" });
  expect((await maren("DELETE", `/users/${id}`)).status).toBe(204);
  await signIn(page, "maren", `/users?search=${encodeURIComponent(fullname)}`);
  await openErasure(page, fullname);
  const question = page.getByRole("dialog", { name: "Erase user for good" });
  await expect(question.getByText('0 tickets and 0 comments stay, by "Erased person".')).toBeVisible();
  await expect(question.getByText(/^\d+ mails? to them$/)).toBeVisible();
  expect(await findAxeViolations(page)).toEqual([]);
  await question.getByRole("button", { name: "Cancel" }).click();
  await openErasure(page, fullname);
  await question.getByRole("button", { name: "Erase User" }).click();
  const receipt = page.getByRole("dialog", { name: "Receipt of an erasure" });
  await expect(receipt.getByText(/^Erased by Maren Solberg on /)).toBeVisible();
  expect(await findAxeViolations(page)).toEqual([]);
  const saving = page.waitForEvent("download");
  await receipt.getByRole("button", { name: "Download" }).click();
  const text = await readFile(await (await saving).path(), "utf8");
  expect(text).toContain(`Account ${id}`);
  expect(text).not.toContain(fullname);
  await receipt.getByRole("button", { name: "Done" }).click();
  await expect(page.getByText("No users found")).toBeVisible();
});

test("the question before deleting an agent says how many open tickets it takes the assignee from", async ({
  page,
  request,
}) => {
  const maren = await callAs(request, "maren");
  const name = uniqueName("Sunniva Parting");
  const { id, fullname } = await inviteAndAccept(maren, name, { role: "support_specialist" });
  const assign = (n: number) => createTicket(maren, uniqueName(`Left behind ${n}`), { assignee_id: id });
  await assign(1);
  await signIn(page, "maren", `/users?search=${encodeURIComponent(fullname)}`);
  const question = page.getByRole("dialog", { name: "Delete user" });
  await chooseRowAction(page, fullname, "Delete user");
  await expect(question).toContainText("but 1 open ticket assigned to it becomes unassigned.");
  await question.getByRole("button", { name: "Cancel" }).click();
  await assign(2);
  await chooseRowAction(page, fullname, "Delete user");
  await expect(question).toContainText("but 2 open tickets assigned to it become unassigned.");
});

async function openErasure(page: Page, fullname: string): Promise<void> {
  await page.getByRole("button", { name: `Actions for ${fullname}` }).click();
  await page.getByRole("menuitem", { name: "Erase for good" }).click();
}
