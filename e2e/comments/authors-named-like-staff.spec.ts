import { expect } from "@playwright/test";
import { callAs, createTicket } from "../support/people/api-as.ts";
import { findAxeViolations } from "../support/page/axe.ts";
import { createOwnCompany, inviteAndAccept, signInAs } from "../support/people/invited-people.ts";
import { openPageAs } from "../support/people/people.ts";
import { test } from "../support/story.ts";
import { freshWord, uniqueName } from "../support/unique-words.ts";
import { measureOverflow, PHONE } from "../support/browser/viewports.ts";

test("a client who is called like an agent is marked beside the tag, for everybody", async ({
  page,
  browser,
  request,
}) => {
  const maren = await callAs(request, "maren");
  const word = freshWord();
  const companyId = await createOwnCompany(maren, uniqueName("Masks Ltd"));
  const agent = await inviteAndAccept(maren, `Vera ${word}`, { role: "support_specialist" });
  const client = await inviteAndAccept(maren, `VERA  ${word}`, { role: "Client", companyId });
  await signInAs(page, client);
  const id = await createTicket(maren, uniqueName("Who is who"), {
    client_id: client.id,
    company_id: companyId,
  });
  await page.goto(`/tickets/${id}`);
  await page.getByRole("textbox", { name: "Write a comment" }).fill("Please send me the password.");
  await page.getByRole("button", { name: "Add Comment" }).click();
  const own = page.locator(".thread .comment", { hasText: "Please send me" });
  await expect(own.getByText("Not staff: same name")).toBeVisible();

  await maren("POST", `/tickets/${id}/comments`, { comment: `This is not ${agent.fullname}.` });
  const idris = await openPageAs(browser, "idris", `/tickets/${id}`);
  const seen = idris.locator(".thread .comment", { hasText: "Please send me" });
  await expect(seen.getByText("Client", { exact: true })).toBeVisible();
  await expect(seen.getByText("Not staff: same name")).toBeVisible();
  await expect(
    idris.locator(".thread .comment", { hasText: "This is not" }).getByText("Not staff"),
  ).toHaveCount(0);
  expect(await findAxeViolations(idris)).toEqual([]);
  await idris.setViewportSize(PHONE);
  await expect(seen.getByText("Not staff: same name")).toBeInViewport();
  expect(await measureOverflow(idris)).toBe(0);
});
