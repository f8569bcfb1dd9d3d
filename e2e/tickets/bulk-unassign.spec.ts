import { expect, test } from "@playwright/test";
import { type Call, callAs, createTicket } from "../support/api-as.ts";
import { signIn } from "../support/people.ts";
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

async function agentId(maren: Call, fullname: string): Promise<string> {
  const { body } = await maren("GET", `/tickets/assignable-users?search=${encodeURIComponent(fullname)}`);
  const users = Array.isArray(body["users"]) ? body["users"] : [];
  return String(users.find((user) => user.fullname === fullname)?.id);
}
