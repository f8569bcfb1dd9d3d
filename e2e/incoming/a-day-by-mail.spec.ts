import { expect, type Page } from "@playwright/test";
import { DESK_ADDRESS, startMailDeskWithRelay } from "../support/desk/mail-desk.ts";
import { PEOPLE, signIn } from "../support/people/people.ts";
import { test } from "../support/story.ts";

const TOMAS = `Tomás Aguilar <${PEOPLE.tomas}>`;
const IDRIS = `Idris Okafor <${PEOPLE.idris}>`;

let desk: Awaited<ReturnType<typeof startMailDeskWithRelay>>;
test.beforeAll(async () => {
  desk = await startMailDeskWithRelay();
});
test.afterAll(() => desk.end());

const comment = (page: Page, words: string) => page.getByRole("listitem").filter({ hasText: words });
const rail = (page: Page) => page.getByRole("complementary", { name: "Ticket properties" });
const status = (page: Page) => page.getByRole("button", { name: /^Change status/ });

test("a client who never signs in is helped by mail, and the agent answers from both sides", async ({
  browser,
}) => {
  test.setTimeout(180_000);
  const page = await browser.newPage({ baseURL: desk.address });
  await signIn(page, "idris", "/tickets");

  const asked = await desk.post({
    from: TOMAS,
    subject: "Label printer prints blanks",
    text: "Every second label is empty.\n\n-- \nTomás Aguilar\nKestrel Logistics",
    attachments: [{ filename: "driver-update.exe", content: "MZ" }],
  });
  const confirmation = await desk.mailTo(PEOPLE.tomas, (mail) => mail.inReplyTo === asked);
  expect(confirmation.subject).toMatch(/^\[WP-\d+\] Label printer prints blanks$/);
  await page.getByRole("link", { name: "Label printer prints blanks" }).first().click();
  await expect(page.getByRole("heading", { name: "Label printer prints blanks" })).toBeVisible();
  await expect(page.getByText("Every second label is empty.")).toBeVisible();
  // Once, in the words that everybody reads.
  await expect(page.getByText("driver-update.exe was not kept")).toHaveCount(1);
  await expect(page.getByText("Kestrel Logistics").first()).toBeVisible();
  await page.keyboard.press("a");
  await page.getByRole("option", { name: "Idris Okafor" }).click();
  await expect(rail(page)).toContainText("Idris Okafor");

  await page.getByRole("textbox", { name: "Write a comment" }).fill("Is the ribbon the blue one?");
  await expect(page.locator(".audience-line")).toContainText("Will be mailed to Tomás Aguilar");
  await page.keyboard.press("Control+Enter");
  const letter = await desk.mailTo(PEOPLE.tomas, (mail) => Boolean(mail.text?.includes("the blue one?")));
  expect(letter.from).toMatchObject({ name: "Idris Okafor, Waypost", address: DESK_ADDRESS });
  const replyTo = letter.replyTo?.[0]?.address ?? "";
  expect(replyTo).toMatch(/^help\+\d+\.\w+@waypost\.example$/);

  await desk.post({
    from: TOMAS,
    to: replyTo,
    cc: PEOPLE.priya,
    subject: `Re: ${letter.subject}`,
    inReplyTo: letter.messageId,
    references: `${letter.references ?? ""} ${letter.messageId}`.trim(),
    text: "It is the blue one.\n\n-- \nTomás Aguilar\nKestrel Logistics\n\nOn Tue, 24 Nov 2026 at 10:04, Idris Okafor wrote:\n> Is the ribbon the blue one?",
  });
  const reply = comment(page, "It is the blue one.");
  await expect(reply).toBeVisible();
  await expect(reply).not.toContainText("Is the ribbon");
  await reply.getByRole("button", { name: "Show quoted text" }).click();
  await expect(reply).toContainText("Is the ribbon the blue one?");
  await expect(rail(page).getByRole("listitem").filter({ hasText: "Priya Nair" })).toContainText("Cc");
  await expect(rail(page)).toContainText(DESK_ADDRESS);

  await desk.post({
    from: TOMAS,
    to: replyTo,
    subject: `Automatic reply: ${letter.subject}`,
    inReplyTo: letter.messageId,
    headers: { "Auto-Submitted": "auto-replied" },
    text: "I am away until Monday.",
  });
  await expect(page.getByText("Automatic reply from Tomás Aguilar")).toBeVisible();

  const notice = await desk.mailTo(PEOPLE.idris, (mail) =>
    Boolean(mail.text?.includes("It is the blue one.")),
  );
  const answer = { to: notice.replyTo?.[0]?.address ?? DESK_ADDRESS, inReplyTo: notice.messageId };
  await desk.post({
    from: IDRIS,
    ...answer,
    subject: `Re: ${notice.subject}`,
    text: "Then turn it over, please.\n\n> It is the blue one.",
  });
  await expect(comment(page, "Then turn it over, please.")).toBeVisible();
  for (const address of [PEOPLE.tomas, PEOPLE.priya])
    // oxlint-disable-next-line no-await-in-loop
    await desk.mailTo(address, (mail) => Boolean(mail.text?.includes("turn it over")));

  const before = desk.mailsTo(PEOPLE.tomas).length;
  await desk.post({
    from: IDRIS,
    ...answer,
    subject: `Re: ${notice.subject}`,
    text: "#note\nHe bought a wrong one again.",
  });
  await expect(comment(page, "He bought a wrong one again.")).toContainText("Internal note");
  await desk.post({
    from: IDRIS,
    ...answer,
    subject: `Re: ${notice.subject}`,
    text: "#close\nThat was it, thank you.",
  });
  await expect(comment(page, "That was it, thank you.")).toBeVisible();
  await expect(status(page)).toContainText("Closed");
  const closing = await desk.mailTo(PEOPLE.tomas, (mail) =>
    Boolean(mail.text?.includes("That was it, thank you.")),
  );
  expect(
    desk
      .mailsTo(PEOPLE.tomas)
      .slice(before)
      .map(({ text }) => text)
      .join("\n"),
  ).not.toContain("wrong one");

  await desk.post({
    from: TOMAS,
    to: closing.replyTo?.[0]?.address ?? "",
    subject: `Re: ${closing.subject}`,
    inReplyTo: closing.messageId,
    text: "Blank again, sorry.",
  });
  await expect(comment(page, "Blank again, sorry.")).toBeVisible();
  await expect(status(page)).not.toContainText("Closed");

  const clients = await browser.newPage({ baseURL: desk.address });
  await signIn(clients, "tomas", page.url());
  await expect(clients.getByText("Then turn it over, please.")).toBeVisible();
  await expect(clients.getByText("wrong one")).toHaveCount(0);
  await expect(clients.getByText("Automatic reply from")).toHaveCount(0);
});
