import { chromium, type Page } from "@playwright/test";
import { findBrowser } from "../../scripts/find-browser.mjs";
import { PROBE } from "./browser.ts";
import { figuresOf } from "../measure/measure.ts";
import { signIn, type startFilledDesk } from "../measure/start-filled-desk.ts";

type Desk = Awaited<ReturnType<typeof startFilledDesk>>;
type Send = (path: string, body: object) => Promise<{ ticket?: { id: string } }>;

const ROUNDS = 40;

/**
 * From the answer to one person until the words stand on another's open page, in ms, on the list and under a ticket; beside
 * it the check of a session, asked by the same page in the same rounds. Both clocks are this machine's.
 */
export async function measureLiveUpdates({ address }: Desk, say: (words: string) => void): Promise<void> {
  const { token } = await signIn(address, "agent@waypost.example");
  const send: Send = async (path, body) => {
    const answer = await fetch(`${address}/api${path}`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    if (answer.status !== 201) throw new Error(`${path} answered ${answer.status}`);
    return JSON.parse(await answer.text());
  };
  const browser = await chromium.launch({
    executablePath: findBrowser() ?? "",
    args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
  });
  try {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    await context.request.post(`${address}/api/auth/login`, {
      data: { email: "admin@waypost.example", password: "waypost-demo" },
    });
    await context.addInitScript({ path: PROBE });
    const page = await context.newPage();
    // A list of its own: what is raised elsewhere waits behind a button when it would push rows down.
    const list = nextWord();
    const raise = (word: string) => send("/tickets", { subject: `${word} ${list}`, issue: "Timed." });
    await page.goto(`${address}/tickets?search=${list}`);
    await page.getByText("No tickets found").waitFor();
    await measure(page, "a new ticket on an open list", raise, say);

    const { ticket } = await raise("to be answered");
    await page.goto(`${address}/tickets/${ticket?.id}`);
    await page.locator("h1", { hasText: "to be answered" }).waitFor();
    await measure(
      page,
      "a comment on an open ticket",
      (comment) => send(`/tickets/${ticket?.id}/comments`, { comment }),
      say,
    );
  } finally {
    await browser.close();
  }
}

let words = Date.now();
/** A word that is nowhere yet. */
const nextWord = () => `live${(words += 1).toString(36)}`;

async function measure(
  page: Page,
  name: string,
  act: (word: string) => Promise<unknown>,
  say: (words: string) => void,
): Promise<void> {
  const shown: number[] = [];
  const checks: number[] = [];
  for (let round = -3; round < ROUNDS; round += 1) {
    const word = nextWord();
    // Both at once, so that a refused act ends the run with its own words.
    const [seen, answered] = await Promise.all([
      page.evaluate<number>(`waypostProbe.textAppears(${JSON.stringify(word)})`),
      act(word).then(() => performance.timeOrigin + performance.now()),
    ]);
    const ms = seen - answered;
    const check = await page.evaluate<number>("waypostProbe.sessionCheck()");
    // The first rounds warm the page and are not counted.
    if (round < 0) continue;
    shown.push(ms);
    checks.push(check);
  }
  const [ours, floor] = [figuresOf(shown), figuresOf(checks)];
  const times = (ours.p50 / floor.p50).toFixed(1);
  say(
    `${name}: p50 ${ours.p50.toFixed(0)} ms, p95 ${ours.p95.toFixed(0)} ms; the check of the session ${floor.p50.toFixed(1)} ms, ${times} times`,
  );
}
