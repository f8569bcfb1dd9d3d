import { existsSync, readdirSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

/** The Chromium or Chrome of this machine, or null; Playwright's own downloads count. */
export function findBrowser() {
  return installedBrowsers().find((path) => existsSync(path)) ?? null;
}

function installedBrowsers() {
  if (process.platform === "darwin") {
    return [
      "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
      "/Applications/Chromium.app/Contents/MacOS/Chromium",
      ...downloaded(join(homedir(), "Library", "Caches", "ms-playwright"), [
        "chrome-mac/Chromium.app/Contents/MacOS/Chromium",
        "chrome-mac-arm64/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing",
        "chrome-mac-x64/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing",
      ]),
    ];
  }
  if (process.platform === "win32") {
    const cache = join(homedir(), "AppData", "Local", "ms-playwright");
    return [
      "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
      ...downloaded(cache, ["chrome-win\\chrome.exe", "chrome-win64\\chrome.exe"]),
    ];
  }
  return [
    "/usr/bin/chromium",
    "/usr/bin/chromium-browser",
    "/usr/bin/google-chrome",
    "/usr/bin/google-chrome-stable",
    ...downloaded(join(homedir(), ".cache", "ms-playwright"), [
      "chrome-linux/chrome",
      "chrome-linux64/chrome",
    ]),
  ];
}

function downloaded(cache, programs) {
  if (!existsSync(cache)) return [];
  const builds = readdirSync(cache).filter((name) => /^chromium-\d+$/.test(name));
  return builds.flatMap((build) => programs.map((program) => join(cache, build, program)));
}
