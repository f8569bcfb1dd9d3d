import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readLock } from "./complete-package-lock.ts";

const { version } = JSON.parse(read("package.json"));
const sections = [...read("CHANGELOG.md").matchAll(/^## (.+)$/gm)].map(([, heading = ""]) => heading);

test("the lock file and the CHANGELOG know the version of package.json", () => {
  expect(readLock().packages[""]?.version).toBe(version);
  expect(sections.map((heading) => heading.split(",")[0])).toContain(version);
});

test("every section of the CHANGELOG has its day, but for the one that is being written", () => {
  const [newest = "", ...older] = sections;
  expect(newest).toMatch(/^\d+\.\d+\.\d+, (unreleased|\d{4}-\d\d-\d\d)$/);
  expect(older.filter((heading) => !/^\d+\.\d+\.\d+, \d{4}-\d\d-\d\d$/.test(heading))).toEqual([]);
});

function read(path: string): string {
  return readFileSync(new URL(`../${path}`, import.meta.url), "utf8");
}
