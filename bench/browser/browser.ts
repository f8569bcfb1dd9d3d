/*
 * The times that a person waits, in Chromium against the built app: first paint, answers to keys and clicks, changes of the
 * page, scrolling, shifts. Each with the machine's own speed and with a processor four times slower.
 */
import { fileURLToPath } from "node:url";
import { type BrowserContext, chromium, type Page } from "@playwright/test";
import { findBrowser } from "../../scripts/find-browser.mjs";
import { figuresOf, type Figures, openShares } from "../measure/measure.ts";

type Say = (words: string) => void;
export type BrowserFigures = {
  slowdown: number;
  /** Ms. */
  lcpCold: Figures;
  lcpAgain: Figures;
  interactions: { count: number; p50: number; p98: number; worst: string };
  changes: { name: string; shown: Figures; whole: Figures }[];
  scroll: { rows: number; frames: number; p50: number; p99: number; worst: number; over33: number };
  cls: number;
};
type Taken = { lcp: number; cls: number; interactions: Record<string, { duration: number; name: string }> };

export const PROBE = fileURLToPath(new URL("browser-probe.js", import.meta.url));
const LIST = "main tbody tr[data-index]";
const SCROLLED_ROWS = 10_000;

/** `rounds`: cold visits, and turns of every change. */
export async function measureBrowser(
  address: string,
  { rounds, slowdowns, rows = SCROLLED_ROWS }: { rounds: number; slowdowns: number[]; rows?: number },
  say: Say,
): Promise<{ version: string; figures: BrowserFigures[] }> {
  const browser = await chromium.launch({
    executablePath: findBrowser() ?? "",
    args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
  });
  try {
    const figures: BrowserFigures[] = [];
    for (const slowdown of slowdowns) {
      say(`in the browser, processor ${slowdown}x slower`);
      const open = async () => {
        const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
        await context.addInitScript({ path: PROBE });
        await signIn(context, address);
        return context;
      };
      figures.push(await measureAt(open, { address, slowdown, rounds, rows }, say));
    }
    return { version: browser.version(), figures };
  } finally {
    await browser.close();
  }
}

type Run = { address: string; slowdown: number; rounds: number; rows: number };

async function measureAt(open: () => Promise<BrowserContext>, run: Run, say: Say): Promise<BrowserFigures> {
  const cold: number[] = [];
  const again: number[] = [];
  let cls = 0;
  for (let round = 0; round < run.rounds; round += 1) {
    const context = await open();
    for (const times of [cold, again]) {
      const page = await visit(context, run);
      const { lcp, cls: shifts } = await taken(page);
      times.push(lcp);
      cls = Math.max(cls, shifts);
      await page.close();
    }
    await context.close();
  }
  say("  changes of the page");
  const context = await open();
  const page = await visit(context, run);
  const changes = await measureChanges(page, run.rounds);
  say("  keys and clicks");
  await page.goto(`${run.address}/tickets`);
  await settled(page);
  await workOnTheList(page);
  const { interactions, cls: shifts } = await taken(page);
  say(`  scrolling ${run.rows} rows`);
  const scroll = await measureScroll(page, run);
  await context.close();
  return {
    slowdown: run.slowdown,
    lcpCold: figuresOf(cold),
    lcpAgain: figuresOf(again),
    interactions: summed(interactions),
    changes,
    scroll,
    cls: Math.round(Math.max(cls, shifts) * 10_000) / 10_000,
  };
}

/** The session cookie comes by the API, so that the first page of a visit is the list itself. */
async function signIn(context: BrowserContext, address: string): Promise<void> {
  const answer = await context.request.post(`${address}/api/auth/login`, {
    data: { email: "admin@waypost.example", password: "waypost-demo" },
  });
  if (!answer.ok()) throw new Error(`signing in answered ${answer.status()}`);
}

async function visit(context: BrowserContext, { address, slowdown }: Run): Promise<Page> {
  const page = await context.newPage();
  const devTools = await context.newCDPSession(page);
  await devTools.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
  await page.goto(`${address}/tickets`);
  await settled(page);
  return page;
}

/** The list stands, and what a page fetches once it is idle is here. */
async function settled(page: Page): Promise<void> {
  await page.locator(LIST).first().waitFor();
  await page.waitForTimeout(3500);
}

const taken = (page: Page): Promise<Taken> =>
  page.evaluate(
    "({ lcp: waypostProbe.lcp, cls: waypostProbe.cls, interactions: waypostProbe.interactions })",
  );

/** There and back; the way there first to what was never fetched, then to what was. */
async function measureChanges(page: Page, rounds: number) {
  const times = new Map<string, { shown: number[]; whole: number[] }>();
  const go = async (name: string, selector: string, title: string) => {
    const change: { shown: number; whole: number } = await page.evaluate(
      `waypostProbe.change(${JSON.stringify(selector)}, ${JSON.stringify(title)})`,
    );
    const of = times.get(name) ?? { shown: [], whole: [] };
    of.shown.push(change.shown);
    of.whole.push(change.whole);
    times.set(name, of);
    await page.waitForTimeout(400);
  };
  for (let round = 0; round < rounds; round += 1) {
    const link = `main tbody tr[data-index="${round}"] a.strong`;
    // Behind the subject stand words that are only heard.
    const title = await page.locator(link).evaluate(({ firstChild }) => firstChild?.textContent ?? "");
    await go("list to a ticket, new", link, title);
    await go("ticket to the list", 'nav a[href^="/tickets"]', "Tickets");
    await go("list to a ticket, seen", link, title);
    await go("ticket to the list", 'nav a[href^="/tickets"]', "Tickets");
    await go(
      round === 0 ? "list to the dashboard, new" : "list to the dashboard, seen",
      'nav a[href="/dashboard"]',
      "Dashboard",
    );
    await go("dashboard to the list", 'nav a[href^="/tickets"]', "Tickets");
    await go(round === 0 ? "list to users, new" : "list to users, seen", 'nav a[href="/users"]', "Users");
    await go("users to the list", 'nav a[href^="/tickets"]', "Tickets");
  }
  return [...times].map(([name, { shown, whole }]) => ({
    name,
    shown: figuresOf(shown),
    whole: figuresOf(whole),
  }));
}

/** Some sixty keys and clicks, as an agent makes them. */
async function workOnTheList(page: Page): Promise<void> {
  const press = async (...keys: string[]) => {
    for (const key of keys) {
      await page.keyboard.press(key);
      await page.waitForTimeout(120);
    }
  };
  await press(...Array.from("jjjjjjjjjjkkkkk"));
  await press("x", "j", "x", "j", "x", "Escape");
  await press("[", "[");
  await page.getByRole("combobox", { name: "Status" }).click();
  await press("ArrowDown", "ArrowDown", "Enter");
  await page.waitForTimeout(500);
  await page.getByRole("combobox", { name: "Priority" }).click();
  await press("ArrowDown", "Enter");
  await page.waitForTimeout(500);
  await page.getByRole("button", { name: "Clear" }).first().click();
  await page.waitForTimeout(500);
  await page.getByRole("button", { name: "More filters" }).click();
  await press("Escape");
  await press("/", ...Array.from("printer"), "Escape");
  await page.waitForTimeout(800);
  await press("Control+k", ...Array.from("print"), "ArrowDown", "ArrowDown", "Escape");
  await page.waitForTimeout(300);
  await press("?", "Escape");
}

function summed(interactions: Taken["interactions"]): BrowserFigures["interactions"] {
  const all = Object.values(interactions).toSorted((a, b) => a.duration - b.duration);
  const at = (share: number) => all[Math.min(all.length - 1, Math.floor(all.length * share))];
  return {
    count: all.length,
    p50: at(0.5)?.duration ?? 0,
    p98: at(0.98)?.duration ?? 0,
    worst: `${all.at(-1)?.name ?? "none"}, ${all.at(-1)?.duration ?? 0} ms`,
  };
}

/** Loads rows as scrolling does, then scrolls through all of them. */
async function measureScroll(
  page: Page,
  { address, slowdown, rows }: Run,
): Promise<BrowserFigures["scroll"]> {
  await page.goto(`${address}/tickets`);
  await settled(page);
  const devTools = await page.context().newCDPSession(page);
  await devTools.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  let loaded = 0;
  for (let still = 0; loaded < rows - 1 && still < 100;) {
    await page.evaluate("scrollTo(0, document.documentElement.scrollHeight)");
    await page.waitForTimeout(30);
    const now: number = await page.evaluate("waypostProbe.rows()");
    still = now > loaded ? 0 : still + 1;
    loaded = Math.max(loaded, now);
  }
  await page.evaluate("scrollTo(0, 0)");
  await page.waitForTimeout(500);
  await devTools.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
  const gaps: number[] = await page.evaluate("waypostProbe.scroll(10)");
  const at = openShares(gaps);
  return {
    rows: loaded + 1,
    frames: gaps.length,
    p50: Math.round(at(0.5) * 10) / 10,
    p99: Math.round(at(0.99) * 10) / 10,
    worst: Math.round(at(1) * 10) / 10,
    over33: gaps.filter((gap) => gap > 33.4).length,
  };
}
