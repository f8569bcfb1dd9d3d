import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { chromium, type BrowserContext } from "@playwright/test";
import { findBrowser } from "../../../scripts/find-browser.mjs";
import { runApp } from "../../../test/support/processes/spawn-app.ts";
import { STORIES } from "../../load/browser-stories.ts";
import { findInconsistencies } from "../../load/check-ledger.ts";
import { makeSignIn, PASSWORD } from "../../load/person-with-password.ts";
import { look, makePlace } from "../../../test/support/database/data-directory-and-database.ts";
import type { Outcome, Scenario, Settings } from "../../scenario.ts";

const built = fileURLToPath(new URL("../../../dist/web/index.html", import.meta.url));

export const browser: Scenario = {
  name: "browser",
  rule: 524,
  words:
    "in a browser: the tab is killed, the connection cut, the answer lost, Back pressed, while a ticket is sent",
  rounds: { small: 5, full: 300 },
  missing: () => {
    if (findBrowser() === null) return "no Chromium";
    return existsSync(built) ? null : "the web app is not built: npm run build";
  },
  run,
};

async function run(settings: Settings): Promise<Outcome> {
  const place = await makePlace(settings, "browser");
  const app = await runApp(place.env);
  const chrome = await chromium.launch({
    executablePath: findBrowser() ?? "",
    args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
  });
  const anomalies: string[] = [];
  const subjects = new Map<string, string>();
  try {
    const { email } = await makeSignIn(place.connection());
    const context = await chrome.newContext({ baseURL: `http://localhost:${app.port}` });
    context.setDefaultTimeout(20_000);
    await signIn(context, email);
    for (let round = 0; round < settings.rounds; round += 1) {
      const story = STORIES[round % STORIES.length];
      if (!story) break;
      const subject = `Story ${settings.seed} ${round} of the browser`;
      subjects.set(subject, story.name);
      await story.raiseTicket(context, subject, settings.dice).catch((error: unknown) => {
        anomalies.push(`${story.name}: ${String(error).split("\n")[0]}`);
      });
      await context.setOffline(false);
      for (const page of context.pages()) await page.close({ runBeforeUnload: false });
      await forgetDrafts(context);
      settings.say(`${round + 1} of ${settings.rounds}`);
    }
    const { counts, inconsistencies } = await look(place.connection(), async (client) => {
      const { rows } = await client.query<{ subject: string; n: number }>(
        "select subject, count(*)::int as n from tickets group by subject",
      );
      return {
        counts: new Map(rows.map(({ subject, n }) => [subject, n])),
        inconsistencies: await findInconsistencies(client),
      };
    });
    const once = [...subjects.keys()].filter((subject) => counts.get(subject) === 1);
    for (const [subject, name] of subjects) {
      const times = counts.get(subject) ?? 0;
      if (times !== 1) anomalies.push(`${name}: ${times} tickets "${subject}"`);
    }
    return {
      rounds: settings.rounds,
      acknowledged: once.length,
      lost: [...subjects.keys()].filter((subject) => !counts.has(subject)).length,
      anomalies: [...anomalies, ...inconsistencies],
    };
  } finally {
    await chrome.close();
    await app.end();
    await place.drop();
  }
}

async function signIn(context: BrowserContext, email: string): Promise<void> {
  const page = await context.newPage();
  await page.goto("/login");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("heading", { level: 1 }).first().waitFor();
  await page.waitForURL((url) => url.pathname !== "/login");
  await page.close();
}

/** A story that broke off leaves its words to the next one. */
async function forgetDrafts(context: BrowserContext): Promise<void> {
  const page = await context.newPage();
  await page.goto("/healthz");
  await page.evaluate("localStorage.clear()");
  await page.close();
}
