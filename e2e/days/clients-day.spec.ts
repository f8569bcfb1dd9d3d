import { expect, type Page } from "@playwright/test";
import { callAs } from "../support/people/api-as.ts";
import { signIn, signInByForm } from "../support/people/people.ts";
import { givePicture } from "../support/page/attach-image.ts";
import { test } from "../support/story.ts";
import { uniqueName } from "../support/unique-words.ts";
import { DEVICES, measureOverflow } from "../support/browser/viewports.ts";
import { inviteAndAccept, createOwnCompany, signInAs } from "../support/people/invited-people.ts";

const comment = (page: Page, words: string) => page.locator(".thread .comment", { hasText: words });

for (const [where, size] of DEVICES) {
  test(`a client raises a ticket with a pasted screenshot, sees the answer arrive and reopens, ${where}`, async ({
    page,
    request,
  }) => {
    await page.setViewportSize(size);
    const subject = uniqueName("Badge printer jams");
    await signInByForm(page, "tomas");
    await page.goto("/tickets/new");
    await page.getByLabel("Subject").fill(subject);
    await page.getByLabel("Issue", { exact: true }).fill("See the picture.");
    await givePicture(page.getByLabel("Issue", { exact: true }), "paste");
    await expect(page.getByRole("list", { name: "Files to send" }).getByRole("listitem")).toHaveCount(1);
    const create = page.getByRole("button", { name: "Create Ticket" });
    await expect(create).toBeEnabled();
    expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
    await create.click();
    await expect(page.getByRole("heading", { name: subject })).toBeVisible();
    await expect(page.getByRole("button", { name: /^Show picture/ })).toBeVisible();

    // A page that was loaded anew would not know this any more.
    await page.evaluate(() => document.documentElement.setAttribute("data-same-page", ""));
    const idris = await callAs(request, "idris");
    const id = new URL(page.url()).pathname.split("/").at(-1) ?? "";
    await idris("POST", `/tickets/${id}/comments`, { comment: "A new roller is on its way." });
    await expect(comment(page, "A new roller")).toContainText("Staff");
    await idris("PUT", `/tickets/${id}`, { status: "closed" });
    await expect(page.locator(".status").filter({ visible: true }).first()).toHaveText("Closed");
    await page.getByRole("button", { name: "Reopen" }).click();
    await expect(page.locator(".status").filter({ visible: true }).first()).toHaveText("Open");
    await expect(page.locator("html[data-same-page]")).toHaveCount(1);
    expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
    expect((await idris("GET", `/tickets/${id}`)).body).toMatchObject({ status: "open", reopened_count: 1 });
  });

  test(`a client of a company without tickets finds the way to the first one, ${where}`, async ({
    page,
    request,
  }) => {
    await page.setViewportSize(size);
    const maren = await callAs(request, "maren");
    const companyId = await createOwnCompany(maren, uniqueName("Quiet Harbour"));
    await signInAs(page, await inviteAndAccept(maren, "Mina Vogel", { role: "client", companyId }));
    await expect(page.getByRole("heading", { name: "No tickets yet" })).toBeVisible();
    const summary = page.getByRole("region", { name: "Summary" });
    await expect(summary).not.toContainText(/[1-9]|NaN/);
    expect(await measureOverflow(page)).toBeLessThanOrEqual(0);

    await page.goto("/tickets");
    await expect(page.getByRole("heading", { name: "No tickets found" })).toBeVisible();
    await expect(page.getByText("Create the first one and it shows up here.")).toBeVisible();
    expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
    await page.getByRole("main").getByRole("link", { name: "New Ticket" }).last().click();
    await expect(page.getByRole("heading", { name: "Create New Ticket" })).toBeVisible();
  });
}

test("on a ticket that was closed long ago a follow-up is offered beside Reopen", async ({
  page,
  request,
}) => {
  const tomas = await callAs(request, "tomas");
  const { body } = await tomas("GET", "/tickets?status=closed&sort=updated&order=asc&per_page=100");
  const items: { id: string; uid: string; client_fullname: string }[] = Array.isArray(body["items"])
    ? body["items"]
    : [];
  // Other stories let him follow older tickets of colleagues, which only they reopen.
  const oldest = items.find(({ client_fullname }) => client_fullname === "Tomás Aguilar");
  if (!oldest) throw new Error("Tomás has no closed ticket");
  await signIn(page, "tomas", `/tickets/${oldest.id}`);
  await expect(page.getByRole("button", { name: "Reopen" })).toBeVisible();
  await expect(page.getByText("Closed more than 14 days ago.")).toBeVisible();
  await page.getByRole("link", { name: "Create a follow-up ticket" }).first().click();
  await expect(page.getByText("This ticket goes on from")).toContainText(oldest.uid);
});
