import { expect } from "@playwright/test";
import { agentId, callAs } from "../support/people/api-as.ts";
import { signIn } from "../support/people/people.ts";
import { test } from "../support/story.ts";
import { uniqueName } from "../support/unique-words.ts";

test("an assignee outside the team is told of, while the ticket is raised, changed and read, and is allowed", async ({
  page,
  request,
}) => {
  const maren = await callAs(request, "maren");
  const team = uniqueName("Night Shift");
  const subject = uniqueName("Badge reader is dark");
  await maren("POST", "/groups", { name: team, member_ids: [await agentId(maren, "Lena Fischer")] });
  const warning = page.getByText(`Idris Okafor is not in ${team}.`);

  await signIn(page, "idris", "/tickets/new");
  await page.getByLabel("Subject").fill(subject);
  await page.getByLabel("Issue").fill("Since the storm.");
  await choose("Assigned To", "Idris Okafor");
  await choose("Team", team);
  await expect(warning).toBeVisible();
  await page.getByRole("button", { name: "Create Ticket" }).click();
  await expect(page.getByText("Ticket created successfully")).toBeVisible();
  await page.goto(`/tickets?search=${encodeURIComponent(subject)}`);
  await page.getByRole("link", { name: subject }).first().click();

  const rail = page.getByRole("complementary", { name: "Properties" });
  await expect(rail.getByText(`Idris Okafor is not in ${team}.`)).toBeVisible();
  // "Metadata": id, uid, source, created by, created, updated, first response, closed, reopen count.
  for (const name of ["Ticket ID", "UID", "Source", "Created by", "Created", "Updated", "First response"])
    await expect(rail.getByRole("term").filter({ hasText: new RegExp(`^${name}$`) })).toBeVisible();

  await page.getByRole("link", { name: "Edit" }).first().click();
  // The ticket's page says the same words, and has an assignee of its own to press.
  await expect(page.getByRole("heading", { name: /^Edit Ticket/ })).toBeVisible();
  await expect(warning).toBeVisible();
  await choose("Assignee", "Lena Fischer");
  await expect(warning).toHaveCount(0);

  async function choose(label: string, name: string): Promise<void> {
    await page
      .getByRole("button", { name: label })
      .or(page.getByLabel(label, { exact: true }))
      .first()
      .click();
    await page.keyboard.type(name);
    await page.getByRole("option", { name }).click();
  }
});
