import { expect } from "@playwright/test";
import { ticketsApiAs, callAs, createTicket } from "../support/people/api-as.ts";
import { subjectLinks } from "../support/page/locators.ts";
import { openPageAs, signIn } from "../support/people/people.ts";
import { test } from "../support/story.ts";
import { freshWord, uniqueName } from "../support/unique-words.ts";

// How long it takes is measured by `npm run bench -- --live`, where no other story takes the processor.

test("a ticket that one raises stands on another's open list without a reload", async ({
  browser,
  request,
}) => {
  const word = freshWord();
  const maren = await ticketsApiAs(request, "maren");
  const list = await openPageAs(browser, "idris", `/tickets?search=${word}`);
  await expect(list.getByText("No tickets found")).toBeVisible();
  for (const number of ["First", "Second"]) {
    await maren.create({ subject: `${number} ${word}` });
    await expect(subjectLinks(list).filter({ hasText: number })).toBeVisible();
  }
});

test("an answer that one writes stands on another's open ticket without a reload", async ({
  browser,
  request,
}) => {
  const tomas = await callAs(request, "tomas");
  const id = await createTicket(tomas, uniqueName("Quick answers"));
  const idris = await callAs(request, "idris");
  const ticket = await openPageAs(browser, "tomas", `/tickets/${id}`);
  await expect(ticket.getByText("No comments yet")).toBeVisible();
  for (const comment of ["The first answer", "The second answer"]) {
    await idris("POST", `/tickets/${id}/comments`, { comment });
    await expect(ticket.locator(".thread .comment", { hasText: comment })).toBeVisible();
  }
});

test("what is raised before the code of live updates could be fetched stands on the list as well", async ({
  page,
  request,
}) => {
  const word = freshWord();
  const maren = await ticketsApiAs(request, "maren");
  let isAway = true;
  let refused = 0;
  await page.route(/\/assets\/live-updates[^/]*\.js/, async (route) => {
    if (!isAway) return route.continue();
    refused += 1;
    return route.abort();
  });
  await signIn(page, "idris", `/tickets?search=${word}`);
  await expect(page.getByText("No tickets found")).toBeVisible();
  await expect.poll(() => refused).toBeGreaterThan(0);
  await maren.create({ subject: `Early ${word}` });
  isAway = false;
  await expect(subjectLinks(page)).toContainText(`Early ${word}`);
});

test("rows that come while a pointer is down on another one wait, and what was pressed opens", async ({
  page,
  request,
}) => {
  const word = freshWord();
  const maren = await ticketsApiAs(request, "maren");
  const pressed = await maren.create({ subject: `Pressed ${word}` });
  await signIn(page, "idris", `/tickets?search=${word}`);
  await expect(subjectLinks(page)).toHaveCount(1);
  const mayCome = Promise.withResolvers<void>();
  await page.route(/\/api\/tickets\?/, async (route) => {
    await mayCome.promise;
    await route.continue();
  });
  const asked = page.waitForRequest(/\/api\/tickets\?/);
  await maren.create({ subject: `Other ${word}` });
  await asked;
  await subjectLinks(page).first().hover();
  await page.mouse.down();
  const come = page.waitForResponse(/\/api\/tickets\?/);
  mayCome.resolve();
  await (await come).finished();
  await expect(page.getByRole("heading", { level: 1, name: "Tickets 2" })).toBeVisible();
  await page.mouse.up();
  await expect(page).toHaveURL(`/tickets/${pressed.id}`);
});

test("a ticket that goes into the trash while it is open says so, and keeps what is being written", async ({
  browser,
  request,
}) => {
  const maren = await callAs(request, "maren");
  const id = await createTicket(maren, uniqueName("Gone meanwhile"));
  const page = await openPageAs(browser, "idris", `/tickets/${id}`);
  const box = page.getByRole("textbox", { name: "Write a comment" });
  await box.fill("Half a sentence");
  expect((await maren("DELETE", `/tickets/${id}`)).status).toBe(204);
  await expect(page.getByText("This ticket is no longer here")).toBeVisible();
  await expect(box).toHaveValue("Half a sentence");
  expect((await maren("POST", `/tickets/${id}/restore`)).status).toBe(200);
  await page.reload();
  await expect(page.getByText("This ticket is no longer here")).toBeHidden();
  await expect(box).toHaveValue("Half a sentence");
});
