import { expect } from "@playwright/test";
import { callAs } from "../support/people/api-as.ts";
import { findAxeViolations } from "../support/page/axe.ts";
import { toastOf } from "../support/page/locators.ts";
import { signIn } from "../support/people/people.ts";
import { test } from "../support/story.ts";
import { uniqueName } from "../support/unique-words.ts";
import { inviteAndAccept, createOwnCompany, signInAs } from "../support/people/invited-people.ts";

test("roles that change while somebody is signed in act on the very next request", async ({
  page,
  browser,
  request,
}) => {
  test.slow();
  const maren = await callAs(request, "maren");
  const bo = await inviteAndAccept(maren, "Bo Nyberg", { role: "support_specialist" });
  const other = await (await browser.newContext()).newPage();
  await signInAs(other, bo);
  await other.goto("/companies");
  await expect(other.getByRole("table", { name: "Companies" })).toBeVisible();
  await expect(other.getByRole("button", { name: "New Company" })).toHaveCount(0);

  await signIn(page, "maren", `/users/${bo.id}/roles`);
  const save = page.getByRole("button", { name: "Save Changes" });
  await expect(page.getByText("1 role(s) selected")).toBeVisible();
  await expect(save).toBeDisabled();
  await expect(page.getByRole("checkbox")).toHaveCount(4);
  await page.getByRole("checkbox", { name: "Support Specialist" }).uncheck();
  await expect(page.getByText("No roles selected")).toBeVisible();
  await expect(save).toBeDisabled();
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("checkbox", { name: "Support Specialist" })).toBeChecked();
  await page.getByRole("checkbox", { name: "Administrator" }).check();
  await expect(page.getByText("2 role(s) selected")).toBeVisible();
  await page.getByLabel("Reason").fill("Looks after the companies now");
  expect(await findAxeViolations(page)).toEqual([]);
  await save.click();
  await expect(toastOf(page, "Roles updated successfully")).toBeVisible();
  await expect(save).toBeDisabled();

  await other.reload();
  await other.getByRole("button", { name: "New Company" }).click();
  const dialog = other.getByRole("dialog", { name: "New Company" });
  await dialog.getByRole("button", { name: "Create Company" }).click();
  await expect(dialog.getByText("Company name is required")).toBeVisible();
  const company = uniqueName("Heron & Reed");
  await dialog.getByLabel("Name", { exact: true }).fill(company);
  await dialog.getByLabel("Contact Email").fill("nowhere");
  await dialog.getByRole("button", { name: "Create Company" }).click();
  await expect(dialog.getByText("Invalid email address")).toBeVisible();
  await dialog.getByLabel("Contact Email").fill("it@heron.example");
  await dialog.getByRole("button", { name: "Create Company" }).click();
  await expect(toastOf(other, "Company created successfully")).toBeVisible();

  await other.getByRole("button", { name: "New Company" }).click();
  await page.getByRole("checkbox", { name: "Administrator" }).uncheck();
  // The button is off while it saves, too, and the toast may still be the one before.
  const saved = page.waitForResponse(/\/roles:set$/);
  await save.click();
  expect((await saved).status()).toBe(200);
  await expect(save).toBeDisabled();
  await expect(page.getByText("1 role(s) selected")).toBeVisible();
  await dialog.getByLabel("Name", { exact: true }).fill(uniqueName("Too late"));
  await dialog.getByRole("button", { name: "Create Company" }).click();
  await expect(toastOf(other, "You are not allowed to do this")).toBeVisible();

  await page.getByRole("button", { name: "View History" }).click();
  const history = page.getByRole("dialog", { name: "Role History" });
  await expect(history).toContainText("Looks after the companies now");
  await expect(history).toContainText("admin@waypost.example");
  await expect(history).toContainText("Added: Administrator");
  await expect(history).toContainText("Removed: Administrator");
  await expect(history).toContainText("Unchanged: Support Specialist");
  expect(await findAxeViolations(page)).toEqual([]);
});

test("what a role allows is shown by category", async ({ page, request }) => {
  const maren = await callAs(request, "maren");
  const bo = await inviteAndAccept(maren, "Bo Nyberg", { role: "support_specialist" });
  await signIn(page, "maren", `/users/${bo.id}/roles`);
  await page.getByRole("button", { name: "Permissions of Manager" }).click();
  const dialog = page.getByRole("dialog", { name: "Manager" });
  await expect(dialog.getByText("Internal", { exact: true })).toBeVisible();
  await expect(dialog.getByText(/^\d+ permissions in \d+ categories$/)).toBeVisible();
  await expect(dialog.getByText("tickets.delete")).toBeVisible();
  const categories = await dialog.getByRole("heading", { level: 3 }).allInnerTexts();
  expect(categories).toEqual(categories.toSorted());
  expect(await findAxeViolations(page)).toEqual([]);
  await page.keyboard.press("Escape");

  await page.route("**/api/roles/*/permissions", (route) => route.fulfill({ status: 403, json: {} }));
  await page.getByRole("button", { name: "Details of Support Specialist" }).click();
  await expect(page.getByText("Failed to load permissions. Please try again.")).toBeVisible();
  await page.keyboard.press("Escape");
  await page.unroute("**/api/roles/*/permissions");
  await page.route("**/api/roles/*/permissions", (route) =>
    route.fulfill({ json: { description: "Nothing yet", type: "internal", permissions: [] } }),
  );
  await page.getByRole("button", { name: "Permissions of Team Lead" }).click();
  await expect(page.getByText("This role has no permissions defined.")).toBeVisible();
  await page.keyboard.press("Escape");

  await page.route("**/api/users/*/roles/history?*", (route) => route.fulfill({ status: 403, json: {} }));
  await page.getByRole("button", { name: "View History" }).click();
  await expect(page.getByText("Failed to load role history. Please try again.")).toBeVisible();
});

test("a history says so when it is empty, and the system where nobody acted", async ({ page, request }) => {
  const maren = await callAs(request, "maren");
  const bo = await inviteAndAccept(maren, "Bo Nyberg", { role: "support_specialist" });
  const history: object[] = [];
  await page.route("**/api/users/*/roles/history?*", (route) => {
    expect(new URL(route.request().url()).searchParams.get("limit")).toBe("50");
    return route.fulfill({ json: { history, meta: { total: 0, limit: 50, page: 1, pages: 0 } } });
  });
  await signIn(page, "maren", `/users/${bo.id}/roles`);
  await page.getByRole("button", { name: "View History" }).click();
  await expect(page.getByText("No role changes recorded yet.")).toBeVisible();
  history.push({
    id: bo.id,
    timestamp: "2026-01-05T08:30:00.000Z",
    performed_by_fullname: null,
    performed_by_email: null,
    ip_address: null,
    reason: null,
    changes: { added_roles: ["support_specialist"], removed_roles: [], unchanged_roles: [] },
  });
  await page.reload();
  await page.getByRole("button", { name: "View History" }).click();
  await expect(page.getByRole("dialog").getByText("System")).toBeVisible();
});

test("an external user holds exactly one role, and a company keeps a client admin", async ({
  page,
  request,
}) => {
  const maren = await callAs(request, "maren");
  const companyId = await createOwnCompany(maren, uniqueName("Quill Press"));
  const tove = await inviteAndAccept(maren, "Tove Arden", { role: "client_admin", companyId });
  await signIn(page, "maren", `/clients/${tove.id}/roles`);
  await expect(page.getByText("Single Role Restriction")).toBeVisible();
  await expect(page.getByRole("link", { name: "Back to Clients" })).toBeVisible();
  await expect(page.getByRole("radio")).toHaveCount(2);
  await page.getByRole("radio", { name: "Client", exact: true }).check();
  await expect(page.getByText("1 role(s) selected")).toBeVisible();
  await expect(page.getByRole("radio", { name: "Client Admin" })).not.toBeChecked();
  await page.getByRole("button", { name: "Save Changes" }).click();
  await expect(toastOf(page, "At least one client admin is required")).toBeVisible();
  await expect(page.getByRole("radio", { name: "Client", exact: true })).toBeChecked();
});

test("somebody who does not exist has no roles", async ({ page }) => {
  await signIn(page, "maren", "/users/5f0c2d3e-8a7b-4c1d-9e2f-3a4b5c6d7e8f/roles");
  await expect(page.getByText("User not found")).toBeVisible();
});

test("the page is 'Back button, User Information (name, email, user type)', for a client and for staff", async ({
  page,
  request,
}) => {
  const maren = await callAs(request, "maren");
  const companyId = await createOwnCompany(maren, uniqueName("Quill Press"));
  const people = [
    { ...(await inviteAndAccept(maren, "Bo Nyberg", { role: "manager" })), type: "Internal", list: "Users" },
    {
      ...(await inviteAndAccept(maren, "Tove Arden", { role: "Client", companyId })),
      type: "External",
      list: "Clients",
    },
  ];
  await signIn(page, "maren");
  for (const { id, email, fullname, type, list } of people) {
    await page.goto(`/${list.toLowerCase()}/${id}/roles`);
    const heading = page.getByRole("heading", { level: 2, name: "User Information" });
    await expect(heading).toBeVisible();
    // What only a screen reader gets is one pixel high.
    expect((await heading.boundingBox())?.height).toBeGreaterThan(10);
    const information = page.getByRole("main").locator("section").filter({ has: heading });
    for (const text of [fullname, email, type])
      await expect(information.getByText(text, { exact: true })).toBeVisible();
    await expect(page.getByRole("link", { name: `Back to ${list}` })).toHaveAttribute(
      "href",
      `/${list.toLowerCase()}`,
    );
  }
});

test("'User not found' leads back to where the path comes from: Back to Clients, or Back to Users", async ({
  page,
}) => {
  await signIn(page, "maren");
  for (const list of ["Clients", "Users"]) {
    await page.goto(`/${list.toLowerCase()}/00000000-0000-4000-8000-000000000000/roles`);
    await expect(page.getByRole("heading", { name: "User not found" })).toBeVisible();
    await page.getByRole("link", { name: `Back to ${list}` }).click();
    await expect(page).toHaveURL(`/${list.toLowerCase()}`);
  }
});

test("a client admin has no Clients page: 'User not found' leads back to the users", async ({ page }) => {
  await signIn(page, "priya", "/clients/00000000-0000-4000-8000-000000000000/roles");
  await expect(page.getByRole("heading", { name: "User not found" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Back to Users" })).toBeVisible();
});

test("of two who set somebody's roles at once the second reads so, and gives nothing back", async ({
  page,
  request,
}) => {
  const maren = await callAs(request, "maren");
  const { id } = await inviteAndAccept(maren, "Ada Twice", { role: "administrator" });
  await signIn(page, "maren", `/users/${id}/roles`);
  const ticked = page.getByRole("checkbox", { checked: true });
  await page.getByRole("checkbox", { name: "Team Lead" }).check();
  expect((await maren("POST", `/users/${id}/roles:set`, { role_names: ["manager"] })).status).toBe(200);
  await expect(page.getByText("Somebody has saved other values meanwhile")).toBeVisible();
  await page.getByRole("button", { name: "Save Changes" }).click();
  await expect(page.locator(".toast.error")).toContainText("Somebody else changed this in the meantime");
  await expect(ticked).toHaveCount(2);
  await page.getByRole("button", { name: "Show theirs" }).click();
  await expect(ticked).toHaveCount(1);
  await expect(page.getByRole("checkbox", { name: "Manager" })).toBeChecked();
  await page.getByRole("checkbox", { name: "Team Lead" }).check();
  await page.getByRole("button", { name: "Save Changes" }).click();
  await expect(toastOf(page, "Roles updated successfully")).toBeVisible();
  await expect(page.getByText("Somebody has saved other values meanwhile")).toHaveCount(0);
});

test("a choice of roles outlives a server that is away for a while", async ({ page, request }) => {
  const maren = await callAs(request, "maren");
  const { id } = await inviteAndAccept(maren, "Ada Patient", { role: "support_specialist" });
  await signIn(page, "maren", `/users/${id}/roles`);
  const lead = page.getByRole("checkbox", { name: "Team Lead" });
  await lead.check();
  await page.getByLabel("Reason").fill("Looks after the others now");
  let failures = 0;
  await page.route(`**/api/users/${id}*`, (route) => {
    failures += 1;
    return route.fulfill({ status: 503, json: {} });
  });
  expect((await maren("PATCH", `/users/${id}`, { city: "Bergen" })).status).toBe(200);
  // Tried again three times, and then given up.
  await expect.poll(() => failures, { timeout: 30_000 }).toBe(4);
  await expect(lead).toBeChecked();
  await expect(page.getByLabel("Reason")).toHaveValue("Looks after the others now");
});
