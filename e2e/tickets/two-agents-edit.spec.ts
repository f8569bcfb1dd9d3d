import { expect } from "@playwright/test";
import { callAs, createTicket } from "../support/people/api-as.ts";
import { toastOf } from "../support/page/locators.ts";
import { signIn } from "../support/people/people.ts";
import { test } from "../support/story.ts";
import { uniqueName } from "../support/unique-words.ts";
import { DEVICES } from "../support/browser/viewports.ts";

for (const [where, size] of DEVICES) {
  test(`what another agent changes meanwhile merges in, and the same field is a choice, ${where}`, async ({
    page,
    request,
  }) => {
    await page.setViewportSize(size);
    const lena = await callAs(request, "lena");
    const subject = uniqueName("Core switch reboots");
    const id = await createTicket(lena, subject);
    await signIn(page, "idris", `/tickets/${id}/edit`);
    await expect(page.getByRole("heading", { name: /^Edit Ticket WP-\d+$/ })).toBeVisible();
    await expect(page.getByText("Ticket Information")).toBeVisible();
    await expect(page.getByRole("button", { name: "Save Changes" })).toBeDisabled();

    await page.getByLabel("Subject").fill(`${subject} at night`);
    await lena("PUT", `/tickets/${id}`, { priority: "urgent" });
    await expect(page.getByLabel("Priority")).toContainText("Urgent");
    await expect(page.getByLabel("Subject")).toHaveValue(`${subject} at night`);

    await lena("PUT", `/tickets/${id}`, { subject: `${subject} twice a day` });
    await expect(page.getByText("Someone changed this ticket while you were editing")).toBeVisible();
    await expect(page.getByRole("button", { name: "Save Changes" })).toBeDisabled();
    const choice = page.getByRole("group", { name: "Subject" });
    await expect(choice).toContainText(`${subject} at night`);
    await expect(choice).toContainText(`${subject} twice a day`);
    await expect(choice).toContainText("Changed by Lena Fischer now");
    await choice.getByRole("button", { name: "Keep yours" }).click();

    await page.getByRole("button", { name: "Save Changes" }).click();
    await expect(toastOf(page, "Ticket updated successfully")).toBeVisible();
    await expect(page.getByRole("heading", { name: `${subject} at night` })).toBeVisible();
    expect((await lena("GET", `/tickets/${id}`)).body).toMatchObject({
      subject: `${subject} at night`,
      priority: "urgent",
    });
  });
}

test("what changes before the page hears of changes is shown as soon as it does", async ({
  page,
  request,
}) => {
  const lena = await callAs(request, "lena");
  const id = await createTicket(lena, uniqueName("Printer offline"));
  const late = Promise.withResolvers<void>();
  await signIn(page, "idris");
  await page.route("**/api/events*", async (route) => {
    await late.promise;
    await route.continue();
  });
  await page.goto(`/tickets/${id}/edit`);
  await expect(page.getByLabel("Priority")).toContainText("Normal");
  await lena("PUT", `/tickets/${id}`, { priority: "urgent" });
  late.resolve();
  await expect(page.getByLabel("Priority")).toContainText("Urgent");
});

test("a conflict that only the server knows of is shown as well", async ({ page, request }) => {
  const lena = await callAs(request, "lena");
  const subject = uniqueName("Backup did not run");
  const id = await createTicket(lena, subject);
  await signIn(page, "idris");
  // Without live news the page learns of it from the refusal.
  await page.route("**/api/events**", (route) => route.abort());
  await page.goto(`/tickets/${id}/edit`);
  await page.getByLabel("Description").fill("Mine.");
  await lena("PUT", `/tickets/${id}`, { issue: "Theirs." });
  await page.getByRole("button", { name: "Save Changes" }).click();
  const choice = page.getByRole("group", { name: "Description" });
  await expect(choice).toContainText("Changed by Lena Fischer");
  await choice.getByRole("button", { name: "Take theirs" }).click();
  await expect(page.getByLabel("Description")).toHaveValue("Theirs.");
  await expect(page.getByRole("button", { name: "Save Changes" })).toBeDisabled();
});

test("blank fields are refused in the catalog's words", async ({ page, request }) => {
  const id = await createTicket(await callAs(request, "lena"), uniqueName("Blank"));
  await signIn(page, "idris", `/tickets/${id}/edit`);
  await page.getByLabel("Subject").fill("  ");
  await page.getByLabel("Description").fill("");
  await page.getByRole("button", { name: "Save Changes" }).click();
  await expect(page.getByText("Subject is required")).toBeVisible();
  await expect(page.getByText("Description is required")).toBeVisible();
});

test("an inline change shows at once and is taken back when the server fails", async ({ page, request }) => {
  const id = await createTicket(await callAs(request, "idris"), uniqueName("Slow Wi-Fi"));
  await signIn(page, "idris", `/tickets/${id}`);
  const rail = page.getByRole("complementary", { name: "Ticket properties" });
  await rail.getByRole("button", { name: "Change status" }).click();
  await page.getByRole("menuitem", { name: "In Progress" }).click();
  await expect(rail.locator(".status")).toHaveText("In Progress");

  await page.route(`**/api/tickets/${id}`, (route) =>
    route.request().method() === "PUT" ? route.fulfill({ status: 500, body: "" }) : route.fallback(),
  );
  await rail.getByRole("button", { name: "Change priority" }).click();
  await page.getByRole("menuitem", { name: "Urgent" }).click();
  await expect(toastOf(page, "Failed to update ticket")).toBeVisible();
  await expect(rail.locator(".priority")).toHaveText("Normal");
});

test("a manager deletes a ticket after a question", async ({ page, request }) => {
  const subject = uniqueName("Spam about toner");
  const id = await createTicket(await callAs(request, "idris"), subject);
  await signIn(page, "rafael", `/tickets/${id}/edit`);
  await page.getByRole("button", { name: "Delete Ticket" }).click();
  const question = page.getByRole("dialog", { name: "Delete this ticket" });
  await expect(question).toContainText(
    "Are you sure you want to delete this ticket? This action cannot be undone.",
  );
  await question.getByRole("button", { name: "Delete Ticket" }).click();
  await expect(toastOf(page, "Ticket deleted successfully")).toBeVisible();
  await expect(page).toHaveURL(/\/tickets(\?|$)/);
  await page.goto(`/tickets/${id}`);
  await expect(page.getByRole("heading", { name: "Ticket Not Found" })).toBeVisible();
});

test("an administrator restores a ticket from the trash", async ({ page, request }) => {
  const rafael = await callAs(request, "rafael");
  const id = await createTicket(rafael, uniqueName("Deleted by mistake"));
  await rafael("DELETE", `/tickets/${id}`);
  await signIn(page, "maren", `/tickets/${id}`);
  await expect(page.getByText("This ticket is in the trash", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Restore ticket" }).click();
  await expect(toastOf(page, "Ticket restored successfully")).toBeVisible();
  await expect(page.getByRole("link", { name: "Edit" })).toBeVisible();
});

test("who may not edit comes back to the ticket", async ({ page, request }) => {
  const id = await createTicket(await callAs(request, "tomas"), uniqueName("Mine to read"));
  await signIn(page, "tomas", `/tickets/${id}/edit`);
  await expect(page).toHaveURL(new RegExp(`/tickets/${id}$`));
});
