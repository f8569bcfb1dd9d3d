import { describe, expect, it } from "vitest";
import { diffLines } from "./diff-lines.ts";
import { readReplay } from "./replay-mail.ts";

const ID = "01a1f866-0d00-7017-94b1-51cdd005856d";

describe("which mails are read once more", () => {
  it("is said by state, id or day, and refused where it is not clear", () => {
    const since = new Date("2026-11-20T00:00:00.000Z");
    expect(readReplay(["--replay", "failed"])).toEqual({
      wish: { state: "failed" },
      dryRun: false,
      apply: false,
    });
    expect(readReplay(["--replay", ID, "--apply"])).toMatchObject({ wish: { id: ID }, apply: true });
    expect(readReplay(["--dry-run", "--replay", "--since", "2026-11-20"])).toMatchObject({
      wish: { since },
      dryRun: true,
    });
    expect(readReplay(["--replay", "held", "--since", "2026-11-20"])).toMatchObject({
      wish: { state: "held", since },
    });
    for (const wrong of [
      [],
      ["all"],
      ["done"],
      ["held", "x.eml"],
      ["held", "--since", "yesterday"],
      ["held", "--mailbox", "a@b"],
    ])
      expect(readReplay(["--replay", ...wrong]), wrong.join(" ")).toBeNull();
    expect(readReplay(["--replay", "--since", "2026-11-31"])).toBeNull();
  });
});

describe("two texts", () => {
  it("are shown by the lines in which they differ", () => {
    expect(diffLines("a\nb\nc", "a\nc")).toEqual(["- b"]);
    expect(diffLines("a\nb\nc", "a\nx\ny\nc")).toEqual(["- b", "+ x", "+ y"]);
    expect(diffLines("a\na", "a")).toEqual(["- a"]);
    expect(diffLines("a", "a")).toEqual([]);
  });
});
