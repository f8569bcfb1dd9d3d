import { readFile } from "node:fs/promises";
import { expect } from "@playwright/test";
import { agentId, callAs } from "../support/people/api-as.ts";
import { findAxeViolations } from "../support/page/axe.ts";
import { toastOf } from "../support/page/locators.ts";
import { signIn } from "../support/people/people.ts";
import { PIXEL } from "../support/page/attach-image.ts";
import { test } from "../support/story.ts";
import { uniqueName } from "../support/unique-words.ts";
import { chooseRowAction, inviteAndAccept, signInAs } from "../support/people/invited-people.ts";

test("an administrator sees what is set for everybody, and a wrong value keeps its place", async ({
  page,
}) => {
  await signIn(page, "maren", "/settings/organization");
  const brand = page.getByRole("region", { name: "Brand" });
  await expect(brand.getByLabel("Name", { exact: true })).toHaveValue("Waypost");
  expect(await findAxeViolations(page)).toEqual([]);
  await brand.getByLabel("Short name").fill(" ");
  await brand.getByRole("button", { name: "Save Changes" }).click();
  await expect(brand.getByText("Short name is required")).toBeVisible();
  const tickets = page.getByRole("region", { name: "Tickets" });
  await tickets.getByLabel("Ticket prefix").fill("wp");
  await tickets.getByRole("button", { name: "Save Changes" }).click();
  await expect(tickets.getByText("capital letters and digits with a dash")).toBeVisible();
  const passwords = page.getByRole("region", { name: "Passwords" });
  await passwords.getByLabel("Shortest password").fill("7");
  await passwords.getByRole("button", { name: "Save Changes" }).click();
  await expect(passwords.getByText("cannot be below 8 characters")).toBeVisible();
  await expect(page.getByRole("region", { name: "About" })).toContainText("Version");
});

test("a logo is set from a picture, refused when it is too large, and removed", async ({ page }) => {
  await signIn(page, "maren", "/settings/organization");
  const picture = page.getByLabel("Logo");
  await picture.setInputFiles({ name: "large.png", mimeType: "image/png", buffer: Buffer.alloc(400_000) });
  await expect(page.getByText("The logo can be at most 300 kB")).toBeVisible();
  await picture.setInputFiles({ name: "logo.png", mimeType: "image/png", buffer: PIXEL });
  await expect(toastOf(page, "Logo saved")).toBeVisible();
  await expect(page.locator(".brand img.mark")).toBeVisible();
  await page.getByRole("button", { name: "Remove", exact: true }).click();
  await expect(toastOf(page, "Logo removed")).toBeVisible();
  await expect(page.locator(".brand img.mark")).toHaveCount(0);
});

test("of two who choose a team's members at once the second reads so, and loses nobody", async ({
  page,
  request,
}) => {
  const maren = await callAs(request, "maren");
  const name = uniqueName("Two Choose");
  const { id } = (await maren("POST", "/groups", { name })).body;
  await signIn(page, "maren", "/settings/teams");
  await chooseRowAction(page, name, "Members");
  const members = page.getByRole("dialog", { name: `Members of ${name}` });
  await members.getByPlaceholder("Search by name or email...").fill("Lena");
  const lena = members.getByRole("checkbox", { name: "Lena Fischer" });
  await lena.check();
  const idris = await agentId(maren, "Idris Okafor");
  expect((await maren("PATCH", `/groups/${String(id)}`, { member_ids: [idris] })).status).toBe(200);
  await expect(members.getByText("Somebody has saved other values meanwhile")).toBeVisible();
  await members.getByRole("button", { name: "Save Changes" }).click();
  await expect(page.locator(".toast.error")).toContainText("Somebody else changed this in the meantime");
  await members.getByRole("button", { name: "Show theirs" }).click();
  await expect(lena).not.toBeChecked();
  await lena.check();
  await expect(members.getByText("2 members")).toBeVisible();
  await members.getByRole("button", { name: "Save Changes" }).click();
  await expect(toastOf(page, "Team updated successfully")).toBeVisible();
});

test("a team is created, renamed, given members, archived and restored", async ({ page }) => {
  test.slow();
  const team = uniqueName("Night Watch");
  await signIn(page, "maren", "/settings/teams");
  await page.getByRole("button", { name: "New Team" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Create Team" }).click();
  await expect(page.getByText("Team name is required")).toBeVisible();
  await page.getByLabel("Team name").fill(team);
  await page.getByRole("dialog").getByRole("button", { name: "Create Team" }).click();
  await expect(toastOf(page, "Team created successfully")).toBeVisible();

  await chooseRowAction(page, team, "Members");
  const members = page.getByRole("dialog", { name: `Members of ${team}` });
  await members.getByPlaceholder("Search by name or email...").fill("Idris");
  await expect(members.getByRole("checkbox")).toHaveCount(1);
  await members.getByRole("checkbox", { name: "Idris Okafor" }).check();
  await members.getByPlaceholder("Search by name or email...").fill("Lena");
  await expect(members.getByRole("checkbox", { name: "Idris Okafor" })).toHaveCount(0);
  await members.getByRole("checkbox", { name: "Lena Fischer" }).check();
  await expect(members.getByText("2 members")).toBeVisible();
  expect(await findAxeViolations(page)).toEqual([]);
  await members.getByRole("button", { name: "Save Changes" }).click();
  await expect(toastOf(page, "Team updated successfully")).toBeVisible();
  const row = page.getByRole("listitem").filter({ hasText: team });
  await expect(row).toContainText("2 members");

  await chooseRowAction(page, team, "Archive team");
  await page.getByRole("dialog").getByRole("button", { name: "Archive Team" }).click();
  await expect(toastOf(page, "Team archived successfully")).toBeVisible();
  await expect(row).toHaveCount(0);
  await page.getByRole("combobox", { name: "Shown teams" }).click();
  await page.getByRole("option", { name: "Archived teams" }).click();
  await chooseRowAction(page, team, "Restore team");
  await expect(toastOf(page, "Team restored successfully")).toBeVisible();
});

test("a team lead looks after the members of own teams, and nothing else", async ({ page, request }) => {
  const maren = await callAs(request, "maren");
  const ada = await inviteAndAccept(maren, "Ada Brandt", { role: "team_lead" });
  const own = uniqueName("Own");
  const other = uniqueName("Other");
  await maren("POST", "/groups", { name: own, member_ids: [ada.id] });
  await maren("POST", "/groups", { name: other });
  await signInAs(page, ada);
  await page.goto("/settings/teams");
  await page.getByRole("button", { name: `Actions for ${own}` }).click();
  await expect(page.getByRole("menuitem")).toHaveText(["Members"]);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: `Actions for ${other}` })).toHaveCount(0);
  await expect(page.getByRole("button", { name: "New Team" })).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Brand" })).toHaveCount(0);
});

test("a test message is captured, and read as text and as a mail program draws it", async ({ page }) => {
  await signIn(page, "maren", "/settings/mail");
  await expect(page.getByText("No mail server is set")).toBeVisible();
  await page.getByRole("button", { name: "Send a test message" }).click();
  await expect(toastOf(page, "Test message sent")).toBeVisible();
  await page
    .getByRole("button", { name: /^A test message from your help desk/ })
    .first()
    .click();
  const reader = page.getByRole("dialog", { name: "A test message from your help desk" });
  await expect(reader).toContainText("admin@waypost.example");
  await expect(reader.getByLabel("Message")).toContainText("Hello Maren Solberg");
  await reader.getByRole("button", { name: "As shown" }).click();
  const frame = page.frameLocator("iframe");
  await expect(frame.getByText("Hello Maren Solberg")).toBeVisible();
  expect(await page.locator("iframe").getAttribute("sandbox")).toBe("");
});

test("with a mail server what failed is shown, and tried again", async ({ page }) => {
  const failed = {
    id: "5f0c2d3e-8a7b-4c1d-9e2f-3a4b5c6d7e8f",
    to: "client@kestrel.example",
    subject: "You are invited",
    message_id: "<1@waypost.example>",
    state: "failed",
    attempts: 8,
    last_error: "Connection refused",
    next_attempt_at: null,
    created_at: "2026-11-20T08:14:00.000Z",
    sent_at: null,
    ticket_id: null,
  };
  const meta = { total: 1, limit: 100, page: 1, pages: 1 };
  await page.route("**/api/config", async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ json: { ...(await answer.json()), mail_configured: true } });
  });
  await page.route("**/api/mail?*", (route) => route.fulfill({ json: { items: [failed], meta } }));
  await page.route("**/api/mail", (route) => route.fulfill({ json: { items: [failed], meta } }));
  await page.route("**/api/mail/*/retry", (route) =>
    route.fulfill({ json: { ...failed, state: "queued", last_error: null } }),
  );
  await signIn(page, "maren", "/settings/mail");
  await expect(page.getByText("8 attempts: Connection refused")).toBeVisible();
  expect(await findAxeViolations(page)).toEqual([]);
  await page.getByRole("button", { name: "Try again: You are invited" }).click();
  await expect(toastOf(page, "The message is queued again")).toBeVisible();
});

test("the audit log is filtered, looked into and exported", async ({ page, request }) => {
  const maren = await callAs(request, "maren");
  const company = uniqueName("Plover Signs");
  const { body } = await maren("POST", "/companies", { name: company });
  await maren("PATCH", `/companies/${String(body["id"])}`, {
    name: `${company} Ltd`,
    contact_phone: "+44 20 7946 0002",
  });
  await signIn(page, "maren", "/settings/audit");
  await page.getByRole("combobox", { name: "What" }).click();
  await page.getByRole("option", { name: "Companies" }).click();
  await expect(page).toHaveURL(/entity=company/);
  await page.getByPlaceholder("Search who and what…").fill(company);
  await expect(page.getByRole("row")).toHaveCount(3);
  expect(await findAxeViolations(page)).toEqual([]);
  await page.getByRole("button", { name: "Details: company changed" }).click();
  const details = page.getByRole("dialog", { name: "company changed" });
  await expect(details.getByRole("row", { name: /contact_phone/ })).toContainText("+44 20 7946 0002");
  await expect(details).toContainText("Maren Solberg");
  await page.keyboard.press("Escape");

  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export CSV" }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^audit-\d{4}-\d{2}-\d{2}\.csv$/);
  const csv = await readFile(await file.path(), "utf8");
  expect(csv).toContain(company);
  expect(csv.trim().split("\n")).toHaveLength(3);
});

test("what is typed outlives a failure to fetch what somebody else has saved meanwhile", async ({
  page,
  request,
}) => {
  const maren = await callAs(request, "maren");
  const { limit_address_changes_per_day: allowed } = (await maren("GET", "/settings")).body;
  const save = (n: number) => maren("PATCH", "/settings", { limit_address_changes_per_day: n });
  await signIn(page, "maren", "/settings/organization");
  const prefix = page.getByRole("region", { name: "Tickets" }).getByLabel("Ticket prefix");
  await prefix.fill("NEW-");
  let failures = 0;
  await page.route("**/api/settings", (route) => {
    failures += 1;
    return route.fulfill({ status: 403, json: {} });
  });
  expect((await save(Number(allowed) - 1)).status).toBe(200);
  await expect.poll(() => failures).toBeGreaterThan(0);
  expect((await save(Number(allowed))).status).toBe(200);
  await expect.poll(() => failures).toBeGreaterThan(1);
  await expect(prefix).toHaveValue("NEW-");
});
