import { setTimeout as pause } from "node:timers/promises";
import type { BrowserContext, Page } from "@playwright/test";
import type { SeededRandom } from "#server/lib/seeded-random.ts";

/*
 * What goes wrong between a person's click and the server's word, told to the end: the person looks, and tries again
 * until the ticket stands there. Whoever runs a story counts afterwards: there has to be exactly one.
 */
export type Story = {
  name: string;
  /** Raises one ticket of this subject from a page where somebody is signed in. */
  tell(context: BrowserContext, subject: string, dice: SeededRandom): Promise<void>;
};

export const STORIES: Story[] = [
  {
    name: "the tab is killed while it sends",
    async tell(context, subject, dice) {
      const page = await writeTicket(context, subject);
      await send(page);
      await pause(dice.between(0, 250));
      await lookAgain(context, subject);
    },
  },
  {
    name: "the line is cut while it sends",
    async tell(context, subject, dice) {
      const page = await writeTicket(context, subject);
      // What shows words is fetched when the page has nothing else to do.
      await page.locator('section[aria-label^="Notifications"]').waitFor({ state: "attached" });
      const isTold = outcome(page, subject);
      await send(page);
      await pause(dice.between(0, 100));
      await context.setOffline(true);
      const told = await isTold;
      await context.setOffline(false);
      // What was done before the cut shows when the page is opened anew.
      if (told === "raised") return lookAgain(context, subject);
      await send(page);
      await page.getByRole("heading", { name: subject }).waitFor();
    },
  },
  {
    name: "the answer is lost, and the button is pressed twice, and Enter as well",
    async tell(context, subject) {
      const page = await writeTicket(context, subject);
      // Not before all is pressed: what is pressed after the failure would be another try.
      const pressed = Promise.withResolvers<void>();
      await loseAnswers(page, "**/api/tickets", 1, pressed.promise);
      await page.getByRole("button", { name: "Create Ticket" }).dblclick();
      await page.getByLabel("Subject").press("Control+Enter");
      const told = failure(page).first().waitFor();
      pressed.resolve();
      await told;
      await send(page);
      await page.getByRole("heading", { name: subject }).waitFor();
      await page.close();
    },
  },
  {
    name: "Back is pressed while it sends",
    async tell(context, subject, dice) {
      const page = await writeTicket(context, subject);
      await send(page);
      await pause(dice.between(0, 100));
      await page.evaluate("history.back()");
      const leave = page
        .getByRole("dialog", { name: "Leave this page?" })
        .getByRole("button", { name: "Leave" });
      await leave.click({ timeout: 1000 }).catch(() => {});
      await lookAgain(context, subject);
    },
  },
  {
    name: "the answer that brings the session back is lost",
    async tell(context, subject) {
      const page = await context.newPage();
      await loseAnswers(page, "**/api/auth/refresh", 1);
      await page.goto("/tickets/new");
      await page.getByRole("button", { name: "Try again" }).click();
      await fillTicket(page, subject);
      await send(page);
      await page.getByRole("heading", { name: subject }).waitFor();
      await page.close();
    },
  },
];

async function writeTicket(context: BrowserContext, subject: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto("/");
  await page.goto("/tickets/new");
  await fillTicket(page, subject);
  return page;
}

async function fillTicket(page: Page, subject: string): Promise<void> {
  await page.getByLabel("Subject").fill(subject);
  await page.getByLabel("Issue", { exact: true }).fill("It stopped in the middle.");
}

/** Without waiting for what comes of it. */
async function send(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Create Ticket" }).click({ noWaitAfter: true });
}

const failure = (page: Page) => page.locator(".toast", { hasText: "Failed to create ticket" });

/** What the person is told; listened for beforehand, since words that pass by are gone after four seconds. */
function outcome(page: Page, subject: string): Promise<"failed" | "raised"> {
  const other = page.locator(".toast", { hasNotText: "Failed to create ticket" });
  const done = other.or(page.getByRole("heading", { name: subject })).first();
  return Promise.race([
    failure(page)
      .waitFor()
      .then(() => "failed" as const),
    done.waitFor().then(() => "raised" as const),
  ]);
}

/** What was written is still there, and is sent once more; or it is gone, and then the ticket stands in the list. */
async function lookAgain(context: BrowserContext, subject: string): Promise<void> {
  for (const left of context.pages()) await left.close({ runBeforeUnload: false });
  const page = await context.newPage();
  await page.goto("/tickets/new");
  const field = page.getByLabel("Subject");
  await field.waitFor();
  if ((await field.inputValue()) === subject) {
    await send(page);
    await page.getByRole("heading", { name: subject }).waitFor();
  } else {
    await page.goto(`/tickets?search=${encodeURIComponent(subject)}`);
    await page.getByRole("link", { name: subject }).first().waitFor();
  }
  await page.close();
}

/** The server gets the request and does its work; nobody hears of it, until `when` not even that it was lost. */
async function loseAnswers(page: Page, path: string, times: number, when?: Promise<void>): Promise<void> {
  await page.route(
    path,
    async (route) => {
      await route.fetch().catch(() => {});
      await when;
      await route.abort("connectionreset").catch(() => {});
    },
    { times },
  );
}
