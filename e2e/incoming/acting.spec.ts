import { type Browser, expect, type Page } from "@playwright/test";
import { createTicket } from "../support/people/api-as.ts";
import { findAxeViolations } from "../support/page/axe.ts";
import { mailReader } from "../support/page/incoming-page.ts";
import { toastOf } from "../support/page/locators.ts";
import { findMail, type MailDesk, type Sent, startMailDesk } from "../support/desk/mail-desk.ts";
import { type Name, signIn } from "../support/people/people.ts";
import { test } from "../support/story.ts";

/** What people make of mail that came in through the desk's own door. */
let desk: MailDesk;
let ticketId: string;
let uid: string;

const HELENA = "Helena Marsh <admin@asterlegal.example>";
const TOMAS = "Tomás Aguilar <client@kestrel.example>";
const mailsAbout = (number: string): Record<string, Sent> => ({
  contact: { from: "Anna Berg <anna@newcomers.example>", subject: "Laptop for Monday" },
  stranger: { from: "Carrier <dispatch@carrier.example>", subject: "Driver waits", text: "Gate 4 is shut." },
  other: { from: HELENA, subject: `[${number}] Same label printer` },
  moved: { from: HELENA, subject: `[${number}] Once more about it` },
  colleague: { from: TOMAS, subject: `[${number}] Bay 4 as well`, text: "It jams at bay 4." },
  private: { from: "Tomás <tomas@home.example>", subject: "Working from home" },
  keys: { from: "Depot <depot@carrier.example>", subject: "Typed by hand" },
});
let mails: Record<string, Sent>;

test.describe.configure({ mode: "serial", timeout: 180_000 });
test.beforeAll(async () => {
  desk = await startMailDesk();
  const priya = await desk.callAs("priya");
  ticketId = await createTicket(priya, "Printer at bay 3 jams");
  uid = String((await priya("GET", `/tickets/${ticketId}`)).body["uid"]);
  mails = mailsAbout(uid);
  await desk.send(Object.values(mails));
});
test.afterAll(() => desk.end());

const commentWith = (page: Page, words: string) => page.locator("li.comment", { hasText: words });

/** Opens the page with one of the mails in the reader. */
async function read(browser: Browser, name: Name, mail: Sent | undefined): Promise<Page> {
  const page = await browser.newPage({ baseURL: desk.address });
  const { id } = await findMail(desk.maren, mail?.subject ?? "");
  await signIn(page, name, `/incoming?mail=${id}`);
  await expect(mailReader(page).getByRole("heading", { level: 2 })).toHaveText(mail?.subject ?? "");
  return page;
}

test("an unknown sender becomes a contact of a chosen company, and the mail a ticket", async ({
  browser,
}) => {
  const page = await read(browser, "maren", mails["contact"]);
  await expect(mailReader(page)).toContainText("Nobody with this address is known");
  await mailReader(page).getByRole("button", { name: "Make contact" }).click();
  const form = page.getByRole("form", { name: "Make contact" });
  await form.getByRole("button", { name: "Make contact and ticket" }).click();
  await expect(form.getByText("Choose a company").last()).toBeVisible();
  await form.getByRole("button", { name: "Company", exact: true }).click();
  await page.getByRole("option", { name: "Kestrel Logistics" }).click();
  expect(await findAxeViolations(page)).toEqual([]);
  await form.getByRole("button", { name: "Make contact and ticket" }).click();
  const toast = page.locator(".toast", { hasText: /Ticket WP-\d+ created/ });
  await toast.getByRole("button", { name: "Open" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Laptop for Monday");
  await expect(page.getByRole("main")).toContainText("Anna Berg");
  await expect(page.getByRole("main")).toContainText("by mail");
});

test("somebody known who wrote about another company's ticket gets a ticket of their own", async ({
  browser,
}) => {
  const page = await read(browser, "lena", mails["other"]);
  await expect(mailReader(page)).toContainText("Writes about a ticket of another company");
  await page.keyboard.press("t");
  await expect(page.locator(".toast", { hasText: /Ticket WP-\d+ created/ })).toBeVisible();
  const made = await findMail(desk.maren, mails["other"]?.subject ?? "");
  expect(made).toMatchObject({ state: "done", ticket: { subject: mails["other"]?.subject } });
});

test("a mail of nobody known is joined to a ticket that is found by its words, and says who wrote it", async ({
  browser,
}) => {
  const page = await read(browser, "lena", mails["stranger"]);
  await mailReader(page).getByRole("button", { name: "Join ticket" }).click();
  const form = page.getByRole("form", { name: "Join ticket" });
  await form.getByRole("button", { name: "Join ticket" }).click();
  await expect(form).toContainText("Choose a ticket");
  await form.getByRole("button", { name: "Ticket", exact: true }).click();
  await page.getByPlaceholder("Find by number or words...").fill("bay 3 jams");
  await page.getByRole("option", { name: uid }).click();
  await expect(form).toContainText('It becomes a comment "by mail from dispatch@carrier.example".');
  expect(await findAxeViolations(page)).toEqual([]);
  await form.getByRole("button", { name: "Join ticket" }).click();
  await toastOf(page, `Mail joined to ${uid}`).getByRole("button", { name: "Open" }).click();
  await expect(commentWith(page, "Gate 4 is shut.")).toContainText("by mail from dispatch@carrier.example");
  const client = await browser.newPage({ baseURL: desk.address });
  await signIn(client, "priya", `/tickets/${ticketId}`);
  await expect(commentWith(client, "Gate 4 is shut.")).toContainText("by mail from dispatch@carrier.example");
});

test("a colleague who is not on the ticket is added and posted by one press", async ({ browser }) => {
  const page = await read(browser, "lena", mails["colleague"]);
  await expect(mailReader(page)).toContainText(`Tomás Aguilar is not on ${uid}`);
  await mailReader(page).getByRole("button", { name: "Add and post" }).click();
  await toastOf(page, `Mail joined to ${uid}`).getByRole("button", { name: "Open" }).click();
  await expect(commentWith(page, "It jams at bay 4.")).toContainText("Tomás Aguilar");
  const tomas = await desk.callAs("tomas");
  expect((await tomas("GET", `/tickets/${ticketId}`)).status).toBe(200);
});

test("somebody of another company is asked about once more, by keyboard alone", async ({ browser }) => {
  const page = await read(browser, "lena", mails["moved"]);
  await page.keyboard.press("n");
  const form = page.getByRole("form", { name: "Join ticket" });
  await expect(form.getByRole("button", { name: "Ticket", exact: true })).toContainText(uid);
  await page.keyboard.press("ControlOrMeta+Enter");
  const question = page.getByRole("dialog", { name: "Helena Marsh belongs to another company" });
  await expect(question).toBeVisible();
  expect(await findAxeViolations(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(question).toHaveCount(0);
  // The question gives the focus back a moment after it has gone.
  await expect(form.locator(":focus")).toHaveCount(1);
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(question).toBeVisible();
  await question.getByRole("button", { name: "Join anyway" }).press("Enter");
  await expect(toastOf(page, `Mail joined to ${uid}`)).toBeVisible();
  const helena = await desk.callAs("helena");
  expect((await helena("GET", `/tickets/${ticketId}`)).status).toBe(404);
});

test("a ticket is found, chosen and joined without a pointer", async ({ browser }) => {
  const page = await read(browser, "maren", mails["keys"]);
  await page.keyboard.press("n");
  const box = page
    .getByRole("form", { name: "Join ticket" })
    .getByRole("button", { name: "Ticket", exact: true });
  await expect(box).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByPlaceholder("Find by number or words...")).toBeFocused();
  await page.keyboard.type("bay 3 jams");
  await expect(page.getByRole("option")).toHaveCount(1);
  await page.keyboard.press("Enter");
  await expect(box).toContainText(uid);
  await expect(box).toBeFocused();
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(toastOf(page, `Mail joined to ${uid}`)).toBeVisible();
});

test("a sender is somebody known: their address counts from then on", async ({ browser }) => {
  const page = await read(browser, "lena", mails["private"]);
  await page.keyboard.press("w");
  const form = page.getByRole("form", { name: "It is ..." });
  await form.getByRole("button", { name: "Person", exact: true }).click();
  await page.getByPlaceholder("Find a person...").fill("Maren Solberg");
  await expect(page.getByRole("option", { name: "Maren Solberg" })).toHaveCount(0);
  await page.getByPlaceholder("Find a person...").fill("Aguilar");
  await page.getByRole("option", { name: "Tomás Aguilar" }).click();
  expect(await findAxeViolations(page)).toEqual([]);
  await form.getByRole("button", { name: "It is this person" }).click();
  await expect(toastOf(page, "The mail is read again as Tomás Aguilar's")).toBeVisible();
  await expect
    .poll(async () => (await findMail(desk.maren, "Working from home")).state, { timeout: 60_000 })
    .toBe("done");
  const next = { from: "Tomás <tomas@home.example>", subject: "From home again" };
  await desk.send([next]);
  expect(await findMail(desk.maren, next.subject)).toMatchObject({
    state: "done",
    sender: { fullname: "Tomás Aguilar" },
  });
});
