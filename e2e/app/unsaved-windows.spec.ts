import { expect } from "@playwright/test";
import { signIn } from "../support/people/people.ts";
import { test } from "../support/story.ts";

test("Escape and the way back ask before they lose what was typed in a window", async ({ page }) => {
  await signIn(page, "maren", "/users");
  const invite = page.getByRole("button", { name: "Invite User" });
  const window = page.getByRole("dialog", { name: "Invite New User" });
  const name = window.getByLabel("Full name");
  const question = page.getByRole("dialog", { name: "Discard your changes?" });
  await page.getByRole("link", { name: "Companies" }).click();
  await page.getByRole("link", { name: "Users" }).click();
  await invite.click();
  await page.keyboard.press("Escape");
  await expect(window).toHaveCount(0);

  await invite.click();
  await name.fill("Half a name");
  await page.keyboard.press("Escape");
  await expect(question).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(question).toHaveCount(0);
  await expect(name).toBeFocused();
  await expect(name).toHaveValue("Half a name");

  await page.goBack();
  await question.getByRole("button", { name: "Keep editing" }).click();
  await expect(name).toHaveValue("Half a name");
  await expect(page).toHaveURL("/users");

  await page.keyboard.press("Escape");
  await question.getByRole("button", { name: "Discard" }).click();
  await expect(window).toHaveCount(0);
  await expect(invite).toBeFocused();

  await invite.click();
  await name.fill("Half a name");
  await page.goBack();
  await question.getByRole("button", { name: "Discard" }).click();
  await expect(page).toHaveURL("/companies");
});

test("where the page itself asks before it is left, its window does not ask as well", async ({ page }) => {
  await signIn(page, "maren", "/settings/organization");
  await page.getByRole("link", { name: "Teams" }).click();
  await page.getByRole("button", { name: "New Team" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill("Half a team");
  await page.goBack();
  await page.getByRole("button", { name: "Leave" }).click();
  await expect(page).toHaveURL("/settings/organization");
  await expect(page.getByRole("dialog")).toHaveCount(0);
});
