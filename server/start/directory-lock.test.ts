import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { newFolder } from "../../test/support/temporary-folder.ts";
import { findHolder, lockDirectory } from "./directory-lock.ts";

test("a directory that a living process holds is refused at once, naming that process", () => {
  const directory = newFolder();
  const release = lockDirectory(directory);
  expect(() => lockDirectory(directory)).toThrow(`${directory} is in use by process ${process.pid}`);
  release();
});

test("a lock whose number now belongs to another process is taken over", () => {
  const directory = newFolder();
  const reused = { pid: process.pid, began: "another time", token: "x" };
  writeFileSync(join(directory, "waypost.lock"), JSON.stringify(reused));
  expect(findHolder(directory)).toBeNull();
  lockDirectory(directory)();
});

test("a lock cut short by a power cut is taken over", () => {
  const directory = newFolder();
  writeFileSync(join(directory, "waypost.lock"), "");
  lockDirectory(directory)();
  expect(readdirSync(directory)).toEqual([]);
});

test("a released directory is free, and nothing is left in it", () => {
  const directory = newFolder();
  lockDirectory(directory)();
  lockDirectory(directory)();
  expect(readdirSync(directory)).toEqual([]);
});

// Thirty-five processes start here, which takes its time on a busy machine.
test("of many that start after a kill -9 exactly one takes the directory", async () => {
  for (let round = 0; round < 5; round += 1) {
    const directory = newFolder();
    const dead = holdInChild(directory);
    expect(await outcome(dead)).toBe("taken");
    dead.kill("SIGKILL");
    await once(dead, "exit");
    const starters = Array.from({ length: 6 }, () => holdInChild(directory));
    const outcomes = await Promise.all(starters.map(outcome));
    expect(outcomes.filter((each) => each === "taken")).toHaveLength(1);
    for (const starter of starters) starter.kill("SIGKILL");
  }
}, 180_000);

function holdInChild(directory: string) {
  const lock = new URL("directory-lock.ts", import.meta.url).href;
  const script = `import(${JSON.stringify(lock)}).then(({ lockDirectory }) => {
    try { lockDirectory(${JSON.stringify(directory)}); console.log("taken"); setInterval(() => {}, 1000); }
    catch (error) { console.log(error.message.includes("in use") ? "refused" : String(error)); }
  })`;
  return spawn(process.execPath, ["-e", script], { stdio: ["ignore", "pipe", "inherit"] });
}

async function outcome(child: ReturnType<typeof holdInChild>): Promise<string> {
  for await (const chunk of child.stdout) return String(chunk).trim();
  return "silent";
}
