import { expect, type Page } from "@playwright/test";
import { callAs } from "../support/people/api-as.ts";
import { inviteAndAccept, signInAs } from "../support/people/invited-people.ts";
import { signIn } from "../support/people/people.ts";
import { test } from "../support/story.ts";
import { PHONE } from "../support/browser/viewports.ts";

const ACCOUNT = [
  ["appearance", "Appearance"],
  ["profile", "Profile"],
  ["security", "Security"],
  ["second-factor", "Two-factor sign-in"],
  ["sessions", "Sessions"],
  ["email", "Change Email Address"],
  ["notifications", "Notifications", "Sending"],
  ["danger", "Danger Zone"],
] as const;
const ORGANIZATION = [
  ["brand", "Brand"],
  ["tickets", "Tickets"],
  ["passwords", "Passwords"],
  ["second-factor-rule", "Two-factor rule"],
  ["limits", "Limits"],
  ["about", "About"],
] as const;

const cards = (page: Page) => page.getByRole("main").getByRole("region").getByRole("heading", { level: 2 });
const current = (page: Page) =>
  page.getByRole("navigation", { name: "Settings sections" }).locator("[aria-current]");

test("all cards of a group stand at its address, and each alone at its own", async ({ page }) => {
  await signIn(page, "maren", "/settings");
  await expect(cards(page)).toHaveText(ACCOUNT.flatMap(([, ...titles]) => titles));
  for (const [id, title, ...more] of [...ACCOUNT, ...ORGANIZATION]) {
    await page.getByRole("link", { name: title, exact: true }).last().click();
    await expect(page).toHaveURL(`/settings/${id}`);
    await expect(cards(page)).toHaveText([title, ...more]);
    await expect(current(page)).toHaveText(title);
  }
  await page.goto("/settings/organization");
  await expect(cards(page)).toContainText(ORGANIZATION.map(([, title]) => title));
  await page.goto("/settings/samples");
  await expect(cards(page)).toHaveText(["Sample data"]);
});

test("the anchors of once lead to the pages of today", async ({ page }) => {
  await signIn(page, "maren", "/settings#email");
  await expect(page).toHaveURL("/settings/email");
  await page.goto("/settings/organization#second-factor");
  await expect(page).toHaveURL("/settings/second-factor-rule");
  await expect(page.getByRole("group", { name: "Required of" })).toBeVisible();
  await page.goto("/settings#no-such-card");
  await expect(cards(page)).toHaveText(ACCOUNT.flatMap(([, ...titles]) => titles));
});

test("changes are not left behind unasked, and the pages of the organization are its own", async ({
  page,
  request,
}) => {
  const maren = await callAs(request, "maren");
  const eli = await inviteAndAccept(maren, "Eli Roth", { role: "support_specialist" });
  await page.setViewportSize(PHONE);
  await signInAs(page, eli);
  await page.goto("/settings/profile");
  await page.getByLabel("City").fill("Graz");
  await page.getByRole("link", { name: "Notifications" }).click();
  const question = page.getByRole("dialog", { name: "Leave this page?" });
  await expect(question).toContainText("Your changes are not saved.");
  await question.getByRole("button", { name: "Stay" }).click();
  await expect(page.getByLabel("City")).toHaveValue("Graz");
  await page.getByRole("button", { name: "Save Changes" }).click();
  await expect(page.getByText("Unsaved changes")).toHaveCount(0);
  await page.getByRole("link", { name: "Notifications" }).click();
  await expect(page).toHaveURL("/settings/notifications");
  await page.goto("/settings/brand");
  await expect(page.getByText("You don't have access to this page")).toBeVisible();
});
