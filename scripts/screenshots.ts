/*
 * Pictures of every page and its main states (`npm run screenshots [folder]`): for an administrator, a client admin
 * and a client, in both themes, wide and on a phone, of a fresh demo in a data directory of its own. The few that
 * the README shows go to docs/screenshots.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, chromium, type Page } from "@playwright/test";
import { findBrowser } from "./find-browser.mjs";
import { smallerPng } from "./screenshots/smaller-png.ts";
import { PEOPLE, SHOWN, type View, VIEWS, type Who } from "./screenshots/views.ts";

const DOCS = join(import.meta.dirname, "..", "docs", "screenshots");
const SIZES = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
] as const;
const THEMES = ["dark", "light"] as const;

const folder = process.argv[2] ?? mkdtempSync(join(tmpdir(), "waypost-screenshots-"));
const data = mkdtempSync(join(tmpdir(), "waypost-pictured-"));
// As root the database runs under another account, which must get through.
chmodSync(data, 0o711);
mkdirSync(folder, { recursive: true });
mkdirSync(DOCS, { recursive: true });

const port = await freePort();
const server = spawn(process.execPath, [join(import.meta.dirname, "..", "server", "main.ts")], {
  env: { ...process.env, PORT: String(port), DATA_DIR: join(data, "data"), DEMO: "on", LOG_LEVEL: "warn" },
  stdio: ["ignore", "ignore", "inherit"],
});
try {
  await ready(server);
  const browser = await chromium.launch({
    executablePath: findBrowser() ?? "",
    // Chromium's sandbox refuses root.
    args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
  });
  const count = await pictureAll(browser);
  await browser.close();
  process.stdout.write(`${count} pictures in ${folder}\n`);
} finally {
  server.kill("SIGTERM");
  await once(server, "exit");
  rmSync(data, { recursive: true, force: true });
}

async function pictureAll(browser: Browser): Promise<number> {
  let count = 0;
  for (const who of ["admin", "client-admin", "client"] as const) {
    for (const theme of THEMES) {
      for (const size of SIZES) {
        // One after the other: they share one small machine.
        // oxlint-disable-next-line no-await-in-loop
        count += await pictureOne(browser, who, theme, size);
      }
    }
  }
  return count;
}

async function pictureOne(
  browser: Browser,
  who: Who,
  theme: (typeof THEMES)[number],
  viewport: (typeof SIZES)[number],
): Promise<number> {
  const context = await browser.newContext({
    baseURL: `http://localhost:${port}`,
    viewport,
    reducedMotion: "reduce",
    locale: "en-US",
    timezoneId: "UTC",
  });
  await context.addInitScript({ content: `localStorage.setItem("theme", "${theme}")` });
  await context.request.post("/api/auth/login", { data: { email: PEOPLE[who], password: "waypost-demo" } });
  for (const view of VIEWS[who]) {
    const name = [who, view.name, theme, viewport.width].join("-");
    // oxlint-disable-next-line no-await-in-loop
    await picture(await context.newPage(), view, join(folder, `${name}.png`)).catch((error: unknown) =>
      process.stderr.write(`${name}: ${String(error).split("\n")[0]}\n`),
    );
    const shown = SHOWN[name];
    if (shown)
      writeFileSync(join(DOCS, `${shown}.png`), smallerPng(readFileSync(join(folder, `${name}.png`))));
  }
  await context.close();
  return VIEWS[who].length;
}

async function picture(page: Page, { path, before, open }: View, file: string): Promise<void> {
  page.setDefaultTimeout(8000);
  await before?.(page);
  await page.goto(path);
  await page.locator("h1").first().waitFor();
  if (!before) await calm(page);
  await open?.(page);
  if (!before) await calm(page);
  // Fonts, and what fades in whatever the setting.
  await page.waitForTimeout(300);
  await page.screenshot({ path: file });
  await page.close();
}

/** Resolves when no skeleton and no spinner is left. */
async function calm(page: Page): Promise<void> {
  await page.waitForTimeout(100);
  await page.locator(".skeleton:visible, main .spinner:visible").first().waitFor({ state: "detached" });
}

async function ready(process: ChildProcess): Promise<void> {
  for (let turn = 0; turn < 600; turn += 1) {
    if (process.exitCode !== null) throw new Error("The demo did not start");
    // oxlint-disable-next-line no-await-in-loop
    const answer = await fetch(`http://localhost:${port}/readyz`).catch(() => null);
    if (answer?.ok) return;
    // oxlint-disable-next-line no-await-in-loop
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error("The demo took longer than a minute to start");
}

async function freePort(): Promise<number> {
  const listener = createServer().listen(0, "127.0.0.1");
  await once(listener, "listening");
  const address = listener.address();
  listener.close();
  await once(listener, "close");
  if (address === null || typeof address === "string") throw new Error("No port is free");
  return address.port;
}
