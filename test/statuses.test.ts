import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  FILTER_STATUSES,
  isClosed,
  OTHER_FILTER_STATUSES,
  SELECTABLE_STATUSES,
  STATUSES,
  STATUSES_IN_COURSE,
} from "#contract/statuses.ts";
import { readSource, ROOT } from "./support/source-code/source-tree.ts";

const files = execFileSync("git", ["ls-files", "-co", "--exclude-standard", "contract", "server", "web"], {
  cwd: ROOT,
  encoding: "utf8",
})
  .split("\n")
  .filter((file) => file !== "" && existsSync(join(ROOT, file)));

/** A code that no other word is, or one that stands behind the word "status". Not the setting about the first assignee. */
const NAMES_A_CODE =
  /\b(?:in_progress(?!_when)|on_hold)\b|\bstatus\b[^\n]{0,40}["'`](?:open|pending|closed)["'`]/;

describe("the page about adding a status", () => {
  const named = [
    ...readSource("docs/how-to/add-a-status.md").matchAll(/`((?:contract|server|web)\/[\w./-]+)`/g),
  ].map(([, file = ""]) => file);

  it("lists every file that names a code, and no other", () => {
    const naming = files
      .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
      .filter((file) => !/^server\/(?:demo|seed)\//.test(file))
      .filter((file) => NAMES_A_CODE.test(readSource(file)));
    const listed = named.filter((file) => !file.endsWith("/") && !file.endsWith(".test.ts"));
    expect([...new Set(listed)].toSorted()).toEqual(naming.toSorted());
  });

  it("names folders and tests that are there", () => {
    expect(named.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
  });
});

describe("statuses", () => {
  it("are offered and drawn in the orders that the rules ask for", () => {
    expect(STATUSES).toEqual(["open", "pending", "in_progress", "on_hold", "closed"]);
    expect(STATUSES_IN_COURSE).toEqual(["open", "in_progress", "on_hold", "pending", "closed"]);
    expect(SELECTABLE_STATUSES).toEqual(["open", "pending", "closed", "on_hold"]);
    expect(FILTER_STATUSES).toEqual(["open", "pending", "on_hold", "closed"]);
    expect(OTHER_FILTER_STATUSES).toEqual(["in_progress"]);
    expect(STATUSES.filter(isClosed)).toEqual(["closed"]);
    expect(isClosed("resolved long ago")).toBe(false);
  });

  it("each have a class and a color", () => {
    const sheets = files
      .filter((file) => file.endsWith(".css"))
      .map(readSource)
      .join("\n");
    const missing = STATUSES.filter(
      (code) =>
        !sheets.includes(`.status-${code} `) || !sheets.includes(`--status-${code.replace("_", "-")}:`),
    );
    expect(missing).toEqual([]);
  });
});
