import { expect, type Page } from "@playwright/test";
import { findAxeViolations } from "../support/page/axe.ts";
import { PASSPHRASE } from "../support/people/invited-people.ts";
import { startOwnServer } from "../support/desk/server-for-one-story.ts";
import { test } from "../support/story.ts";

async function fillIn(page: Page, address: string, who: { code: string; email: string; name: string }) {
  await page.goto(`${address}/setup`);
  await page.getByLabel("Setup code").fill(who.code);
  await page.getByLabel("Email").fill(who.email);
  await page.getByLabel("Full Name").fill(who.name);
  await page.getByLabel("Password", { exact: true }).fill(PASSPHRASE);
}
const landed = (page: Page) => page.getByRole("heading", { level: 1, name: "Dashboard" });
const refused = (page: Page) => page.getByText("This desk already has an administrator");
const create = (page: Page) => page.getByRole("button", { name: "Create administrator" });

test("an empty desk makes its first administrator, of two at once one, and then nobody any more", async ({
  browser,
}) => {
  test.slow();
  const desk = await startOwnServer({ DEMO: "off" });
  try {
    const [ada, eve] = await Promise.all([1, 2].map(async () => (await browser.newContext()).newPage()));
    if (!ada || !eve) throw new Error("two pages");
    // Nobody can sign in, so the way in leads here.
    await ada.goto(`${desk.address}/dashboard`);
    await expect(ada).toHaveURL(`${desk.address}/setup`);
    await expect(ada.getByRole("heading", { name: "Set up the desk" })).toBeVisible();
    expect(await findAxeViolations(ada)).toEqual([]);

    const code = await desk.setupCode();
    await fillIn(ada, desk.address, {
      code: "AAAA-BBBB-CCCC",
      email: "ada@desk.example",
      name: "Ada Moreau",
    });
    await create(ada).click();
    await expect(ada.getByText("This setup code is not valid")).toBeVisible();
    await expect(ada.getByLabel("Email")).toHaveValue("ada@desk.example");

    // As people type it.
    await ada.getByLabel("Setup code").fill(code.toLowerCase().replaceAll("-", " "));
    await fillIn(eve, desk.address, { code, email: "eve@desk.example", name: "Eve Lindt" });
    await Promise.all([create(ada).click(), create(eve).click()]);
    await expect(landed(ada).or(refused(ada)).first()).toBeVisible();
    await expect(landed(eve).or(refused(eve)).first()).toBeVisible();
    const winners = await Promise.all([ada, eve].map((page) => landed(page).count()));
    expect(winners.toSorted((a, b) => a - b)).toEqual([0, 1]);
    const [winner, loser] = winners[0] === 1 ? [ada, eve] : [eve, ada];

    await winner.goto(`${desk.address}/users`);
    await expect(winner.getByRole("row").filter({ hasText: "@desk.example" })).toHaveCount(1);
    await expect(winner.getByRole("row").filter({ hasText: "@desk.example" })).toContainText("Administrator");

    await loser.goto(`${desk.address}/setup`);
    await expect(loser).toHaveURL(`${desk.address}/login`);
    // The address changes first: the page before has a field of the same name.
    await expect(loser.getByRole("button", { name: "Sign in" })).toBeVisible();
    await loser.getByLabel("Email").fill(winner === ada ? "ada@desk.example" : "eve@desk.example");
    await loser.getByLabel("Password", { exact: true }).fill(PASSPHRASE);
    await loser.getByRole("button", { name: "Sign in" }).click();
    await expect(landed(loser)).toBeVisible();
  } finally {
    await desk.end();
  }
});
