/*
 * Lets git use the hooks of this checkout. `npm install` runs it (as `prepare`), and so does every command that
 * makes the checkout ready, which installs without scripts. Plain JavaScript for any Node from 18 on.
 *
 *   node scripts/set-hooks-path.mjs
 */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const ours = ".githooks";

if (process.argv[1] === fileURLToPath(import.meta.url))
  setHooksPath(dirname(dirname(fileURLToPath(import.meta.url))));

/**
 * Sets `core.hooksPath` of the checkout at `root`. Leaves everything as it is where somebody has set it (for this
 * checkout, the account or the machine), where hooks of one's own would fall silent, and where there is no checkout
 * or no git.
 */
export function setHooksPath(root) {
  // The folder itself, not one around it: unpacked inside another repository, that one's settings are not ours.
  if (!existsSync(join(root, ".git"))) return;
  const set = git(root, "config", "--get", "core.hooksPath");
  // 1 says that it is set nowhere; anything else that it is, or that git cannot work here.
  if (set.status !== 1) return;
  const present = git(root, "rev-parse", "--git-path", "hooks");
  if (present.status !== 0 || hasHooks(resolve(root, present.stdout.trim()))) return;
  git(root, "config", "core.hooksPath", ours);
}

function git(root, ...parameters) {
  // Inside a hook of another repository these would send the command there.
  const { GIT_DIR: _dir, GIT_WORK_TREE: _tree, ...env } = process.env;
  return spawnSync("git", parameters, { cwd: root, env, encoding: "utf8" });
}

function hasHooks(folder) {
  return existsSync(folder) && readdirSync(folder).some((name) => !name.endsWith(".sample"));
}
