import { setTimeout as pause } from "node:timers/promises";
import type { BrowserContext, Page } from "@playwright/test";
import type { SeededRandom } from "#server/lib/seeded-random.ts";

/*
 * Faults between a person's click and the server's answer: the person looks, and tries again until the ticket is
 * there. The caller of a story counts afterwards: there has to be exactly one ticket.
 */
export type Story = {
  name: string;
  /** Raises one ticket of this subject from a page where somebody is signed in. */
  raiseTicket(context: BrowserContext, subject: string, dice: SeededRandom): Promise<void>;
};

export const STORIES: Story[] = [
  {
    name: "the tab is killed while it sends",
    async raiseTicket(context, subject, dice) {
      const page = await writeTicket(context, subject);
      await send(page);
      await pause(dice.between(0, 250));
      await findOrResend(context, subject);
    },
  },
  {
    name: "the connection is cut while it sends",
    async raiseTicket(context, subject, dice) {
      const page = await writeTicket(context, subject);
      // The code that shows toasts is fetched when the page has nothing else to do.
      await page.locator('section[aria-label^="Notifications"]').waitFor({ state: "attached" });
      const messageShown = waitForResult(page, subject);
      await send(page);
      await pause(dice.between(0, 100));
      await context.setOffline(true);
      const result = await messageShown;
      await context.setOffline(false);
      // A ticket raised before the cut shows when the page is opened anew.
      if (result === "raised") return findOrResend(context, subject);
      await send(page);
      await page.getByRole("heading", { name: subject }).waitFor();
    },
  },
  {
    name: "the answer is lost, and the button is pressed twice, and Enter as well",
    async raiseTicket(context, subject) {
      const page = await writeTicket(context, subject);
      // Not before all is pressed: what is pressed after the failure would be another try.
      const pressed = Promise.withResolvers<void>();
      await loseAnswers(page, "**/api/tickets", 1, pressed.promise);
      await page.getByRole("button", { name: "Create Ticket" }).dblclick();
      await page.getByLabel("Subject").press("Control+Enter");
      const failureShown = failure(page).first().waitFor();
      pressed.resolve();
      await failureShown;
      await send(page);
      await page.getByRole("heading", { name: subject }).waitFor();
      await page.close();
    },
  },
  {
    name: "Back is pressed while it sends",
    async raiseTicket(context, subject, dice) {
      const page = await writeTicket(context, subject);
      await send(page);
      await pause(dice.between(0, 100));
      await page.evaluate("history.back()");
      const leave = page
        .getByRole("dialog", { name: "Leave this page?" })
        .getByRole("button", { name: "Leave" });
      await leave.click({ timeout: 1000 }).catch(() => {});
      await findOrResend(context, subject);
    },
  },
  {
    name: "the answer that brings the session back is lost",
    async raiseTicket(context, subject) {
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

/** Presses the button without waiting for the answer. */
async function send(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Create Ticket" }).click({ noWaitAfter: true });
}

const failure = (page: Page) => page.locator(".toast", { hasText: "Failed to create ticket" });

/** Waits for the message that the person sees. Called before sending, since a toast is gone after four seconds. */
function waitForResult(page: Page, subject: string): Promise<"failed" | "raised"> {
  const other = page.locator(".toast", { hasNotText: "Failed to create ticket" });
  const done = other.or(page.getByRole("heading", { name: subject })).first();
  return Promise.race([
    failure(page)
      .waitFor()
      .then(() => "failed" as const),
    done.waitFor().then(() => "raised" as const),
  ]);
}

/** Sends the draft once more where it is still there; where it is gone, the ticket has to be in the list. */
async function findOrResend(context: BrowserContext, subject: string): Promise<void> {
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

/** Lets the server do its work and drops its answer; the page hears of the loss after `when`. */
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
