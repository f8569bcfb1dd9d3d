import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { askedPart, LONG_TESTS, leftOut, PARTS, storyFiles } from "./parts.ts";

const PART_NUMBERS = Array.from({ length: PARTS }, (_, at) => at + 1);

describe("the parts of a run", () => {
  it("leave nothing out when none is asked for", () => {
    expect(askedPart({})).toBeNull();
    expect(leftOut(LONG_TESTS, null)).toEqual([]);
  });

  it("refuse one that does not exist", () => {
    for (const asked of ["", "0", String(PARTS + 1), "1.5", "all"]) {
      expect(() => askedPart({ TEST_PART: asked })).toThrow(/TEST_PART is a number from 1 to/);
    }
    expect(askedPart({ TEST_PART: "2" })).toBe(2);
  });

  it.each([
    ["long tests", LONG_TESTS],
    ["stories", storyFiles()],
  ])("hold each file of the %s exactly once", (_, files) => {
    expect(files.length).toBeGreaterThan(PARTS);
    const held = PART_NUMBERS.flatMap((part) => {
      const others = leftOut(files, part);
      return files.filter((file) => !others.includes(file));
    });
    expect(held.toSorted()).toEqual([...new Set(files)].toSorted());
  });

  it("name long tests that exist", () => {
    const gone = LONG_TESTS.filter((file) => !existsSync(new URL(`../${file}`, import.meta.url)));
    expect(gone).toEqual([]);
  });
});
