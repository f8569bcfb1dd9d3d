import { expect, type Page } from "@playwright/test";
import { createTicket, callAs } from "../support/people/api-as.ts";
import { createOwnCompany, inviteAndAccept, signInAs } from "../support/people/invited-people.ts";
import { toastOf } from "../support/page/locators.ts";
import { openPageAs, signIn } from "../support/people/people.ts";
import { PIXEL } from "../support/page/attach-image.ts";
import { test } from "../support/story.ts";
import { uniqueName } from "../support/unique-words.ts";

test("a client raises a ticket with a screenshot, and no other company sees it", async ({
  page,
  browser,
}) => {
  const subject = uniqueName("Label printer prints blank labels");
  await signIn(page, "tomas", "/tickets/new");
  await expect(page.getByRole("heading", { name: "Create New Ticket" })).toBeVisible();
  await expect(page.getByRole("group", { name: "Status" })).toContainText("Open");
  await expect(page.getByRole("group", { name: "Company" })).toContainText("Kestrel Logistics");
  await expect(page.getByText("Will be assigned shortly...")).toHaveCount(2);

  await page.getByRole("button", { name: "Create Ticket" }).click();
  await expect(page.getByText("Subject is required")).toBeVisible();
  await expect(page.getByText("Issue description is required")).toBeVisible();
  await expect(page.getByLabel("Subject")).toBeFocused();

  await page.getByLabel("Subject").fill(subject);
  await page.getByLabel("Issue", { exact: true }).fill("Since this morning, Bay 3.");
  await page
    .locator("input[type=file]")
    .setInputFiles({ name: "labels.png", mimeType: "image/png", buffer: PIXEL });
  await expect(page.getByRole("list", { name: "Files to send" })).toContainText("labels.png");
  await expect(page.getByRole("button", { name: "Create Ticket" })).toBeEnabled();
  await page.getByLabel("Subject").press("Control+Enter");

  await expect(toastOf(page, "Ticket created successfully")).toBeVisible();
  await expect(page.getByRole("heading", { name: subject })).toBeVisible();
  await expect(page.getByRole("button", { name: "Show picture labels.png" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Edit" })).toHaveCount(0);

  const helena = await openPageAs(browser, "helena", page.url());
  await expect(helena.getByRole("heading", { name: "Ticket Not Found" })).toBeVisible();
  await expect(helena.getByText("Unable to load ticket")).toBeVisible();
  await expect(
    helena.getByText("The ticket may not exist or you don't have permission to view it."),
  ).toBeVisible();
});

test("a second click and a lost answer raise one ticket", async ({ page }) => {
  const subject = uniqueName("Scanner is silent");
  await signIn(page, "tomas", "/tickets/new");
  await page.getByLabel("Subject").fill(subject);
  await page.getByLabel("Issue", { exact: true }).fill("No beep.");
  // The server gets the first submission; its answer never arrives.
  await page.route(
    "**/api/tickets",
    async (route) => {
      await route.fetch();
      await route.abort("connectionreset");
    },
    { times: 1 },
  );
  await page.getByRole("button", { name: "Create Ticket" }).dblclick();
  await expect(toastOf(page, "Failed to create ticket")).toBeVisible();
  await page.getByRole("button", { name: "Create Ticket" }).click();
  await expect(page.getByRole("heading", { name: subject })).toBeVisible();
  await page.goto(`/tickets?search=${encodeURIComponent(subject.split(" ").at(-1) ?? "")}`);
  await expect(page.getByRole("link", { name: subject })).toHaveCount(1);
});

test("an unfinished ticket survives a reload, asks before it is left, and goes when discarded", async ({
  page,
}) => {
  await signIn(page, "tomas", "/tickets/new");
  await page.getByLabel("Subject").fill("Half a thought");
  const files = page.getByRole("list", { name: "Files to send" });
  const picture = { name: "half.png", mimeType: "image/png", buffer: PIXEL };
  await page.locator("input[type=file]").setInputFiles(picture);
  await expect(files.getByText("70 B")).toBeVisible();
  page.once("dialog", (dialog) => void dialog.accept());
  await page.reload();
  await expect(page.getByLabel("Subject")).toHaveValue("Half a thought");
  await expect(files).toContainText("half.png");
  await expect(page.getByText("Your unfinished ticket was restored.")).toBeVisible();

  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("dialog", { name: "Leave this page?" }).getByRole("button", { name: "Stay" }).click();
  await expect(page.getByRole("heading", { name: "Create New Ticket" })).toBeVisible();

  await page.getByRole("button", { name: "Discard draft" }).click();
  await expect(page.getByLabel("Subject")).toHaveValue("");
  await expect(files).toHaveCount(0);
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("heading", { name: "Create New Ticket" })).toHaveCount(0);
});

test("an unfinished follow-up and an unfinished ticket are drafts of their own", async ({
  page,
  request,
}) => {
  const id = await createTicket(await callAs(request, "tomas"), uniqueName("Closed before"));
  const followUp = `/tickets/new?follow_up_of=${id}`;
  const subject = page.getByLabel("Subject");
  const open = async (place: string) => {
    // The browser asks on leaving a page with words.
    page.once("dialog", (dialog) => void dialog.accept());
    await page.goto(place);
  };
  await signIn(page, "tomas", "/tickets/new");
  await subject.fill("Another matter");
  await open(followUp);
  await expect(page.getByText("This ticket goes on from")).toBeVisible();
  await expect(subject).toHaveValue("");
  await subject.fill("It is back");
  await open("/tickets/new");
  await expect(subject).toHaveValue("Another matter");
  await open(followUp);
  await expect(subject).toHaveValue("It is back");
});

test("a draft is forgotten when its writer signs out", async ({ page }) => {
  await signIn(page, "tomas", "/tickets/new");
  await page.getByLabel("Subject").fill("For my eyes only");
  const kept = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("draft:")));
  expect(await kept()).toHaveLength(1);
  await page.getByRole("button", { name: "Log out" }).click();
  await expect(page).toHaveURL(/\/login$/);
  expect(await kept()).toHaveLength(0);
});

test("a client admin raises a ticket for a colleague", async ({ page }) => {
  const subject = uniqueName("New starter on Monday");
  await signIn(page, "priya", "/tickets/new");
  await page.getByLabel("Subject").fill(subject);
  await page.getByLabel("Issue", { exact: true }).fill("Laptop, please.");
  await page.getByLabel("Client").click();
  await page.getByPlaceholder("Find a client").fill("Tomás");
  await page.getByRole("option", { name: /Tomás Aguilar/ }).click();
  await page.getByRole("button", { name: "Create Ticket" }).click();
  await expect(page.getByRole("heading", { name: subject })).toBeVisible();
  await expect(page.getByRole("complementary", { name: "Ticket properties" })).toContainText("Tomás Aguilar");
});

test("staff choose a client, and the company comes along", async ({ page }) => {
  const subject = uniqueName("Phone call about the VPN");
  await signIn(page, "idris", "/tickets/new");
  await page.getByLabel("Subject").fill(subject);
  await page.getByLabel("Issue", { exact: true }).fill("Called at nine.");
  await page.getByLabel("Status").click();
  await expect(page.getByRole("option")).toHaveText(["Open", "Pending", "Closed", "On Hold"]);
  await page.getByRole("option", { name: "Pending" }).click();
  await page.getByLabel("Client").click();
  await page.getByPlaceholder("Find a client").fill("Helena");
  await page.getByRole("option", { name: /Helena Marsh/ }).click();
  await expect(page.getByLabel("Company")).toContainText("Aster Legal");
  await page.getByLabel("Assigned To").click();
  await page.getByPlaceholder("Assign to…").fill("Idris");
  await page.getByRole("option", { name: /Idris Okafor/ }).click();
  await page.getByRole("button", { name: "Create Ticket" }).click();
  await expect(page.getByRole("heading", { name: subject })).toBeVisible();
  const rail = page.getByRole("complementary", { name: "Ticket properties" });
  for (const text of ["Pending", "Idris Okafor", "Helena Marsh", "Aster Legal"])
    await expect(rail).toContainText(text);
});

test("a requester marks the ticket as solved and reopens it", async ({ page, request }) => {
  const id = await createTicket(await callAs(request, "tomas"), uniqueName("Mouse is slow"));
  await signIn(page, "tomas", `/tickets/${id}`);
  const status = page.getByRole("complementary", { name: "Ticket properties" }).locator(".status");
  await page.getByRole("button", { name: "Mark as solved" }).click();
  await expect(status).toHaveText("Closed");
  await expect(page.getByText("This ticket is closed. Your comment opens it again.")).toBeVisible();
  await page.getByRole("button", { name: "Reopen" }).click();
  await expect(status).toHaveText("Open");
});

test("where urgent is switched off for a company its people are not offered it", async ({
  page,
  browser,
  request,
}) => {
  const maren = await callAs(request, "maren");
  const company = uniqueName("Quiet Mill");
  const companyId = await createOwnCompany(maren, company);
  const client = await inviteAndAccept(maren, "Ilse Berg", { role: "Client", companyId });
  await signInAs(page, client);
  expect(await prioritiesOffered(page)).toEqual(["Low", "Normal", "High", "Urgent"]);

  const desk = await openPageAs(browser, "maren", `/companies?search=${encodeURIComponent(company)}`);
  await desk.getByRole("button", { name: `Edit ${company}` }).click();
  await desk.getByRole("switch", { name: "Urgent tickets" }).uncheck();
  await desk.getByRole("button", { name: "Save Changes" }).click();
  await expect(toastOf(desk, "Company updated successfully")).toBeVisible();

  expect(await prioritiesOffered(page)).toEqual(["Low", "Normal", "High"]);
});

async function prioritiesOffered(page: Page): Promise<string[]> {
  await page.goto("/tickets/new");
  await page.getByLabel("Priority").click();
  await expect(page.getByRole("option", { name: "Low" })).toBeVisible();
  return page.getByRole("option").allTextContents();
}
