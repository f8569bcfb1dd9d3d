import { expect } from "@playwright/test";
import { callAs, createTicket } from "../support/people/api-as.ts";
import { findAxeViolations } from "../support/page/axe.ts";
import { toastOf } from "../support/page/locators.ts";
import { test } from "../support/story.ts";
import { uniqueName } from "../support/unique-words.ts";
import {
  findMailedLink,
  inviteAndAccept,
  createOwnCompany,
  PASSPHRASE,
  signInAs,
} from "../support/people/invited-people.ts";

test("the theme changes while one looks, is kept, and follows the system live", async ({ page, request }) => {
  const maren = await callAs(request, "maren");
  const eli = await inviteAndAccept(maren, "Eli Roth", { role: "support_specialist" });
  await page.emulateMedia({ colorScheme: "light" });
  await signInAs(page, eli);
  await page.goto("/settings");
  const html = page.locator("html");
  await expect(page.getByRole("radio", { name: "Dark" })).toBeChecked();
  await expect(html).toHaveAttribute("data-theme", "dark");
  await page.getByRole("radio", { name: "Light" }).check();
  await expect(html).toHaveAttribute("data-theme", "light");
  await page.reload();
  await expect(html).toHaveAttribute("data-theme", "light");
  await page.getByRole("radio", { name: "System" }).check();
  await page.emulateMedia({ colorScheme: "dark" });
  await expect(html).toHaveAttribute("data-theme", "dark");
  await page.emulateMedia({ colorScheme: "light" });
  await expect(html).toHaveAttribute("data-theme", "light");
  expect(await page.evaluate(() => localStorage.getItem("theme"))).toBe("system");
  expect(await findAxeViolations(page)).toEqual([]);
});

test("a profile is saved, what is emptied is gone, and a name is required", async ({ page, request }) => {
  const maren = await callAs(request, "maren");
  const eli = await inviteAndAccept(maren, "Eli Roth", { role: "support_specialist" });
  await signInAs(page, eli);
  await page.goto("/settings/profile");
  const profile = page.getByRole("region", { name: "Profile" });
  await expect(profile.getByRole("button", { name: "Save Changes" })).toBeDisabled();
  await profile.getByLabel("Full Name").fill(" ");
  await expect(profile.getByText("Unsaved changes")).toBeVisible();
  await profile.getByRole("button", { name: "Save Changes" }).click();
  await expect(profile.getByText("Full name is required")).toBeVisible();
  await profile.getByLabel("Full Name").fill("Eli Rothmann");
  await profile.getByLabel("City").fill("Graz ");
  await profile.getByRole("button", { name: "Save Changes" }).click();
  await expect(toastOf(page, "Profile updated successfully")).toBeVisible();
  await expect(page.getByRole("complementary", { name: "Primary" })).toContainText("Eli Rothmann");
  await expect(profile.getByText("Unsaved changes")).toHaveCount(0);
  await profile.getByLabel("City").fill("");
  const sent = page.waitForRequest((request) => request.method() === "PATCH");
  await profile.getByRole("button", { name: "Save Changes" }).click();
  expect((await sent).postDataJSON()).toMatchObject({ city: null, phone_number: null, state: null });
});

test("a new password ends the other sessions and not this one", async ({ page, browser, request }) => {
  const maren = await callAs(request, "maren");
  const eli = await inviteAndAccept(maren, "Eli Roth", { role: "support_specialist" });
  const elsewhere = await (await browser.newContext()).newPage();
  await signInAs(elsewhere, eli);
  await signInAs(page, eli);
  await page.goto("/settings");
  const sessions = page.getByRole("region", { name: "Sessions" });
  await expect(sessions.getByText("This session")).toHaveCount(1);
  await expect(sessions.getByRole("button", { name: /^Sign out of/ })).toHaveCount(1);

  const security = page.getByRole("region", { name: "Security" });
  const change = security.getByRole("button", { name: "Change Password" });
  await security.getByLabel("Current Password").fill("not this one");
  await security.getByLabel("New Password", { exact: true }).fill("short");
  await security.getByLabel("Confirm New Password").fill("shorter");
  await change.click();
  await expect(security.getByText("New password must be at least 8 characters")).toBeVisible();
  await expect(security.getByText("New passwords do not match")).toBeVisible();
  await security.getByLabel("New Password", { exact: true }).fill("copper kettle 19 north");
  await security.getByLabel("Confirm New Password").fill("copper kettle 19 north");
  await change.click();
  await expect(toastOf(page, "Current password is incorrect")).toBeVisible();
  await expect(security.getByLabel("New Password", { exact: true })).toHaveValue("copper kettle 19 north");
  await security.getByLabel("Current Password").fill(PASSPHRASE);
  await change.click();
  await expect(toastOf(page, "Password changed successfully")).toBeVisible();
  await expect(security.getByLabel("Current Password")).toHaveValue("");
  await expect(sessions.getByRole("button", { name: /^Sign out of/ })).toHaveCount(0);
  await elsewhere.reload();
  await expect(elsewhere).toHaveURL("/login");
});

test("a session elsewhere is signed out from here", async ({ page, browser, request }) => {
  const maren = await callAs(request, "maren");
  const eli = await inviteAndAccept(maren, "Eli Roth", { role: "support_specialist" });
  const elsewhere = await (await browser.newContext()).newPage();
  await signInAs(elsewhere, eli);
  await signInAs(page, eli);
  await page.goto("/settings/sessions");
  await page.getByRole("button", { name: /^Sign out of/ }).click();
  await expect(toastOf(page, "Session signed out")).toBeVisible();
  await expect(page.getByRole("button", { name: /^Sign out of/ })).toHaveCount(0);
  await elsewhere.reload();
  await expect(elsewhere).toHaveURL("/login");
});

test("a changed address is mailed to the old one, which can take it back", async ({ page, request }) => {
  const maren = await callAs(request, "maren");
  const eli = await inviteAndAccept(maren, "Eli Roth", { role: "support_specialist" });
  await signInAs(page, eli);
  await page.goto("/settings/email");
  const card = page.getByRole("region", { name: "Change Email Address" });
  const change = card.getByRole("button", { name: "Change Email" });
  await card.getByLabel("New Email").fill("nowhere");
  await change.click();
  await expect(card.getByText("Please fill in all fields")).toBeVisible();
  await card.getByLabel("Current Password").fill(eli.password);
  await change.click();
  await expect(card.getByText("Invalid email address")).toBeVisible();
  await card.getByLabel("New Email").fill("agent@waypost.example");
  await change.click();
  await expect(toastOf(page, "A user with this email already exists")).toBeVisible();
  const moved = eli.email.replace("@story", "@moved");
  await card.getByLabel("New Email").fill(moved);
  await change.click();
  await expect(toastOf(page, "Email address updated successfully")).toBeVisible();
  await expect(card).toContainText(`You sign in with ${moved}.`);

  await page.goto(await findMailedLink(maren, eli.email, /\/undo-email-change\/\S+/));
  await expect(page.getByText(`Your account goes back to ${eli.email}`)).toBeVisible();
  expect(await findAxeViolations(page)).toEqual([]);
  await page.getByRole("button", { name: "Take it back" }).click();
  await expect(page.getByRole("heading", { name: "Your address is back" })).toBeVisible();
  await signInAs(page, eli);
  await page.goto("/settings/email");
  await expect(card).toContainText(`You sign in with ${eli.email}.`);
});

test("notifications are switched off and stay off", async ({ page, request }) => {
  const maren = await callAs(request, "maren");
  const companyId = await createOwnCompany(maren, uniqueName("Moss Dairy"));
  const eli = await inviteAndAccept(maren, "Eli Roth", { role: "Client", companyId });
  await signInAs(page, eli);
  await page.goto("/settings/notifications");
  await expect(page.getByRole("switch", { name: "Answers" })).toBeInViewport();
  await expect(page.getByRole("link", { name: "Notifications" })).toHaveAttribute("aria-current", "true");
  await expect(page.getByRole("switch", { name: "Assignments" })).toHaveCount(0);
  const saved = page.waitForResponse((response) => response.request().method() === "PATCH");
  await page.getByRole("switch", { name: "Answers" }).click();
  await saved;
  await page.reload();
  await expect(page.getByRole("switch", { name: "Answers" })).not.toBeChecked();
  await expect(page.getByRole("switch", { name: "New tickets of your own" })).toBeChecked();
  await expect(page.getByRole("link", { name: "Audit log" })).toHaveCount(0);
});

test("a client hides from colleagues when they were last online", async ({ page, request }) => {
  const maren = await callAs(request, "maren");
  const companyId = await createOwnCompany(maren, uniqueName("Moss Dairy"));
  const eli = await inviteAndAccept(maren, "Eli Roth", { role: "Client", companyId });
  await signInAs(page, eli);
  await page.goto("/settings/profile");
  const profile = page.getByRole("region", { name: "Profile" });
  await profile.getByRole("switch", { name: "Hide when I was last online" }).check();
  await profile.getByRole("button", { name: "Save Changes" }).click();
  await expect(toastOf(page, "Profile updated successfully")).toBeVisible();
  await page.reload();
  await expect(profile.getByRole("switch", { name: "Hide when I was last online" })).toBeChecked();
});

test("an account is closed after asking, and signs in no more", async ({ page, request }) => {
  const maren = await callAs(request, "maren");
  const eli = await inviteAndAccept(maren, "Eli Roth", { role: "support_specialist" });
  await signInAs(page, eli);
  await page.goto("/settings/danger");
  const danger = page.getByRole("region", { name: "Danger Zone" });
  await danger.getByRole("button", { name: "Close Account" }).click();
  const sure = page.getByRole("dialog", { name: "Are you absolutely sure?" });
  expect(await findAxeViolations(page)).toEqual([]);
  await sure.getByRole("button", { name: "Cancel" }).click();
  await expect(sure).toBeHidden();
  await expect(danger.getByRole("button", { name: "Close Account" })).toBeFocused();
  await page.keyboard.press("Enter");
  await sure.getByRole("button", { name: "Yes, close my account" }).click();
  await expect(toastOf(page, "Account closed successfully")).toBeVisible();
  await expect(page).toHaveURL("/login");
  await page.getByLabel("Email").fill(eli.email);
  await page.getByLabel("Password", { exact: true }).fill(eli.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(toastOf(page, "Invalid credentials")).toBeVisible();
});

test("times are read in the zone that one chooses, everywhere and on every device", async ({
  page,
  browser,
  request,
}) => {
  const maren = await callAs(request, "maren");
  const eli = await inviteAndAccept(maren, "Eli Roth", { role: "support_specialist" });
  await signInAs(page, eli);
  await page.goto("/settings/appearance");
  await page.getByRole("button", { name: "Time zone" }).click();
  await page.getByPlaceholder("Find a time zone").fill("Kiritimati");
  await page.getByRole("option", { name: "Pacific/Kiritimati" }).click();
  await expect(toastOf(page, "Time zone updated successfully")).toBeVisible();

  const id = await createTicket(maren, uniqueName("Far away"));
  const { body } = await maren("GET", `/tickets/${id}`);
  const created = new Intl.DateTimeFormat("en-US", {
    timeZone: "Pacific/Kiritimati",
    dateStyle: "medium",
    timeStyle: "short",
  }).format(new Date(String(body["created"])));
  const elsewhere = await (await browser.newContext()).newPage();
  await signInAs(elsewhere, eli);
  for (const tab of [page, elsewhere]) {
    await tab.goto(`/tickets/${id}`);
    await expect(tab.getByText(created).first()).toBeVisible();
  }

  await page.goto("/settings/appearance");
  await page.getByRole("button", { name: "Time zone" }).click();
  await page.getByRole("option", { name: /^This device's/ }).click();
  await expect(page.getByRole("button", { name: "Time zone" })).toContainText("This device's");
});

test("a profile that is changed elsewhere stands in an open form, beside what is typed there", async ({
  page,
  request,
}) => {
  const maren = await callAs(request, "maren");
  const eli = await inviteAndAccept(maren, "Eli Roth", { role: "support_specialist" });
  await signInAs(page, eli);
  await page.goto("/settings");
  const profile = page.getByRole("region", { name: "Profile" });
  await profile.getByLabel("Phone").fill("+43 316 0");
  expect((await maren("PATCH", `/users/${eli.id}`, { city: "Graz" })).status).toBe(200);
  // The person is read anew with every change of an own setting.
  await page.getByRole("button", { name: "Time zone" }).click();
  await page.getByPlaceholder("Find a time zone").fill("Kiritimati");
  await page.getByRole("option", { name: "Kiritimati" }).click();
  await expect(profile.getByLabel("City")).toHaveValue("Graz");
  await expect(profile.getByLabel("Phone")).toHaveValue("+43 316 0");
  await profile.getByRole("button", { name: "Save Changes" }).click();
  await expect(toastOf(page, "Profile updated successfully")).toBeVisible();
  await expect(profile.getByText("Unsaved changes")).toHaveCount(0);
  const saved = (await maren("GET", `/users/${eli.id}`)).body;
  expect(saved).toMatchObject({ city: "Graz", phone_number: "+43 316 0" });
});
