import { expect } from "@playwright/test";
import { callAs, createTicket } from "../support/people/api-as.ts";
import { signIn } from "../support/people/people.ts";
import { test } from "../support/story.ts";
import { uniqueName } from "../support/unique-words.ts";

test("an administrator finds out who may do what, by keyboard; others are told who can look", async ({
  page,
}) => {
  await signIn(page, "maren", "/settings/access");
  await page.getByRole("row", { name: /^List tickets/ }).waitFor();
  await page.keyboard.press("/");
  await page.keyboard.type("move a ticket to the trash");
  await expect(page.getByRole("status").filter({ hasText: "1 operation" })).toBeVisible();
  const row = page.getByRole("row", { name: /^Move a ticket to the trash/ });
  await expect(row.getByRole("cell")).toHaveText(["Yes", "Yes", "No", "No", "No", "No", "No"]);
  const button = row.getByRole("button");
  await button.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText("Needs the right “Delete tickets”.")).toBeVisible();
  await expect(page.getByText("Manager: not in the trash")).toBeVisible();
});

test("who may not open a page reads who can", async ({ page }) => {
  await signIn(page, "idris", "/settings/access");
  await expect(page.getByText("Who can open it: Administrator.")).toBeVisible();
});

test("a refusal that gives no reason is explained when asked", async ({ page, request }) => {
  const id = await createTicket(await callAs(request, "priya"), uniqueName("VPN drops"));
  await signIn(page, "priya");
  // The server answers as if the right had gone while the page was open.
  await page.route("**/api/tickets/*/solve", (route) =>
    route.fulfill({
      status: 403,
      contentType: "application/problem+json",
      body: JSON.stringify({
        title: "Forbidden",
        status: 403,
        detail: "You are not allowed to do this",
        code: "auth.not_allowed",
      }),
    }),
  );
  await page.goto(`/tickets/${id}`);
  await page.getByRole("button", { name: "Mark as solved" }).click();
  await page.getByRole("button", { name: "Why not?" }).click();
  await expect(
    page.getByText(/your role may do it only within your company.*Who can: Administrator/),
  ).toBeVisible();
});
