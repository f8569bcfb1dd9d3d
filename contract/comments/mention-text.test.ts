import { describe, expect, it } from "vitest";
import { assert, array, constantFrom, property } from "../../test/support/property-seed.ts";
import { findMentions, holdsMention } from "./mention-text.ts";

describe("a mention", () => {
  it.each([
    ["@Lena Fischer, can you look?", true],
    ["Thanks (@Lena Fischer)", true],
    ["Ask\n@Lena Fischer", true],
    ["lena@Lena Fischer", false],
    ["@Lena Fischers", false],
    ["Lena Fischer", false],
    ["@Lena", false],
    ["@Lena Fischer2 and @Lena Fischer.", true],
  ])("stands in %j: %s", (text, stands) => {
    expect(holdsMention(text, "Lena Fischer")).toBe(stands);
  });

  it("is the longer of two names that begin alike", () => {
    const text = "@Ana and @Ana María";
    expect(findMentions(text, ["Ana", "Ana María"]).map(({ name }) => name)).toEqual(["Ana", "Ana María"]);
  });

  it("is found once at each place, in order, whatever stands around it", () => {
    const names = ["Al", "Al Bo", "Ö"] as const;
    const part = constantFrom("@", "Al", " ", "Bo", "Ö", "x", "😀", ".");
    assert(
      property(array(part), (parts) => {
        const text = parts.join("");
        const places = findMentions(text, names);
        for (const [index, { start, end, name }] of places.entries()) {
          expect(text.slice(start, end)).toBe(`@${name}`);
          expect(start).toBeGreaterThanOrEqual(places[index - 1]?.end ?? 0);
        }
      }),
    );
  });
});
