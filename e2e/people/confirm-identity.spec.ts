import { type APIRequestContext, expect, type Locator, type Page } from "@playwright/test";
import { callAs } from "../support/people/api-as.ts";
import { findAxeViolations } from "../support/page/axe.ts";
import { toastOf } from "../support/page/locators.ts";
import { PASSWORD, signIn } from "../support/people/people.ts";
import { test } from "../support/story.ts";
import { uniqueName } from "../support/unique-words.ts";

/** Answers the next deletion of a company as the server does eleven minutes after the sign-in. */
async function demandConfirmation(page: Page): Promise<void> {
  await page.route(
    "**/api/companies/*",
    (route) =>
      route.request().method() === "DELETE"
        ? route.fulfill({
            status: 403,
            contentType: "application/problem+json",
            body: JSON.stringify({ detail: "Confirm that it is you", code: "auth.confirmation_required" }),
          })
        : route.fallback(),
    { times: 1 },
  );
}

/** Goes as far as the question whether it is you, and gives the one before it: whether to delete. */
async function deleteCompanyAfterAWhile(
  page: Page,
  request: APIRequestContext,
  name: string,
): Promise<Locator> {
  const call = await callAs(request, "maren");
  await call("POST", "/companies", { name });
  await signIn(page, "maren", `/companies?search=${encodeURIComponent(name)}`);
  await demandConfirmation(page);
  await page.getByRole("button", { name: `Delete ${name}` }).click();
  const question = page.getByRole("dialog", { name: "Delete company" });
  await question.getByRole("button", { name: "Delete Company" }).click();
  return question;
}

test("a grave step asks for the password in between, and then goes on by itself", async ({
  page,
  request,
}) => {
  await deleteCompanyAfterAWhile(page, request, uniqueName("Outgoing"));

  const dialog = page.getByRole("dialog", { name: "Confirm that it is you" });
  await expect(dialog.getByLabel("Current Password")).toBeFocused();
  expect(await findAxeViolations(page)).toEqual([]);
  await dialog.getByLabel("Current Password").fill("not this one");
  await page.keyboard.press("Enter");
  await expect(dialog.getByText("Current password is incorrect")).toBeVisible();
  await dialog.getByLabel("Current Password").fill(PASSWORD);
  await page.keyboard.press("Enter");
  await expect(dialog).toBeHidden();
  await expect(toastOf(page, "Company deleted successfully")).toBeVisible();
});

test("who would not confirm changes nothing, and is not told of a failure", async ({ page, request }) => {
  const name = uniqueName("Staying");
  const question = await deleteCompanyAfterAWhile(page, request, name);
  await page
    .getByRole("dialog", { name: "Confirm that it is you" })
    .getByRole("button", { name: "Cancel" })
    .click();
  await expect(question.getByRole("button", { name: "Delete Company" })).toBeEnabled();
  await expect(page.locator(".toast")).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("cell", { name, exact: true })).toBeVisible();
});
