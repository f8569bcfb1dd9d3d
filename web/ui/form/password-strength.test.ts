import { describe, expect, it } from "vitest";
import { passwordStrength } from "./password-strength.ts";

describe("the strength of a password", () => {
  it("is too short below the minimum, whatever it holds", () => {
    expect(passwordStrength("aB3$xY7", 8)).toBe(0);
    expect(passwordStrength("", 8)).toBe(0);
  });

  it("is weak for repeats and runs, however long", () => {
    expect(passwordStrength("aaaaaaaaaaaaaaaa", 8)).toBe(1);
    expect(passwordStrength("12345678", 8)).toBe(1);
    expect(passwordStrength("abcdefghijkl", 8)).toBe(1);
  });

  it("grows with length and kinds of characters", () => {
    const growing = ["harborkt", "harbor-lantern", "harbor lantern mosaic tundra quartz"];
    const marks = growing.map((password) => passwordStrength(password, 8));
    expect(marks).toEqual(marks.toSorted((a, b) => a - b));
    expect(marks.at(-1)).toBe(4);
  });

  it("counts letters of other scripts as one character each", () => {
    expect(passwordStrength("😀😀😀😀", 8)).toBe(0);
  });
});
