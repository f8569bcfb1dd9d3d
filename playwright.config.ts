import { execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { defineConfig } from "@playwright/test";
import { DISABLED_FEATURES } from "./e2e/support/browser/browser-features.ts";
import { findBrowser } from "./scripts/find-browser.mjs";
import { askedPart, leftOut, storyFiles } from "./test/parts.ts";
import { storyPatterns } from "./test/quarantine.ts";
import { findQuickFolder } from "./test/support/quick-folder.ts";

/** Every worker reads this file again; what the first reading chose is handed on in the environment. */
process.env["E2E_PORT"] ??= freePort();
process.env["E2E_DATA"] ??= temporaryFolder();

const port = process.env["E2E_PORT"];
const baseURL = `http://localhost:${port}`;
const quarantined = storyPatterns();
const isRoot = process.getuid?.() === 0;

/** Stories in a real browser, against the demo in a data directory of its own. */
export default defineConfig({
  testDir: "e2e",
  testIgnore: leftOut(storyFiles(), askedPart()).map((file) => `**/${file}`),
  globalSetup: "./e2e/support/desk/raise-limits.ts",
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  // A second try only for what test/quarantine.ts names; what needed it is counted as flaky in the last lines.
  retries: 0,
  ...(quarantined.length > 0 && {
    projects: [
      { name: "stories", grepInvert: quarantined },
      { name: "quarantine", grep: quarantined, retries: 1 },
    ],
  }),
  reporter: "list",
  // Generous: a busy machine is slow, and a story that waits for what comes anyway proves nothing by failing early.
  timeout: 90_000,
  expect: { timeout: 20_000 },
  outputDir: "test-results",
  use: {
    baseURL,
    browserName: "chromium",
    // A story that answers in the server's place must be asked first; those about the worker allow it.
    serviceWorkers: "block",
    launchOptions: {
      executablePath: findBrowser() ?? "",
      // Chromium's sandbox refuses root.
      args: isRoot ? [DISABLED_FEATURES, "--no-sandbox"] : [DISABLED_FEATURES],
    },
    // Recording every story costs a third of its time: `npm run e2e -- FILE --trace on` records what has failed.
    trace: "off",
    screenshot: "only-on-failure",
  },
  webServer: {
    command: "exec node server/main.ts",
    env: { PORT: port, DATA_DIR: join(process.env["E2E_DATA"], "data"), DEMO: "on" },
    url: `${baseURL}/readyz`,
    timeout: 120_000,
    gracefulShutdown: { signal: "SIGTERM", timeout: 15_000 },
  },
});

function freePort(): string {
  const script = `const s = require("net").createServer().listen(0, "127.0.0.1", () => { console.log(s.address().port); s.close(); });`;
  return execFileSync(process.execPath, ["-e", script], { encoding: "utf8" }).trim();
}

function temporaryFolder(): string {
  const folder = mkdtempSync(join(findQuickFolder(), "waypost-e2e-"));
  // As root the database runs under another account, which must get through.
  chmodSync(folder, 0o711);
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
