import { expect, type Page } from "@playwright/test";
import { type Call, callAs } from "../support/people/api-as.ts";
import { signIn } from "../support/people/people.ts";
import { test } from "../support/story.ts";
import { uniqueName } from "../support/unique-words.ts";
import { inviteAndAccept, createOwnCompany, signInAs } from "../support/people/invited-people.ts";

const PEOPLE = 250;

/** Many colleagues, invited a few at a time, whose names are not in the order of their addresses. */
async function inviteMany(maren: Call, companyId: string): Promise<void> {
  const tag = Math.random().toString(36).slice(2, 8);
  const all = Array.from({ length: PEOPLE }, (_, index) => ({
    email: `${String((index * 97) % PEOPLE).padStart(3, "0")}.${tag}@story.example`,
    fullname: `Person ${String(index).padStart(3, "0")}`,
    user_type: "external",
    company_id: companyId,
    role_names: [index % 5 === 0 ? "client_admin" : "Client"],
  }));
  while (all.length > 0) {
    const invited = await Promise.all(all.splice(0, 10).map((body) => maren("POST", "/users/invite", body)));
    expect(invited.map(({ status }) => status)).toEqual(invited.map(() => 201));
  }
}

/** Everything in a column, after scrolling until no more comes. */
async function wholeColumn(page: Page, column: number): Promise<string[]> {
  await expect(async () => {
    await page.mouse.wheel(0, 20_000);
    await expect(page.getByRole("row")).toHaveCount(PEOPLE + 2, { timeout: 500 });
  }).toPass();
  return page.locator(`tbody tr td:nth-child(${column})`).allInnerTexts();
}

test("250 users are sorted right across pages, in both directions", async ({ page, request }) => {
  test.setTimeout(120_000);
  const maren = await callAs(request, "maren");
  const companyId = await createOwnCompany(maren, uniqueName("Great Plain"));
  const zara = await inviteAndAccept(maren, "Zara Quist", { role: "client_admin", companyId });
  await inviteMany(maren, companyId);
  await signInAs(page, zara);
  await page.goto("/users");
  await expect(page.getByText(`100 of ${PEOPLE + 1}`)).toBeVisible();
  const head = (name: string) => page.getByRole("columnheader", { name });
  await expect(head("Name")).toHaveAttribute("aria-sort", "ascending");

  await head("Email").getByRole("button").click();
  await expect(head("Email")).toHaveAttribute("aria-sort", "ascending");
  await expect(page).toHaveURL(/sort=email/);
  await expect(page.locator("tbody tr").first()).toContainText("000.");
  const emails = await wholeColumn(page, 2);
  expect(emails).toEqual(emails.toSorted());

  await head("Email").getByRole("button").click();
  await expect(head("Email")).toHaveAttribute("aria-sort", "descending");
  await expect(page.locator("tbody tr").first()).toContainText("zara.quist");
  await page.reload();
  await expect(page.locator("tbody tr").first()).toContainText("zara.quist");

  await head("Last Online").getByRole("button").click();
  await expect(head("Last Online")).toHaveAttribute("aria-sort", "ascending");
  // Only Zara was ever here: those who were not come last in both directions.
  await expect(page.locator("tbody tr").first()).toContainText("Zara Quist");
  await head("Last Online").getByRole("button").click();
  await expect(head("Last Online")).toHaveAttribute("aria-sort", "descending");
  await expect(page.locator("tbody tr").first()).toContainText("Zara Quist");

  await head("Role").getByRole("button").click();
  await expect(head("Role")).toHaveAttribute("aria-sort", "ascending");
  const roles = await wholeColumn(page, 3);
  expect(roles).toEqual(roles.toSorted());
});

test("a list that is all loaded sorts here, without asking again", async ({ page }) => {
  await signIn(page, "maren", "/companies");
  await expect(page.getByRole("table", { name: "Companies" })).toBeVisible();
  let asked = 0;
  page.on("request", (request) => {
    // The whole list is fetched anew when other stories add companies, in the order that it has here.
    if (/\/api\/companies\?.*sort=/.test(request.url())) asked += 1;
  });
  const head = page.getByRole("columnheader", { name: "Users" });
  await head.getByRole("button").click();
  await expect(head).toHaveAttribute("aria-sort", "ascending");
  const counts = (await page.locator("tbody tr td:nth-child(4)").allInnerTexts()).map(Number);
  expect(counts).toEqual(counts.toSorted((a, b) => a - b));
  await head.getByRole("button").click();
  await expect(head).toHaveAttribute("aria-sort", "descending");
  expect(asked).toBe(0);
});

test("a search that finds nothing says so, and is taken away again", async ({ page }) => {
  await signIn(page, "maren", "/users?search=nobody-by-this-name");
  await expect(page.getByText("No users found")).toBeVisible();
  await page.getByRole("button", { name: "Clear search" }).last().click();
  await expect(page.getByRole("table", { name: "Users" })).toBeVisible();
  await page.goto("/clients?search=nobody-by-this-name");
  await expect(page.getByText("No clients found")).toBeVisible();
  await page.goto("/companies?search=nobody-by-this-name");
  await expect(page.getByText("No companies found")).toBeVisible();
});

test("a list that does not come says so, and tries again", async ({ page }) => {
  await signIn(page, "maren");
  // Changes of other stories would fetch the list again before the button is pressed.
  await page.route("**/api/events*", (route) => route.abort());
  await page.route("**/api/users?*", (route) => route.fulfill({ status: 400, json: {} }));
  await page.goto("/users");
  await expect(page.getByRole("heading", { name: "Failed to fetch users" })).toBeVisible();
  await page.unroute("**/api/users?*");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("table", { name: "Users" })).toBeVisible();
});
