import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { completeLock, type Lock, readLock } from "./complete-package-lock.ts";

describe("the lock file of this checkout", () => {
  test("names every optional package for every machine, so that npm ci takes it everywhere", () => {
    expect(completeLock(readLock())).toEqual([]);
  });

  test("names no address that packages were fetched from", () => {
    expect(Object.values(readLock().packages).filter((entry) => entry.resolved)).toEqual([]);
  });
});

test(".nvmrc asks for the Node that the packages bring", () => {
  const { optionalDependencies } = JSON.parse(read("package.json"));
  const brought = Object.keys(optionalDependencies).filter((name) => name.startsWith("node-"));
  expect(brought.length).toBeGreaterThan(0);
  const majors = brought.map((name) => optionalDependencies[name].split(".")[0]);
  expect(new Set(majors)).toEqual(new Set([read(".nvmrc").trim()]));
});

describe("completing a lock file", () => {
  test("refuses a version that only the registry could settle", () => {
    expect(() => completeLock(lockWith({ "tool-linux-x64": "^1.0.0" }))).toThrow("only an exact version");
  });

  test("refuses a package whose name does not tell its machine", () => {
    expect(() => completeLock(lockWith({ "tool-plain": "1.0.0" }))).toThrow("does not tell which machine");
  });

  test("adds what is absent with its version and its machine", () => {
    const lock = lockWith({ "@tool/binding-linux-x64-musl": "1.2.3", "@tool/win32-arm64": "1.2.3" });
    completeLock(lock);
    expect(lock.packages["node_modules/@tool/binding-linux-x64-musl"]).toEqual({
      version: "1.2.3",
      dev: true,
      optional: true,
      os: ["linux"],
      cpu: ["x64"],
      libc: ["musl"],
    });
    expect(lock.packages["node_modules/@tool/win32-arm64"]).toMatchObject({ os: ["win32"], cpu: ["arm64"] });
  });
});

function lockWith(optionalDependencies: Record<string, string>): Lock {
  return { packages: { "": {}, "node_modules/tool": { version: "1.2.3", dev: true, optionalDependencies } } };
}

function read(path: string): string {
  return readFileSync(new URL(`../${path}`, import.meta.url), "utf8");
}
