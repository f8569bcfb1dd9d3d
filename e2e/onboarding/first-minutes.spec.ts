import { expect, type Page } from "@playwright/test";
import { findAxeViolations } from "../support/page/axe.ts";
import { PEOPLE } from "../support/people/people.ts";
import { startOwnServer } from "../support/desk/server-for-one-story.ts";
import { test } from "../support/story.ts";

test.describe.configure({ timeout: 240_000 });

async function signInAt(page: Page, address: string, email: string): Promise<void> {
  await page.goto(`${address}/login`);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill("waypost-demo");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Dashboard" })).toBeVisible();
}

test("the first administrator removes the samples, and goes from the list of first steps to the first name", async ({
  page,
}) => {
  const desk = await startOwnServer();
  try {
    await signInAt(page, desk.address, PEOPLE.maren);
    const steps = page.getByRole("region", { name: "First steps" });
    await expect(steps.getByText("0 of 6 done")).toBeVisible();
    await steps.getByRole("link", { name: "Remove sample data" }).click();
    const samples = page.getByRole("region", { name: "Sample data" });
    await samples.getByRole("button", { name: "Remove sample data" }).click();
    const dialog = page.getByRole("dialog", { name: "Remove the sample data?" });
    await expect(dialog.getByText("Companies: 11")).toBeVisible();
    await expect(dialog.getByText("You are signed in with a sample account.")).toBeVisible();
    expect(await findAxeViolations(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Remove for good" }).click();
    await expect(page.getByText("Sample data removed")).toBeVisible();
    await expect(samples).toHaveCount(0);

    // Every page of the empty desk says what to do, and none is broken.
    const empty: [string, string | RegExp][] = [
      ["Tickets", "No tickets found"],
      ["Clients", "No clients found"],
      ["Companies", /No companies/],
    ];
    for (const [name, words] of empty) {
      // oxlint-disable-next-line no-await-in-loop
      await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name, exact: true }).click();
      // oxlint-disable-next-line no-await-in-loop
      await expect(page.getByText(words).first()).toBeVisible();
    }
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Users" }).click();
    await expect(page.getByRole("row").filter({ hasText: "Maren Solberg" })).toBeVisible();

    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Dashboard" }).click();
    await expect(steps.getByText("0 of 5 done")).toBeVisible();
    await steps.getByRole("link", { name: "Give the desk its name" }).click();
    await page.getByLabel("Name", { exact: true }).fill("Northwind Support");
    await page.getByRole("region", { name: "Brand" }).getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Settings saved")).toBeVisible();
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Dashboard" }).click();
    await expect(steps.getByText("1 of 5 done")).toBeVisible();
    await steps.getByRole("button", { name: "Put away" }).click();
    await expect(steps).toHaveCount(0);
    await page.getByRole("button", { name: "Bring back" }).click();
    await expect(steps.getByText("1 of 5 done")).toBeVisible();
  } finally {
    await desk.end();
  }
});
