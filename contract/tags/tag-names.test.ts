import { assert, property, string } from "fast-check";
import { describe, expect, it } from "vitest";
import { readTagFilter, tagName } from "./tag-names.ts";

describe("the name of a tag", () => {
  it("is one in every spelling of case, spaces and underscores", () => {
    for (const typed of ["VPN issue", " vpn_issue ", "vpn-issue", "Vpn  _ Issue", "-vpn issue-"])
      expect(tagName(typed)).toBe("vpn-issue");
  });

  it("keeps accents, letters of every script, and digits alone", () => {
    expect(tagName("Büro")).toBe("büro");
    expect(tagName("Bu\u0308ro")).toBe("büro");
    expect(tagName("büro")).not.toBe(tagName("buro"));
    expect(tagName("принтер")).toBe("принтер");
    expect(tagName("हिन्दी")).toBe("हिन्दी");
    expect(tagName("365")).toBe("365");
  });

  it("has neither signs nor what cannot be seen", () => {
    for (const typed of [
      "",
      " ",
      "-",
      "_",
      "a,b",
      "a/b",
      "c++",
      "a.b",
      "😀",
      "a\u200bb",
      "a\u202eb",
      "a\ufe0f",
      "\u0301a",
    ])
      expect([typed, tagName(typed)]).toEqual([typed, null]);
  });

  it("stays as it is when it is made a name again", () => {
    assert(
      property(string({ unit: "grapheme", maxLength: 60 }), (typed) => {
        const name = tagName(typed);
        if (name !== null) expect(tagName(name)).toBe(name);
      }),
    );
  });
});

describe("a filter by tags", () => {
  it("holds each name once, and keeps what no tag can be called", () => {
    expect(readTagFilter("VPN, firmware,vpn,,")).toEqual(["vpn", "firmware"]);
    expect(readTagFilter("c++,none")).toEqual(["c++", "none"]);
  });
});
