import { expect, type Page } from "@playwright/test";
import { ticketsApiAs } from "../support/people/api-as.ts";
import { toastOf } from "../support/page/locators.ts";
import { signIn } from "../support/people/people.ts";
import { test } from "../support/story.ts";
import { uniqueName } from "../support/unique-words.ts";

/** Makes every bearer token unknown to the server, until the page has refreshed its session. */
async function rejectTokens(page: Page): Promise<{ renewals: () => number; refused: () => number }> {
  let renewals = 0;
  let refused = 0;
  await page.route("**/api/**", async (route) => {
    const request = route.request();
    if (request.url().endsWith("/auth/refresh")) renewals += 1;
    const headers = request.headers();
    if (renewals > 0 || headers["authorization"] === undefined) return route.continue();
    refused += 1;
    return route.continue({ headers: { ...headers, authorization: `Bearer ${"x".repeat(43)}` } });
  });
  return { renewals: () => renewals, refused: () => refused };
}

test("a session survives a reload, and an address asked for before signing in is opened after it", async ({
  page,
  request,
}) => {
  const idris = await ticketsApiAs(request, "idris");
  const ticket = await idris.create({ subject: "Reload keeps me here" });
  await page.goto(`/tickets/${ticket.id}`);
  await expect(page).toHaveURL("/login");
  await page.getByLabel("Email").fill("agent@waypost.example");
  await page.getByLabel("Password", { exact: true }).fill("waypost-demo");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("heading", { name: "Reload keeps me here" })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("heading", { name: "Reload keeps me here" })).toBeVisible();
  await expect(page).toHaveURL(`/tickets/${ticket.id}`);
});

test("a stranger's sign-in page asks for no session and has nothing to complain of; who has one is led on", async ({
  page,
}) => {
  const refused: string[] = [];
  page.on("response", (response) => response.status() >= 400 && refused.push(response.url()));
  await page.goto("/login", { waitUntil: "networkidle" });
  await page.getByLabel("Email").fill("agent@waypost.example");
  await page.getByLabel("Password", { exact: true }).fill("waypost-demo");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL("/dashboard");
  expect(refused).toEqual([]);
  await page.goto("/login");
  await expect(page).toHaveURL("/dashboard");
});

test("an expired token is renewed once for all requests that wait for it, and nobody notices", async ({
  page,
  request,
}) => {
  const idris = await ticketsApiAs(request, "idris");
  const ticket = await idris.create({ subject: uniqueName("Renewed in passing") });
  await signIn(page, "idris");
  // The requests of the dashboard end here: they are none of this story.
  await page.goto("about:blank");
  const { renewals, refused } = await rejectTokens(page);
  await page.goto(`/tickets?search=${encodeURIComponent(ticket.subject)}`);
  await page.getByRole("link", { name: ticket.subject }).click();
  await expect(page).toHaveURL(`/tickets/${ticket.id}`);
  await expect(page.getByRole("heading", { name: "Comments", level: 2 })).toBeVisible();
  expect(renewals()).toBe(1);
  expect(refused()).toBeLessThanOrEqual(20);
});

test("a session that cannot be renewed ends at the sign-in page, with its words said once", async ({
  page,
  context,
}) => {
  // Changes of other stories would ask for the list again, and end the session before the click.
  await page.route("**/api/events*", (route) => route.abort());
  await signIn(page, "idris", "/tickets");
  await expect(page.getByRole("heading", { name: "Tickets" })).toBeVisible();
  await context.clearCookies();
  await page.route(/\/api\/(?!events)/, (route) =>
    route.continue({ headers: { ...route.request().headers(), authorization: `Bearer ${"x".repeat(43)}` } }),
  );
  // No pointer on its way to the link, which would ask ahead for its page and end the session before the click.
  await page.getByRole("link", { name: "Dashboard" }).dispatchEvent("click");
  await expect(page).toHaveURL("/login");
  await expect(page.getByText("Session expired. Please login again.")).toHaveCount(1);
});

test("who signs out in one tab is signed out in the other, and Back shows nothing", async ({
  page,
  context,
}) => {
  await signIn(page, "tomas");
  const other = await context.newPage();
  await other.goto("/tickets");
  await expect(other.getByRole("heading", { name: "Tickets" })).toBeVisible();
  await other.getByRole("link", { name: "Settings" }).click();
  await expect(other).toHaveURL(/\/settings/);
  await page.getByRole("button", { name: "Log out" }).click();
  await expect(page).toHaveURL("/login");
  await expect(page.getByText("Logged out successfully")).toBeVisible();
  await expect(other).toHaveURL("/login");
  await other.goBack();
  await expect(other).toHaveURL("/login");
  await page.reload();
  await expect(page.getByRole("button", { name: "Sign in" })).toBeVisible();
});

test("each of the demo's people signs in and finds the pages of their role", async ({ page, baseURL }) => {
  // One of them chose German.
  await page.context().addCookies([{ name: "language", value: "en", url: baseURL ?? "" }]);
  const entries: Record<string, string[]> = {
    "admin@waypost.example": [
      "Dashboard",
      "Inbox",
      "Tickets",
      "Incoming",
      "Users",
      "Clients",
      "Companies",
      "Reports",
      "Settings",
    ],
    "manager@waypost.example": [
      "Dashboard",
      "Inbox",
      "Tickets",
      "Incoming",
      "Users",
      "Clients",
      "Companies",
      "Reports",
      "Settings",
    ],
    "lead@waypost.example": [
      "Dashboard",
      "Inbox",
      "Tickets",
      "Incoming",
      "Users",
      "Clients",
      "Companies",
      "Reports",
      "Settings",
    ],
    "agent@waypost.example": ["Dashboard", "Inbox", "Tickets", "Users", "Clients", "Companies", "Settings"],
    "admin@kestrel.example": ["Dashboard", "Tickets", "Users", "Settings"],
    "client@kestrel.example": ["Dashboard", "Tickets", "Settings"],
    "admin@asterlegal.example": ["Dashboard", "Tickets", "Users", "Settings"],
    "client@asterlegal.example": ["Dashboard", "Tickets", "Settings"],
  };
  for (const [email, expected] of Object.entries(entries)) {
    await page.goto("/login");
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password", { exact: true }).fill("waypost-demo");
    await page.getByRole("button", { name: "Sign in" }).click();
    // The pages themselves; the pinned views stand among them in a group of their own.
    await expect(page.getByRole("navigation", { name: "Main" }).locator(":scope > a:visible")).toHaveText(
      expected.map((name) => new RegExp(`^${name}`)),
    );
    await page.getByRole("button", { name: "Log out" }).click();
    await expect(page).toHaveURL("/login");
  }
});

test("a sign-in that a broken gateway answers is said to have failed, not to have wrong credentials", async ({
  page,
}) => {
  await page.goto("/login");
  await page.getByLabel("Email").fill("agent@waypost.example");
  await page.getByLabel("Password", { exact: true }).fill("waypost-demo");
  for (const [status, sentence] of [
    [502, "Login failed"],
    [401, "Invalid credentials"],
  ] as const) {
    await page.route("**/api/auth/login", (route) => route.fulfill({ status, body: "<h1>gateway</h1>" }));
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(toastOf(page, sentence)).toBeVisible();
    await page.unroute("**/api/auth/login");
  }
});
