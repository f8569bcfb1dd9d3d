import { expect } from "@playwright/test";
import { findAxeViolations } from "../support/page/axe.ts";
import { openPageAs, signIn } from "../support/people/people.ts";
import { test } from "../support/story.ts";

test("a team lead sees the own teams beside the whole desk, an administrator every team", async ({
  page,
  browser,
}) => {
  await signIn(page, "lena", "/dashboard");
  const own = page.getByRole("table", { name: "Your teams" });
  await own.scrollIntoViewIfNeeded();
  await expect(own.getByRole("rowheader").last()).toHaveText("Whole desk");
  expect(await findAxeViolations(page)).toEqual([]);
  const maren = await openPageAs(browser, "maren", "/dashboard");
  await expect(maren.getByRole("heading", { name: "Teams", exact: true })).toBeVisible();
  const every = maren.getByRole("table", { name: "Your teams" }).getByRole("rowheader");
  await expect
    .poll(async () => (await every.count()) - (await own.getByRole("rowheader").count()))
    .toBeGreaterThanOrEqual(0);
  await own.getByRole("link").first().click();
  await expect(page).toHaveURL(/\/tickets\?group_id=/);
  const idris = await openPageAs(browser, "idris", "/dashboard");
  await expect(idris.getByRole("heading", { name: "Recent Tickets" })).toBeVisible();
  await expect(idris.getByRole("table", { name: "Your teams" })).toHaveCount(0);
});
