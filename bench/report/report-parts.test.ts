import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { pagesWith, putBetween, TABLES } from "./report-parts.ts";

describe("a table of the bench", () => {
  it.each(TABLES)("%s has its place on one page, once", (name) => {
    const [page = "", ...more] = pagesWith(name);
    expect(page).toMatch(/docs\/performance/);
    expect(more).toEqual([]);
    const text = readFileSync(page, "utf8");
    expect(text.split(`<!-- bench ${name} -->`)).toHaveLength(2);
    expect(text.split(`<!-- end ${name} -->`)).toHaveLength(2);
  });

  it("takes the place of the one before, and of nothing else", () => {
    const page = "Before.\n\n<!-- bench sizes -->\n\nold\n\n<!-- end sizes -->\n\nAfter.\n";
    expect(putBetween(page, "sizes", "new\n")).toBe(page.replace("old", "new"));
    expect(putBetween(page, "mixed", "new\n")).toBe(page);
  });
});
