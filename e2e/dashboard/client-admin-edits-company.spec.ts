import { expect } from "@playwright/test";
import { findAxeViolations } from "../support/page/axe.ts";
import { callAs } from "../support/people/api-as.ts";
import { createOwnCompany, inviteAndAccept, signInAs } from "../support/people/invited-people.ts";
import { signInToDashboard } from "../support/people/people.ts";
import { test } from "../support/story.ts";
import { uniqueName } from "../support/unique-words.ts";

test("a client admin edits the company card, cancels, and finds the current values at every opening", async ({
  page,
}) => {
  // Aster, so that no other story's company changes under this one.
  await signInToDashboard(page, "helena");
  await expect(page.getByText("Welcome back, Helena Marsh")).toBeVisible();
  const card = page.getByRole("region", { name: "Aster Legal" });
  const dialog = page.getByRole("dialog", { name: "Edit Company Information" });
  const edit = card.getByRole("button", { name: "Edit company information" });
  const phone = dialog.getByLabel("Support Phone");
  const email = dialog.getByLabel("Support Email");

  await edit.click();
  await expect(dialog).toContainText("Update your company's description and contact information.");
  const before = await phone.inputValue();
  expect(await findAxeViolations(page)).toEqual([]);

  await phone.fill("thrown away");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog).toBeHidden();
  await expect(card).not.toContainText("thrown away");
  await edit.click();
  await expect(phone).toHaveValue(before);

  await email.fill("desk@asterlegal");
  await dialog.getByRole("button", { name: "Save Changes" }).click();
  await expect(dialog.getByText("Invalid email address")).toBeVisible();
  await email.fill("desk@asterlegal.example");
  await phone.fill("");
  await dialog.getByLabel("Description").fill("Barristers' chambers");
  await page.keyboard.press("Tab");
  await dialog.getByRole("button", { name: "Save Changes" }).click();
  await expect(page.getByText("Company information updated successfully")).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(card).toContainText("Barristers' chambers");
  await expect(card).toContainText("desk@asterlegal.example");
  await expect(card).not.toContainText("Support Phone");

  await edit.click();
  await expect(email).toHaveValue("desk@asterlegal.example");
  await expect(phone).toHaveValue("");
});

test("a save that the server refuses keeps the dialog and what was typed", async ({ page }) => {
  await signInToDashboard(page, "priya");
  await page.route("**/api/companies/*", (route) =>
    route.request().method() === "PATCH"
      ? route.fulfill({ status: 500, contentType: "application/json", body: "{}" })
      : route.continue(),
  );
  await page.getByRole("button", { name: "Edit company information" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Support Phone").fill("+44 20 7946 0000");
  await dialog.getByRole("button", { name: "Save Changes" }).click();
  await expect(page.getByText("Failed to update company information")).toBeVisible();
  await expect(dialog.getByLabel("Support Phone")).toHaveValue("+44 20 7946 0000");
});

test("a client sees own numbers and tickets, no company card, and the way to the first ticket", async ({
  page,
}) => {
  await signInToDashboard(page, "tomas");
  await expect(page.getByText("Welcome back, Tomás Aguilar")).toBeVisible();
  await expect(page.getByRole("button", { name: "Edit company information" })).toHaveCount(0);
  const summary = page.getByRole("region", { name: "Summary" });
  for (const caption of [
    "All your support tickets",
    "Currently being worked on",
    "Awaiting response",
    "Successfully resolved",
  ]) {
    await expect(summary).toContainText(caption);
  }
  await expect(page.getByRole("table", { name: "Your Recent Tickets" })).toBeVisible();
  expect(await findAxeViolations(page)).toEqual([]);

  await page.route("**/api/tickets?*", (route) =>
    route.fulfill({
      json: { items: [], meta: { total: 0, limit: 10, page: 1, pages: 0, counts: {}, next: null } },
    }),
  );
  await page.reload();
  await expect(page.getByRole("heading", { name: "No tickets yet" })).toBeVisible();
  await expect(page.getByText("Create your first support ticket to get started")).toBeVisible();
  await page.getByRole("link", { name: "Create Ticket" }).click();
  await expect(page).toHaveURL(/\/tickets\/new$/);
});

test("numbers beyond what is counted one by one say so", async ({ page }) => {
  await page.route("**/api/tickets?*", async (route) => {
    const response = await route.fetch();
    const answer = await response.json();
    const counts = { ...answer.meta.counts, open: 2000, pending: 17, closed: 3 };
    const meta = { ...answer.meta, counts, total: 2020, total_is_capped: true };
    await route.fulfill({ response, json: { ...answer, meta } });
  });
  await signInToDashboard(page, "tomas");
  const figures = page.getByRole("region", { name: "Summary" }).locator(".figure-value");
  await expect(figures).toHaveText(["2,020+", /^2,000\+/, "17", "3"]);
});

test("a press beside a window loses nothing that was typed in it, and neither does Escape while it is sent", async ({
  page,
}) => {
  await signInToDashboard(page, "priya");
  const edit = page.getByRole("button", { name: "Edit company information" });
  const dialog = page.getByRole("dialog", { name: "Edit Company Information" });
  const description = dialog.getByLabel("Description");
  await edit.click();
  await description.fill("Freight by road and rail");
  await page.mouse.click(5, 5);
  await expect(description).toHaveValue("Freight by road and rail");

  const answer = Promise.withResolvers<void>();
  await page.route("**/api/companies/*", async (route) => {
    if (route.request().method() !== "PATCH") return route.continue();
    await answer.promise;
    return route.fulfill({ status: 503, json: {} });
  });
  await dialog.getByRole("button", { name: "Save Changes" }).click();
  await expect(dialog.getByRole("button", { name: "Saving..." })).toBeVisible();
  await page.keyboard.press("Escape");
  answer.resolve();
  await expect(page.getByText("Failed to update company information")).toBeVisible();
  await expect(description).toHaveValue("Freight by road and rail");

  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Discard" }).click();
  await expect(dialog).toBeHidden();
  await edit.click();
  await expect(description).not.toHaveValue("Freight by road and rail");
  await page.mouse.click(5, 5);
  await expect(dialog).toBeHidden();
});

test("of two who change the company at once the second reads so, and takes nothing back", async ({
  page,
  request,
}) => {
  const maren = await callAs(request, "maren");
  const ada = await inviteAndAccept(maren, "Ada Second", {
    role: "client_admin",
    companyId: await createOwnCompany(maren, uniqueName("Two Hands")),
  });
  await signInAs(page, ada);
  await page.getByRole("button", { name: "Edit company information" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit Company Information" });
  await dialog.getByLabel("Support Phone").fill("+44 20 7946 0011");
  const change = { description: "Rope and twine" };
  const first = await callAs(request, { email: ada.email, password: ada.password });
  const { company_id: id } = (await first("GET", "/auth/me")).body;
  expect((await first("PATCH", `/companies/${String(id)}`, change)).status).toBe(200);
  await expect(dialog.getByText("Somebody has saved other values meanwhile")).toBeVisible();
  await dialog.getByRole("button", { name: "Save Changes" }).click();
  await expect(page.locator(".toast.error")).toContainText("Somebody else changed this in the meantime");
  await expect(dialog.getByLabel("Support Phone")).toHaveValue("+44 20 7946 0011");
  await dialog.getByRole("button", { name: "Show theirs" }).click();
  await dialog.getByLabel("Support Phone").fill("+44 20 7946 0011");
  await dialog.getByRole("button", { name: "Save Changes" }).click();
  await expect(dialog).toBeHidden();
  const saved = (await first("GET", `/companies/${String(id)}`)).body;
  expect(saved).toMatchObject({ ...change, contact_phone: "+44 20 7946 0011" });
});
