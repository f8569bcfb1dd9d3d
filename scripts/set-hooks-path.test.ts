import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { setHooksPath } from "./set-hooks-path.mjs";

const hooks = join(import.meta.dirname, "..", ".githooks");
const hasGit = spawnSync("git", ["--version"]).status === 0;

let folder: string;
beforeEach(() => {
  // Without the account's and the machine's settings, so that it is the same everywhere.
  vi.stubEnv("GIT_CONFIG_GLOBAL", "/dev/null").stubEnv("GIT_CONFIG_SYSTEM", "/dev/null");
  vi.stubEnv("GIT_DIR", undefined).stubEnv("GIT_INDEX_FILE", undefined).stubEnv("GIT_WORK_TREE", undefined);
  folder = mkdtempSync(join(tmpdir(), "waypost-hooks-"));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

describe.skipIf(!hasGit)("in a checkout", () => {
  beforeEach(() => expect(git("init").status).toBe(0));

  test("git uses our hooks, and doing it twice changes nothing", () => {
    setHooksPath(folder);
    setHooksPath(folder);
    expect(hooksPath()).toBe(".githooks");
  });

  test("a path that somebody has set stays", () => {
    git("config", "core.hooksPath", "/somebody/else");
    setHooksPath(folder);
    expect(hooksPath()).toBe("/somebody/else");
  });

  test("hooks of one's own do not fall silent", () => {
    mkdirSync(join(folder, ".git", "hooks"), { recursive: true });
    writeFileSync(join(folder, ".git", "hooks", "pre-push"), "#!/bin/sh\n");
    setHooksPath(folder);
    expect(hooksPath()).toBe("");
  });

  test("a copy inside another repository leaves that one alone", () => {
    mkdirSync(join(folder, "waypost"));
    setHooksPath(join(folder, "waypost"));
    expect(hooksPath()).toBe("");
  });

  test("a commit with a bad subject is refused with its sentence, and a good one is made", () => {
    git("config", "core.hooksPath", hooks);
    const refused = commit("tickets: The list shows relative times");
    expect(refused.stderr).toContain('"The" is not an imperative');
    expect(refused.status).toBe(1);
    expect(commit("tickets: Show relative times in the list")).toMatchObject({ status: 0 });
  });
});

test("a folder without git is left alone", () => {
  expect(() => setHooksPath(folder)).not.toThrow();
});

function commit(message: string) {
  return git("commit", "--allow-empty", "-m", message);
}

function hooksPath(): string {
  return git("config", "--get", "core.hooksPath").stdout.trim();
}

function git(...parameters: string[]) {
  const identity = ["-c", "user.name=Lena Fischer", "-c", "user.email=lead@waypost.example"];
  return spawnSync("git", [...identity, ...parameters], { cwd: folder, encoding: "utf8" });
}
