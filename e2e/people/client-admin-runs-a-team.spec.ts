import { expect } from "@playwright/test";
import { callAs } from "../support/people/api-as.ts";
import { findAxeViolations } from "../support/page/axe.ts";
import { toastOf } from "../support/page/locators.ts";
import { test } from "../support/story.ts";
import { uniqueName } from "../support/unique-words.ts";
import {
  chooseRowAction,
  uniqueEmail,
  inviteAndAccept,
  createOwnCompany,
  PASSPHRASE,
  rowOf,
  signInAs,
} from "../support/people/invited-people.ts";

test("a client admin creates somebody of the own company, who chooses a new password first", async ({
  page,
  browser,
  request,
}) => {
  test.slow();
  const maren = await callAs(request, "maren");
  const company = uniqueName("Tern Pottery");
  const companyId = await createOwnCompany(maren, company);
  const freya = await inviteAndAccept(maren, "Freya Ito", { role: "client_admin", companyId });
  await signInAs(page, freya);
  await page.getByRole("link", { name: "Users" }).click();
  await expect(page.getByText("Manage users in your organization")).toBeVisible();
  await expect(page.getByRole("link", { name: "Clients" })).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Companies" })).toHaveCount(0);
  // Header and Freya alone: nobody of another company.
  await expect(page.getByRole("row")).toHaveCount(2);
  expect(await findAxeViolations(page)).toEqual([]);

  const olu = { email: uniqueEmail("Olu Adeyemi"), password: "first and given 1" };
  await page.getByRole("button", { name: "Create User" }).click();
  const create = page.getByRole("dialog", { name: "Create New User" });
  await expect(create.getByRole("group", { name: "Company" })).toContainText(company);
  await create.getByRole("combobox", { name: "Role" }).click();
  await expect(page.getByRole("option")).toHaveText(["Client Admin", "Client"]);
  await page.keyboard.press("Escape");
  await create.getByRole("button", { name: "Create User" }).click();
  for (const words of ["Email is required", "Full name is required", "Password is required"]) {
    await expect(create.getByText(words)).toBeVisible();
  }
  await create.getByLabel("Email", { exact: true }).fill(olu.email);
  await create.getByLabel("Full Name").fill("Olu Adeyemi");
  await create.getByLabel("Password", { exact: true }).fill("short");
  await create.getByRole("button", { name: "Create User" }).click();
  await expect(create.getByText("Password must be at least 8 characters")).toBeVisible();
  await create.getByLabel("Password", { exact: true }).fill(olu.password);
  await create.getByRole("button", { name: "Create User" }).click();
  await expect(toastOf(page, "User created successfully")).toBeVisible();
  await expect(rowOf(page, olu.email)).toContainText(company);

  const other = await (await browser.newContext()).newPage();
  await signInAs(other, olu);
  await expect(other.getByRole("heading", { name: "Choose a new password" })).toBeVisible();
  expect(await findAxeViolations(other)).toEqual([]);
  await other.goto("/tickets");
  await expect(other).toHaveURL("/new-password");
  await other.getByLabel("Current Password").fill(olu.password);
  await other.getByLabel("New Password", { exact: true }).fill(PASSPHRASE);
  await other.getByLabel("Confirm New Password").fill(PASSPHRASE);
  await other.getByRole("button", { name: "Change Password" }).click();
  await expect(other.getByText("Password changed successfully")).toBeVisible();
  await expect(other).toHaveURL("/tickets");
});

test("a client admin invites, edits, deletes and restores the people of the own company", async ({
  page,
  request,
}) => {
  test.slow();
  const maren = await callAs(request, "maren");
  const companyId = await createOwnCompany(maren, uniqueName("Tern Pottery"));
  const freya = await inviteAndAccept(maren, "Freya Ito", { role: "client_admin", companyId });
  await signInAs(page, freya);
  await page.goto("/users");
  await page.getByRole("button", { name: "Invite User" }).click();
  const invite = page.getByRole("dialog", { name: "Invite New User" });
  await invite.getByLabel("Email").fill(uniqueEmail("Siv Berg"));
  await invite.getByLabel("Full Name").fill("Siv Berg");
  await invite.getByRole("button", { name: "Send Invite" }).click();
  await expect(toastOf(page, "User invited successfully")).toBeVisible();
  await page.getByRole("dialog", { name: "Invitation link" }).getByRole("button", { name: "Done" }).click();

  await chooseRowAction(page, "Siv Berg", "Edit user");
  const edit = page.getByRole("dialog", { name: "Edit User" });
  await expect(edit.getByRole("button", { name: "Save Changes" })).toBeDisabled();
  await edit.getByLabel("Full Name").fill("Siv Lindberg");
  await edit.getByLabel("City").fill("Tromsø");
  await edit.getByRole("button", { name: "Save Changes" }).click();
  await expect(toastOf(page, "User updated successfully")).toBeVisible();

  await chooseRowAction(page, "Siv Lindberg", "Manage roles");
  const roles = page.getByRole("dialog", { name: "Manage Roles" });
  await expect(roles.getByText("Single Role Restriction")).toBeVisible();
  await expect(roles.getByRole("button", { name: "Save Changes" })).toBeDisabled();
  await roles.getByRole("radio", { name: "Client Admin" }).check();
  await expect(roles.getByText("1 role(s) selected")).toBeVisible();
  await roles.getByRole("button", { name: "Save Changes" }).click();
  await expect(toastOf(page, "User roles updated successfully")).toBeVisible();
  await expect(rowOf(page, "Siv Lindberg")).toContainText("Client Admin");

  await chooseRowAction(page, "Siv Lindberg", "Delete user");
  const confirm = page.getByRole("dialog", { name: "Delete user" });
  await expect(confirm).toContainText("This will soft-delete Siv Lindberg.");
  await confirm.getByRole("button", { name: "Delete User" }).click();
  await expect(toastOf(page, "User deleted successfully")).toBeVisible();
  const siv = rowOf(page, "Siv Lindberg");
  await expect(siv).toContainText("Deleted");
  await expect(siv).toHaveClass(/is-deleted/);
  await page.getByRole("button", { name: "Actions for Siv Lindberg" }).click();
  for (const chooseRowAction of ["Edit user", "Send invite email", "Manage roles"]) {
    await expect(page.getByRole("menuitem", { name: chooseRowAction })).toBeDisabled();
  }
  await page.getByRole("menuitem", { name: "Restore user" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Restore User" }).click();
  await expect(toastOf(page, "User restored successfully")).toBeVisible();
  await expect(siv).toContainText("Active");

  await page.getByRole("button", { name: "Actions for Freya Ito" }).click();
  await expect(page.getByRole("menuitem", { name: "Delete user" })).toBeDisabled();
  await expect(page.getByText("You cannot delete yourself")).toBeVisible();
});

test("staff who do not manage users look at them, and at their roles, without a button to change any", async ({
  page,
  request,
}) => {
  const maren = await callAs(request, "maren");
  const ada = await inviteAndAccept(maren, "Ada Brandt", { role: "team_lead" });
  await signInAs(page, ada);
  await page.goto("/users?search=agent%40waypost");
  await expect(page.getByText("Manage accounts and permissions")).toBeVisible();
  await expect(page.getByRole("button", { name: "Create User" })).toHaveCount(0);
  await chooseRowAction(page, "Idris Okafor", "View roles");
  await expect(page.getByRole("heading", { name: "Manage Roles" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Back to Users" })).toBeVisible();
  await expect(page.getByRole("checkbox", { name: "Support Specialist" })).toBeDisabled();
  await expect(page.getByRole("button", { name: "Save Changes" })).toHaveCount(0);
  await expect(page.getByRole("button", { name: "View History" })).toHaveCount(0);
  await page.goto("/clients?search=admin%40kestrel");
  await expect(page.getByRole("button", { name: "Invite Client" })).toHaveCount(0);
  await page.getByRole("link", { name: "Manage roles of Priya Nair" }).click();
  await expect(page.getByRole("link", { name: "Back to Clients" })).toBeVisible();
  await expect(page.getByText("You can look at these roles, but not change them.")).toBeVisible();
  await page.goto("/companies");
  await expect(page.getByRole("columnheader", { name: "Actions" })).toHaveCount(0);
  await expect(page.getByRole("button", { name: "New Company" })).toHaveCount(0);
});

test("a client without the role sees neither the users nor a way to them", async ({ page, request }) => {
  const maren = await callAs(request, "maren");
  const companyId = await createOwnCompany(maren, uniqueName("Tern Pottery"));
  const pia = await inviteAndAccept(maren, "Pia Holm", { role: "Client", companyId });
  await signInAs(page, pia);
  await expect(page.getByRole("link", { name: "Settings" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Users" })).toHaveCount(0);
  for (const path of ["/users", "/clients", "/companies", "/settings/audit"]) {
    await page.goto(path);
    await expect(page.getByText("You don't have access to this page")).toBeVisible();
  }
});
