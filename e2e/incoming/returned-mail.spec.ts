import { expect, type Page } from "@playwright/test";
import { writeReturned } from "../../test/support/incoming/returned-mail.ts";
import { findAxeViolations } from "../support/page/axe.ts";
import { toastOf } from "../support/page/locators.ts";
import { startMailDeskWithRelay } from "../support/desk/mail-desk.ts";
import { createTicket } from "../support/people/api-as.ts";
import { signIn } from "../support/people/people.ts";
import { test } from "../support/story.ts";

const HANNAH = "h.osei@tidewell.example";
const SUBJECT = "Nightly backup job failed: repository out of space";

/** The demo's mail that came back, on a desk that sends. */
let desk: Awaited<ReturnType<typeof startMailDeskWithRelay>>;
test.describe.configure({ mode: "serial", timeout: 180_000 });
test.beforeAll(async () => {
  desk = await startMailDeskWithRelay();
});
test.afterAll(() => desk.end());

const letter = () => desk.mailTo(HANNAH, ({ subject }) => subject?.includes(SUBJECT) === true);
const lineOf = (page: Page, words: string) =>
  page.getByRole("listitem").filter({ hasText: `Mail to ${HANNAH} ${words}` });

test("a mail that came back is sent again from its ticket, by those who may edit its reader", async ({
  browser,
}) => {
  const specialist = await browser.newPage({ baseURL: desk.address });
  await signIn(specialist, "idris", `/tickets?search=${encodeURIComponent(SUBJECT)}`);
  await specialist.getByRole("link", { name: SUBJECT }).first().click();
  const returned = "could not be delivered: mailbox unknown (5.1.1)";
  await expect(lineOf(specialist, returned)).toBeVisible();
  await expect(lineOf(specialist, returned).getByRole("button")).toHaveCount(0);
  const page = await browser.newPage({ baseURL: desk.address });
  await signIn(page, "maren", specialist.url());
  await expect(lineOf(page, returned)).toBeVisible();
  expect(await findAxeViolations(page)).toEqual([]);
  await lineOf(page, returned).getByRole("button", { name: "Try again" }).click();
  await expect(toastOf(page, "Mail is sent there again")).toBeVisible();
  await letter();
  await page.reload();
  await expect(lineOf(page, "came back")).toContainText("sent again");
  await expect(lineOf(page, "came back").getByRole("button")).toHaveCount(0);
});

test("a mail that comes back once more is sent again from the list of outgoing mail", async ({ browser }) => {
  const { messageId = "" } = await letter();
  await desk.handIn(writeReturned(messageId, HANNAH, { status: "5.2.2", said: "mailbox full" }));
  await expect
    .poll(async () => JSON.stringify((await desk.maren("GET", "/mail?state=bounced")).body["items"]))
    .toContain("550 5.2.2 mailbox full");
  const page = await browser.newPage({ baseURL: desk.address });
  await signIn(page, "maren", "/settings/mail");
  const list = page.getByRole("region", { name: "Outgoing mail" });
  const row = list.getByRole("listitem").filter({ hasText: SUBJECT }).filter({ hasText: HANNAH });
  await expect(row).toContainText("returned: 550 5.2.2 mailbox full");
  expect(await findAxeViolations(page)).toEqual([]);
  const again = row.getByRole("button", { name: /^Try again: Re: / });
  await again.click();
  await expect(toastOf(page, "Mail is sent there again")).toBeVisible();
  await expect(again).toHaveCount(0);
  await expect.poll(() => desk.mailsTo(HANNAH).length).toBe(2);
});

test("a mail that no server takes stands on its ticket as soon as that is known", async ({ browser }) => {
  const address = "client@kestrel.example";
  desk.forget(address);
  const { body } = await desk.maren("GET", `/users?user_type=external&search=${address}`);
  const [client] = Array.isArray(body["users"]) ? body["users"] : [];
  const subject = "A scanner without paper";
  const id = await createTicket(desk.maren, subject, { client_id: client.id });
  const page = await browser.newPage({ baseURL: desk.address });
  await signIn(page, "idris", `/tickets/${id}`);
  await expect(page.getByRole("heading", { name: subject })).toBeVisible();
  await desk.maren("POST", `/tickets/${id}/comments`, { comment: "It is in the cupboard." });
  const line = page.getByRole("listitem").filter({ hasText: `Mail to ${address} could not be delivered` });
  await expect(line.first()).toContainText("User unknown");
  expect(await findAxeViolations(page)).toEqual([]);
});
