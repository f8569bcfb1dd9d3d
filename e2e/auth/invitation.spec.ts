import { expect, type Page } from "@playwright/test";
import { callAs } from "../support/people/api-as.ts";
import { findAxeViolations } from "../support/page/axe.ts";
import { toastOf } from "../support/page/locators.ts";
import { signIn } from "../support/people/people.ts";
import { test } from "../support/story.ts";
import { uniqueName } from "../support/unique-words.ts";
import { startSmtp } from "../../test/support/mail-servers/smtp-server.ts";
import {
  uniqueEmail,
  findMailedLink,
  inviteAndAccept,
  createOwnCompany,
  PASSPHRASE,
  rowOf,
  signInAs,
} from "../support/people/invited-people.ts";
import { startOwnServer } from "../support/desk/server-for-one-story.ts";
import { expireInvitations } from "../support/people/expire-invitations.ts";

test("an administrator invites a client, who accepts, is signed in and raises a ticket", async ({
  page,
  browser,
  request,
}) => {
  test.slow();
  const maren = await callAs(request, "maren");
  const company = uniqueName("Larkspur Mills");
  await createOwnCompany(maren, company);
  const email = uniqueEmail("Ines Duarte");

  await signIn(page, "maren", "/clients");
  await expect(page.getByText("Manage client accounts")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Client Directory" })).toBeVisible();
  await page.getByRole("button", { name: "Invite Client" }).click();
  const dialog = page.getByRole("dialog", { name: "Invite Client" });
  const send = dialog.getByRole("button", { name: "Send Invite" });
  await expect(dialog.getByText("Company is required for clients")).toBeVisible();
  await expect(send).toBeDisabled();
  await dialog.getByRole("button", { name: "Company" }).click();
  await page.getByPlaceholder("Find a company").fill(company);
  await page.getByRole("option", { name: company }).click();
  await send.click();
  await expect(dialog.getByText("Email is required")).toBeVisible();
  await expect(dialog.getByLabel("Email")).toBeFocused();
  expect(await findAxeViolations(page)).toEqual([]);
  await dialog.getByLabel("Email").fill(email);
  await expect(dialog.getByLabel("Invite expires in")).toHaveValue("72");
  await send.click();
  await expect(toastOf(page, "Client invitation sent successfully")).toBeVisible();

  const handedOver = page.getByRole("dialog", { name: "Invitation link" });
  const link = await handedOver.getByRole("textbox", { name: "Link" }).inputValue();
  expect(link).toContain(await findMailedLink(maren, email, /\/accept-invite\/\S+/));
  await handedOver.getByRole("button", { name: "Done" }).click();
  await page.getByPlaceholder("Search by name or email...").fill(email);
  await expect(rowOf(page, email)).toContainText("Invited");
  await expect(rowOf(page, email)).toContainText("Never");

  const ines = await (await browser.newContext()).newPage();
  await ines.goto(new URL(link).pathname);
  await expect(ines.getByRole("heading", { name: "Accept invitation" })).toBeVisible();
  await expect(ines.getByText(`join the help desk of ${company}`)).toBeVisible();
  await ines.getByRole("button", { name: "Create account" }).click();
  await expect(ines.getByText("Full name is required")).toBeVisible();
  await expect(ines.getByText("Password is required")).toBeVisible();
  expect(await findAxeViolations(ines)).toEqual([]);
  await ines.getByLabel("Full Name").fill("Inês Duarte");
  await ines.getByLabel("Password", { exact: true }).fill("short");
  await ines.getByRole("button", { name: "Create account" }).click();
  await expect(ines.locator("form").getByText("Password must be at least 8 characters")).toBeVisible();
  await ines.getByLabel("Password", { exact: true }).fill(PASSPHRASE);
  await ines.getByRole("button", { name: "Create account" }).click();
  await expect(ines.getByText("Welcome back, Inês Duarte")).toBeVisible();

  await ines.getByRole("link", { name: "New Ticket" }).click();
  await ines.getByLabel("Subject").fill("The loom stopped");
  await ines.getByLabel("Issue").fill("It hums, but nothing moves.");
  await ines.getByRole("button", { name: "Create Ticket" }).click();
  await expect(ines.getByText("Ticket created successfully")).toBeVisible();

  await ines.goto(new URL(link).pathname);
  await expect(ines.getByRole("heading", { name: "This link is no longer valid" })).toBeVisible();
  await page.reload();
  await expect(rowOf(page, email)).toContainText("Inês Duarte");
  await expect(rowOf(page, email)).not.toContainText("Invited");
});

test("a refused invitation says why, and keeps what was typed", async ({ page, request }) => {
  const maren = await callAs(request, "maren");
  const company = uniqueName("Larkspur Mills");
  await createOwnCompany(maren, company);
  await signIn(page, "maren", "/clients");
  await page.getByRole("button", { name: "Invite Client" }).click();
  const dialog = page.getByRole("dialog", { name: "Invite Client" });
  await dialog.getByLabel("Email").fill("client@kestrel.example");
  await dialog.getByRole("button", { name: "Company" }).click();
  await page.getByPlaceholder("Find a company").fill(company);
  await page.getByRole("option", { name: company }).click();
  await dialog.getByLabel("Invite expires in").fill("169");
  await dialog.getByRole("button", { name: "Send Invite" }).click();
  await expect(dialog.getByText("at most 168")).toBeVisible();
  await dialog.getByLabel("Invite expires in").fill("24");
  await dialog.getByRole("button", { name: "Send Invite" }).click();
  await expect(
    page.getByText("Failed to invite client: A user with this email already exists"),
  ).toBeVisible();
  await expect(dialog.getByLabel("Email")).toHaveValue("client@kestrel.example");
  await expect(dialog.getByLabel("Invite expires in")).toHaveValue("24");
});

test("an invitation that has run out is asked for anew, and the new one works", async ({ page, request }) => {
  const maren = await callAs(request, "maren");
  const email = uniqueEmail("Late Comer");
  const companyId = await createOwnCompany(maren, uniqueName("Larkspur Mills"));
  const invited = await maren("POST", "/users/invite", {
    email,
    user_type: "external",
    company_id: companyId,
    role_names: ["Client"],
  });
  const link = new URL(String(invited.body["invite_link"])).pathname;
  await expireInvitations(email);
  await page.goto(link);
  await expect(page.getByRole("heading", { name: "This link has run out" })).toBeVisible();
  expect(await findAxeViolations(page)).toEqual([]);
  await page.getByRole("button", { name: "Ask for a new one" }).click();
  await expect(page.getByRole("heading", { name: "A new link is on its way" })).toBeVisible();

  await expect.poll(() => findMailedLink(maren, email, /\/accept-invite\/\S+/)).not.toBe(link);
  await page.goto(await findMailedLink(maren, email, /\/accept-invite\/\S+/));
  await page.getByLabel("Full Name").fill("Late Comer");
  await page.getByLabel("Password", { exact: true }).fill(PASSPHRASE);
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByText("Welcome back, Late Comer")).toBeVisible();
  await page.goto(link);
  await expect(page.getByRole("heading", { name: "This link is no longer valid" })).toBeVisible();
});

test("'User created successfully' (plus ' and invite email sent'): the plus only where a mail leaves", async ({
  browser,
  page,
}) => {
  test.slow();
  await signIn(page, "maren", "/users");
  const unmailed = await createWithInvitation(page, "Noa Brandt");
  await expect(toastOf(page, "User created successfully, invitation ready")).toBeVisible();
  await expect(toastOf(page, "email sent")).toHaveCount(0);
  const handedOver = page.getByRole("dialog", { name: "Invitation link" });
  await expect(handedOver).toContainText(unmailed);
  await expect(handedOver.getByRole("button", { name: "Copy link" })).toBeVisible();
  await page.goto(await handedOver.getByRole("textbox", { name: "Link" }).inputValue());
  await expect(page.getByRole("heading", { name: "Accept invitation" })).toBeVisible();

  const smtp = await startSmtp();
  const desk = await startOwnServer({ SMTP_URL: smtp.url });
  try {
    const mailing = await (await browser.newContext({ baseURL: desk.address })).newPage();
    await signIn(mailing, "maren", "/users");
    const mailed = await createWithInvitation(mailing, "Noa Brandt");
    await expect(toastOf(mailing, "User created successfully and invite email sent")).toBeVisible();
    await expect(mailing.getByRole("dialog")).toHaveCount(0);
    await expect.poll(() => smtp.to(mailed).length).toBe(1);
  } finally {
    await smtp.stop();
    await desk.end();
  }
});

/** Creates somebody with an invitation through the page and gives the address. */
async function createWithInvitation(page: Page, name: string): Promise<string> {
  const email = uniqueEmail(name);
  await page.getByRole("button", { name: "Create User" }).click();
  const dialog = page.getByRole("dialog", { name: "Create New User" });
  await dialog.getByLabel("Email", { exact: true }).fill(email);
  await dialog.getByLabel("Full Name").fill(name);
  await dialog.getByLabel("Password", { exact: true }).fill(PASSPHRASE);
  await dialog.getByLabel("Send invite email").check();
  await dialog.getByRole("button", { name: "Create User" }).click();
  return email;
}

test("while the mail server is down an invitation is marked in its row, and sent again from there", async ({
  browser,
}) => {
  test.slow();
  const down = await startSmtp();
  await down.stop();
  const desk = await startOwnServer({ SMTP_URL: down.url });
  let up: Awaited<ReturnType<typeof startSmtp>> | undefined;
  try {
    const page = await (await browser.newContext({ baseURL: desk.address })).newPage();
    await signIn(page, "maren", "/users");
    await page.getByRole("button", { name: "Invite User" }).click();
    const dialog = page.getByRole("dialog", { name: "Invite New User" });
    await dialog.getByLabel("Email").fill("noa@waypost.example");
    await dialog.getByLabel("Full Name").fill("Noa Brandt");
    await dialog.getByRole("button", { name: "Send Invite" }).click();
    await expect(toastOf(page, "User invited successfully")).toBeVisible();
    await expect(async () => {
      await page.reload();
      await expect(rowOf(page, "noa@waypost.example")).toContainText("Invite not sent", { timeout: 2000 });
    }).toPass();

    up = await startSmtp(Number(new URL(down.url).port));
    await page.getByRole("button", { name: "Resend the invite to Noa Brandt" }).click();
    await expect(toastOf(page, "Invite sent successfully")).toBeVisible();
    await expect.poll(() => up?.to("noa@waypost.example").length).toBe(1);
    await page.reload();
    await expect(rowOf(page, "noa@waypost.example")).toContainText("Invited");
    await expect(rowOf(page, "noa@waypost.example")).not.toContainText("Invite not sent");
    const [mail] = up.to("noa@waypost.example");
    await page.goto(/\/accept-invite\/\S+/.exec(mail?.text ?? "")?.[0] ?? "/no-link");
    await expect(page.getByRole("heading", { name: "Accept invitation" })).toBeVisible();
  } finally {
    await up?.stop();
    await desk.end();
  }
});

test("a forgotten password is set anew by a mailed link, which works once", async ({ page, request }) => {
  const maren = await callAs(request, "maren");
  const yara = await inviteAndAccept(maren, "Yara Lund", { role: "support_specialist" });
  await page.goto("/login");
  await page.getByRole("link", { name: "Forgot password?" }).click();
  await expect(page.getByRole("heading", { name: "Forgot password" })).toBeVisible();
  await page.getByRole("button", { name: "Send link" }).click();
  await expect(page.getByText("Email is required")).toBeVisible();
  expect(await findAxeViolations(page)).toEqual([]);
  await page.getByLabel("Email").fill(yara.email);
  await page.getByRole("button", { name: "Send link" }).click();
  await expect(page.getByRole("heading", { name: "Look into your mail" })).toBeVisible();

  const link = await findMailedLink(maren, yara.email, /\/reset-password\/\S+/);
  await page.goto(link);
  await expect(page.getByText(`For ${yara.email}.`)).toBeVisible();
  await page.getByLabel("New Password", { exact: true }).fill("another lantern 42");
  await page.getByLabel("Confirm New Password").fill("another lantern 43");
  await page.getByRole("button", { name: "Set password" }).click();
  await expect(page.getByText("New passwords do not match")).toBeVisible();
  await page.getByLabel("Confirm New Password").fill("another lantern 42");
  await page.getByRole("button", { name: "Set password" }).click();
  await expect(page).toHaveURL("/login");
  await signInAs(page, { email: yara.email, password: "another lantern 42" });

  await page.goto(link);
  await expect(page.getByRole("heading", { name: "This link is no longer valid" })).toBeVisible();
});
