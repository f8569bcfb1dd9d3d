import { expect, type Page, test } from "@playwright/test";
import { ticketsApiAs, callAs, createTicket } from "../support/api-as.ts";
import { subjectLinks } from "../support/locators.ts";
import { openPageAs } from "../support/people.ts";
import { freshWord, uniqueName } from "../support/unique-words.ts";

const ROUNDS = 10;
const LIMIT_MS = 200;
/** Other stories may leave this machine slower: then so many answers' time, measured in the same rounds. */
const LIMIT_ANSWERS = 12;
/** Other stories load the machine at the same time, so a slow measurement is repeated up to this often. */
const MOMENTS = 6;

test("what one does stands on another's open page within 200 ms", async ({ browser, request }) => {
  test.slow();
  const word = freshWord();
  const maren = await ticketsApiAs(request, "maren");
  const list = await openPageAs(browser, "idris", `/tickets?search=${word}`);
  await expect(list.getByText("No tickets found")).toBeVisible();
  const rows = await measureQuietly(list, async (words) => {
    await maren.create({ subject: `${words} ${word}` });
    return () => expect(subjectLinks(list).filter({ hasText: words })).toBeVisible();
  });

  const tomas = await callAs(request, "tomas");
  const id = await createTicket(tomas, uniqueName("Quick answers"));
  const idris = await callAs(request, "idris");
  const ticket = await openPageAs(browser, "tomas", `/tickets/${id}`);
  await expect(ticket.getByText("No comments yet")).toBeVisible();
  const comments = await measureQuietly(ticket, async (words) => {
    await idris("POST", `/tickets/${id}/comments`, { comment: words });
    return () => expect(ticket.locator(".thread .comment", { hasText: words })).toBeVisible();
  });

  process.stdout.write(
    `from the answer to the other page: list ${formatTimes(rows)}, comment ${formatTimes(comments)}\n`,
  );
  expect(medianOf(rows.times)).toBeLessThan(limitOf(rows));
  expect(medianOf(comments.times)).toBeLessThan(limitOf(comments));
});

type Act = (words: string) => Promise<() => Promise<unknown>>;
/** Milliseconds of each round, and of the smallest answer that the same page got in it. */
type Measured = { times: number[]; answers: number[] };

const limitOf = ({ answers }: Measured) => Math.max(LIMIT_MS, LIMIT_ANSWERS * medianOf(answers));

async function measureQuietly(page: Page, act: Act): Promise<Measured> {
  let measured = await measure(page, act);
  for (let moment = 1; moment < MOMENTS && medianOf(measured.times) >= LIMIT_MS; moment += 1)
    measured = await measure(page, act);
  return measured;
}

/** Milliseconds from the answer of each action until its text is on the page; both clocks are this machine's. */
async function measure(page: Page, act: Act): Promise<Measured> {
  await page.evaluate(() => {
    new MutationObserver(() => {
      const [awaited] = document.documentElement.dataset["awaited"]?.split(" ") ?? [];
      if (!awaited || !document.body.innerText.includes(awaited)) return;
      document.documentElement.dataset["seen"] = String(performance.timeOrigin + performance.now());
      delete document.documentElement.dataset["awaited"];
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
  });
  const times: number[] = [];
  const answers: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const words = freshWord();
    await page.evaluate((text) => (document.documentElement.dataset["awaited"] = text), words);
    const arrived = await act(words);
    const answered = performance.timeOrigin + performance.now();
    await arrived();
    times.push(Number(await page.evaluate(() => document.documentElement.dataset["seen"])) - answered);
    answers.push(await page.evaluate(timeAnswer));
  }
  return { times, answers };
}

async function timeAnswer(): Promise<number> {
  const asked = performance.now();
  await (await fetch("/api/config", { cache: "no-store" })).text();
  return performance.now() - asked;
}

function medianOf(times: number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Infinity;
}

function formatTimes({ times, answers }: Measured): string {
  const answer = medianOf(answers).toFixed(0);
  return `median ${medianOf(times).toFixed(0)} ms, worst ${Math.max(...times).toFixed(0)} ms (an answer ${answer} ms)`;
}
