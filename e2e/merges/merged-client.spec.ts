import { expect, type Page } from "@playwright/test";
import { createTicket } from "../support/people/api-as.ts";
import { startMailDeskWithRelay } from "../support/desk/mail-desk.ts";
import { PEOPLE, signIn } from "../support/people/people.ts";
import { answerBox } from "../support/page/saved-replies.ts";
import { test } from "../support/story.ts";
import { freshWord } from "../support/unique-words.ts";
import { DEVICES, measureOverflow } from "../support/browser/viewports.ts";

let desk: Awaited<ReturnType<typeof startMailDeskWithRelay>>;
test.beforeAll(async () => {
  desk = await startMailDeskWithRelay();
});
test.afterAll(() => desk.end());

const comment = (page: Page, words: string) => page.locator(".comment").filter({ hasText: words });
const savedDraft = (page: Page) =>
  page.waitForResponse((answer) => answer.url().endsWith("/draft") && answer.request().method() === "PUT");

for (const [place, viewport] of DEVICES)
  test(`a client whose ticket was merged follows the old link, finds what they had begun, and answers the old mail, ${place}`, async ({
    browser,
  }) => {
    test.setTimeout(120_000);
    const word = freshWord();
    const [idris, tomas, priya] = [
      await desk.callAs("idris"),
      await desk.callAs("tomas"),
      await desk.callAs("priya"),
    ];
    const kept = await createTicket(priya, `Kept ${word}`);
    const merged = await createTicket(tomas, `Merged ${word}`);
    await idris("POST", `/tickets/${merged}/comments`, { comment: `Is it the left one? ${word}` });
    const old = await desk.mailTo(PEOPLE.tomas, ({ text }) => Boolean(text?.includes(`left one? ${word}`)));
    const link = /https?:\/\/\S+\/tickets\/[\w-]+/.exec(old.text ?? "")?.[0] ?? "";
    const context = await browser.newContext({ baseURL: desk.address, locale: "en-US", viewport });
    const page = await context.newPage();
    await signIn(page, "tomas", `/tickets/${merged}`);
    const saved = savedDraft(page);
    await answerBox(page).fill(`It is the ${word}`);
    await saved;
    await page.goto("/dashboard");
    expect((await idris("POST", `/tickets/${kept}/merge`, { ids: [merged] })).status).toBe(200);

    await test.step("the link of the old mail leads to the ticket that stays, and says why", async () => {
      await page.goto(new URL(link).pathname);
      await expect(page).toHaveURL(`/tickets/${kept}`);
      await expect(page.getByRole("heading", { level: 1, name: `Kept ${word}` })).toBeVisible();
      await expect(page.getByText(/^WP-\d+ is now part of this ticket\.$/)).toBeVisible();
      await expect(comment(page, `Is it the left one? ${word}`)).toBeVisible();
      expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
    });

    await test.step("what they had begun to write there is offered, and theirs to go on with", async () => {
      const offer = page.getByRole("note").filter({ hasText: /^Your draft from WP-\d+/ });
      await expect(answerBox(page)).toHaveValue("");
      await offer.getByRole("button", { name: "Insert" }).click();
      await expect(answerBox(page)).toHaveValue(`It is the ${word}`);
      await expect(offer).toHaveCount(0);
      await page.getByRole("button", { name: "Add Comment", exact: true }).click();
      await expect(comment(page, `It is the ${word}`)).toHaveCount(1);
      await expect.poll(async () => (await tomas("GET", "/drafts")).body["drafts"]).toEqual([]);
    });

    await test.step("an answer to the old mail comes to the ticket that stays, and the next mail says so", async () => {
      await desk.post({
        from: `Tomás Aguilar <${PEOPLE.tomas}>`,
        to: old.replyTo?.[0]?.address ?? "",
        subject: `Re: ${old.subject}`,
        inReplyTo: old.messageId,
        references: `${old.references ?? ""} ${old.messageId}`.trim(),
        text: `Sorry, the right one. ${word}`,
      });
      await expect(comment(page, `Sorry, the right one. ${word}`)).toBeVisible();
      await expect(page).toHaveURL(`/tickets/${kept}`);
      await idris("POST", `/tickets/${kept}/comments`, { comment: `Then turn that one. ${word}` });
      const next = await desk.mailTo(PEOPLE.tomas, ({ text }) =>
        Boolean(text?.includes(`turn that one. ${word}`)),
      );
      expect(next.text).toMatch(/WP-\d+ is now part of this conversation\./);
      expect(next.references).toContain(old.messageId);
    });
    await context.close();
  });

test("words that only a client's browser has are offered on the ticket that stays", async ({ browser }) => {
  const word = freshWord();
  const [idris, tomas] = [await desk.callAs("idris"), await desk.callAs("tomas")];
  const kept = await createTicket(tomas, `Kept ${word}`);
  const merged = await createTicket(tomas, `Merged ${word}`);
  const page = await (await browser.newContext({ baseURL: desk.address, locale: "en-US" })).newPage();
  await signIn(page, "tomas", `/tickets/${merged}`);
  // The line to the server is slow: none of it is a draft there when the merge comes.
  await page.route(/\/draft$/, (route) =>
    route.request().method() === "PUT" ? undefined : route.continue(),
  );
  await answerBox(page).fill(`It is the ${word}`);
  expect((await idris("POST", `/tickets/${kept}/merge`, { ids: [merged] })).status).toBe(200);
  await expect(page).toHaveURL(`/tickets/${kept}`);
  const offer = page.getByRole("note").filter({ hasText: /^Your draft from WP-\d+/ });
  await expect(answerBox(page)).toHaveValue("");
  await offer.getByRole("button", { name: "Insert" }).click();
  await expect(answerBox(page)).toHaveValue(`It is the ${word}`);
  await expect(offer).toHaveCount(0);
  await page.context().close();
});
