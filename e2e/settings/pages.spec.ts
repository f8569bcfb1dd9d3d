import { expect, type Page, test } from "@playwright/test";
import { signIn } from "../support/people.ts";

const ACCOUNT = [
  ["appearance", "Appearance"],
  ["profile", "Profile"],
  ["security", "Security"],
  ["second-factor", "Two-factor sign-in"],
  ["sessions", "Sessions"],
  ["email", "Change Email Address"],
  ["notifications", "Notifications"],
  ["danger", "Danger Zone"],
] as const;
const ORGANIZATION = [
  ["brand", "Brand"],
  ["tickets", "Tickets"],
  ["passwords", "Passwords"],
  ["second-factor-rule", "Two-factor rule"],
  ["about", "About"],
] as const;

const cards = (page: Page) => page.getByRole("main").getByRole("region").getByRole("heading", { level: 2 });
const current = (page: Page) =>
  page.getByRole("navigation", { name: "Settings sections" }).locator("[aria-current]");

test("all cards of a group stand at its address, and each alone at its own", async ({ page }) => {
  await signIn(page, "maren", "/settings");
  await expect(cards(page)).toHaveText(ACCOUNT.map(([, title]) => title));
  for (const [id, title] of [...ACCOUNT, ...ORGANIZATION]) {
    await page.getByRole("link", { name: title, exact: true }).last().click();
    await expect(page).toHaveURL(`/settings/${id}`);
    await expect(cards(page)).toHaveText([title]);
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
  await expect(cards(page)).toHaveCount(ACCOUNT.length);
});
