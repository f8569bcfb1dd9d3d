import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { countRetries, QUARANTINE, type Quarantined, storyPatterns } from "./quarantine.ts";

const LIST: Quarantined[] = [
  { file: "server/live/live.test.ts", title: "says it (once)", reason: "" },
  { file: "e2e/session.spec.ts", title: "the session ends", reason: "" },
];

describe("the quarantine", () => {
  it("names tests that exist, each once and with its reason", () => {
    expect(QUARANTINE.filter((entry) => !exists(entry))).toEqual([]);
    expect(QUARANTINE.filter(({ reason }) => reason.length < 40)).toEqual([]);
    const names = QUARANTINE.map(({ file, title }) => `${file} ${title}`);
    expect(names).toEqual([...new Set(names)]);
  });

  it("knows a test that exists from one that does not", () => {
    const file = "test/quarantine.test.ts";
    expect(exists({ file, title: "knows a test that exists from one that does not", reason: "" })).toBe(true);
    expect(exists({ file, title: "knows a test that exists", reason: "" })).toBe(false);
    expect(exists({ file: "test/gone.test.ts", title: "knows", reason: "" })).toBe(false);
  });

  it("tries again what it names, and nothing else", () => {
    expect(countRetries("server/live/live.test.ts", "says it (once)", LIST)).toBe(1);
    expect(countRetries("server/live/live.test.ts", "says it twice", LIST)).toBe(0);
    expect(countRetries("server/live/hub.test.ts", "says it (once)", LIST)).toBe(0);
  });

  it("finds a story by its file and its whole title, in a group or not", () => {
    const [pattern, ...others] = storyPatterns(LIST);
    expect(others).toEqual([]);
    expect(pattern?.test("quarantine session.spec.ts the session ends")).toBe(true);
    expect(pattern?.test(" session.spec.ts a group the session ends")).toBe(true);
    expect(pattern?.test(" session.spec.ts the session ends twice")).toBe(false);
    expect(pattern?.test(" other.spec.ts the session ends")).toBe(false);
  });
});

/** A title is found as the literal it is written as, with any of the quotes. */
function exists({ file, title }: Quarantined): boolean {
  const url = new URL(`../${file}`, import.meta.url);
  if (!existsSync(url)) return false;
  const source = readFileSync(url, "utf8");
  return [`"`, "'", "`"].some((quote) => source.includes(`(${quote}${title}${quote},`));
}
