/*
 * Makes a checkout ready for the command that follows: installed packages, a built web app, a browser.
 * Plain JavaScript for any Node from 18 on, because it runs before the pinned Node is there. Does nothing,
 * quickly, when nothing has changed since the last time.
 *
 *   node scripts/prepare-checkout.mjs start | dev | check | test | tool
 */
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { findBrowser } from "./find-browser.mjs";
import { setHooksPath } from "./set-hooks-path.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const packagesMarker = join(root, "node_modules", ".waypost-installed");
const webMarker = join(root, "dist", "web.hash");
const output = process.stdout;
const onWindows = process.platform === "win32";
const needsWeb = ["start", "test"];
const needsBrowser = ["test"];
// No install scripts: what the packages' own would do is done at the start, or not needed; ours is `setHooksPath`.
const installCommand = [
  "ci",
  "--ignore-scripts",
  "--include=dev",
  "--include=optional",
  "--no-audit",
  "--no-fund",
  "--prefer-offline",
  "--loglevel=error",
];

try {
  await makeReady(process.argv[2] ?? "start");
} catch (error) {
  process.stderr.write(`waypost: ${error.message}\n`);
  process.exit(1);
}

async function makeReady(mode) {
  refuseOldNode();
  const lacksWeb = () => needsWeb.includes(mode) && !isWebBuilt();
  if (lacksPackages() || lacksWeb()) {
    await alone(async () => {
      if (lacksPackages()) await install();
      if (lacksWeb()) await buildWeb();
    });
  }
  refuseMissingNode();
  setHooksPath(root);
  if (needsBrowser.includes(mode)) await installBrowser();
}

/** Two starts of one checkout at the same time would empty each other's folders. */
async function alone(work) {
  const sign = join(root, ".ready.json");
  for (let turn = 1; !placed(sign); turn += 1) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    const pid = readJson(sign)?.pid;
    if (turn === 5) output.write(`  Waiting for process ${pid}, which is getting this checkout ready\n`);
    // A sign without a readable number was cut short by a power cut.
    if (pid === undefined ? turn > 20 : !lives(pid)) rmSync(sign, { force: true });
  }
  process.once("exit", () => rmSync(sign, { force: true }));
  await work();
  rmSync(sign, { force: true });
}

function placed(sign) {
  try {
    writeFileSync(sign, JSON.stringify({ pid: process.pid }), { flag: "wx" });
    return true;
  } catch (error) {
    if (error.code === "EEXIST") return false;
    throw new Error(`the checkout's folder cannot be written to (${error.code}): allow it, then try again.`, {
      cause: error,
    });
  }
}

function lives(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}

function refuseOldNode() {
  const major = Number(process.versions.node.split(".")[0]);
  if (major >= 18) return;
  throw new Error(
    `this machine's Node is ${process.versions.node}, and Waypost needs 18 or newer: install a newer one.`,
  );
}

async function install() {
  if (!isInstalled()) {
    await step("Installing packages", "npm", installCommand, {
      failure: "the packages could not be installed: check the network, then try again.",
    });
  }
  writeFileSync(packagesMarker, packagesHash());
  refuseMissingNode();
}

function lacksPackages() {
  return readOrEmpty(packagesMarker) !== packagesHash();
}

function packagesHash() {
  return hashOf(["package.json", "package-lock.json"]);
}

/** Whether the folder already holds what the lock file names, because somebody ran npm by hand. */
function isInstalled() {
  const installed = readJson(join(root, "node_modules", ".package-lock.json"))?.packages;
  const locked = readJson(join(root, "package-lock.json"))?.packages;
  const essential = Object.keys(readJson(join(root, "package.json"))?.optionalDependencies ?? {});
  if (!installed || !locked) return false;
  return Object.entries(locked).every(([path, entry]) => {
    if (path === "") return true;
    if (installed[path]) return installed[path].version === entry.version;
    const isEssential = essential.includes(path.replace("node_modules/", "")) && fitsMachine(entry);
    return entry.optional === true && !isEssential;
  });
}

function fitsMachine({ os, cpu }) {
  return (!os || os.includes(process.platform)) && (!cpu || cpu.includes(process.arch));
}

/** The machine's own Node must be new enough to run TypeScript as it is where no package brings the pinned one. */
function refuseMissingNode() {
  const pinned = join(root, "node_modules", ".bin", onWindows ? "node.cmd" : "node");
  if (existsSync(pinned)) return;
  const major = Number(process.versions.node.split(".")[0]);
  if (major >= 24) return;
  throw new Error(
    `Waypost runs on Node 24, which its packages bring for Linux and Windows but not for ${process.platform} on ${process.arch}: install Node 24 (this machine has ${process.versions.node}).`,
  );
}

function isWebBuilt() {
  return readOrEmpty(webMarker) === webHash() && existsSync(join(root, "dist", "web", "index.html"));
}

function webHash() {
  return hashOf(["web", "contract", "vite.config.ts", "scripts/build/languages.ts", "package-lock.json"]);
}

async function buildWeb() {
  const hash = webHash();
  await step(
    "Building the web app",
    pinnedNode(),
    ["node_modules/vite/bin/vite.js", "build", "--logLevel=warn"],
    {
      failure: "the web app could not be built: the reason stands above.",
    },
  );
  writeFileSync(webMarker, hash);
}

async function installBrowser() {
  if (findBrowser()) return;
  const quiet = { quiet: true };
  const words = "Installing a browser for the tests";
  if (await tried(words, pinnedNode(), ["node_modules/playwright/cli.js", "install", "chromium"], quiet))
    return;
  const asRoot = process.getuid?.() === 0;
  if (asRoot && (await tried("Looking for the system's Chromium", "apt-get", ["update", "-qq"], quiet))) {
    if (
      await tried("Installing the system's Chromium", "apt-get", ["install", "-y", "-qq", "chromium"], quiet)
    )
      return;
  }
  throw new Error(
    "the browser tests need Chromium or Chrome, and none could be installed: install one, then try again.",
  );
}

async function tried(words, command, parameters, options) {
  try {
    await step(words, command, parameters, { ...options, failure: words });
    return command === "apt-get" && parameters[0] === "update" ? true : findBrowser() !== null;
  } catch {
    return false;
  }
}

/** Runs a command and shows its name and the seconds it takes; a signal to us ends it as well. */
async function step(words, command, parameters, { failure, quiet = false }) {
  const began = Date.now();
  const stopProgress = showProgress(words, began);
  const said = [];
  const child = spawn(command, parameters, {
    cwd: root,
    // The tools of the build are needed in production too.
    env: { ...process.env, NODE_ENV: "" },
    stdio: ["ignore", "pipe", "pipe"],
    shell: onWindows,
  });
  child.stdout.on("data", (chunk) => said.push(chunk));
  child.stderr.on("data", (chunk) => said.push(chunk));
  const pass = (signal) => child.kill(signal);
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) process.once(signal, pass);
  const status = await new Promise((resolve) => {
    child.once("error", () => resolve(127));
    child.once("close", (code, signal) => resolve(signal ? 130 : code));
  });
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) process.off(signal, pass);
  stopProgress();
  if (status !== 0) {
    if (!quiet) process.stderr.write(Buffer.concat(said));
    throw new Error(failure);
  }
  output.write(`  ${words} · ${((Date.now() - began) / 1000).toFixed(1)} s\n`);
}

/** Shows the seconds on a terminal; returns the function that ends it. */
function showProgress(words, began) {
  if (!output.isTTY) return () => {};
  const draw = () => output.write(`\r  ${words} ... ${Math.round((Date.now() - began) / 1000)} s`);
  draw();
  const timer = setInterval(draw, 1000);
  return () => {
    clearInterval(timer);
    output.write("\r\u001b[2K");
  };
}

function pinnedNode() {
  const pinned = join(root, "node_modules", ".bin", "node");
  return !onWindows && existsSync(pinned) ? pinned : process.execPath;
}

/** By content, not by time: a checkout of another commit changes times at will. */
function hashOf(paths) {
  const hash = createHash("sha256").update(process.platform + process.arch);
  const files = paths.flatMap((each) => filesBelow(each));
  // Node 18 has no toSorted.
  // eslint-disable-next-line unicorn/no-array-sort
  for (const path of files.sort()) {
    hash.update(`\0${path}\0`).update(readFileSync(join(root, path)));
  }
  return hash.digest("hex");
}

function filesBelow(path) {
  const entries = listOrNull(join(root, path));
  if (!entries) return [path];
  return entries
    .filter((entry) => !/\.test\.tsx?$/.test(entry.name))
    .flatMap((entry) =>
      entry.isDirectory() ? filesBelow(`${path}/${entry.name}`) : [`${path}/${entry.name}`],
    );
}

function listOrNull(folder) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return null;
  }
}

function readOrEmpty(path) {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

function readJson(path) {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return null;
  }
}
