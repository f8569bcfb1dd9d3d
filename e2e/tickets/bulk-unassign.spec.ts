import { expect } from "@playwright/test";
import { agentId, callAs, createTicket } from "../support/people/api-as.ts";
import { signIn } from "../support/people/people.ts";
import { test } from "../support/story.ts";
import { uniqueName } from "../support/unique-words.ts";

test("tickets of two agents are taken away from both at once", async ({ page, request }) => {
  const maren = await callAs(request, "maren");
  const subject = uniqueName("Handover");
  await createTicket(maren, subject, { assignee_id: await agentId(maren, "Lena Fischer") });
  await createTicket(maren, subject, { assignee_id: await agentId(maren, "Idris Okafor") });
  await signIn(page, "idris", `/tickets?search=${encodeURIComponent(subject)}`);
  await page.getByRole("checkbox", { name: "Select all" }).check();
  await page.keyboard.press("a");
  await page.getByRole("option", { name: "Unassigned" }).click();
  await expect(page.locator("td.column-assignee")).toHaveText([/Unassigned/, /Unassigned/]);
  await expect(page.getByText("2 tickets updated")).toBeVisible();

  // Nobody is left to be taken away, and the first choice is oneself.
  await page.getByRole("checkbox", { name: "Select all" }).check();
  await page.keyboard.press("a");
  await expect(page.getByRole("option").first()).toHaveAccessibleName(/Idris Okafor/);
  await expect(page.getByRole("option", { name: "Unassigned" })).toHaveCount(0);
});

test("a key that is pressed while the last choice still fades out opens the choices again", async ({
  page,
  request,
}) => {
  const subject = uniqueName("Quick");
  await createTicket(await callAs(request, "maren"), subject);
  await signIn(page, "idris", `/tickets?search=${encodeURIComponent(subject)}`);
  // The list of choices fades for as long as this story likes: how fast the machine is does not matter.
  await page.addStyleTag({
    content: '.picker[data-state="closed"] { animation-duration: 3600s !important; }',
  });
  await page.getByRole("checkbox", { name: "Select all" }).check();
  await page.keyboard.press("a");
  await page.getByRole("option", { name: /Lena Fischer/ }).click();
  await expect(page.locator("td.column-assignee")).toHaveText([/Lena Fischer/]);
  await expect(page.locator('.picker[data-state="closed"]')).toBeAttached();

  await page.keyboard.press("a");
  await expect(page.locator('.picker[data-state="open"]')).toBeVisible();
  await page.getByRole("option", { name: "Unassigned" }).click();
  await expect(page.locator("td.column-assignee")).toHaveText([/Unassigned/]);
});
