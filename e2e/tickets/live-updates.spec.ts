import { expect } from "@playwright/test";
import { ticketsApiAs, callAs, createTicket } from "../support/api-as.ts";
import { subjectLinks } from "../support/locators.ts";
import { openPageAs } from "../support/people.ts";
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
