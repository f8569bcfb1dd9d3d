import { expect } from "@playwright/test";
import { findAxeViolations } from "../support/page/axe.ts";
import { createOwnCompany } from "../support/people/invited-people.ts";
import { mailReader, mailRow } from "../support/page/incoming-page.ts";
import { toastOf } from "../support/page/locators.ts";
import { findMail, type MailDesk, startMailDesk } from "../support/desk/mail-desk.ts";
import { signIn } from "../support/people/people.ts";
import { test } from "../support/story.ts";

/** Mail has another turn: what failed, and what would be taken by now. */
let desk: MailDesk;
test.describe.configure({ mode: "serial", timeout: 180_000 });
test.beforeAll(async () => {
  desk = await startMailDesk();
});
test.afterAll(() => desk.end());

const SCAN = "Scan from the second floor";

test("a mail that could not be read is tried again by one key, and waits for a person", async ({
  browser,
}) => {
  const page = await browser.newPage({ baseURL: desk.address });
  await signIn(page, "lena", "/incoming?state=failed");
  await mailRow(page, "Scanner 2nd floor").click();
  await expect(mailReader(page)).toContainText("This mail could not be read");
  expect(await findAxeViolations(page)).toEqual([]);
  await page.keyboard.press("r");
  await expect(toastOf(page, "The mail is tried again")).toBeVisible();
  await expect(page.getByText("Nothing failed")).toBeVisible();
  await expect.poll(async () => (await findMail(desk.maren, SCAN)).state, { timeout: 60_000 }).toBe("held");
  await page.getByRole("link", { name: /^Held/ }).click();
  await mailRow(page, "Scanner 2nd floor").click();
  await expect(mailReader(page)).toContainText("Nobody with this address is known");
});

test("what a stranger wrote becomes tickets at once, as soon as they are known", async ({ browser }) => {
  const from = "Anna Berg <anna@newcomers.example>";
  const subjects = ["Chair for the front office", "A second screen", "Key for the garage"];
  await desk.send(subjects.map((subject) => ({ from, subject })));
  const page = await browser.newPage({ baseURL: desk.address });
  await signIn(page, "maren", "/incoming");
  await expect(mailRow(page, "Chair for the front office")).toBeVisible();
  const first = await findMail(desk.maren, "Chair for the front office");
  const made = await desk.maren("POST", `/incoming/${first.id}/make-ticket`, {
    contact: { fullname: "Anna Berg", company_id: await createOwnCompany(desk.maren, "Newcomers") },
  });
  expect([made.status, made.body["detail"]]).toEqual([201, undefined]);
  await expect(mailRow(page, "Chair for the front office")).toHaveCount(0);
  for (const subject of subjects.slice(1))
    await page.getByRole("checkbox", { name: `Select ${subject}` }).check();
  const bar = page.getByRole("toolbar", { name: "2 selected" });
  expect(await findAxeViolations(page)).toEqual([]);
  await bar.getByRole("button", { name: "Try again" }).click();
  await expect(toastOf(page, "2 mails are tried again")).toBeVisible();
  await expect(bar).toHaveCount(0);
  for (const subject of subjects.slice(1)) {
    await expect(mailRow(page, subject)).toHaveCount(0);
    await expect
      .poll(() => findMail(desk.maren, subject), { timeout: 60_000 })
      .toMatchObject({ state: "done", ticket: { subject }, sender: { fullname: "Anna Berg" } });
  }
});
